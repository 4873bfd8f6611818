"""What Python calls for advice."""

from __future__ import annotations

from typing import Any

from stellwerk.bots.advice.advise import advise
from stellwerk.envs.masks import write_mask
from stellwerk.envs.observe import observe
from stellwerk.rules.bits import i64
from stellwerk.rules.kernel import entry


@entry
def advise_games(
    first: Any,
    end: Any,
    states: Any,
    boards: Any,
    numbers: Any,
    places: Any,
    viewers: Any,
    books: Any,
    memories: Any,
    thoughts: Any,
    moves: Any,
    advice: Any,
    advised: Any,
) -> None:
    """Write the advice for a seat of each game of a stretch, and the number of the advised move.

    ``memories``, ``thoughts`` and ``moves`` are room for this call alone.
    """
    for i in range(first, end):
        advised[i] = advise(
            states[i],
            boards[0],
            numbers[0],
            places[0],
            i64(viewers[i]),
            books[0],
            memories[0],
            thoughts[0],
            moves[0],
            advice[i],
        )


@entry
def look_and_advise(
    states: Any,
    boards: Any,
    numbers: Any,
    seen_places: Any,
    advice_places: Any,
    slots: Any,
    seat: Any,
    books: Any,
    memories: Any,
    thoughts: Any,
    moves: Any,
    scratches: Any,
    observations: Any,
    advice: Any,
    masks: Any,
) -> Any:
    """Write all that the network of a seat reads of ``states[0]``; return the advised action."""
    write_mask(states[0], boards[0], numbers[0], seat, masks[0])
    observe(states[0], boards[0], seen_places[0], slots[0], seat, scratches[0], observations[0])
    return advise(
        states[0],
        boards[0],
        numbers[0],
        advice_places[0],
        seat,
        books[0],
        memories[0],
        thoughts[0],
        moves[0],
        advice[0],
    )
