"""Bots that are programs: the line protocol, and what happens when one breaks it."""

from __future__ import annotations

import os
import shlex
import sys
import time
from pathlib import Path

import pytest

from stellwerk.board import Board, UnknownName, boards
from stellwerk.bots import Decision, make
from stellwerk.bots.programs.bot import BrokenBot, ExternalBot
from stellwerk.bots.registry import check_name, listed
from stellwerk.bots.table import play_game
from stellwerk.game import Game
from stellwerk.server.service.catalogue import bots as bots_of_the_server

EXAMPLE = Path(__file__).parents[3] / "examples" / "line_bot.py"
HELLO = 'print(\'{"type":"hello","protocol":1}\', flush=True)'


def command(file: Path) -> str:
    return f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(file))}"


def program(folder: Path, *lines: str, greeting: str = HELLO) -> ExternalBot:
    """Return a bot that greets, and then does what some lines say for each message."""
    file = folder / "bot.py"
    body = "".join(f"    {line}\n" for line in lines)
    file.write_text(
        f"import json, sys, time\nsys.stdin.readline()\n{greeting}\n"
        f"for line in sys.stdin:\n    message = json.loads(line)\n{body}"
    )
    return ExternalBot(command(file), seed=1)


def decision(seconds: float = 20.0) -> Decision:
    return Decision.of(Game.new("lesson", 2, seed=1), 0, seconds)


@pytest.mark.parametrize("board", boards())
def test_the_example_plays_every_board(board: str) -> None:
    finished = play_game(Board.load(board), [command(EXAMPLE), "random"], "example", seconds=20)
    assert finished.game.over
    assert finished.forfeits == ((), ())


def test_a_program_learns_board_seat_and_seed_and_how_it_ended(tmp_path: Path) -> None:
    log = tmp_path / "log"
    bot = program(
        tmp_path,
        f"print(line, file=open({str(log)!r}, 'a'), end='')",
        "if message['type'] == 'decision':",
        "    move = message['view']['moves'][-1]",
        "    print(json.dumps({'type': 'move', 'move': move}), flush=True)",
        greeting=f"first = sys.argv; {HELLO}",
    )
    asked = decision()
    assert bot.choose(asked) == asked.legal[-1]
    bot.end(None)
    told = log.read_text()
    assert '"type":"decision"' in told
    assert told.splitlines()[-1] == '{"type":"end","outcome":null}'
    assert not bot.forfeits


def test_a_program_may_ask_for_all_payments(tmp_path: Path) -> None:
    bot = program(
        tmp_path,
        "if message['type'] == 'decision':",
        "    move = message['view']['moves'][0]",
        "    ask = {'type': 'payments', 'kind': 'claim', 'target': 'bregenz-innsbruck'}",
        "    print(json.dumps(ask), flush=True)",
        "else:",
        "    assert message['type'] == 'payments', message",
        "    print(json.dumps({'type': 'move', 'move': move}), flush=True)",
    )
    asked = decision()
    assert bot.choose(asked) == asked.legal[0]
    bot.end(None)
    assert bot.forfeits == []


@pytest.mark.parametrize(
    ("lines", "seconds", "code"),
    [
        (["time.sleep(60)"], 0.05, "late"),
        (["sys.exit('out of coal')"], 20, "ended"),
        (["print('choo choo', flush=True)"], 20, "rubbish"),
        (["print('{}', flush=True)"], 20, "rubbish"),
        (['print(\'{"type":"move","move":{"move":"pass","seat":0}}\', flush=True)'], 20, "illegal"),
        (['print(\'{"type":"move","move":{"move":"pass","seat":1}}\', flush=True)'], 20, "illegal"),
        (["while True: sys.stdout.write('x' * 65536)"], 20, "endless"),
    ],
)
def test_a_program_that_fails_forfeits_the_decision_to_chance(
    tmp_path: Path, lines: list[str], seconds: float, code: str
) -> None:
    bot = program(tmp_path, *lines)
    asked = decision(seconds)
    assert bot.choose(asked) in asked.legal
    assert [forfeit.code for forfeit in bot.forfeits] == [code]
    assert bot.choose(asked) in asked.legal, "it is started again"
    assert len(bot.forfeits) == 2
    bot.end(None)
    assert ("out of coal" in str(bot.forfeits[0])) is (code == "ended")


@pytest.mark.parametrize(
    ("greeting", "reason"),
    [
        ("sys.exit('no steam')", "cli.program.ended"),
        ("print('moin', flush=True)", "cli.program.no_hello"),
        ('print(\'{"type":"hello","protocol":9}\', flush=True)', "cli.program.protocol"),
    ],
)
def test_a_program_that_says_no_hello_is_refused(
    tmp_path: Path, greeting: str, reason: str
) -> None:
    bot = program(tmp_path, "pass", greeting=greeting)
    with pytest.raises(BrokenBot) as caught:
        bot.choose(decision())
    assert caught.value.key == reason
    assert ("no steam" in str(caught.value)) is (reason == "cli.program.ended")


def test_a_command_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BrokenBot) as caught:
        ExternalBot("cmd:./no-such-bot").choose(decision())
    assert caught.value.key == "cli.program.no_start"


def test_a_program_and_what_it_started_end_with_the_game(tmp_path: Path) -> None:
    """Also one that ignores the end of its input, and leaves a child behind."""
    pids = tmp_path / "pids"
    bot = program(
        tmp_path,
        "import os, subprocess",
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])",
        f"open({str(pids)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}')",
        "move = message['view']['moves'][0]",
        "print(json.dumps({'type': 'move', 'move': move}), flush=True)",
        "time.sleep(600)",
    )
    bot.choose(decision())
    bot.end(None)
    assert bot.forfeits == []
    ended = time.monotonic() + 30
    while running := [pid for pid in map(int, pids.read_text().split()) if _runs(pid)]:
        # The system takes its time to clear away what was killed.
        assert time.monotonic() < ended, running


def _runs(pid: int) -> bool:
    """Whether a process is there and more than a name: init may not have buried it yet."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def test_a_server_never_offers_nor_starts_a_program() -> None:
    assert listed("greedy,cmd:./mybot") == ("greedy", "cmd:./mybot")
    for name in ("cmd:./mybot", "cmd:"):
        for maker in (make, check_name):
            with pytest.raises(UnknownName):
                maker(name)
    assert not [bot for bot in bots_of_the_server("en") if "cmd" in bot.id]
