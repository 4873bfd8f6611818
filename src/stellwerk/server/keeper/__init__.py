"""The keeper: a process of its own that makes the moves, so that two cores share the work.

The server sends it moves through a pipe. The keeper takes all that wait, makes them, commits them
together, and only then answers, in order.
"""
