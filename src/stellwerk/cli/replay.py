"""``stellwerk replay``: plays a record again, tells it, and proves the deal."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from stellwerk.board import Board
from stellwerk.cli.asking import asker
from stellwerk.cli.compiling import compile_rules
from stellwerk.cli.failure import Refusal
from stellwerk.cli.result import result
from stellwerk.cli.scene import Scene
from stellwerk.cli.terminal import Terminal
from stellwerk.cli.typed import understand
from stellwerk.game import Event, Game, Record


def replay_record(
    terminal: Terminal,
    file: Path,
    *,
    board: str | None,
    verify: bool,
    step: bool,
    seat: int | None,
) -> int:
    """Tell a recorded game; every outcome in it is checked before a word is said."""
    record = Record.read(file)
    ground = None if board is None else Board.load(board, record.board.variant)
    compile_rules(terminal)
    game = record.replay(ground)
    if seat is not None and not 1 <= seat <= game.seats:
        raise Refusal("cli.failure.seat", count=seat, seats=game.seats)
    scene = Scene(terminal.talk, game.board, game.names)
    _headline(terminal, game, scene)
    if not verify or step:
        _tell(terminal, game, scene, None if seat is None else seat - 1, step=step)
    if game.over:
        terminal.show(result(scene, game.outcome()))
    else:
        terminal.say("cli.replay.unfinished", count=game.seq)
    if verify:
        terminal.say("cli.replay.verified", style="green", count=game.seq)
        terminal.say("cli.replay.key", style="dim", key=record.key, commitment=record.commitment)
    return 0


def _headline(terminal: Terminal, game: Game, scene: Scene) -> None:
    language = terminal.talk.language
    terminal.say(
        "cli.replay.title",
        style="bold",
        board=game.board.names[language],
        variant=game.board.variant.names[language],
        names=", ".join(scene.name(seat) for seat in range(game.seats)),
    )


def _tell(terminal: Terminal, game: Game, scene: Scene, viewer: int | None, *, step: bool) -> None:
    """Tell what happened, entry by entry: all of it, or what one seat could see."""
    ask = asker(terminal)
    for seq in range(game.seq + 1):
        for event in _events(game, seq, viewer):
            terminal.show(Text.assemble((f"{seq:4d}  ", "dim"), scene.event(event)))
        if step and seq < game.seq:
            try:
                line = ask.ask(terminal.talk("cli.replay.step"))
            except (EOFError, KeyboardInterrupt):
                return
            if understand(line, "").wish == "quit":
                return


def _events(game: Game, seq: int, viewer: int | None) -> list[Event]:
    if viewer is None:
        return [Event(seq, fact.code, fact.params) for fact in game.facts(seq)]
    return [fact.shown_to(viewer, seq) for fact in game.facts(seq)]
