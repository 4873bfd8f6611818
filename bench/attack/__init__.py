"""The server under attack: ``python -m bench.soak server --proof attack``.

``seats``: people, programs and hosts change seats at random while they play, and what each client
ever receives is compared with what it may know. ``floods``: some ask for far too much while others
play. ``memory``: ever new tables, and the server holds no more than before. ``kills``: the server
is killed, left for a while and started under another clock. ``fuzz``: messages, board files and
records that nobody should send.

Each finished portion is a line of the results file, and the next call goes on where the last one
has stopped.
"""
