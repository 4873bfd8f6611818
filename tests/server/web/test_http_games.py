"""Finished games, statistics and profiles over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest

from tests.server.web.serving import Guest, Server


@pytest.fixture(scope="module")
def anna(server: Server) -> Guest:
    """Somebody with one finished game, against a bot."""
    anna = server.guest("Anna")
    table = anna.open_table("me", "random", start=True, deal="Montag")
    anna.ask("POST", f"/api/tables/{table}/resign", body={"seat": 0})
    return anna


def test_a_finished_game_is_listed_and_counted(anna: Guest) -> None:
    page = anna.ask("GET", "/api/me/games")
    (line,) = page["lines"]
    assert (page["count"], page["page"], page["pages"]) == (1, 1, 1)
    assert (line["ending"], line["rank"], line["host"]) == ("resigned", 2, True)
    assert [player["you"] for player in line["players"]] == [True, False]
    assert "guest" not in str(line)
    told = anna.ask("GET", "/api/me/statistics?board=lesson&days=7")
    assert told["results"] == {"games": 1, "won": 0.0, "fair": 0.5}
    assert anna.ask("GET", "/api/me/games/choices")["boards"] == [{"board": "lesson", "games": 1}]


@pytest.mark.parametrize(
    "query",
    [
        *("page=0", "page=x", "seats=9", "result=drawn", "against=nobody", "page=99999999999999"),
        f"search={'x' * 101}",
        f"board={'x' * 81}",
    ],
)
def test_what_cannot_be_meant_is_refused(anna: Guest, query: str) -> None:
    assert anna.ask("GET", f"/api/me/games?{query}", 400)["text"]


@pytest.mark.parametrize("search", ["%", "_", "\\", "'; drop table games", "🚂", "Ａnna"])
def test_any_text_may_be_searched_for(anna: Guest, search: str) -> None:
    for name in ("search", "company", "board"):
        assert anna.ask("GET", f"/api/me/games?{name}={quote(search)}")["count"] == 0


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/me/games"),
        ("GET", "/api/me/games/choices"),
        ("GET", "/api/me/statistics"),
        ("GET", "/api/me/profile"),
        ("PUT", "/api/me/profile"),
        ("DELETE", "/api/me/games/KRAN-AAAA-AAAA"),
    ],
)
def test_strangers_have_no_history(server: Server, method: str, path: str) -> None:
    answer = server.client().request(method, path, json={} if method == "PUT" else None)
    assert (answer.status_code, answer.json()["code"]) == (401, "no_guest")


def test_nobody_deletes_the_game_of_another(server: Server, anna: Guest) -> None:
    table = anna.ask("GET", "/api/me/games")["lines"][0]["table"]
    other = server.guest("Eve")
    assert other.ask("DELETE", f"/api/me/games/{table}", 404)["code"] == "no_game"
    assert anna.ask("GET", "/api/me/games")["count"] == 1


def test_who_is_private_cannot_be_told_from_who_does_not_exist(server: Server) -> None:
    carla, stranger = server.guest("Carla"), server.client()

    def look(handle: str) -> tuple[int, Any]:
        answer = stranger.get(f"/api/profiles/{handle}")
        return answer.status_code, answer.json()

    nobody = look("nobody-at-all")
    assert look("carla-c") == nobody
    assert carla.ask("PUT", "/api/me/profile", body={"handle": "carla-c"})["handle"] == "carla-c"
    status, shown = look("Carla-C")
    assert (status, shown["name"], shown["games"]) == (200, "Carla", [])
    assert carla.ask("PUT", "/api/me/profile", body={}) == {"handle": None, "hidden": []}
    assert look("carla-c") == nobody
    carla.ask("PUT", "/api/me/profile", body={"handle": "carla-c"})
    carla.ask("DELETE", "/api/me", 204)
    assert look("carla-c") == nobody


def test_a_page_of_another_site_shows_nobodys_profile(server: Server) -> None:
    dora = server.guest("Dora")
    answer = dora.client.put(
        "/api/me/profile", json={"handle": "dora-d"}, headers={"Origin": "https://evil.example"}
    )
    assert answer.status_code == 403
    assert dora.ask("GET", "/api/me/profile")["handle"] is None


def test_statistics_are_counted_by_person_and_by_address(serve: Callable[..., Server]) -> None:
    server = serve(statistics_per_minute=2.0)
    guest, stranger = server.guest("Anna"), server.client()
    for _ in range(2):
        guest.ask("GET", "/api/me/statistics")
        assert stranger.get("/api/profiles/nobody-x").status_code == 404
    assert guest.ask("GET", "/api/me/statistics", 429)["code"] == "rate_limited"
    assert stranger.get("/api/profiles/nobody-x").status_code == 429
