"""Training the champion: it plays itself, planners and earlier versions of itself, on a card.

Needs PyTorch (``pip install 'stellwerk[learn]'``); nothing else in Stellwerk does. How to use it
and what it achieved is in docs/champion.md.
"""
