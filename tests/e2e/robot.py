"""A robot that plays only through the page: it reads what is offered there, and clicks or types.

What it knows of a game it reads from the screen (`look.js`). It plays to get to the end soon, and
on the way tries each kind of decision once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from playwright.sync_api import TimeoutError as Late

from stellwerk import Board
from stellwerk.drawing.files import drawing_of
from stellwerk.words import say
from tests.e2e.hands import Hands, hands_of
from tests.e2e.people import PATIENCE, Person

PAYABLE: Final = [say("page.route.payable", each, cards="").rstrip(" .") for each in ("en", "de")]
"""How the list of routes says that one can be claimed now."""
_WISHES: Final = ("T", "B", "X")
"""Tickets, building, exchange: each is done once if it can be."""
_MOMENT: Final = 150.0
"""Milliseconds to look at one screen before the next, while somebody else is to act."""
_GLANCE: Final = 30.0
"""Milliseconds between two looks; a look at each frame would keep the browser painting."""

Seen = dict[str, Any]


@dataclass
class Robot:
    """Plays for one person."""

    person: Person
    board: str
    dice: Random
    hands: Hands = field(init=False)
    done: Counter[str] = field(default_factory=Counter)
    """How often each kind of thing was done."""
    onframe: Callable[[Person, str], None] = lambda _person, _kind: None
    """Told of each decision before it is made, and of each curtain before it is opened."""
    _wished: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Get hands for the mouse, the finger or the keys."""
        self.hands = hands_of(self.person, self.board)

    def look(self) -> Seen:
        """Read the screen."""
        seen: Seen = self.person.page.evaluate("(words) => look(words)", PAYABLE)
        return seen

    def wait(self, seen: Seen, patience: float = PATIENCE) -> None:
        """Wait until the screen shows something else."""
        self.person.page.wait_for_function(
            "([words, sign]) => look(words).sign !== sign",
            arg=[PAYABLE, seen["sign"]],
            polling=_GLANCE,
            timeout=patience,
        )

    def step(self) -> bool:
        """Do the next thing if there is one to do; tell whether there was."""
        seen = self.look()
        if not self._act(seen):
            return False
        self.wait(seen)
        return True

    @property
    def over(self) -> bool:
        """Whether the score table is shown."""
        return self.person.page.locator(".scores table").count() > 0

    @property
    def free(self) -> bool:
        """Whether it is the own turn, with nothing begun and nothing on its way."""
        seen = self.look()
        return not seen["frame"] and any(cell["usable"] for cell in seen["cells"])

    def _act(self, seen: Seen) -> bool:
        if seen["screen"] == "curtain":
            self.onframe(self.person, "curtain")
            self.hands.click(".curtain button")
            self.done["curtain"] += 1
            return True
        if seen["screen"] != "table":
            return False
        if seen["chooser"]:
            self.hands.choose_lane(seen["chooser"], PAYABLE)
            return True
        if seen["frame"]:
            return self._decide(seen["frame"], seen["cells"])
        return bool(seen["mine"]) and self._turn(seen)

    def _decide(self, frame: Seen, cells: Sequence[Seen]) -> bool:
        """Go on with the decision that is open."""
        kind = str(frame["kind"])
        choices = frame["choices"]
        self.onframe(self.person, kind)
        if kind == "route":
            self.hands.cancel()
        elif kind == "keep" and frame["missing"]:
            self.hands.choose([choice["chosen"] for choice in choices].index(False))
        elif kind == "site":
            self.hands.select(self.dice.randrange(1, len(choices)))
        elif kind == "refill" and cells and not any(cell["usable"] for cell in cells):
            return False  # sent already
        elif kind == "refill":
            self.hands.refill(self.dice.randrange(len(choices)))
            self.done["refill"] += 1
        elif kind == "tunnel" and not frame["confirms"]:
            self.hands.cancel()
            self.person.page.locator("ol.turned").wait_for(state="detached")
            self.done["withdraw"] += 1
        elif not frame["ready"]:
            return False  # sent already
        elif kind == "pieces" and not self.done["slider"]:
            self.hands.slide()
            self.done["slider"] += 1
        elif kind == "mix" and not self.done["mix radio"]:
            legal = [index for index, choice in enumerate(choices) if choice["usable"]]
            other = [index for index in legal if not choices[index]["chosen"]]
            self.done["mix radio"] += 1
            if not other:
                return self._decide(frame, cells)
            self.hands.choose(self.dice.choice(other))
        else:
            self.hands.confirm()
            self.done[kind] += 1
        return True

    def _turn(self, seen: Seen) -> bool:
        """Begin something on the own turn."""
        for action in seen["actions"]:
            key = action["key"]
            if key in _WISHES and key not in self._wished and action["usable"]:
                if key == "T" and not self.done["claim"]:
                    continue
                self._wished.add(key)
                self.hands.action(key)
                return True
        cards = [index for index, cell in enumerate(seen["cells"]) if cell["usable"]]
        if seen["routes"] and (self.done["card"] or not cards):
            spaces = drawing_of(Board.load(self.board)).spaces
            self.hands.route(max(seen["routes"], key=lambda route: len(spaces[route])))
            self.done["claim"] += 1
            return True
        if cards:
            self.hands.card(self._card(seen, cards), seen["cells"])
            self.done["card"] += 1
            return True
        if any(not action["key"] for action in seen["actions"]):
            self.hands.click(".actions button.gold")
            self.done["pass"] += 1
            return True
        return False

    def _card(self, seen: Seen, cards: Sequence[int]) -> int:
        """Prefer open cards of a kind that is in the hand already."""
        words = [word for label in seen["hand"] for word in label.split() if len(word) > 3]

        def worth(index: int) -> tuple[bool, float]:
            said = seen["cells"][index]["text"]
            return any(word in said for word in words), self.dice.random()

        return max(cards, key=worth)


def play(*robots: Robot, until: Callable[[], bool] | None = None, steps: int = 5000) -> None:
    """Let robots play together until all see the score table, or something else is true."""
    idle = 0
    for _ in range(steps):
        acted = False
        for robot in robots:
            while not (until and until()) and robot.step():
                acted = True
        if until() if until else not acted and all(robot.over for robot in robots):
            return
        idle = 0 if acted else idle + 1
        assert idle * _MOMENT < PATIENCE, [robot.look() for robot in robots]
        if not acted:
            _wait_a_moment(robots)
    raise AssertionError(f"the game did not end in {steps} rounds")


def _wait_a_moment(robots: Sequence[Robot]) -> None:
    """Wait for news on any of the screens."""
    for robot in robots:
        seen = robot.look()
        try:
            robot.wait(seen, _MOMENT / len(robots))
        except Late:
            continue
        return
