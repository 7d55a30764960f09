"""The example that learns: who is credited for what, the slopes of its network, a short run."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("numba")

FILE = Path(__file__).parents[2] / "examples/learn.py"


@pytest.fixture(scope="module")
def example() -> Any:
    spec = importlib.util.spec_from_file_location("example_learn", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(FILE.parent))  # as when it is run
        spec.loader.exec_module(module)
    return module


def test_each_seat_is_credited_for_its_own_decisions(example: Any, monkeypatch) -> None:
    """One game of two seats: three decisions, then the end, then one of the next game."""
    monkeypatch.setattr(example, "LAMBDA", 1.0)
    seats = np.array([[0], [1], [0], [1]])
    values = np.array([[0.5], [0.25], [0.5], [0.5]], np.float32)
    over = np.array([[False], [False], [True], [False]])
    rewards = np.zeros((4, 1, 2))
    rewards[2, 0] = [1.0, 0.0]
    gains, known = example.advantages(seats, values, over, rewards)
    assert known.ravel().tolist() == [True, True, True, False]  # the next game is not decided
    assert gains.ravel().tolist() == [0.5, -0.25, 0.5, 0.0]  # with lambda 1: payoff - expected


def test_a_far_off_end_counts_by_what_was_expected_on_the_way(example: Any, monkeypatch) -> None:
    monkeypatch.setattr(example, "LAMBDA", 0.0)
    seats, values = np.zeros((3, 1), int), np.array([[0.25], [0.5], [0.75]], np.float32)
    over, rewards = np.array([[False], [False], [True]]), np.zeros((3, 1, 1))
    rewards[2] = 1.0
    gains, _ = example.advantages(seats, values, over, rewards)
    assert gains.ravel().tolist() == [0.25, 0.25, 0.25]


@pytest.mark.slow
def test_the_slopes_are_those_of_the_loss(example: Any, monkeypatch) -> None:
    """Against differences of PPO's loss, written down once more."""
    monkeypatch.setattr(sys.modules["learn_net"], "HIDDEN", 8)
    rng = np.random.default_rng(1)
    space = type("Space", (), {"low": np.array([-1, 0, 0]), "high": np.array([3, 1, 60])})
    columns = example.Columns(space)
    parts = example.network(columns, 6, rng)
    parts = {k: (v + 0.3 * rng.standard_normal(v.shape)).astype(np.float32)
             for k, v in parts.items()}  # fmt: skip
    n = 5
    seen = np.stack([rng.integers(-1, 4, n), rng.integers(0, 2, n), rng.integers(0, 61, n)], 1)
    seen = seen.astype(np.int8)
    masks = np.ones((n, 6), np.int8)
    masks[:, 2] = 0
    moves = rng.choice([0, 1, 3, 4, 5], n)
    gains, returns = rng.standard_normal((2, n)).astype(np.float32)
    chances = loss(example, columns, parts, seen, masks, moves, None, gains, returns)[1]
    chances = (chances * rng.choice([0.9, 1.05, 2.0], n)).astype(np.float32)
    slopes = {k: np.zeros_like(v) for k, v in parts.items()}
    example.learn(
        seen, masks, moves, chances, gains, returns, columns.low, columns.width, columns.first,
        *parts.values(), *slopes.values(), np.float32(0.2), np.float32(0.01),
    )  # fmt: skip
    for name, part in parts.items():
        at = tuple(rng.integers(0, size) for size in part.shape)
        at = np.unravel_index(np.abs(slopes[name]).argmax(), part.shape) if part.ndim else at
        told = []
        for step in (1e-3, -1e-3):
            moved = {k: v.astype(np.float64) for k, v in parts.items()}
            moved[name][at] += step
            told.append(
                loss(example, columns, moved, seen, masks, moves, chances, gains, returns)[0]
            )
        assert slopes[name][at] == pytest.approx((told[0] - told[1]) / 2e-3, abs=2e-3), name


@pytest.mark.slow
def test_the_slopes_of_values_are_those_of_their_loss(example: Any, monkeypatch) -> None:
    monkeypatch.setattr(sys.modules["learn_net"], "HIDDEN", 8)
    rng = np.random.default_rng(2)
    space = type("Space", (), {"low": np.array([0, 0]), "high": np.array([3, 6])})
    judge = example.Judge(space, 1)
    parts = judge.net.parts
    for part in parts.values():
        part += (0.5 * rng.standard_normal(part.shape)).astype(np.float32)
    seen = rng.integers(0, 4, (6, 2)).astype(np.int8)
    returns, c = rng.random(6).astype(np.float32), judge.columns
    slopes = judge.net.slopes
    example.learn_values(seen, returns, c.low, c.width, c.first, *parts.values(), *slopes.values())

    def surprise() -> float:
        told = np.zeros(6)
        example.value_all(seen, c.low, c.width, c.first, *parts.values(), told)
        return float(-(returns * np.log(told) + (1 - returns) * np.log(1 - told)).mean())

    for name, part in parts.items():
        at = np.unravel_index(np.abs(slopes[name]).argmax(), part.shape)
        told = []
        for step in (1e-2, -2e-2):
            part[at] += np.float32(step)
            told.append(surprise())
        assert slopes[name][at] == pytest.approx((told[0] - told[1]) / 2e-2, abs=2e-3), name
        part[at] += np.float32(1e-2)


@pytest.fixture(scope="module")
def ring(example: Any) -> Any:
    env = example.SelfPlayVectorEnv("tatsu", 1, compiled=False)
    return example.Ring(env), env.game.observation.slices


def pairs(rows: Any, width: int) -> dict[tuple[int, int, int], int]:
    """(hunter 1 to 6, type of its prey, distance): how many."""
    found = rows[width:].reshape(6, 3, 12)
    return {(int(i) + 1, int(j), int(d) + 1): int(found[i, j, d])
            for i, j, d in np.argwhere(found)}  # fmt: skip


def test_both_colours_see_the_ring_of_tatsu_alike(ring: Any) -> None:
    """An own Vine on segment 5 and the other's Fire four segments before it, for Black and, the
    other way round, for White."""
    eyes, at = ring
    width, arena = at["beside"].stop, at["arena"].start
    black, white = np.zeros((2, width), np.int8)
    black[at["seat"]], white[at["seat"]] = 0, 1
    black[at["turns"]] = 3
    for segment, stone in ((5, 1), (9, 6)):
        black[arena + segment - 1] = stone
        white[arena + (16 - segment) - 1] = stone  # TA-1: White's gates are 15, 14, 13
    one, two = eyes.rows(np.stack([black, white]))
    assert (one == two).all()
    assert one[arena + 5 - 1] == 1
    assert pairs(one, width) == {(1, 2, 4): 1, (6, 0, 4): 1}


def test_a_stone_of_tatsu_is_hit_alone_and_from_beside_the_ring(ring: Any) -> None:
    eyes, at = ring
    width, arena, mat = at["beside"].stop, at["arena"].start, at["beside"].start + 6
    row = np.zeros((1, width), np.int8)
    row[0, arena + 2 - 1] = 5  # the other's Water on the viewer's second gate
    row[0, mat + 2] = 1  # a Fire that may enter
    assert pairs(eyes.rows(row)[0], width) == {(3, 1, 2): 1}
    row[0, arena + 24 + 2 - 1] = 4  # two stones are safe
    assert pairs(eyes.rows(row)[0], width) == {}


def loss(example: Any, columns: Any, parts: Any, seen, masks, moves, chances, gains, returns):
    """The clipped loss with entropy and squared error, decision by decision."""
    total, own = 0.0, []
    for i in range(len(seen)):
        rows = [columns.first[f] + (int(v) - columns.low[f]) // columns.width[f]
                for f, v in enumerate(seen[i]) if v != 0]  # fmt: skip
        h = np.maximum(parts["bias"] + parts["table"][rows].sum(axis=0), 0)
        logits = parts["policy"] @ h + parts["direct"][rows].sum(axis=0) + parts["lean"]
        logits = np.where(masks[i] == 1, logits, -1e9)
        odds = np.exp(logits - logits.max())
        odds /= odds.sum()
        own.append(odds[moves[i]])
        expected = parts["value"] @ h + parts["mean"][0]
        if chances is not None:
            ratio = own[-1] / chances[i]
            clipped = np.clip(ratio, 0.8, 1.2)
            total -= min(ratio * gains[i], clipped * gains[i])
            total += 0.01 * (odds * np.log(odds + 1e-9)).sum()
            total += 0.5 * (expected - returns[i]) ** 2
    return total / len(seen), np.array(own)


@pytest.mark.slow
def test_a_short_run_draws_its_curve(example: Any, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(example, "GAMES", 8)
    monkeypatch.setattr(example, "STEPS", 40)
    monkeypatch.setattr(example, "BATCH", 64)
    monkeypatch.setattr(example, "LOOK", 8)
    for name in ("SelfPlayVectorEnv", "ThumbVectorEnv"):  # interpreted: nothing to compile here
        made = getattr(example, name)
        monkeypatch.setattr(example, name, lambda *a, m=made, **k: m(*a, compiled=False, **k))
    out, plot = tmp_path / "runs.json", tmp_path / "runs.svg"
    args = ["learn.py", "tiger-dragon", "--minutes", "0.05", "--seeds", "1", "--looks", "2"]
    monkeypatch.setattr(sys, "argv", [*args, "--out", str(out), "--plot", str(plot)])
    example.main()
    (run,) = json.loads(out.read_text("utf-8"))["runs"]
    assert run["curve"][-1]["decisions"] > 0
    assert 0 <= run["curve"][-1]["share"] <= 1
    assert "polyline" in {part.tag.split("}")[1] for part in ElementTree.parse(plot).iter()}


def test_the_curves_of_the_page_are_drawn_from_their_runs(example: Any) -> None:
    """docs/learning.md: the command there makes them anew."""
    docs = FILE.parents[1] / "docs"
    page = (docs / "learning.md").read_text("utf-8")
    for file in sorted((docs / "images").glob("learning-*.json")):
        told = json.loads(file.read_text("utf-8"))
        assert file.with_suffix(".svg").read_text("utf-8") == example.picture(told)
        assert f"images/{file.stem}.svg" in page
        for run in told["runs"]:
            end = run["curve"][-1]
            row = f"| {told['game']} | {run['seed']} | {100 * end['share']:.1f} % |"
            assert row in page
