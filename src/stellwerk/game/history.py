"""What has been decided in a game so far, and what of it still stands."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence

from stellwerk.game.steps import Earlier, Resign, Step, Undo


class History:
    """The entries of a game; those before ``base`` are known by their number only."""

    def __init__(
        self,
        start: bytes,
        base: int = 0,
        earlier: Sequence[Earlier] = (),
        decided: Mapping[int, int] | None = None,
    ) -> None:
        """Begin with a state; ``earlier`` moves led there and may still be taken back."""
        self.base = base
        self.seq = base
        """The number of entries so far."""
        self.steps: list[Step] = []
        """All that was decided since, takebacks included."""
        self.line: list[int] = []
        """Which of these steps still stand and led here."""
        self.decided = dict(decided or {})
        """The last entry in which each seat decided, where known."""
        self._start = start
        self._earlier = list(earlier)
        self._at_first = tuple(earlier), decided
        self._given_up = 0
        """The last entry in which a seat gave up; what came before it stays."""

    def add(self, step: Step) -> None:
        """Add an entry. A takeback takes a move and all after it off the line."""
        kind = type(step.move)
        if kind is Undo:
            while self.line and self.base + self.line[-1] + 1 >= step.undone:
                self.line.pop()
            while self._earlier and self._earlier[-1].seq >= step.undone:
                self._earlier.pop()
        elif kind is Resign:
            self._given_up = self.seq + 1
        else:
            self.line.append(len(self.steps))
        self.steps.append(step)
        self.seq += 1
        self.decided[step.seat] = self.seq

    def snapshot(self, seq: int) -> bytes:
        """Return the state after a step; step 0 is the deal."""
        number = seq - self.base
        return self.steps[number - 1].snapshot if number else self._start

    def until(self, seq: int) -> History:
        """Return the same history as it was after a step."""
        earlier, decided = self._at_first
        history = History(self._start, self.base, earlier, decided)
        for step in self.steps[: seq - self.base]:
            history.add(step)
        return history

    @property
    def last(self) -> Earlier | None:
        """The last move that was not taken back, as far as is known."""
        if not self.line:
            return self._earlier[-1] if self._earlier and not self._given_up else None
        number = self.line[-1]
        seq = self.base + number
        if seq < self._given_up:
            return None
        return Earlier(seq + 1, self.steps[number].seat, self.snapshot(seq))

    def standing(self, seq: int) -> Earlier | None:
        """Return a move by its number, if it still stands and may be taken back."""
        if seq <= self._given_up:
            return None
        number = seq - self.base - 1
        place = bisect_left(self.line, number)
        if place < len(self.line) and self.line[place] == number:
            return Earlier(seq, self.steps[number].seat, self.snapshot(seq - 1))
        return next((each for each in self._earlier if each.seq == seq), None)
