"""The arena: bots play each other, deal by deal from every seat, until the figures are certain."""

from stellwerk.arena.games import Games
from stellwerk.arena.lineup import Lineup
from stellwerk.arena.match import play_deals
from stellwerk.arena.standing import Row, Standing

__all__ = ["Games", "Lineup", "Row", "Standing", "play_deals"]
