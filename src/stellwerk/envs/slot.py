"""One game of a batch inside the kernel: begin, step and end."""

from __future__ import annotations

from stellwerk.board.layout import BoardRecord
from stellwerk.envs.records import Slot
from stellwerk.envs.reward import POINTS, final_reward
from stellwerk.rules.bits import i64, lowest, u64
from stellwerk.rules.entries import States
from stellwerk.rules.kernel import cold, inlined
from stellwerk.rules.move import apply
from stellwerk.rules.random import random_key
from stellwerk.rules.score import Result, score
from stellwerk.rules.scratch import Scratch
from stellwerk.rules.setup import deal
from stellwerk.rules.state import CLAIM, OVER, MoveRecord, State


@cold
def begin(
    states: States,
    i: int,
    empties: States,
    board: BoardRecord,
    slot: Slot,
    seats: int,
    scratch: Scratch,
) -> None:
    """Deal a new game in place of an old one; its key comes from the slot's own chance."""
    states[i] = empties[0]
    state = states[i]
    scratch.rng = slot.rng
    random_key(state, scratch)
    slot.rng = scratch.rng
    deal(state, board, seats)
    slot.steps = 0
    for seat in range(seats):
        slot.last_kind[seat] = 0
        slot.last_route[seat] = 0
        slot.counted[seat] = 0


@cold
def finish(state: State, board: BoardRecord, slot: Slot, scratch: Scratch, result: Result) -> None:
    """Score a game that is over."""
    score(state, board, scratch, result)
    slot.episodes = i64(slot.episodes) + 1


@inlined
def to_act(state: State) -> int:
    """Return the seat that decides next; of several that owe a decision, the first."""
    return lowest(u64(state.pending))


@inlined
def play(state: State, board: BoardRecord, slot: Slot, move: MoveRecord) -> bool:
    """Play a legal move and remember what all could see of it; tell whether the game is over."""
    seat = i64(move.seat)
    slot.steps = i64(slot.steps) + 1
    slot.last_kind[seat] = i64(move.kind) + 1
    if i64(move.kind) == CLAIM:
        slot.last_route[seat] = i64(move.target) + 1
    apply(state, board, move)
    return i64(state.phase) == OVER


@inlined
def reward_of(
    scheme: int, state: State, slot: Slot, seat: int, over: bool, result: Result
) -> float:
    """Return the reward of a seat for what has happened since the last one."""
    if scheme == POINTS:
        points = i64(result.total[seat]) if over else i64(state.score[seat])
        reward = points - i64(slot.counted[seat])
        slot.counted[seat] = points
        return float(reward)
    if over:
        return final_reward(scheme, i64(state.seats), seat, result)
    return 0.0
