"""The time of play, in which clocks, pauses of bots and leases are counted.

It runs while a server is alive and its database answers, and at no other time. The system clock
plays no part in it: whatever that does, the time of play neither jumps nor goes backwards.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

from stellwerk.server.transactions.clocks import Now

STEP: Final = 0.5
"""Most seconds counted between two looks at the clock; after more the process was suspended."""
LEAD: Final = 2.0
"""Most seconds that the time of play runs on without being stored in the database."""


class PlayClock:
    """The time of play as this process knows it.

    It is read several times in each ``STEP``, and confirmed by the database several times in each
    ``LEAD``: see ``heartbeat``.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic: Final = monotonic
        self._lock: Final = threading.Lock()
        self._now = self._confirmed = 0.0
        self._seen = monotonic()
        self._unbroken = False

    def now(self) -> float:
        """Return the time of play in seconds; only differences mean something."""
        with self._lock:
            seen = self._monotonic()
            passed, self._seen = seen - self._seen, seen
            if passed > STEP:
                passed, self._unbroken = STEP, False
            latest = max(self._now, self._confirmed + LEAD)
            self._now = min(self._now + passed, latest)
            return self._now

    def read(self) -> Now:
        """Return this moment, by the system clock as well."""
        return Now(self.now(), time.time())

    def confirm(self, stored: float) -> None:
        """Take over the time that the database knows now; it may be ahead of ours."""
        self.now()
        with self._lock:
            self._confirmed = stored
            self._now = max(self._now, stored)
            self._unbroken = True

    @property
    def unbroken(self) -> bool:
        """Whether this process has not been suspended since its time was last confirmed."""
        self.now()
        return self._unbroken
