"""The sandbox: a separate process for what strangers send, with limits on memory and time.

The server sends it jobs one at a time; those who ask take turns. A process that has
used too much is killed, and the next job starts a new one.
"""
