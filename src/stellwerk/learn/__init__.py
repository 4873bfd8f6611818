"""Training the champion: it plays itself, planners and its earlier selves, on a graphics card.

Needs PyTorch (``pip install 'stellwerk[learn]'``); nothing else of Stellwerk does. How it is used
and what it reached stands in docs/champion.md.
"""
