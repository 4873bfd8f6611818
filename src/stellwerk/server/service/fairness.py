"""A queue in which addresses take turns, and the people at each address too."""

from __future__ import annotations

from collections import Counter
from typing import Final, Generic, NamedTuple, TypeVar

Item = TypeVar("Item")


class Asker(NamedTuple):
    """Who asks for something: a person at an address; somebody unknown has no name."""

    address: str = ""
    person: str = ""


class FairQueue(Generic[Item]):
    """Things that wait, by name; few enough to work out their order each time."""

    def __init__(self, most: int, per_address: int, per_person: int) -> None:
        self._most: Final = most
        self._per_address: Final = per_address
        self._per_person: Final = per_person
        self._waiting: dict[str, tuple[Asker, Item]] = {}
        self._turn = 0
        self._served: dict[str | Asker, int] = {}
        """When an address, or somebody there, last had a turn."""

    def __len__(self) -> int:
        return len(self._waiting)

    def __contains__(self, name: str) -> bool:
        return name in self._waiting

    def bound(self, asker: Asker) -> int:
        """Return the limit that one more of an asker would exceed: a whole queue, or 0 for none."""
        askers = [each for each, _ in self._waiting.values()]
        if askers.count(asker) >= self._per_person:
            return self._per_person
        if sum(each.address == asker.address for each in askers) >= self._per_address:
            return self._per_address
        return self._most if len(askers) >= self._most else 0

    def add(self, name: str, asker: Asker, item: Item) -> None:
        """Let something wait."""
        self._waiting[name] = asker, item

    def remove(self, name: str) -> None:
        """Take something out of the queue."""
        if self._waiting.pop(name, None) is not None:
            here = {key for asker, _ in self._waiting.values() for key in (asker, asker.address)}
            self._served = {key: turn for key, turn in self._served.items() if key in here}

    def order(self) -> list[str]:
        """Return the names in the order in which they would have their turn."""
        firsts: Counter[str | Asker] = Counter()
        at_address: list[tuple[tuple[int, int], Asker, str]] = []
        for name, (asker, _) in self._waiting.items():
            at_address.append(((firsts[asker], self._served.get(asker, 0)), asker, name))
            firsts[asker] += 1
        in_all: list[tuple[tuple[int, int], str]] = []
        for _, asker, name in sorted(at_address, key=lambda each: each[0]):
            key = firsts[asker.address], self._served.get(asker.address, 0)
            in_all.append((key, name))
            firsts[asker.address] += 1
        return [name for _, name in sorted(in_all, key=lambda each: each[0])]

    def next(self) -> tuple[str, Item]:
        """Return what has its turn now; it waits on until it is removed."""
        name = self.order()[0]
        asker, item = self._waiting[name]
        self._turn += 1
        self._served[asker] = self._served[asker.address] = self._turn
        return name, item
