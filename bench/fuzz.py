"""Board files and records nobody should send: ours, changed at random, sent the way a guest does.

Case ``n`` is always the same, so that a long run goes on where it stopped and a fault can be looked
at again: ``python -m bench.fuzz boards 20000 --seed 40000`` tries the cases 40,000 to 59,999.
"""

from __future__ import annotations

import argparse
import asyncio
import copy
import json
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

from stellwerk.board import StellwerkError
from stellwerk.board.files import shipped_text
from stellwerk.game import Game
from stellwerk.server.sandbox import jobs
from stellwerk.server.sandbox.client import Sandbox, SandboxFailed

_BOARDS: Final = ("lesson",) * 6 + ("usa", "europe", "germany", "world", "great_lakes")
_HOSTILE: Final[tuple[Any, ...]] = (
    *(0, -1, 1, 2, 8, 9, 99, 100, 255, 256, 10**6, 2**31, 2**63 - 1, 2**63, 2**64, 10**30),
    *(0.0, -0.5, 1e308, float("nan"), float("inf"), True, False, "", " ", "x" * 300, "x" * 5000),
    *("gray", "red", "ship", "locomotive", "shuffle", "Wien", "Denver", "Dänemark", "ẞ", "\u200b"),
    *("\ud7ff", "\x7f", "a\nb", "0", "base", "lesson", [], {}, [[]], [{}], {"": ""}, [0] * 40),
    *({"de": "x"}, {"train": 3, "ship": 7}, [47.05, 8.31], ["Wien", "Graz"], "wien-graz"),
)
_SPLICES: Final = (
    *(b"a." * 3000 + b"a = 1", b"[" * 5000, b"{" * 500, b'"""', b"'''", b"\\", b"9" * 5000),
    *(b"\xff\xfe", b"\xed\xa0\x80", b"=", b"\n", b"#", b"[[a]]\n", b"[a.b]\n", b"{}", b"nan"),
    *(b"\xef\xbb\xbf", "\u2028".encode(), b'"\\ud800"', b"1979-05-27", b"0x" + b"f" * 400),
    *(b"\x00", b"null", b"-0", b"1e999"),
)


@dataclass
class Report:
    """What has become of the cases that were tried."""

    tried: int = 0
    accepted: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    """How many were refused for which reason."""
    problems: list[str] = field(default_factory=list)
    """Crashes and hangs, each with the number of its case; should be none."""
    peak_megabytes: int = 0
    slowest: float = 0.0
    """Seconds of the slowest case."""
    seconds: float = 0.0


def fuzz_boards(number: int, seed: int = 0) -> Report:
    """Send the board files of this many cases, beginning with case ``seed``."""
    return asyncio.run(_fuzz(board_job, number, seed))


def fuzz_records(number: int, seed: int = 0) -> Report:
    """Send the records of this many cases, beginning with case ``seed``."""
    return asyncio.run(_fuzz(record_job, number, seed))


def board_job(case: int) -> jobs.Job:
    """Return the board file of a case, as it is checked after an upload."""
    return jobs.CheckBoard(board_text(case))


def board_text(case: int) -> str:
    """Return the board file of a case."""
    dice = Random(f"board {case}")
    name = dice.choice(_BOARDS)
    if dice.random() < 0.6:
        tables = copy.deepcopy(_tables(name))
        _change(tables, dice)
        text = "".join(f"{json.dumps(key)} = {_toml(value)}\n" for key, value in tables.items())
    else:
        text = _spliced(shipped_text(name).encode(), dice).decode("utf-8", "replace")
    return text


def record_job(case: int) -> jobs.Job:
    """Return the record of a case, as it is shown, judged or played on from."""
    dice, text = Random(f"job {case}"), record_bytes(case)
    given = jobs.Given("own:x", shipped_text("lesson")) if dice.random() < 0.1 else None
    match dice.randrange(3):
        case 0:
            seat = dice.choice((None, 0, 1, 4, -1))
            return jobs.ShowReplay(text, given, seat, dice.choice(("de", "en")))
        case 1:
            return jobs.PositionAt(text, given, dice.choice((0, 1, 5, 10**6)), dice.randrange(5))
    return jobs.CheckRecord(text, given)


def record_bytes(case: int) -> bytes:
    """Return the record of a case."""
    dice = Random(f"record {case}")
    record = copy.deepcopy(_record(dice.randrange(24)))
    if dice.random() < 0.7:
        _change(record, dice)
        text = json.dumps(record).encode()
    else:
        text = _spliced(json.dumps(record).encode(), dice)
    return text


async def _fuzz(job_of: Callable[[int], jobs.Job], number: int, seed: int) -> Report:
    report, sandbox, began = Report(), Sandbox(), time.monotonic()
    try:
        for case in range(seed, seed + number):
            await _try(sandbox, job_of(case), case, report)
            if case % 100 == 0:
                report.peak_megabytes = max(report.peak_megabytes, _peak(sandbox.process_id))
    finally:
        report.peak_megabytes = max(report.peak_megabytes, _peak(sandbox.process_id))
        await sandbox.stop()
    report.seconds = time.monotonic() - began
    return report


async def _try(sandbox: Sandbox, job: jobs.Job, case: int, report: Report) -> None:
    asked = jobs.encode(jobs.Asked("en", job))
    began = time.monotonic()
    try:
        await sandbox.run("fuzz", asked)
        report.accepted += 1
    except SandboxFailed as failed:
        report.problems.append(f"case {case} crashes: {failed}")
    except StellwerkError as refusal:
        report.refused[refusal.code] += 1
        if refusal.code in ("too_costly", "busy"):
            report.problems.append(f"case {case} is {refusal.code}")
    report.tried += 1
    report.slowest = max(report.slowest, time.monotonic() - began)


def _peak(process: int | None) -> int:
    """Return the most memory that a process has had, in megabytes; 0 where nobody tells."""
    status = Path(f"/proc/{process}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) >> 10 for line in lines if line.startswith("VmHWM")), 0)


@cache
def _tables(board: str) -> dict[str, Any]:
    return tomllib.loads(shipped_text(board))


@cache
def _record(number: int) -> dict[str, Any]:
    """Return the record of a real game: most of the lesson board, some with takebacks."""
    dice = Random(number)
    board = "lesson" if number % 4 else _BOARDS[-1 - number // 4 % 5]
    game = Game.new(board, 2 + number % 4, number, names=["Ada"] * (2 + number % 4))
    while not game.over and game.seq < (10_000 if number < 4 else 10 * number):
        game.play(dice.choice(game.legal_moves()), at=1.0)
        if dice.random() < 0.2 and game.can_undo():
            game.undo(at=1.0)
    found: dict[str, Any] = json.loads(game.record().to_json())
    return found


def _change(value: Any, dice: Random) -> None:
    """Change a few places of nested tables and lists."""
    for _ in range(dice.choice((1, 1, 1, 2, 3, 8))):
        places = list(_places(value))
        if not places:
            return
        holder, key = dice.choice(places)
        if dice.random() < 0.5:  # another value of the same kind
            kind = type(holder[key])
            alike = [held for held in (each[at] for each, at in places) if type(held) is kind]
            holder[key] = copy.deepcopy(dice.choice(alike))
            continue
        match dice.randrange(7):
            case 0:
                del holder[key]
            case 1 if isinstance(holder, list):
                holder.insert(key, copy.deepcopy(holder[key]))
            case 2 if isinstance(holder, list):
                holder += [holder[key]] * dice.choice((1, 10, 300, 3000))
            case 3 if isinstance(holder, dict):
                new = dice.choice((str(dice.choice(_HOSTILE)), key + "s", "x" * 200))
                holder[new[:300]] = copy.deepcopy(holder[key])
            case 4:
                other, there = dice.choice(places)
                if there in other if isinstance(other, dict) else there < len(other):
                    holder[key] = copy.deepcopy(other[there])
            case 5 if isinstance(holder[key], int):
                holder[key] += dice.choice((-100, -1, 1, 100))
            case _:
                holder[key] = copy.deepcopy(dice.choice(_HOSTILE))


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value)):
        yield value, key
        if isinstance(inner, dict | list):
            yield from _places(inner)


def _toml(value: Any) -> str:
    """Write a value in one line of TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {_toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value, ensure_ascii=False) if value != "\x7f" else '"\\u007f"'


def _spliced(text: bytes, dice: Random) -> bytes:
    """Change the bytes of a text in a few places."""
    for _ in range(dice.choice((1, 1, 2, 4, 16))):
        start = dice.randrange(len(text) + 1)
        end = min(len(text), start + dice.choice((0, 1, 3, 40, 2000)))
        match dice.randrange(5):
            case 0:
                new = dice.choice(_SPLICES)
            case 1:
                new = bytes(dice.randrange(256) for _ in range(dice.randrange(6)))
            case 2:
                new = text[start:end] * 2
            case 3:
                new = b""
            case _:
                new = bytes(byte ^ 1 << dice.randrange(8) for byte in text[start : start + 1])
        text = text[:start] + new + text[end:]
    return text


def main() -> None:
    """Try cases and tell what became of them."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("what", choices=("boards", "records"))
    parser.add_argument("number", type=int)
    parser.add_argument("--seed", type=int, default=0, help="the first case")
    given = parser.parse_args()
    report = (fuzz_boards if given.what == "boards" else fuzz_records)(given.number, given.seed)
    print(f"{report.tried} tried in {report.seconds:.0f} s, {report.accepted} accepted")
    print(", ".join(f"{code}: {count}" for code, count in report.refused.most_common()))
    print(f"slowest {report.slowest:.2f} s, most memory {report.peak_megabytes} MB")
    for problem in report.problems[:20]:
        print(problem)
    raise SystemExit(1 if report.problems else 0)


if __name__ == "__main__":
    main()
