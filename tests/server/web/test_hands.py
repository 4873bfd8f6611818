"""All ways in which a seat, a token, a record, a review, a branch or a rematch changes hands.

One test for each row of the list in docs/security.md: all people are recorded, and nobody may ever
have received a byte more than was theirs to know.
"""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from stellwerk.game import Record
from stellwerk.server.transactions import seats
from tests.server.recording import RecordingGuest, excess
from tests.server.web.rounds import Ear, Round
from tests.server.web.serving import Server

ROOT = Path(__file__).parents[3]


@pytest.fixture
def no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let whoever is away be away for long enough."""
    monkeypatch.setitem(seats._GRACE, "none", 0)


def test_seats_before_the_start(server: Server) -> None:
    """Seats are taken, left, freed and given away before any card is dealt."""
    with Round(server, "me Bob Cleo") as game:
        game.listen("host", "Bob", "Cleo")
        game.ask("Cleo", "leave")
        game.ask("host", "kick", seat=1)
        game.guest("Dora")
        game.sits("Dora", 1, game.ask("Dora", "join", seat=1))
        game.ask("host", "seat", seat=2, wish={"holder": "bot", "bot": "random"})
        game.at = {0: game.host, 1: game.guests["Dora"]}
        game.listen("Dora")
        game.start()
        game.finish()


def test_seats_that_are_shuffled(server: Server) -> None:
    """Who sits where is drawn by lot; tokens go along."""
    with Round(server, "me Bob program", shuffle_seats=True) as game:
        machine = game.program("machine", 2)
        game.listen("host", "Bob", "machine")
        game.start()
        names = {"host": game.host, "Bob": game.guests["Bob"], "Program": machine}
        for seat in game.look("host")["seats"]:
            holder = names[seat["name"]]
            game.at[seat["seat"]] = holder
            game.ledger.sit(holder.id, game.table, seat["seat"])
        game.finish()


def test_a_seat_that_is_left_and_taken_back(server: Server) -> None:
    with Round(server, "me Bob random") as game:
        game.listen("host", "Bob")
        game.start()
        game.play(8)
        game.ask("Bob", "leave")
        del game.at[1]
        game.play(6)
        game.ask("Bob", "take-back", seat=1)
        game.at[1] = game.guests["Bob"]
        game.finish()


def test_a_seat_whose_person_is_away(server: Server, no_grace: None) -> None:
    """The host lets a bot decide, frees the seat, and gets nothing of it."""
    with Round(server, "me Bob Cleo") as game:
        game.listen("host", "Bob", "Cleo")
        game.start()
        game.play(8)
        assert game.refused("host", "replace", seat=1) == "not_away"
        assert game.refused("host", "reopen", seat=1) == "not_away"
        game.ears.pop("Bob").close()
        game.ears["host"].until(lambda each: _is_away(each, 1))
        game.ask("host", "replace", seat=1)
        del game.at[1]
        game.play(4)
        game.stands("Bob", 1, game.ask("host", "reopen", seat=1))
        for name in ("host", "Cleo"):
            assert game.refused(name, "join", seat=1) == "one_hand"
            assert "not_your_seat" in game.look(name, "/view", seat=1)
        game.play(4)
        game.guest("Dora")
        game.sits("Dora", 1, game.ask("Dora", "join", seat=1))
        game.listen("Dora", "Bob")
        game.finish()
        codes = [line["code"] for line in _chat(game.guests["Cleo"])]
        assert codes == ["replaced", "reopened", "joined"]


def test_a_freed_seat_goes_back_to_its_person(server: Server, no_grace: None) -> None:
    with Round(server, "me Bob random") as game:
        game.listen("host")
        game.start()
        game.play(5)
        game.stands("Bob", 1, game.ask("host", "reopen", seat=1))
        game.play(3)
        game.sits("Bob", 1, game.ask("Bob", "join", seat=1))
        game.listen("Bob")
        game.finish()


def test_the_seat_of_a_bot(server: Server) -> None:
    """A bot's seat is freed for a late guest; nobody at the table may have it."""
    with Round(server, "me Bob random") as game:
        game.listen("host", "Bob")
        game.start()
        game.play(6)
        game.ask("host", "reopen", seat=2)
        for name in ("host", "Bob"):
            assert game.refused(name, "join", seat=2) == "one_hand"
        game.guest("Dora")
        game.sits("Dora", 2, game.ask("Dora", "join", seat=2))
        game.listen("Dora")
        game.finish()


def test_a_seat_that_is_given_up(server: Server) -> None:
    with Round(server, "me Bob Cleo") as game:
        game.listen("host", "Bob", "Cleo")
        game.start()
        game.play(8)
        game.ask("Bob", "resign", seat=1)
        del game.at[1]
        game.play(4)
        game.stands("Bob", 1, game.ask("host", "reopen", seat=1))
        game.guest("Dora")
        game.sits("Dora", 1, game.ask("Dora", "join", seat=1))
        game.finish()


def test_a_guest_that_is_deleted(server: Server) -> None:
    """A bot takes the seat; the old cookie, should it be kept, opens nothing."""
    with Round(server, "me Bob random") as game:
        game.listen("host", "Bob")
        game.start()
        game.play(8)
        game.guests["Bob"].ask("DELETE", "/api/me")
        assert game.ears.pop("Bob").end() == 4401
        game.stands("Bob", 1, game.look("host"))
        game.finish()


def test_a_guest_that_moves_to_another_device(server: Server) -> None:
    """The link works once, and both devices are the same guest."""
    with Round(server, "me Bob random") as game:
        game.listen("host", "Bob")
        game.start()
        game.play(5)
        token = game.guests["Bob"].ask("POST", "/api/me/transfer")["token"]
        phone = game.guest("phone")
        assert phone.ask("POST", f"/api/transfer/{token}")["id"] == game.guests["Bob"].id
        phone.id = game.guests["Bob"].id
        thief = game.guest("thief")
        with pytest.raises(RuntimeError, match="bad_token"):
            thief.ask("POST", f"/api/transfer/{token}")
        game.listen("phone", "thief")
        game.finish()


def test_a_token_whose_seat_goes_to_a_person(server: Server) -> None:
    with Round(server, "me program random") as game:
        game.program("machine", 1)
        game.listen("machine")
        game.ask("host", "seat", seat=1, wish={"holder": "open"})
        assert game.ears.pop("machine").end() == 4401
        game.guest("Bob")
        game.ask("Bob", "join")
        game.at[1] = game.guests["Bob"]
        game.listen("host", "Bob")
        game.start()
        game.finish()


def test_a_token_that_is_renewed(server: Server) -> None:
    with Round(server, "me program random") as game:
        old = game.program("old", 1)
        game.at[1] = old
        game.listen("host", "old")
        game.start()
        game.play(8)
        new = game.program("new", 1)
        assert game.ears.pop("old").end() == 4401
        game.stands("old", 1, game.look("host"))
        game.sits("new", 1, game.look("host"))
        assert game.at[1] is new
        game.listen("new")
        game.finish()


def test_a_token_whose_seat_is_freed(server: Server, no_grace: None) -> None:
    with Round(server, "me program random") as game:
        game.at[1] = game.program("machine", 1)
        game.listen("host", "machine")
        game.start()
        game.play(8)
        assert game.refused("host", "reopen", seat=1) == "not_away"
        ear = game.ears.pop("machine")
        ear.close()
        game.ears["host"].until(lambda each: _is_away(each, 1))
        game.stands("machine", 1, game.ask("host", "reopen", seat=1))
        assert game.refused("host", "join", seat=1) == "one_hand"
        assert "bad_token" in game.look("machine", "/view")
        game.guest("Bob")
        game.sits("Bob", 1, game.ask("Bob", "join", seat=1))
        game.finish()


def test_a_token_that_ends_while_its_moves_are_on_their_way(server: Server) -> None:
    with Round(server, "me program random") as game:
        machine = game.program("machine", 1)
        game.at[1] = machine
        game.start()
        game.play(6)
        ear = Ear(machine, game.table)
        ear.until(lambda each: each["type"] == "update")
        stop = threading.Event()

        def hammer() -> None:
            try:
                while not stop.is_set():
                    for text in ("draw", "take 1", "keep 1 2"):
                        ear.send(type="move", move_id=text, seq=1000, text=text)
                    ear.send(type="payments", id="x", kind="claim", target="wien-linz")
                    ear.send(type="resume", since=-1)
            except Exception:
                return

        hammering = threading.Thread(target=hammer)
        hammering.start()
        for _ in range(3):
            new = game.program("new", 1)
        info = game.look("host")
        assert ear.end() in (4401, 4429)
        stop.set()
        hammering.join()
        game.stands("machine", 1, info)
        game.sits("new", 1, info)
        assert game.at[1] is new
        game.finish()


def test_the_record_of_a_running_game(server: Server) -> None:
    """Everybody gets what the own seat knows; who plays several, or none, what all know."""
    with Round(server, "me me Bob") as game:
        game.start()
        game.guest("watcher")
        for _ in range(12):
            game.play(1)
            for name in ("host", "Bob", "watcher"):
                record = game.look(name, "/record")
                assert record["key"] is None
                assert record["viewer"] == (2 if name == "Bob" else None)
        game.finish()


def test_a_game_that_ends_by_agreement(server: Server, no_grace: None) -> None:
    """Whoever was replaced still counts: the key is not to be had without them."""
    with Round(server, "me Bob random") as game:
        game.listen("host")
        game.start()
        game.play(6)
        game.ask("host", "replace", seat=1)
        assert game.ask("host", "agree")["status"] == "playing"
        game.stands("Bob", 1, game.ask("host", "reopen", seat=1))
        assert game.ask("host", "agree")["status"] == "playing"
        assert game.look("host", "/record")["key"] is None
        game.sits("Bob", 1, game.ask("Bob", "join", seat=1))
        game.ledger.end(game.table)
        assert game.ask("Bob", "agree")["status"] == "finished"
        game.judge(game.guests)


def test_a_review_needs_the_whole_record(server: Server) -> None:
    with Round(server, "me Bob random") as game:
        game.start()
        game.play(6)
        for name in ("host", "Bob"):
            record = game.look(name, "/record")
            for path in ("/api/reviews", "/api/replays", "/api/replays/table?seat=1&step=3"):
                with pytest.raises(RuntimeError, match=r"no_key|viewer|key"):
                    game.guests[name].ask("POST", path, record)
        game.finish()


def test_a_branch_has_a_new_deal(server: Server) -> None:
    """Whoever plays on from a record knows all of it; what was hidden then is another deal."""
    with Round(server, "me Bob") as game:
        game.start()
        game.finish()
        record = game.look("host", "/record")
        found = game.guests["Bob"].ask("POST", "/api/replays/table?seat=1&step=6", record)
        assert (found["commitment"], found["by_word"]) == ("", False)
        old = Record.from_json(json.dumps(record).encode()).replay()
        view = game.guests["Bob"].ask("GET", f"/api/tables/{found['id']}/view")["view"]
        then = old.clone(at=6)
        assert view["hand"] == dict(then.position.hand(1))
        stranger = RecordingGuest(game.address, "stranger")
        shown = stranger.ask("GET", f"/api/tables/{found['id']}/view")["view"]
        assert (shown["seat"], shown["hand"], shown["tickets"]) == (None, {}, [])


def test_a_rematch_is_another_game(server: Server) -> None:
    """The people sit down by themselves; no token, key or hand goes along."""
    with Round(server, "me Bob program") as game:
        game.at[2] = game.program("machine", 2)
        game.start()
        game.finish()
        before = game.look("host")
        again = game.ask("Bob", "rematch")
        assert again["commitment"] == ""
        assert [seat["you"] for seat in again["seats"]] == [True, False, False]
        first, game.table = game.table, again["id"]
        machine = game.look("machine", "/view")
        assert "not_playing" in machine
        game.ask("host", "join")
        game.guest("Dora")
        game.ask("Dora", "join")
        assert game.ask("Bob", "start")["commitment"] not in ("", before["commitment"])
        assert game.look("machine", "/view")["seat"] is None
        for seat in game.look("host")["seats"]:
            holder = game.guests[seat["name"]]
            game.at[seat["seat"]] = holder
            game.ledger.sit(holder.id, game.table, seat["seat"])
        assert game.play()
        records = {
            code: Record.from_json(
                json.dumps(game.host.ask("GET", f"/api/tables/{code}/record")).encode()
            ).replay()
            for code in (first, game.table)
        }
        for guest in game.guests.values():
            assert excess(guest, game.ledger, records) == []


def test_a_word_shows_nobody_the_deck_of_others(server: Server) -> None:
    """A twin table with the same word, ended at once, tells nothing about this one."""
    with Round(server, "me Bob", deal="monday") as game:
        game.start()
        game.play(4)
        twin = Round(server, "me random", deal="monday")
        twin.ask("host", "start")
        twin.ledger.end(twin.table)
        assert twin.ask("host", "agree")["status"] == "finished"
        key = twin.look("host", "/record")["key"]
        assert key is not None
        assert game.look("Bob")["by_word"]
        assert game.look("Bob")["commitment"] != twin.look("host")["commitment"]
        game.finish()
        assert game.look("Bob", "/record")["key"] != key


def test_the_list_names_every_test_of_this_file() -> None:
    page = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    tests = [name for name in globals() if name.startswith("test_")]
    assert [name for name in tests[:-1] if f"`{name}`" not in page] == []


def _chat(guest: RecordingGuest) -> list[dict[str, object]]:
    found = [json.loads(each.data) for each in guest.received if each.way.startswith("ws")]
    return [line for each in found if each["type"] == "chat" for line in each["lines"]]


def _is_away(message: dict[str, object], seat: int) -> bool:
    table = message.get("table")
    return isinstance(table, dict) and table["seats"][seat]["free_in"] == 0.0
