"""Bushido Breaker: the values are right on average, on games that it was not fitted to."""

from __future__ import annotations

import pytest

from ryumon.games.bushido import GAME, heuristics, rules
from ryumon.games.bushido.board import LAY, NINJA_WIN
from ryumon.kernel.machine import machine
from ryumon.kernel.ops import OVER
from ryumon.kernel.rng import words

GAMES = 800
BANDS = 4


def expectations(players: int) -> list[tuple[float, float]]:
    """At the start of every round: the chance that the ninja are given, and whether they won."""
    found, luck = [], words(900 + players)
    for _ in range(GAMES):
        s = machine(GAME, compiled=False).plain()
        rules.start(s, GAME.numbers(players, {}))
        told = []
        while s.player != OVER:
            if s.phase == LAY and s.player == 0:
                out = [0.0] * players
                heuristics.values(s, out)
                told.append(sum(out[: players // 2 if players == 4 else 1]))
            rules.apply(s, heuristics.rollout_move(s, luck))
        found += [(chance, float(s.won == NINJA_WIN)) for chance in told]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_outlook_holds_in_every_band(players: int) -> None:
    told = sorted(expectations(players))
    means = []
    for band in range(BANDS):
        part = told[band * len(told) // BANDS : (band + 1) * len(told) // BANDS]
        said = sum(chance for chance, _ in part) / len(part)
        was = sum(won for _, won in part) / len(part)
        means.append(was)
        assert said == pytest.approx(was, abs=0.08)
    assert means[-1] > means[0] + 0.1  # it tells something
