"""How much anybody may ask for: buckets of tokens that fill up again with time."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from typing import Final

from stellwerk.server.errors import Refusal

_MOST_BUCKETS: Final = 20_000
_LOOKED_AT: Final = 4
"""Buckets looked at for each new one: those that are full again are forgotten."""


class Bucket:
    """A bucket that holds a few tokens and gets new ones at a steady rate.

    >>> bucket = Bucket(rate=1.0, size=2, now=0.0)
    >>> [bucket.take(now=0.0) for _ in range(3)], bucket.take(now=1.0)
    ([True, True, False], True)
    """

    __slots__ = ("_rate", "_size", "_time", "_tokens")

    def __init__(self, rate: float, size: float, now: float) -> None:
        self._rate = rate
        self._size = size
        self._tokens = size
        self._time = now

    def take(self, now: float) -> bool:
        """Take one token if there is one."""
        self._fill(now)
        if self._tokens < 1.0:
            return False
        self._tokens -= 1.0
        return True

    def spend(self, amount: float, now: float) -> float:
        """Take tokens in any case, as a debt if need be; return the seconds until none is owed."""
        self._fill(now)
        self._tokens -= amount
        return 0.0 if self._tokens >= 0.0 else -self._tokens / self._rate

    def wait(self, now: float) -> float:
        """Return the seconds until there is a token."""
        self._fill(now)
        return max(0.0, (1.0 - self._tokens) / self._rate)

    def full(self, now: float) -> bool:
        """Whether nothing was taken for a while: such a bucket need not be kept."""
        self._fill(now)
        return self._tokens >= self._size

    def _fill(self, now: float) -> None:
        tokens = self._tokens + (now - self._time) * self._rate
        self._tokens = self._size if tokens > self._size else tokens
        self._time = now


class Limit:
    """One bucket for each person or address; those that are full again are forgotten."""

    def __init__(self, rate: float, size: float, most: int = _MOST_BUCKETS) -> None:
        """Allow ``size`` at once and ``rate`` a second; remember ``most`` of them, used last."""
        self._rate: Final = rate
        self._size: Final = max(1.0, size)
        self._most: Final = most
        # Not a plain dict, which gets slow when its oldest entries are removed again and again.
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str, now: float | None = None) -> float:
        """Take one for somebody; return 0.0, or the seconds to wait for the next one."""
        moment = time.monotonic() if now is None else now
        bucket = self._bucket(key, moment)
        return 0.0 if bucket.take(moment) else bucket.wait(moment)

    def must_take(self, key: str) -> None:
        """Take one for somebody, or refuse with the seconds to wait."""
        seconds = self.take(key)
        if seconds:
            raise Refusal("rate_limited", seconds=int(seconds) + 1)

    def spend(self, key: str, amount: float, now: float | None = None) -> float:
        """Take ``amount`` for somebody in any case; return the seconds until none is owed."""
        moment = time.monotonic() if now is None else now
        return self._bucket(key, moment).spend(amount, moment)

    def wait(self, key: str, now: float | None = None) -> float:
        """Return the seconds until somebody may take one; take nothing."""
        bucket = self._buckets.get(key)
        if bucket is None:
            return 0.0
        return bucket.wait(time.monotonic() if now is None else now)

    def _bucket(self, key: str, now: float) -> Bucket:
        """Return somebody's bucket, which is then the one used last."""
        bucket = self._buckets.get(key)
        if bucket is None:
            self._forget(now)
            bucket = self._buckets[key] = Bucket(self._rate, self._size, now)
        else:
            self._buckets.move_to_end(key)
        return bucket

    def _forget(self, now: float) -> None:
        """Forget a few of those unused for longest; only a few, so that nobody has to wait."""
        for _ in range(min(_LOOKED_AT, len(self._buckets))):
            oldest = next(iter(self._buckets.values()))
            if len(self._buckets) < self._most and not oldest.full(now):
                return
            self._buckets.popitem(last=False)


def per_minute(number: float) -> Limit:
    """Return a limit for each minute; all of it may be taken at once."""
    return Limit(number / 60, number)


def per_hour(number: float) -> Limit:
    """Return a limit for each hour; all of it may be taken at once."""
    return Limit(number / 3600, number)


class Places:
    """How many of something each person or address has open at this moment."""

    def __init__(self) -> None:
        self._taken: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._taken)

    def taken(self, key: str) -> int:
        """Return how many somebody has."""
        return self._taken[key]

    def enter(self, key: str) -> None:
        """Note one more."""
        self._taken[key] += 1

    def leave(self, key: str) -> None:
        """Note one less."""
        self._taken[key] -= 1
        if self._taken[key] <= 0:
            del self._taken[key]


def address_key(host: str | None) -> str:
    """Return what an address is counted by: for IPv6 the network, since one household has many.

    >>> address_key("2001:db8:1:2:3:4:5:6"), address_key("192.0.2.7"), address_key(None)
    ('2001:db8:1:2::', '192.0.2.7', '')
    """
    try:
        address = ipaddress.ip_address(host or "")
    except ValueError:
        return host or ""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.IPv6Network((int(address) >> 64 << 64, 64)).network_address)
    return str(address)
