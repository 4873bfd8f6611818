"""Games on a graphics card: whether they equal the processor's, and how fast they are.

``python -m bench.gpu`` does all of it. In two steps, for a card in a machine without Numba:
``python -m bench.gpu prepare FOLDER`` plays the reference games and compiles the kernels, and there
``STELLWERK_INTERPRETED=1 python -m bench.gpu run FOLDER`` needs no more than CuPy and msgspec.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import numpy as np

from stellwerk import Board
from stellwerk.board import boards
from stellwerk.bots.strategies.random_games import LENGTH, random_games
from stellwerk.envs.batch import Batch
from stellwerk.envs.cuda.batch import DeviceBatch
from stellwerk.envs.cuda.compile import STEPPING, ensure_compiled, made_for
from stellwerk.envs.cuda.program import Program
from stellwerk.envs.cuda.random_games import RandomGames
from stellwerk.envs.seeding import chances
from stellwerk.rules.score import RESULT
from stellwerk.rules.scratch import SCRATCH
from stellwerk.rules.state import MOVE, STATE

SEED: Final = 1
GAMES: Final = 512
"""Reference games that are stepped side by side."""
STEPS: Final = 240
WHOLE_GAMES: Final = 2048
CAPABILITY: Final = "90"
PARTS: Final = ("acting", "mask", "observation", "reward", "over")
RESULTS: Final = ("total", "rank", "completed", "trail", "routes", "tickets")
BAR: Final = 5_000_000
"""Whole random games a second, USA with two seats; other boards within a factor of 4."""


def cases() -> Iterator[tuple[str, str, int]]:
    """Yield board, variant and seats of every comparison."""
    for name in boards():
        for variant in Board.load(name).variants:
            yield name, variant.id, 2
    yield from (("usa", "classic", 4), ("europe", "base", 5), ("world", "base", 4))


def digests(batch: Any) -> list[int]:
    """Return a check sum of each part that a step shows."""
    found = []
    for part in PARTS:
        values = getattr(batch, part)
        host = values if isinstance(values, np.ndarray) else values.get()
        found.append(zlib.crc32(host.tobytes()))
    return found


def prepare(folder: Path) -> None:
    """Play the reference games on the processor and compile the kernels."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, variant, seats in cases():
        board = Board.load(name, variant)
        rng = np.random.default_rng(SEED)
        batch = Batch(board, GAMES, seats, seed=SEED, distances=True)
        actions, sums = np.zeros((STEPS, GAMES), np.int16), [digests(batch)]
        for step in range(STEPS):
            noise = rng.random(batch.mask.shape, dtype=np.float32)
            actions[step] = (noise * batch.mask).argmax(axis=1)
            batch.step(actions[step])
            sums.append(digests(batch))
        results, lengths = _whole_games(board, seats)
        columns = {field: results[field][:, :seats] for field in RESULTS}
        columns |= {"actions": actions, "sums": np.array(sums, np.uint32)}
        columns["lengths"] = lengths.view(np.uint8)
        np.savez_compressed(folder / f"{name}-{variant}-{seats}.npz", allow_pickle=False, **columns)
        print("prepared", name, variant, seats, flush=True)
    played = {made_for(Board.load(name, variant), "random_games") for name, variant, _ in cases()}
    ensure_compiled(folder, CAPABILITY, (*STEPPING, *sorted(played)))
    _assemble(folder)


def _whole_games(board: Board, seats: int) -> tuple[np.ndarray, np.ndarray]:
    """Play whole games on the processor, each with the chance it has on a card."""
    states, moves, scratch = np.zeros(2, STATE), np.zeros(2, MOVE), np.zeros(1, SCRATCH)
    results, lengths = np.zeros(WHOLE_GAMES, RESULT), np.zeros(WHOLE_GAMES, LENGTH)
    for i, chance in enumerate(chances(SEED, WHOLE_GAMES)):
        scratch["rng"] = chance
        one = slice(i, i + 1)
        random_games(states, board.known, seats, moves, scratch, results[one], lengths[one])
    return results, lengths


def _assemble(folder: Path) -> None:
    """Make machine code of the PTX where the assembler is at hand; it saves the driver's time."""
    try:
        ptxas = next(Path(import_module("nvidia").__path__[0]).glob("cuda_nvcc/bin/ptxas"), None)
    except ImportError:
        ptxas = None
    found = str(ptxas) if ptxas else shutil.which("ptxas")
    for ptx in folder.glob(f"*-{CAPABILITY}.ptx") if found else ():
        cubin = ptx.with_suffix(".cubin")
        subprocess.run([str(found), f"-arch=sm_{CAPABILITY}", ptx, "-o", cubin], check=True)


def compare(kernels: Program, folder: Path) -> bool:
    """Play the reference games on the card and tell where they differ."""
    fine = True
    for name, variant, seats in cases():
        reference = _reference(folder, name, variant, seats)
        board = Board.load(name, variant)
        batch = DeviceBatch(board, GAMES, seats, seed=SEED, distances=True, kernels=kernels)
        told = _first_difference(kernels, batch, reference)
        whole = RandomGames(board, seats, SEED, WHOLE_GAMES, kernels)
        whole.play()
        results, lengths = whole.results.get(), whole.lengths.get()
        for field in RESULTS:
            if not np.array_equal(results[field][:, :seats], reference[field]):
                told = told or f"whole games differ in {field}"
        expected = reference["lengths"].view(LENGTH)
        for field in ("turns", "decisions", "held"):
            if not np.array_equal(lengths[field], expected[field]):
                told = told or f"whole games differ in {field}"
        fine &= told is None
        print(f"{name:12} {variant:10} {seats} seats: {told or 'equal'}", flush=True)
    return fine


def _reference(folder: Path, name: str, variant: str, seats: int) -> dict[str, Any]:
    with np.load(folder / f"{name}-{variant}-{seats}.npz") as file:
        return {key: file[key] for key in file.files}


def _first_difference(kernels: Program, batch: DeviceBatch, reference: Any) -> str | None:
    for step, sums in enumerate(reference["sums"]):
        if step:
            batch.step(kernels.cupy.asarray(reference["actions"][step - 1].astype(np.int64)))
        for part, own, expected in zip(PARTS, digests(batch), sums, strict=True):
            if own != expected:
                return f"{part} differs after {step} steps"
    return None


def measure(kernels: Program, folder: Path) -> bool:
    """Print how fast whole games and steps are."""
    best: dict[str, float] = {}
    for name in boards():
        for seats in (2, 4):
            rate, decisions, mean = _game_rate(kernels, Board.load(name), seats)
            best.setdefault(name, rate)
            print(
                f"{name:12} {seats} seats: {rate / 1e6:6.2f} M whole random games/s, "
                f"{decisions / 1e9:.2f} G decisions/s, mean score {mean:.2f}",
                flush=True,
            )
    for name, variant, seats in cases():
        reference = _reference(folder, name, variant, seats)
        for observe in (False, True):
            rate = _step_rate(kernels, Board.load(name, variant), seats, reference, observe)
            what = "step, mask, observation" if observe else "step, mask"
            print(f"{name:12} {variant:10} {seats} seats: {what}: {rate / 1e6:.1f} M steps/s")
    fine = best["usa"] >= BAR and min(best.values()) * 4 >= BAR
    print("bar:", "ok" if fine else "MISSED", f"({BAR / 1e6} M games/s, others within 4)")
    return fine


def _game_rate(kernels: Program, board: Board, seats: int) -> tuple[float, float, float]:
    """Return whole games and decisions per second, and the mean score."""
    cupy, games, rounds = kernels.cupy, 1 << 21, 2
    random = RandomGames(board, seats, SEED, games, kernels)
    own = cupy.asarray(chances(SEED, games))
    random.play_with(own)
    cupy.cuda.runtime.deviceSynchronize()
    start = time.perf_counter()
    for _ in range(rounds):
        random.play_with(own)
    cupy.cuda.runtime.deviceSynchronize()
    spent = time.perf_counter() - start
    totals = random.results.field("total")[:, :seats]
    decisions = float(random.lengths.field("decisions").mean(dtype=cupy.float64))
    rate = rounds * games / spent
    return rate, rate * decisions, float(totals.mean(dtype=cupy.float64))


def _step_rate(
    kernels: Program, board: Board, seats: int, reference: Any, observe: bool, copies: int = 128
) -> float:
    """Return steps per second: the reference games side by side, many times over."""
    cupy = kernels.cupy
    games = GAMES * copies
    batch = DeviceBatch(board, games, seats, observe=observe, validate=False, kernels=kernels)
    slots = batch.slots.get()
    slots["rng"] = np.tile(chances(SEED, GAMES), copies)
    slots["episodes"] = 0
    batch.slots.fill(slots)
    batch.reset()
    moves = [cupy.asarray(np.tile(row.astype(np.int64), copies)) for row in reference["actions"]]
    for row in moves[:5]:
        batch.step(row)
    cupy.cuda.runtime.deviceSynchronize()
    start = time.perf_counter()
    for row in moves[5:]:
        batch.step(row)
    cupy.cuda.runtime.deviceSynchronize()
    return float(games * len(moves[5:]) / (time.perf_counter() - start))


def share(kernels: Program) -> None:
    """Show that PyTorch and JAX read the arrays where they are."""
    batch = DeviceBatch("usa", 1024, 2, kernels=kernels)
    pointer = batch.observation.data.ptr
    for name in ("torch", "jax"):
        try:
            library = import_module(name)
        except ImportError:
            print(f"{name}: not installed")
            continue
        if name == "torch":
            seen = library.from_dlpack(batch.observation)
            same = seen.data_ptr() == pointer
            actions = library.from_dlpack(batch.mask).argmax(dim=1)
            batch.step(actions)
        else:
            seen = library.dlpack.from_dlpack(batch.observation)
            same = seen.unsafe_buffer_pointer() == pointer
        print(f"{name}: shape {tuple(seen.shape)}, same memory: {same}")


def main(words: list[str]) -> int:
    """Prepare, run, or both."""
    if words[:1] == ["prepare"]:
        prepare(Path(words[1]))
        return 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(words[1]) if words[:1] == ["run"] else Path(scratch)
        if words[:1] != ["run"]:
            prepare(folder)
        kernels = Program(folder)
        print(kernels.cupy.cuda.runtime.getDeviceProperties(0)["name"].decode())
        share(kernels)
        equal = compare(kernels, folder)
        fast = measure(kernels, folder)
    return 0 if equal and fast else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
