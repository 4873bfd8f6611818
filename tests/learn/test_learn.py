"""Training on the processor: it runs, goes on from a checkpoint, and gives a file that plays."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from stellwerk.board import Board

try:
    import torch

    from stellwerk.learn.export import export
    from stellwerk.learn.games import HostGames
    from stellwerk.learn.network import state_of
    from stellwerk.learn.options import Options
    from stellwerk.learn.train import Run, precision
except ImportError:
    torch = None

# PyTorch is of little use without a card, and is in no lock file.
pytestmark = [
    pytest.mark.gpu,
    pytest.mark.skipif(torch is None, reason="PyTorch is not installed"),
]


_LONG = 1e6


def _options(seats: int = 2) -> Options:
    return Options(
        board="lesson",
        seats=seats,
        own_games=24,
        past_games=8,
        planner_games=16,
        steps=6,
        minibatch=64,
        width=32,
        critic_rounds=1,
        snapshot_seconds=0.0,
    )


@pytest.mark.parametrize("seats", [2, 3])
def test_a_run_learns_and_goes_on_from_its_checkpoint(tmp_path: Path, seats: int) -> None:
    run = Run(_options(seats))
    before = state_of(run.policy)
    run.train(_LONG, tmp_path, _LONG, evaluated_games=8, most_rounds=4)
    assert run.rounds == 4
    changed = [not torch.equal(before[name], value) for name, value in state_of(run.policy).items()]
    assert all(changed)
    stored = torch.load(tmp_path / "lesson.pt", weights_only=True)
    again = Run(_options(seats), checkpoint=stored)
    assert again.decisions == run.decisions
    again.train(_LONG, tmp_path, _LONG, evaluated_games=8, most_rounds=1)
    assert again.decisions > run.decisions
    lines = [json.loads(line) for line in (tmp_path / "lesson.jsonl").read_text().splitlines()]
    assert sum("strength" in line for line in lines) == 2


def test_a_run_that_goes_on_begins_with_small_steps() -> None:
    """Also from a checkpoint that was kept in the middle of a stretch."""
    run = Run(_options())
    run.rounds = 30
    shares = []
    for rounds in range(1, 25):
        shares.append(run._warm(rounds))
        run.rounds += 1
    assert shares[0] == pytest.approx(0.05)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_the_policy_begins_with_small_steps_after_the_critic() -> None:
    run = Run(replace(_options(), critic_rounds=10))
    shares = []
    for rounds in range(1, 31):
        shares.append(run._warm(rounds))
        run.rounds += 1
    assert shares[9] == 1.0
    assert shares[10] == pytest.approx(0.05)
    assert shares[-1] == 1.0


def test_fewer_bits_keep_no_old_weights() -> None:
    """Autocast keeps what it made of weights for a while, unless it is told not to."""
    layer, numbers = torch.nn.Linear(4, 1), torch.ones(1, 4)
    context = precision("cpu")
    context._enabled = True
    with context:
        before = float(layer(numbers).detach())
        with torch.no_grad():
            layer.weight += 1
        after = float(layer(numbers).detach())
    assert after == pytest.approx(before + 4, abs=0.1)


def test_a_beginner_plays_about_as_well_as_the_planner() -> None:
    run = Run(_options())
    found = run.strength(200, "beginner")
    assert found.games == 200
    assert abs(found.wins - 0.5) < 0.15


def test_a_games_advantages_add_up_to_what_it_brought(tmp_path: Path) -> None:
    """With a critic that knows nothing and a long trace, an advantage is what came after."""
    from stellwerk.learn.league import League

    options = replace(_options(), trace=1.0, steps=200, past_games=0)
    run = Run(options)
    league = League(options, run.make_games, run.policy, torch.device("cpu"))
    for parameter in run.critic.parameters():
        torch.nn.init.zeros_(parameter)
    rollout = league.play(run.policy, run.critic)
    game = 3
    over = rollout.over[:, game].nonzero()[:, 0]
    first, last = int(over[0]) + 1, int(over[1])
    assert rollout.reward.sum(2).abs().max() < 1e-5
    for seat in range(2):
        own = (rollout.acting[first : last + 1, game] == seat).nonzero()[:, 0]
        start = first + int(own[0])
        brought = rollout.reward[start : last + 1, game, seat].sum()
        assert rollout.advantage[start, game] == pytest.approx(float(brought), abs=1e-4)


def test_the_exported_file_plays_as_the_network(tmp_path: Path) -> None:
    from stellwerk.champion.encoding import scales
    from stellwerk.champion.network import read_network
    from stellwerk.envs.advice_layout import AdviceLayout

    run = Run(_options())
    with torch.no_grad():
        for parameter in run.policy.parameters():
            parameter += 0.05 * torch.randn_like(parameter)
    path = export(run.checkpoint(), tmp_path)
    network = read_network(path.read_bytes())
    games = HostGames(Board.load("lesson"), 16, 2, "export", None)
    for _ in range(12):
        games.step(games.advised)
    seen = torch.cat((games.observation, games.advice), 1)
    with torch.no_grad():
        logits, values = run.policy(seen, games.mask, games.advised)
    size = scales(games.layout, AdviceLayout(Board.load("lesson")))
    inputs = np.sqrt(seen.numpy().astype(np.float32)) * size
    for game in range(16):
        advised = int(games.advised[game])
        legal = games.mask[game].numpy() != 0
        own = network.logits(inputs[game], advised)
        assert np.abs(own - logits[game].numpy())[legal].max() < 0.2
        assert network.value(inputs[game], advised) == pytest.approx(float(values[game]), abs=0.1)


def test_the_report_is_one_page_with_all_measurements(tmp_path: Path) -> None:
    from stellwerk.learn.report import points_of, report

    point = {"seconds": 60, "decisions": 2_000_000, "wins": 0.6, "interval": 0.01}
    lines = [{"round": 1}, {"strength": {**point, "points": 110.0, "games": 4096}}] * 2
    log = tmp_path / "usa.jsonl"
    log.write_text("\n".join(map(json.dumps, lines)))
    page = report({"usa": points_of(log)})
    assert page.count("60.0 ± 1.0") == 2
    assert "http" not in page.replace("http://www.w3.org", "")
