"""Clocks: whose time runs, how much is left, and when it is over; all in the time of play."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import msgspec

from stellwerk.server.protocol import Clock, ClockState


class Now(NamedTuple):
    """One moment by both clocks."""

    play: float
    wall: float


class Clocks(msgspec.Struct):
    """The clocks of a table, one for each seat."""

    left: list[float] = []
    """Seconds that were left when the clock last started or stopped."""
    since: list[float | None] = []
    """When it started; None while it is stopped."""
    held: list[int] = []
    """The seats whose clock stands still in a pause, and would run otherwise."""

    @classmethod
    def of(cls, clock: Clock, seats: int) -> Clocks:
        """Return clocks that stand at the start of a game."""
        return cls([float(clock.seconds)] * seats, [None] * seats)

    def advance(
        self,
        clock: Clock,
        running: Collection[int],
        now: float,
        decided: int | None,
        turned: bool,
        paused: bool = False,
    ) -> None:
        """Let the clocks of these seats run from now on, after one of them may have decided.

        ``turned`` tells that the decision ended a turn, so that a new one begins. Whoever leaves in
        the middle of a turn and comes back has the time that was left. In a pause all stand still,
        and afterwards go on from there.
        """
        if clock.kind == "none":
            return
        for seat in range(len(self.left)):
            started = self.since[seat]
            if started is not None:
                self.left[seat] -= max(0.0, now - started)
            if seat == decided and started is not None and clock.kind == "bank":
                self.left[seat] = max(self.left[seat], 0.0) + clock.increment
            was_on = started is not None or seat in self.held
            begins = not was_on and (decided is not None or self.left[seat] <= 0.0)
            goes_on = seat == decided and (turned or clock.kind == "days")
            if clock.kind != "bank" and (begins or goes_on):
                self.left[seat] = float(clock.seconds)
            self.since[seat] = now if seat in running and not paused else None
        self.held = list(running) if paused else []

    def deadline(self, clock: Clock) -> float | None:
        """Return when the next clock runs out, if one runs."""
        if clock.kind == "none":
            return None
        ends = [
            started + left
            for started, left in zip(self.since, self.left, strict=True)
            if started is not None
        ]
        return min(ends, default=None)

    def expired(self, clock: Clock, now: float) -> tuple[int, ...]:
        """Return the seats whose time is over."""
        if clock.kind == "none":
            return ()
        return tuple(
            seat
            for seat, (started, left) in enumerate(zip(self.since, self.left, strict=True))
            if started is not None and started + left <= now
        )

    def state(self, clock: Clock, now: Now) -> ClockState:
        """Return what is told about the clocks."""
        if clock.kind == "none":
            return ClockState(clock, (None,) * len(self.left), (), now.wall)
        left = [
            amount if started is None else amount - max(0.0, now.play - started)
            for started, amount in zip(self.since, self.left, strict=True)
        ]
        running = tuple(seat for seat, started in enumerate(self.since) if started is not None)
        return ClockState(
            clock, tuple(max(0.0, round(each, 1)) for each in left), running, now.wall
        )
