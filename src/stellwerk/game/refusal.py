"""Why the kernel refuses a move, as an error with everything a person needs to act on it."""

from __future__ import annotations

from typing import Any, Final

from stellwerk.board import COLOURS
from stellwerk.game.cards import CardSet
from stellwerk.game.errors import GameError, GameOver, IllegalMove, NotYourTurn
from stellwerk.game.moves import (
    BuildHarbour,
    BuildStation,
    ClaimRoute,
    ExchangePieces,
    Move,
    Payment,
    PayTunnel,
    TakeCard,
)
from stellwerk.game.position import Position
from stellwerk.rules import state as kernel

CODES: Final = {
    kernel.NOT_PENDING: "not_your_turn",
    kernel.WRONG_PHASE: "wrong_phase",
    kernel.NO_SUCH_TARGET: "no_such_target",
    kernel.TAKEN: "taken",
    kernel.LANE_CLOSED: "lane_closed",
    kernel.OWN_LANE: "own_lane",
    kernel.TOO_FEW_PIECES: "too_few_pieces",
    kernel.NOT_IN_HAND: "not_in_hand",
    kernel.WRONG_PILE: "wrong_pile",
    kernel.WRONG_NUMBER: "wrong_number",
    kernel.MIXED_COLOURS: "mixed_colours",
    kernel.WRONG_COLOUR: "wrong_colour",
    kernel.TOO_FEW_LOCOMOTIVES: "too_few_locomotives",
    kernel.EMPTY_PLACE: "empty_place",
    kernel.SECOND_LOCOMOTIVE: "second_locomotive",
    kernel.NO_CARDS: "no_cards",
    kernel.NO_TICKETS: "no_tickets",
    kernel.KEEP_TOO_FEW: "keep_too_few",
    kernel.KEEP_TOO_MANY: "keep_too_many",
    kernel.NOT_OFFERED: "not_offered",
    kernel.BAD_MIX: "bad_mix",
    kernel.BAD_PIECES: "bad_pieces",
    kernel.CAN_ACT: "can_act",
    kernel.GAME_OVER: "game_over",
    kernel.RUGGED_PAIRS: "rugged_pairs",
    kernel.WASTE: "waste",
    kernel.NO_STATION_LEFT: "no_station_left",
    kernel.OCCUPIED: "occupied",
    kernel.NOT_A_PORT: "not_a_port",
    kernel.NOT_CONNECTED: "not_connected",
    kernel.NO_HARBOUR_LEFT: "no_harbour_left",
    kernel.NO_SYMBOL: "no_symbol",
    kernel.BAD_EXCHANGE: "bad_exchange",
    # Only a move that is paid for carries cards, so it comes at the wrong time.
    kernel.CARDS_NOT_ASKED: "wrong_phase",
}
"""The stable code of every reason of the kernel."""
Details = tuple[str | None, dict[str, Any]]
"""The key of the sentence where it is not the code, and what the sentence speaks of."""


def refusal(reason: int, position: Position, move: Move, *, held: bool = False) -> GameError:
    """Return the error for a move that the kernel has refused.

    With ``held`` nobody laid the cards of the move: they are what the mover has for it.
    """
    code = CODES[reason]
    if reason == kernel.GAME_OVER:
        return GameOver(code)
    if reason == kernel.NOT_PENDING:
        return NotYourTurn(code, waiting=position.pending)
    sentence, params = _details(reason, position, move)
    if held and "given" in params:
        params = {**params, "given": CardSet(), "held": params["given"]}
    refused = IllegalMove(code, sentence=sentence, **params)
    refused.board = position.board
    return refused


def _details(reason: int, position: Position, move: Move) -> Details:
    board = position.board
    rules = board.rules
    match reason:
        case kernel.WRONG_PHASE | kernel.CARDS_NOT_ASKED:
            return None, {"phase": position.phase}
        case kernel.NO_SUCH_TARGET:
            return _no_such_target(position, move)
        case kernel.TAKEN | kernel.LANE_CLOSED | kernel.OWN_LANE:
            return None, {"route": _target(move)}
        case kernel.OCCUPIED | kernel.NOT_A_PORT | kernel.NOT_CONNECTED:
            return None, {"city": _target(move)}
        case kernel.EMPTY_PLACE:
            return None, {"place": move.place if isinstance(move, TakeCard) else 0}
        case kernel.KEEP_TOO_FEW:
            return None, {"needed": position.must_keep(move.seat)}
        case kernel.NOT_OFFERED:
            return None, {"offer": position.offer(move.seat)}
        case kernel.BAD_MIX:
            ask = rules.tickets.start if position.phase == "mix" else rules.tickets.draw
            return None, {"total": ask[0]}
        case kernel.BAD_PIECES:
            return None, {"total": rules.pieces, "wagons": rules.wagons, "ships": rules.ships}
        case kernel.BAD_EXCHANGE:
            return None, {"most": _most_exchanged(position, move)}
    return _payment_details(reason, position, move) if isinstance(move, Payment) else (None, {})


def _no_such_target(position: Position, move: Move) -> Details:
    last = len(position.display)
    if isinstance(move, TakeCard) and not 1 <= move.place <= last:
        return "no_such_place", {"place": move.place, "last": last}
    return None, {"target": _target(move)}


def _payment_details(reason: int, position: Position, move: Payment) -> Details:
    """Return what a refused payment needed and what was given."""
    given: dict[str, Any] = {"given": move.cards}
    if reason == kernel.NOT_IN_HAND:
        return None, {**given, "hand": position.hand(move.seat)}
    if reason in (kernel.NO_STATION_LEFT, kernel.NO_HARBOUR_LEFT):
        return None, {}
    if isinstance(move, BuildStation):
        if reason == kernel.WRONG_PILE:
            return None, {**given, "route": move.city, "pile": "train"}
        return ("wrong_number_station" if reason == kernel.WRONG_NUMBER else None), given
    if isinstance(move, BuildHarbour):
        return ("wrong_number_harbour" if reason == kernel.WRONG_NUMBER else None), given
    if isinstance(move, PayTunnel):
        if reason == kernel.WRONG_NUMBER:
            needed = position.tunnel_extra
            return "wrong_number_tunnel", {**given, "cards_needed": needed}
        return "wrong_colour_tunnel", {**given, "laid": position.laid}
    return _claim_details(reason, position, move, given)


def _claim_details(
    reason: int, position: Position, move: ClaimRoute, given: dict[str, Any]
) -> Details:
    """Return what a refused claim needed."""
    route = position.board.routes[position.board.route_index[move.route]]
    colour = None if route.colour is None else COLOURS[route.colour]
    match reason:
        case kernel.TOO_FEW_PIECES:
            left = position.pieces(move.seat)["ship" if route.kind == "ship" else "wagon"]
            told = {"route": move.route, "length": route.length, "left": left}
            if route.kind == "ship":
                return "too_few_pieces_ship", {**told, "ships": route.length}
            return None, {**told, "wagons": route.length}
        case kernel.WRONG_PILE:
            return None, {**given, "route": move.route, "pile": route.kind}
        case kernel.TOO_FEW_LOCOMOTIVES:
            count = route.locomotives
            return None, {**given, "needed": count, "locomotives": count}
        case kernel.WRONG_COLOUR:
            return None, {**given, "colour": colour}
        case kernel.WRONG_NUMBER if route.rugged:
            told = {"length": route.length, "cards_needed": 2 * route.length}
            return "wrong_number_rugged", {**given, **told}
        case kernel.WRONG_NUMBER if route.kind == "ship":
            told = {"length": route.length, "spaces": route.length}
            return "wrong_number_ship", {**given, **told}
        case kernel.WRONG_NUMBER if colour is not None:
            sentence = "wrong_number_coloured"
            return sentence, {**given, "cards_needed": route.length, "colour": colour}
        case kernel.WRONG_NUMBER:
            return None, {**given, "cards_needed": route.length}
    return None, given


def _most_exchanged(position: Position, move: Move) -> int:
    given = move.given if isinstance(move, ExchangePieces) else "wagon"
    other = "ship" if given == "wagon" else "wagon"
    return min(position.pieces(move.seat)[given], position.box(move.seat)[other])


def _target(move: Move) -> str:
    """Return what a move is about, as the mover wrote it."""
    match move:
        case ClaimRoute():
            return move.route
        case BuildStation() | BuildHarbour():
            return move.city
        case TakeCard():
            return move.refill
    return str(getattr(move, "pile", getattr(move, "given", "")))
