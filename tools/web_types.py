"""Writes the browser's types of everything that travels: ``python -m tools.web_types``.

They are made from the very types by which the server reads and writes, so they cannot differ.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from stellwerk.drawing.model import Drawing
from stellwerk.game.moves import Move
from stellwerk.game.sheet import BoardSheet
from stellwerk.game.standing import SeatStanding
from stellwerk.review.model import Mark
from stellwerk.server import account, histories, protocol
from stellwerk.server.web import bodies
from stellwerk.server.web.health import Readiness

FILE: Final = Path(__file__).parents[1] / "web" / "src" / "protocol" / "types.ts"

SENT: Final[tuple[Any, ...]] = (
    protocol.ClientMessage,
    protocol.NewTable,
    bodies.NewGuest,
    bodies.GuestChange,
    bodies.Join,
    bodies.OwnSeat,
    bodies.SeatChange,
    bodies.Replacement,
    bodies.Agreement,
    bodies.Muting,
    account.SignOut,
    histories.ProfileWish,
    bodies.NewDevice,
    bodies.NewAddress,
)
"""What the browser sends, as far as the page names it."""

RECEIVED: Final[tuple[Any, ...]] = (
    protocol.ServerMessage,
    protocol.GuestInfo,
    protocol.TableLine,
    protocol.WaitingTable,
    protocol.PersonInfo,
    protocol.BotInfo,
    protocol.BoardInfo,
    Readiness,
    protocol.TokenInfo,
    protocol.Replay,
    protocol.ReviewInfo,
    histories.GamesPage,
    histories.GameChoices,
    histories.Statistics,
    histories.OwnProfile,
    histories.PublicProfile,
    protocol.NoticeSettings,
    SeatStanding,
    BoardSheet,
    Drawing,
    account.AccountInfo,
    account.NewCodes,
    account.SignInOffer,
    account.SignedIn,
)
"""What the browser receives."""

UNIONS: Final[dict[str, Any]] = {
    "Move": Move,
    "ClientMessage": protocol.ClientMessage,
    "ServerMessage": protocol.ServerMessage,
}
"""Unions that have a name."""

LITERALS: Final[dict[str, Any]] = {
    "Language": protocol.Language,
    "TableStatus": protocol.TableStatus,
    "Holder": protocol.Holder,
    "Pace": protocol.Pace,
    "NoticeEvent": protocol.NoticeEvent,
    "Mark": Mark,
    "Way": account.Way,
    "Where": account.Where,
    "Ending": histories.Ending,
    "Block": histories.Block,
}
"""Sets of words that have a name."""

_REFERENCE: Final = "{name}"
_SIMPLE: Final = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}

Schema = Mapping[str, Any]


def main() -> None:
    """Write the file."""
    FILE.write_text(types(), "utf-8")


def types() -> str:
    """Return the whole file."""
    return "\n".join(
        ("// Made by `python -m tools.web_types`; change the server's types.", *_all())
    )


def _all() -> Iterator[str]:
    _, sent = _components(SENT)
    _, received = _components(RECEIVED)
    writer = _Writer()
    for name, values in LITERALS.items():
        yield f"\nexport type {name} = {writer.bare(_schema(values))};"
    for name in UNIONS:
        yield f"\nexport type {name} = {' | '.join(writer.members(name))};"
    for name, schema in sorted({**sent, **received}.items()):
        # What is received has every field; what is only sent may leave out what has a default.
        yield writer.declaration(name, schema, complete=name in received)
    yield ""


class _Writer:
    """Writes schemas as TypeScript, with the names of unions and literals where they have one."""

    def __init__(self) -> None:
        self._unions = {name: _references(_schema(union)) for name, union in UNIONS.items()}
        self._literals = {
            frozenset(_schema(values)["enum"]): name for name, values in LITERALS.items()
        }

    def members(self, union: str) -> tuple[str, ...]:
        return self._unions[union]

    def declaration(self, name: str, schema: Schema, *, complete: bool) -> str:
        about = str(schema.get("description", "")).strip().partition("\n")[0]
        comment = f"\n/** {about.replace('``', '`')} */" if about else ""
        if schema.get("type") != "object":
            return f"{comment}\nexport type {name} = {self.of(schema)};"
        wanted = set(schema.get("required", ()))
        fields = "".join(
            f"  {field}{'' if complete or field in wanted else '?'}: {self.of(each)};\n"
            for field, each in schema.get("properties", {}).items()
        )
        return f"{comment}\nexport interface {name} {{\n{fields}}}"

    def of(self, schema: Schema) -> str:
        """Return the type of a schema."""
        references = _references(schema)
        for name, members in self._unions.items():
            if references == members:
                return name
        if "enum" in schema:
            named = self._literals.get(frozenset(schema["enum"]))
            return named or self.bare(schema)
        if "anyOf" in schema:
            return " | ".join(dict.fromkeys(self.of(each) for each in schema["anyOf"]))
        if "$ref" in schema:
            return str(schema["$ref"])
        match schema.get("type"):
            case "array" if "prefixItems" in schema:
                return f"[{', '.join(self.of(each) for each in schema['prefixItems'])}]"
            case "array":
                return f"readonly {_grouped(self.of(schema['items']))}[]"
            case "object":
                values = schema.get("additionalProperties")
                inner = self.of(values) if isinstance(values, Mapping) else "unknown"
                return f"Record<string, {inner}>"
            case str(simple):
                return _SIMPLE[simple]
        return "unknown"

    def bare(self, schema: Schema) -> str:
        """Return words of which one is meant."""
        return " | ".join(json.dumps(value) for value in schema["enum"])


def _references(schema: Schema) -> tuple[str, ...]:
    """Return the names that a union is made of, if it is made of nothing else."""
    parts = schema.get("anyOf", ())
    return tuple(each["$ref"] for each in parts) if all("$ref" in each for each in parts) else ()


def _grouped(inner: str) -> str:
    return f"({inner})" if " " in inner else inner


def _components(wanted: Iterable[Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    schemas, components = msgspec.json.schema_components(wanted, ref_template=_REFERENCE)
    return tuple(schemas), components


def _schema(wanted: Any) -> dict[str, Any]:
    (schema,), _ = _components((wanted,))
    return schema  # type: ignore[no-any-return]


if __name__ == "__main__":
    main()
