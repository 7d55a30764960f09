"""Priors of a search from the worths of moves."""

from __future__ import annotations

import pytest

from ryumon.kernel.priors import soften


def test_softened_worths_are_chances_and_a_doubt_less_is_a_quarter_as_likely() -> None:
    out = [-3.0, 5.0, 1.0, 99.0]  # the last one is not among the moves
    soften(out, 3, 4.0, 0.0)
    assert sum(out[:3]) == pytest.approx(1.0)
    assert out[1] == pytest.approx(4 * out[2])  # 4.0 less
    assert out[1] == pytest.approx(9 * out[0])  # 8.0 less
    assert out[3] == 99.0


def test_a_stray_part_goes_to_all_moves_alike() -> None:
    pure, mixed = [0.0, -10.0], [0.0, -10.0]
    soften(pure, 2, 1.0, 0.0)
    soften(mixed, 2, 1.0, 0.4)
    assert mixed == pytest.approx([0.2 + 0.6 * share for share in pure])
