"""All that a server imports and loads when it starts; see forking.py."""

from stellwerk.bots.compile import entries_for_playing, load
from stellwerk.rules.kernel import INTERPRETED
from tests.server import launch as launch

if not INTERPRETED:
    load(entries_for_playing())
