"""The strategies that play inside the kernel, by number, and how one of them is asked."""

from __future__ import annotations

from stellwerk.bots.planning.mind import Mind
from stellwerk.bots.planning.thought import Memory
from stellwerk.bots.strategies.greedy import play_greedy
from stellwerk.bots.strategies.hungry import play_hungry
from stellwerk.bots.strategies.junkie import play_junkie
from stellwerk.bots.strategies.names import GREEDY, HUNGRY, JUNKIE, ONESTEP, PLANNER, ROUTE
from stellwerk.bots.strategies.onestep import play_onestep
from stellwerk.bots.strategies.planner import plan_and_play
from stellwerk.bots.strategies.route import play_route
from stellwerk.rules.bits import dice
from stellwerk.rules.kernel import kernel
from stellwerk.rules.listing import COUNT
from stellwerk.rules.move import walk
from stellwerk.rules.state import MoveRecord


@kernel
def decide(strategy: int, mind: Mind, memory: Memory, move: MoveRecord) -> None:
    """Write the move of a strategy for a seat that owes a decision.

    Reads of the state only what the seat may know, and so what a redeal for it leaves as it is.
    """
    if strategy == PLANNER:
        plan_and_play(mind, memory, move)
    elif strategy == GREEDY:
        play_greedy(mind, memory, move)
    elif strategy == HUNGRY:
        play_hungry(mind, memory, move)
    elif strategy == ROUTE:
        play_route(mind, memory, move)
    elif strategy == ONESTEP:
        play_onestep(mind, memory, move)
    elif strategy == JUNKIE:
        play_junkie(mind, memory, move)
    else:
        state, board, seat, _, _ = mind
        number = walk(state, board, seat, COUNT, move)
        walk(state, board, seat, dice(memory, number), move)
