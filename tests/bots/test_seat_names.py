from __future__ import annotations

import pytest

from stellwerk.bots import make, names
from stellwerk.bots.seat_names import called, names_in, usual_name
from stellwerk.bots.table import play_on
from stellwerk.game import Game
from stellwerk.words import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bot_has_a_name_of_its_own_in_each_language(language: str) -> None:
    told = [called(usual_name(bot), language) for bot in names()]
    assert len(set(told)) == len(told)
    assert not any("·" in name for name in told)


def test_the_second_of_a_kind_keeps_its_number() -> None:
    assert called("Random 2", "de") == f"{called('Random', 'de')} 2"
    assert called("Program 3", "de") == "Programm 3"


def test_a_name_that_somebody_gave_stays() -> None:
    assert called("Hal", "de") == "Hal"
    assert called("", "de") == ""


def test_only_what_bots_alone_have_played_is_called_like_a_bot() -> None:
    game = Game.new("lesson", 2, seed=3, names=("Random", "Random 2"))
    game.play(game.legal_moves()[0], by="person")
    play_on(game, {seat: make("random", seat) for seat in range(2)})
    assert names_in(game, "de") == ("Random", called("Random 2", "de"))
