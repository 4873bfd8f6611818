"""Holding a match: what is already known, what is still to be played, and when to stop."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from stellwerk.arena.games import Games
from stellwerk.arena.lineup import Lineup
from stellwerk.arena.match import Portion
from stellwerk.arena.pace import Paces, join_paces
from stellwerk.arena.results import ResultsFile
from stellwerk.arena.share import CERTAINTY
from stellwerk.arena.standing import wins_by_deal

LEAST_GAMES: Final = 400
"""The fewest deals of a match that may stop early."""

Crew = Callable[[Lineup, Sequence[int]], Iterator[Portion]]
"""Plays deals and hands them over in portions, in any order."""


@dataclass(frozen=True)
class Held:
    """A match that was held."""

    games: Games
    paces: Paces
    complaints: tuple[str, ...]
    played: int
    """Deals played now, besides those already known."""
    enough: bool
    """Whether it was stopped because it was certain enough."""
    interrupted: bool
    """Whether a person stopped it."""


def hold(
    lineup: Lineup,
    deals: int,
    crew: Crew,
    results: ResultsFile | None = None,
    until: float | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Held:
    """Play the deals of a match that are not known yet.

    With ``until`` it stops as soon as the lower bound of the first bot's wins passes that share:
    deal by deal in their order, so that the result does not depend on who was quickest. An
    interrupt keeps what is finished.
    """
    known = None if results is None else results.played(deals)
    parts = [] if known is None else [known]
    done = set() if known is None else set(known.games.deal.tolist())
    before = len(done)
    progress(before)
    stop = Stop(lineup, until) if until is not None else None
    enough = None if stop is None or known is None else stop.add(known.games)
    interrupted = False
    if enough is None:
        try:
            for portion in crew(lineup, [deal for deal in range(deals) if deal not in done]):
                parts.append(portion)
                if results is not None:
                    results.append(portion)
                done.update(portion.games.deal.tolist())
                progress(len(done))
                enough = None if stop is None else stop.add(portion.games)
                if enough is not None:
                    break
        except KeyboardInterrupt:
            interrupted = True
    if not parts:
        raise KeyboardInterrupt
    games = Games.join([part.games for part in parts])
    return Held(
        games=games if enough is None else games.first(enough),
        paces=join_paces(part.paces for part in parts),
        complaints=tuple(dict.fromkeys(said for part in parts for said in part.complaints)),
        played=len(done) - before,
        enough=enough is not None,
        interrupted=interrupted,
    )


class Stop:
    """Watches the first bot's wins until their lower bound passes a share."""

    def __init__(self, lineup: Lineup, share: float) -> None:
        self._lineup = lineup
        self._share = share
        self._wins: dict[int, float] = {}
        """Of deals that wait for one before them."""
        self._deals, self._sum, self._squares = 0, 0.0, 0.0

    def add(self, games: Games) -> int | None:
        """Add games; return how many deals were enough, once they are."""
        deals = games.deal[:: self._lineup.seatings].tolist()
        self._wins |= dict(zip(deals, wins_by_deal(self._lineup, games, 0).tolist(), strict=True))
        while self._deals in self._wins:
            wins = self._wins.pop(self._deals)
            self._deals, self._sum = self._deals + 1, self._sum + wins
            self._squares += wins**2
            if self._deals * self._lineup.seatings >= LEAST_GAMES and self._bound() > self._share:
                return self._deals
        return None

    def _bound(self) -> float:
        """Return the lower bound, as if one more deal had been lost: nobody is certain to win."""
        deals = self._deals + 1
        mean = self._sum / deals
        variance = (self._squares - self._sum * mean) / self._deals
        return mean - CERTAINTY * math.sqrt(variance / deals)
