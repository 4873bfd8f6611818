"""What Python calls of the strategies: single decisions, and whole games among them.

Numba compiles each entry together with all that it calls, and playing a game needs only the first.
"""

from __future__ import annotations

from typing import Annotated, Protocol, TypeAlias

from stellwerk.board.layout import SEATS, TICKET_WORDS, WORDS, BoardRecord
from stellwerk.board.records import Array1, Array2, Records, dtype_of
from stellwerk.bots.planning.mind import Mind
from stellwerk.bots.planning.playbook import Books
from stellwerk.bots.planning.thought import Memories, Thoughts
from stellwerk.bots.strategies.decide import decide
from stellwerk.rules.bits import i64, lowest, u64
from stellwerk.rules.entries import Boards, Moves, Results, Scratches, States
from stellwerk.rules.kernel import entry, kernel
from stellwerk.rules.move import apply, check
from stellwerk.rules.payment import wipe_unused
from stellwerk.rules.score import score
from stellwerk.rules.setup import deal
from stellwerk.rules.state import FINE, OVER, TURN, State


class Player(Protocol):
    """A strategy and the number of the book it plays by."""

    strategy: Annotated[int, "i4"]
    book: Annotated[int, "i4"]


PLAYER = dtype_of(Player)
Players = Records[Player]


class PlayedGame(Protocol):
    """A game to be played: its deal's key, the player in the first seat, the chance of each seat.

    The other players follow the first in turn. Once the game is played: its length in turns and
    decisions, moves that were refused (there are none), and three sets: the kinds of moves that
    were made, the routes each seat owned, and the tickets it held.
    """

    key: Annotated[Array1, "u4", 8]
    first: Annotated[int, "u4"]
    turns: Annotated[int, "u4"]
    decisions: Annotated[int, "u4"]
    refused: Annotated[int, "u4"]
    kinds: Annotated[int, "u4"]
    rng: Annotated[Array1, "u8", SEATS]
    own: Annotated[Array2, "u8", SEATS, WORDS]
    held: Annotated[Array2, "u8", SEATS, TICKET_WORDS]


PLAYED = dtype_of(PlayedGame)

LONGEST = 4096
"""Most moves of a game that is written down."""
UNTRACED = -1

Bots: TypeAlias = tuple[Players, Books, Memories, Thoughts]
"""The players, the books they play by, what they remember, and working space of one record."""


@entry
def choose_move(states: States, boards: Boards, seat: int, bots: Bots, moves: Moves) -> None:
    """Write the decision of the first player for a seat of ``states[0]`` into ``moves[0]``."""
    players, books, memories, thoughts = bots
    player = players[0]
    mind = Mind(states[0], boards[0], seat, books[i64(player.book)], thoughts[0])
    decide(i64(player.strategy), mind, memories[0], moves[0])
    wipe_unused(moves[0])


@kernel
def start_game(
    states: States, board: BoardRecord, seats: int, memories: Memories, game: PlayedGame
) -> None:
    """Deal a game into ``states[0]``; ``states[1]`` is zero."""
    states[0] = states[1]
    for word in range(8):
        states[0].key[word] = game.key[word]
    deal(states[0], board, seats)
    for seat in range(seats):
        memories[seat].made = 0
        memories[seat].rng = game.rng[seat]


@kernel
def play_game(
    state: State,
    board: BoardRecord,
    bots: Bots,
    moves: Moves,
    game: PlayedGame,
    trace: Moves,
    start: int,
) -> int:
    """Play one game to its end; a refused move ends it at once.

    Its moves are written to ``trace`` from ``start`` on, unless that is UNTRACED; of a game that is
    written down the move after LONGEST is refused. Returns where they end.
    """
    players, books, memories, thoughts = bots
    seats = i64(state.seats)
    first = i64(game.first)
    end = start
    while i64(state.phase) != OVER:
        game.turns += i64(state.phase) == TURN
        seat = lowest(u64(state.pending))
        player = players[(seat + first) % seats]
        mind = Mind(state, board, seat, books[i64(player.book)], thoughts[0])
        decide(i64(player.strategy), mind, memories[seat], moves[0])
        legal = check(state, board, moves[0], moves[1]) == FINE
        if not legal or end == start + LONGEST:
            game.refused += 1
            break
        if start != UNTRACED:
            wipe_unused(moves[0])
            trace[end] = moves[0]
            end += 1
        game.kinds = i64(game.kinds) | (1 << i64(moves[0].kind))
        apply(state, board, moves[0])
    return end


@entry
def play_matches(
    states: States,
    boards: Boards,
    seats: int,
    bots: Bots,
    moves: Moves,
    scratches: Scratches,
    results: Results,
    played: Records[PlayedGame],
) -> None:
    """Play each game of ``played`` and score it.

    Games are played in ``states[0]``; ``states[1]`` is zero. There is a memory for each seat.
    """
    board, state = boards[0], states[0]
    for i in range(played.shape[0]):
        game = played[i]
        start_game(states, board, seats, bots[2], game)
        play_game(state, board, bots, moves, game, moves, UNTRACED)
        game.decisions = state.moves
        for seat in range(seats):
            for word in range(WORDS):
                game.own[seat, word] = state.own[seat, word]
            for word in range(TICKET_WORDS):
                game.held[seat, word] = state.held[seat, word]
        score(state, board, scratches[0], results[i])
