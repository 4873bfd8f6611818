"""How much anybody may ask for: buckets of tokens that fill up again with time."""

from __future__ import annotations

import ipaddress
import time
from typing import Final

_MOST_BUCKETS: Final = 100_000


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

    def wait(self, now: float) -> float:
        """Return the seconds until there is a token."""
        self._fill(now)
        return max(0.0, (1.0 - self._tokens) / self._rate)

    def full(self, now: float) -> bool:
        """Whether nothing was taken for a while: such a bucket need not be kept."""
        self._fill(now)
        return self._tokens >= self._size

    def _fill(self, now: float) -> None:
        self._tokens = min(self._size, self._tokens + (now - self._time) * self._rate)
        self._time = now


class Limit:
    """One bucket for each person or address; those that are full again are forgotten."""

    def __init__(self, rate: float, size: float, most: int = _MOST_BUCKETS) -> None:
        """Allow ``size`` at once and ``rate`` a second; remember about ``most`` of them."""
        self._rate: Final = rate
        self._size: Final = max(1.0, size)
        self._most: Final = most
        self._buckets: dict[str, Bucket] = {}

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str, now: float | None = None) -> float:
        """Take one for somebody; return 0.0, or the seconds to wait for the next one."""
        moment = time.monotonic() if now is None else now
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= self._most:
                self._forget(moment)
            bucket = self._buckets[key] = Bucket(self._rate, self._size, moment)
        return 0.0 if bucket.take(moment) else bucket.wait(moment)

    def _forget(self, now: float) -> None:
        """Forget the full buckets; if all are in use, the older half."""
        kept = {key: bucket for key, bucket in self._buckets.items() if not bucket.full(now)}
        if len(kept) >= self._most:
            kept = dict(list(kept.items())[len(kept) // 2 :])
        self._buckets = kept


def address_key(host: str | None) -> str:
    """Return what an address is counted by: of IPv6 the network, since one household has many.

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
