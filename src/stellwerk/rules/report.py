"""What a move brought: the card drawn, cards turned up, displays laid out, piles shuffled.

The rules report it as it happens, into fields before those of the state. Plain states have no such
fields, and nothing is reported on them: that is known when the rules are compiled, so simulations
have no instruction for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from stellwerk.board.layout import DISPLAY, NONE
from stellwerk.rules.bits import bit, i64, u64
from stellwerk.rules.kernel import CUDA, INTERPRETED, kernel
from stellwerk.rules.state import TURNED, ReportingState, State

START, DRAWN, TURNED_UP, SHOWN, SHUFFLED = range(5)
"""What is reported: the start of a move, a card drawn blind, the cards turned up for a tunnel, a
display that may be cleared or that took the place of one, a pile made from its discards."""


@kernel
def _write(state: ReportingState, what: int, number: int) -> None:
    if what == START:
        state.shuffled = 0
        state.drawn = NONE
        state.tunnel = 0
        state.displays = 0
    elif what == DRAWN:
        state.drawn = number
    elif what == TURNED_UP:
        state.tunnel = 1
        for i in range(TURNED):
            state.turned_up[i] = state.turned[i]
    elif what == SHUFFLED:
        state.shuffled = u64(state.shuffled) | bit(number)
    else:
        count = i64(state.displays)
        for place in range(DISPLAY):
            state.shown[count, place] = state.display[place]
        state.displays = count + 1


if TYPE_CHECKING or INTERPRETED:

    def report(state: State, what: int, number: int) -> None:
        """Report something, with the card or pile it is about, if the state has room for it."""
        if hasattr(state, "shuffled"):
            _write(cast(ReportingState, state), what, number)

elif CUDA:  # pragma: no cover - compiled only
    from stellwerk.rules.kernel import inlined

    @inlined
    def report(state, what, number):
        """Report nothing: on a graphics card nobody asks for it."""

else:  # pragma: no cover - compiled only
    from numba.extending import overload

    def report(state, what, number):
        """Report something, with the card or pile it is about, if the state has room for it."""

    @overload(report)
    def _choose(state, what, number):
        if "shuffled" in state.fields:
            return lambda state, what, number: _write(state, what, number)
        return lambda state, what, number: None
