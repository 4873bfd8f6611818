import json
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stellwerk.board import Board
from stellwerk.game import BadSetup, Concealed, Game, Record, RecordError, replay
from stellwerk.game.errors import GameError
from stellwerk.rules.version import RULES_VERSION
from tests.game.walks import TABLES, finished, refused, walk


@pytest.mark.parametrize(("board", "variant", "seats"), TABLES)
def test_a_record_is_written_read_and_played_again(
    board: str, variant: str | None, seats: int, tmp_path: Path
) -> None:
    *_, game = walk(board, variant, seats, seed=11, takebacks=0.2)
    record = game.record()
    path = tmp_path / "game.json"
    record.write(path)
    read = Record.read(path)
    assert read == record
    again = read.replay()
    assert again.states.tobytes() == game.states.tobytes()
    assert again.steps == game.steps
    assert again.record() == record
    assert not list(tmp_path.glob("*.part"))


def test_a_record_has_one_line_for_each_entry() -> None:
    game = finished("lesson")
    lines = game.record().to_json().decode().splitlines()
    assert len(lines) == game.seq + 1
    assert json.loads("\n".join(lines))["rules"] == RULES_VERSION


def test_a_record_of_a_running_game_is_whole_too() -> None:
    game = Game.new("usa", 3, seed=1, names=["Ann", "Ben", "Çem"])
    assert replay(game.record()).states.tobytes() == game.states.tobytes()
    game.play("keep 1 2", seat=1)
    assert replay(game.record()).names == ("Ann", "Ben", "Çem")


def secrets_in(record: Record, viewer: int | None) -> set[str]:
    """Return which secrets of others a record tells."""
    found = set()
    if record.key is not None:
        found.add("key")
    for entry in record.entries:
        if entry.seat == viewer:
            continue
        if entry.outcome.drawn is not None:
            found.add("drawn")
        if hasattr(entry.move, "tickets"):
            found.add("tickets")
    for chance in (record.deal, *(entry.outcome for entry in record.entries)):
        for seat, part in enumerate(chance.hands or ()):
            if part is not None and seat != viewer:
                found.add("hands")
        for seat, offer in enumerate(chance.offers or ()):
            if offer is not None and seat != viewer:
                found.add("offers")
    return found


@pytest.mark.parametrize(("board", "variant", "seats"), TABLES)
def test_an_export_holds_no_secret_until_the_end(
    board: str, variant: str | None, seats: int
) -> None:
    for number, game in enumerate(walk(board, variant, seats, seed=12, takebacks=0.1)):
        if number % 20 and not game.over:
            continue
        for viewer in (None, 0, seats - 1):
            record = game.export(viewer)
            assert Record.from_json(record.to_json()) == record
            if game.over:
                assert record == game.record()
            else:
                assert secrets_in(record, viewer) == set()
                with pytest.raises(RecordError, match="holds no key"):
                    record.replay()


@pytest.mark.parametrize(("board", "variant", "seats"), TABLES)
def test_an_export_shows_a_viewer_all_it_did_itself(
    board: str, variant: str | None, seats: int
) -> None:
    *_, game = (g for g, _ in zip(walk(board, variant, seats, seed=13), range(30), strict=False))
    own = [step.move for step in game.steps if step.seat == 0]
    assert [entry.move for entry in game.export(0).entries if entry.seat == 0] == own


def test_sealed_choices_stay_hidden_until_all_have_decided() -> None:
    """C-25."""
    game = Game.new("usa", 2, seed=1)
    game.play("keep 1 2 3", seat=1)
    assert game.export(0).entries[0].move == Concealed(1)
    game.play("keep 1 2", seat=0)
    assert game.export(0).entries[0].move == Concealed(1, 3)
    mixes = Game.new("germany", 2, seed=1)
    mixes.play("mix 1 long", seat=1)
    assert mixes.export(0).entries[0].move == Concealed(1)
    mixes.play("mix 2 long", seat=0)
    assert mixes.export(0).entries[0].move == mixes.moves[0]


def test_a_choice_taken_back_is_never_shown() -> None:
    game = Game.new("usa", 2, seed=1)
    game.play("keep 1 2 3", seat=1)
    game.undo(1)
    game.play("keep 1 2", seat=1)
    game.play("keep 1 2", seat=0)
    moves = [entry.move for entry in game.export(0).entries]
    assert moves[0] == Concealed(1)
    assert moves[2] == Concealed(1, 2)


def test_a_concealed_move_cannot_be_replayed() -> None:
    game = Game.new("usa", 2, seed=1)
    game.play("keep 1 2 3", seat=1)
    record = game.record()
    entry = msgspec.structs.replace(record.entries[0], move=Concealed(1))
    with pytest.raises(RecordError, match=r"^entries\[0\]: the move is hidden"):
        msgspec.structs.replace(record, entries=(entry,)).replay()


WHOLE = finished("lesson", seed=3).record()
TABLE = json.loads(WHOLE.to_json())
DRAW = next(n for n, entry in enumerate(WHOLE.entries) if entry.outcome.drawn)
CLAIM = next(n for n, entry in enumerate(TABLE["entries"]) if entry["move"]["move"] == "claim")


def changed(*path: str | int, to: Any) -> bytes:
    """Return the record with one value changed."""
    tables = json.loads(WHOLE.to_json())
    inner = tables
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = to
    return json.dumps(tables).encode()


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        (b"", "", "not the record of a game"),
        (b"{}", "", "not the record of a game"),
        (b"[1]", "", "not the record of a game"),
        (b"\xff", "", "not the record of a game"),
        (b"[" * 9999, "", "not the record of a game"),
        (WHOLE.to_json()[:-9], "", "not the record of a game"),
        (changed("format", to="chess"), "format", "format 'chess'"),
        (changed("rules", to="0"), "rules", "rules version 0; these are the rules of version"),
        (changed("board", "id", to="atlantis"), "board.id", "'atlantis' is not known"),
        (changed("board", "id", to="/etc/passwd"), "board.id", "is not known"),
        (changed("board", "variant", to="x"), "board", "no variant is called 'x'"),
        (changed("board", "hash", to="0" * 64), "board.hash", "another edition of the board"),
        (changed("seats", to=9), "seats", "not the record of a game"),
        (changed("seats", to=3), "seats", "3 names are needed"),
        (changed("names", to=["a"]), "seats", "2 names are needed"),
        (changed("key", to=None), "key", "holds no key"),
        (changed("key", to="xyz"), "key", "64 hexadecimal digits"),
        (changed("key", to="0" * 64), "commitment", "does not fit the promise"),
        (changed("commitment", to="0" * 64), "commitment", "does not fit the promise"),
        (changed("deal", "display", 0, to="gold"), "deal", "display was"),
        (changed("entries", 5, "seq", to=7), "entries[5]", "entry 7 stands where 6 is expected"),
        (changed("entries", 5, "seat", to=4), "entries[5]", "the entry is of seat 4"),
        (changed("entries", 5, "by", to="dog"), "entries[5].by", "not the record of a game"),
        (changed("entries", 5, "move", to={}), "entries[5].move", "not the record of a game"),
        (changed("entries", 5, to=None), "entries[5]", "not the record of a game"),
        (changed("entries", DRAW, "outcome", to={}), f"entries[{DRAW}].outcome", "drawn was null"),
        (
            changed("entries", CLAIM, "move", "route", to="a-b"),
            f"entries[{CLAIM}]",
            "the move is refused: there is no a-b",
        ),
        (
            changed("entries", CLAIM, "move", to={"move": "undo", "seat": 0}),
            f"entries[{CLAIM}]",
            "",
        ),
        (changed("more", to=1), "", "unknown field"),
    ],
)
def test_a_damaged_or_foreign_record_is_refused_with_the_place(
    text: bytes, place: str, reason: str
) -> None:
    with pytest.raises(RecordError) as problem:
        Record.from_json(text).replay()
    error = problem.value
    assert error.where == place
    assert reason in str(error)
    assert str(error).startswith(place)
    assert error.say("de") != str(error)


def test_a_record_tells_colours_that_were_chosen() -> None:
    board = Board.load("usa")
    plain = Game.new(board, 2, seed=1).record()
    assert b"colours" not in plain.to_json()
    chosen = board.coloured(["black", "green"])
    record = Record.from_json(Game.new(chosen, 2, seed=1).record().to_json())
    assert record.colours == ("black", "green")
    assert [player.colour for player in record.replay(board).view(0).players] == ["black", "green"]
    assert plain.replay(chosen).view(0).players[0].colour == board.player_colours[0]
    for wrong in (("black", "black"), ("pink", "green")):
        with pytest.raises(RecordError, match="colours"):
            msgspec.structs.replace(record, colours=wrong).replay()


def test_a_record_of_another_board_is_refused() -> None:
    with pytest.raises(RecordError, match="played on 'lesson/base'; this board is 'usa"):
        WHOLE.replay(Board.load("usa"))
    assert WHOLE.replay(Board.load("lesson")).over


def test_files_that_cannot_be_read_or_written_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read"):
        Record.read(tmp_path / "missing.json")
    with pytest.raises(RecordError, match="cannot be written"):
        WHOLE.write(tmp_path / "no" / "folder.json")


PLACES: list[tuple[str | int, ...]] = []


def _collect(value: Any, path: tuple[str | int, ...]) -> None:
    if path:
        PLACES.append(path)
    if isinstance(value, dict):
        for name, inner in value.items():
            _collect(inner, (*path, name))
    if isinstance(value, list):
        for number, inner in enumerate(value):
            _collect(inner, (*path, number))


_collect(TABLE, ())
PROVED = {"format", "rules", "board", "seats", "commitment", "key", "deal", "outcome"}
"""What replaying proves. A decision that is changed, or entries left out at the end, make the
record of another possible game."""

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=5),
    st.lists(st.integers(0, 3), max_size=3),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
    st.sampled_from(PLACES).map(lambda path: _at(path)),
)


def _at(path: tuple[str | int, ...]) -> Any:
    value: Any = TABLE
    for step in path:
        value = value[step]
    return value


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=150)
@given(st.sampled_from(PLACES), VALUES)
def test_changed_chance_is_never_overlooked_and_no_damage_crashes(
    path: tuple[str | int, ...], value: Any
) -> None:
    text = changed(*path, to=value)
    error = refused(lambda: Record.from_json(text).replay(), RecordError)
    if error is None:
        assert _at(path) == value or not PROVED & set(path)
    else:
        assert str(error)


def test_a_record_cut_short_is_that_of_an_earlier_moment() -> None:
    shorter = msgspec.structs.replace(WHOLE, entries=WHOLE.entries[:9])
    assert shorter.replay().seq == 9


@given(st.binary(max_size=80))
def test_reading_a_record_never_crashes(text: bytes) -> None:
    with pytest.raises(RecordError):
        Record.from_json(text)


@settings(max_examples=60)
@given(st.integers(0, len(WHOLE.to_json()) - 1), st.binary(min_size=1, max_size=2))
def test_damaged_bytes_never_crash(position: int, damage: bytes) -> None:
    text = WHOLE.to_json()
    text = text[:position] + damage + text[position + len(damage) :]
    error = refused(lambda: Record.from_json(text).replay(), RecordError)
    assert error is None or str(error)


LONG_PARTS: list[tuple[str, Any]] = [
    ("names", ["Ann", "x" * 201]),
    ("names", ["Ann"] * 6),
    ("rules", "x" * 101),
    ("commitment", "x" * 101),
    ("board", {"id": "x" * 101, "variant": "base", "hash": ""}),
    ("deal", {"hands": [{str(n): 1 for n in range(40)}]}),
    ("deal", {"display": ["red"] * 9}),
    ("deal", {"offers": [["a-b"] * 9]}),
]


def _code(error: GameError | None) -> str | None:
    return None if error is None else error.code


@pytest.mark.parametrize(("field", "value"), LONG_PARTS)
def test_no_part_of_a_record_is_longer_than_a_game_needs(field: str, value: Any) -> None:
    """What is small when it is sent must not become large when it is played again."""
    record = json.loads(Game.new("lesson", 2, 1).record().to_json())
    record[field] = value
    assert _code(refused(lambda: Record.from_json(json.dumps(record)), RecordError)) == "malformed"


def test_no_record_has_entries_without_end() -> None:
    *_, game = walk("lesson", None, 2, seed=1)
    record = game.record()
    entries = (record.entries * (20_000 // len(record.entries) + 1))[:20_001]
    most = msgspec.structs.replace(record, entries=entries[:-1])
    assert len(Record.from_json(most.to_json()).entries) == 20_000
    more = msgspec.structs.replace(record, entries=entries)
    assert _code(refused(lambda: Record.from_json(more.to_json()), RecordError)) == "malformed"


def test_a_file_without_end_is_not_read_to_its_end() -> None:
    assert _code(refused(lambda: Record.read("/dev/zero"), RecordError)) == "too_large"


def test_a_name_that_no_record_could_hold_is_refused() -> None:
    assert (
        _code(refused(lambda: Game.new("lesson", 2, names=["a", "x" * 201]), BadSetup))
        == "long_name"
    )


def test_records_that_tell_of_displays_cleared_during_a_tunnel_can_still_be_replayed() -> None:
    """Earlier versions took a crowded display that stays for one that is cleared (E-07)."""
    record = finished("europe").record()
    entries = list(record.entries)
    number = next(number for number, each in enumerate(entries) if each.outcome.turned is not None)
    display = ("locomotive", "locomotive", "locomotive", "red", "blue")
    told = msgspec.structs.replace(
        entries[number].outcome, cleared=(display, display), shuffled=("train",)
    )
    entries[number] = msgspec.structs.replace(entries[number], outcome=told)
    assert msgspec.structs.replace(record, entries=tuple(entries)).replay().over


def test_records_that_do_not_tell_of_cleared_displays_can_still_be_replayed() -> None:
    """Earlier versions wrote none of it; what they did write is checked as ever."""
    path = Path(__file__).parent.parent / "golden" / "lesson-3.json"
    record = Record.read(path)
    entries = [
        msgspec.structs.replace(
            entry, outcome=msgspec.structs.replace(entry.outcome, cleared=(), shuffled=())
        )
        for entry in record.entries
    ]
    assert entries != list(record.entries)
    assert msgspec.structs.replace(record, entries=tuple(entries)).replay().over
    number = next(number for number, each in enumerate(record.entries) if each.outcome.cleared)
    wrong = msgspec.structs.replace(record.entries[number].outcome, cleared=((None,) * 5,))
    changed = msgspec.structs.replace(record.entries[number], outcome=wrong)
    entries = [*record.entries[:number], changed, *record.entries[number + 1 :]]
    with pytest.raises(RecordError):
        msgspec.structs.replace(record, entries=tuple(entries)).replay()


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        record = Game.new("lesson", seed=1).record()
        record.write(pipe)
        assert os.read(reader, 1 << 20) == record.to_json()
        assert pipe.is_fifo()
    finally:
        os.close(reader)
