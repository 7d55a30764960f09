"""Random numbers for playouts: drawing many at once is drawing one after the other."""

from __future__ import annotations

import pytest

from ryumon.kernel.rng import DECK, WORDS, below, draw, words


def laid_out(seed: int, n: int) -> list[int]:
    luck = words(seed)
    luck[DECK : DECK + n] = range(n)
    return luck


@pytest.mark.parametrize(("n", "k"), [(1, 1), (48, 44), (36, 33), (64, 64), (5, 0)])
def test_draw_gives_what_single_draws_give(n: int, k: int) -> None:
    for seed in range(50):
        one, many = laid_out(seed, n), laid_out(seed, n)
        drawn = []
        for left in range(n, n - k, -1):
            place = DECK + below(one, left)
            drawn.append(one[place])
            one[place] = one[DECK + left - 1]
        draw(many, n, k)
        assert many[DECK + n - k : DECK + n][::-1] == drawn
        assert many[:DECK] == one[:DECK]  # the generator goes on alike
        assert many[DECK : DECK + n - k] == one[DECK : DECK + n - k]  # and so does the rest


def test_draw_moves_things_and_loses_none() -> None:
    luck = laid_out(7, 48)
    draw(luck, 48, 44)
    assert sorted(luck[DECK : DECK + 48]) == list(range(48))
    assert luck[DECK + 48 :] == [0] * (WORDS - DECK - 48)
