import pytest

from stellwerk.cli.talk import language_of
from tests.cli.running import Runner


@pytest.mark.parametrize(
    ("arguments", "environment", "language"),
    [
        ([], {}, "en"),
        ([], {"LANG": "de_AT.UTF-8"}, "de"),
        ([], {"LANG": "fr_FR.UTF-8"}, "en"),
        ([], {"LANG": "de_DE", "LC_ALL": "C"}, "en"),
        (["play", "--language", "de"], {"LANG": "en_GB"}, "de"),
        (["--language=de", "play"], {}, "de"),
        (["--language", "en"], {"LANG": "de_DE"}, "en"),
        (["--language"], {"LANG": "de_DE"}, "de"),
    ],
)
def test_the_language_is_that_asked_for_first(
    arguments: list[str], environment: dict[str, str], language: str
) -> None:
    assert language_of(arguments, environment) == language


COMMANDS = [
    [],
    ["play"],
    ["simulate"],
    ["replay"],
    ["version"],
    ["board"],
    ["board", "list"],
    ["board", "show"],
    ["board", "check"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize(("language", "usage"), [("de", "Aufruf: "), ("en", "Usage: ")])
def test_every_command_has_a_help_page(
    run: Runner, command: list[str], language: str, usage: str
) -> None:
    shown = run(*command, "--help", "--language", language)
    assert shown.code == 0
    assert shown.out.startswith(f"{usage}stellwerk")
    assert "cli." not in shown.out


def test_version(run: Runner) -> None:
    assert run("version").out == run("--version").out
    assert run("version").out.startswith("stellwerk ")
