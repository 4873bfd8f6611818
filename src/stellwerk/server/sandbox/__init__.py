"""The sandbox: a process of its own for what strangers send, bounded in memory and time.

The server sends it jobs one at a time; whoever asks takes turns with all others. A process that has
used too much is killed, and the next job starts a new one.
"""
