"""Two silent mistakes of compiled code, made on purpose: the suites that look for them see them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kernel.workshop import Workshop

pytestmark = pytest.mark.slow

PLAY = """
import ryumon
from ryumon.kernel import fields
game = ryumon.game('pebbles')
moves = ['~5', '2', '1', '1', '1']
slow = game.replay(moves)
game.compile()
fast = game.replay(moves)
print(slow.scores, fast.scores)
"""


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


def change(shop: Workshop, old: str, new: str) -> None:
    path = shop.folder / "ryumon/games/pebbles/rules.py"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_narrow_field_wraps_compiled_and_does_not_interpreted(shop: Workshop) -> None:
    """Hence the comparison of both, and the check of every field's range, interpreted: the points
    are declared as 0 to 127, which fit one byte."""
    shop.set_worth("pebbles", 60)
    assert shop.run(PLAY) == "[180, 120] [-76, 120]"


def test_a_read_beyond_an_array_is_seen_with_bounds_checks(shop: Workshop) -> None:
    change(shop, "s.points[s.player] += worth(move + 1)", "s.points[s.player] += s.points[90]")
    code = PLAY.replace("slow = game.replay(moves)", "").replace("print(slow.scores, ", "print(")
    code = f"try:\n{''.join('    ' + line for line in code.splitlines(True))}"
    code += "except IndexError as wrong:\n    print('IndexError')\n"
    assert shop.run(code, NUMBA_BOUNDSCHECK="1") == "IndexError"
