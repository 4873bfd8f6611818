"""What docs/cli.md says is so."""

import inspect
import re
from dataclasses import fields
from pathlib import Path

from stellwerk.cli import app
from stellwerk.cli.wishes import GamesWishes, GameWishes, MatchWishes, ServerWishes

PAGE = (Path(__file__).parents[2] / "docs" / "cli.md").read_text(encoding="utf-8")


def test_the_page_names_every_option() -> None:
    commands = (
        *(app.play, app.serve, app.simulate, app.arena, app.dataset, app.replay, app.review),
        *(app.board_show, app.board_check, app.board_draw, app.board_balance),
        *(app.host_tables, app.host_table, app.host_guests, app.host_close, app.host_bar),
    )
    options = {
        name
        for command in commands
        for name, parameter in inspect.signature(command).parameters.items()
        if parameter.kind is parameter.KEYWORD_ONLY and name not in ("terminal", "wishes")
    }
    options |= {
        each.name
        for kind in (GameWishes, ServerWishes, GamesWishes, MatchWishes)
        for each in fields(kind)
    }
    assert {name for name in options if f"--{name.replace('_', '-')}" not in PAGE} == set()
    known = {*options, "help"}
    assert set(re.findall(r"--([a-z]+)", PAGE)) - known == set()


def test_the_example_bot_plays() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    scope: dict[str, object] = {}
    exec(compile(example, "docs/cli.md", "exec"), scope)
    assert scope["game"].over  # type: ignore[attr-defined]
