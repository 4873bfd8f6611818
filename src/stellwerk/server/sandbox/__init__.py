"""The sandbox: a process of its own for what strangers send, bounded in memory and time.

The server sends it jobs one at a time; those who ask take turns. A process that has
used too much is killed, and the next job starts a new one.
"""
