"""How good reviews are: ``python -m bench.review calibration|blunders --games N --seed S``.

**calibration**: from each of many games between planners one position is taken, at a quarter, half
or three quarters of its decisions. The chance that a review gives the seat to decide is compared
with who won.

**blunders**: in games between planners one decision is made badly: the worst of the legal moves by
the judgement of an independent search with 20 times the review's play-outs, if it is at least 10
points below the best. The review has to find it, and must not complain about moves that the same
judge finds as good as the best.

Each result is appended to a file, and a later call goes on from there.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from stellwerk.board import boards
from stellwerk.bots import make
from stellwerk.bots.table import ask, play_on
from stellwerk.game import Game
from stellwerk.review.correction import Standing, corrected, progress_of
from stellwerk.review.judge import PLAYOUTS, Judge, Verdict
from stellwerk.review.marks import MISTAKE, loss_of

QUARTERS: Final = (1, 2, 3)
BINS: Final = 10
WORST: Final = 10.0
"""Points by which a planted blunder is worse than the best move, at least."""
EQUAL: Final = 1.0
"""A move that loses no more than this is called as good as the best."""
FAIR: Final = 4
"""Moves of a game, as they were played, that both judges look at."""
TIMES: Final = 20
"""How many times the review's play-outs the independent judge has."""


class Sample(msgspec.Struct, frozen=True):
    """A position: when in the game, what was expected of it, and what came of it."""

    board: str
    seats: int
    quarter: int
    progress: float
    played_out: Standing
    """As the play-outs ended, before they were corrected."""
    chance: float
    margin: float
    won: float
    final_margin: int


def sample(board: str, seats: int, quarter: int, seed: str, playouts: int) -> Sample:
    """Play a game between planners and judge one of its positions."""
    game = Game.new(board, seats=seats, seed=seed)
    play_on(game, {seat: make("planner", f"{seed}/{seat}") for seat in range(seats)})
    seq = game.seq * quarter // 4
    seat = game.steps[seq].seat
    before = Game.restore(game.board, game.snapshot(seq), game.names, None, seq)
    raw = Judge(game.board, playouts).played_out(before, seat)
    progress = progress_of(before)
    judged = corrected(raw, progress, seats)
    outcome = game.outcome()
    totals = [each.total for each in outcome.seats]
    others = max(total for other, total in enumerate(totals) if other != seat)
    return Sample(
        board=board,
        seats=seats,
        quarter=quarter,
        progress=progress,
        played_out=raw,
        chance=judged.chance,
        margin=judged.margin,
        won=1 / len(outcome.winners) if seat in outcome.winners else 0.0,
        final_margin=totals[seat] - others,
    )


def calibration_error(samples: Sequence[Sample]) -> tuple[float, float]:
    """Return the expected calibration error, plain and without what chance alone makes of it."""
    plain = square = 0.0
    for part in bins(samples):
        share = len(part) / len(samples)
        won = sum(each.won for each in part) / len(part)
        apart = sum(each.chance for each in part) / len(part) - won
        noise = won * (1 - won) / max(1, len(part) - 1)
        plain += share * abs(apart)
        square += share * (apart**2 - noise)
    return plain, math.sqrt(max(0.0, square))


def bins(samples: Sequence[Sample]) -> list[list[Sample]]:
    """Return samples in bins of equal size, by their chance."""
    ordered = sorted(samples, key=lambda each: each.chance)
    size = len(ordered) / BINS
    parts = (ordered[round(n * size) : round((n + 1) * size)] for n in range(BINS))
    return [part for part in parts if part]


def brier(samples: Sequence[Sample]) -> float:
    """Return the mean square of what a chance was wrong by."""
    return sum((each.chance - each.won) ** 2 for each in samples) / len(samples)


class Planted(msgspec.Struct, frozen=True):
    """A game with a blunder: what the independent judge and the review say of two decisions."""

    board: str
    blunder: float
    """What the planted move loses, by the independent judge."""
    found: float
    """What it loses by the review."""
    fair: tuple[tuple[float, float], ...]
    """Moves as they were played: what they lose by the independent judge, and by the review."""


def plant(board: str, seats: int, seed: str, playouts: int) -> Planted | None:
    """Play a game with one blunder in it; None if no decision that was looked at allows one."""
    dice = random.Random(seed)
    game = Game.new(board, seats=seats, seed=seed)
    bots = [make("planner", f"{seed}/{seat}") for seat in range(seats)]
    judge = Judge(game.board, playouts)
    strict = Judge(game.board, TIMES * playouts, chance=1)
    at = dice.randrange(30, 90)
    looked_at = set(dice.sample(range(at), FAIR))
    fair: list[tuple[float, float]] = []
    while not game.over:
        seat = game.pending[0]
        move = ask(game, seat, bots[seat])
        if game.seq in looked_at:
            told = loss_of_mean(strict.judge(game, seat, move))
            fair.append((told, flagged_loss(judge.judge(game, seat, move))))
        if game.seq >= at and len(game.legal_moves(seat)) > 1:
            verdict = strict.judge(game, seat, move, every=True)
            options = [verdict.played, *verdict.others]
            best, worst = (pick(options, key=lambda each: each.margin) for pick in (max, min))
            if best.margin - worst.margin < WORST:
                at += 1
            else:
                found = flagged_loss(judge.judge(game, seat, worst.move))
                return Planted(board, best.margin - worst.margin, found, tuple(fair))
        game.play(move, by="bot")
    return None


def loss_of_mean(verdict: Verdict) -> float:
    """Return what a move loses if one trusts the means."""
    return max((each.margin for each in verdict.others), default=verdict.played.margin) - (
        verdict.played.margin
    )


def flagged_loss(verdict: Verdict) -> float:
    """Return what a move loses, as a review would say."""
    return loss_of(verdict.played, verdict.others)


Found = TypeVar("Found", Sample, Planted)


def _sample(job: tuple[str, int, str, int]) -> Sample:
    board, number, seed, playouts = job
    seats = random.Random(seed).randint(2, 5)
    return sample(board, seats, QUARTERS[number // len(boards()) % 3], seed, playouts)


def _plant(job: tuple[str, int, str, int]) -> Planted:
    board, _, seed, playouts = job
    dice = random.Random(seed)
    while True:
        found = plant(board, dice.randint(2, 5), f"{seed}/{dice.random()}", playouts)
        if found is not None:
            return found


def collect(
    work: Callable[[tuple[str, int, str, int]], Found],
    kind: type[Found],
    names: Sequence[str],
    wishes: argparse.Namespace,
) -> list[Found]:
    """Return all results, those of an earlier call among them."""
    out: Path = wishes.out
    lines = out.read_text("utf-8").splitlines() if out.exists() else []
    done = [msgspec.json.decode(line, type=kind) for line in lines]
    jobs = [
        (names[number % len(names)], number, f"{wishes.seed}/{number}", wishes.playouts)
        for number in range(len(done), wishes.games)
    ]
    began = time.perf_counter()
    with ProcessPoolExecutor(wishes.jobs) as pool, out.open("a", encoding="utf-8") as file:
        for each in pool.map(work, jobs):
            done.append(each)
            file.write(msgspec.json.encode(each).decode() + "\n")
            file.flush()
            if len(done) % 50 == 0:
                seconds = time.perf_counter() - began
                print(f"{len(done)} of {wishes.games} after {seconds:.0f} s", flush=True)
    return done


def tell_calibration(samples: Sequence[Sample]) -> None:
    """Print what samples show."""
    for quarter in (*QUARTERS, None):
        own = [each for each in samples if quarter in (each.quarter, None)]
        plain, debiased = calibration_error(own)
        name = f"quarter {quarter}" if quarter else "all"
        print(
            f"{name}: {len(own)} positions, calibration error {plain:.3f}, "
            f"debiased {debiased:.3f}, Brier score {brier(own):.3f}"
        )
    for part in bins(samples):
        given = sum(each.chance for each in part) / len(part)
        won = sum(each.won for each in part) / len(part)
        print(f"  {len(part)} positions with a chance of {given:.3f} on average: won {won:.3f}")


def tell_blunders(games: Sequence[Planted]) -> None:
    """Print how many blunders were found, and how often a good move was blamed."""
    found = sum(each.found >= MISTAKE for each in games)
    print(f"{found} of {len(games)} planted blunders found ({found / len(games):.1%})")
    good = [told for each in games for judge, told in each.fair if judge <= EQUAL]
    blamed = sum(told >= MISTAKE for told in good)
    print(f"{blamed} of {len(good)} good moves blamed ({blamed / len(good):.1%})")


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("calibration", "blunders"))
    parser.add_argument("--games", type=int, required=True)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--playouts", type=int, default=PLAYOUTS)
    parser.add_argument("--board", default=None)
    parser.add_argument("--jobs", type=int, default=None)
    parser.add_argument("--out", type=Path, required=True)
    wishes = parser.parse_args()
    names = boards() if wishes.board is None else (wishes.board,)
    if wishes.what == "calibration":
        tell_calibration(collect(_sample, Sample, names, wishes))
    else:
        tell_blunders(collect(_plant, Planted, names, wishes))


if __name__ == "__main__":
    main()
