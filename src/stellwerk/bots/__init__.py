"""Bots: players that are programs, from random to search."""

from stellwerk.bots.bot import Bot, Decision
from stellwerk.bots.registry import make, names

__all__ = ["Bot", "Decision", "make", "names"]
