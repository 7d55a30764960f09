"""The C program that the bench compares with plays the very same games as the rules."""

from __future__ import annotations

import shutil
import warnings
from collections.abc import Iterator

import pytest

import ryumon
from bench.byhand import Program, played, prove
from bench.games import GAMES, Bench
from bench.ours import interpreter
from tests.support import compiled

pytestmark = pytest.mark.slow

BY_HAND = [bench for bench in GAMES if bench.program]


@pytest.fixture(scope="module", params=BY_HAND, ids=lambda bench: bench.game)
def bench(request: pytest.FixtureRequest) -> Bench:
    if shutil.which("cc") is None:
        why = "There is no C compiler (cc): that the bench compares equal work is NOT proven here."
        warnings.warn(why, stacklevel=1)
        pytest.skip(why)
    return request.param


@pytest.fixture(scope="module")
def program(bench: Bench) -> Iterator[Program]:
    assert bench.program is not None
    running = Program(bench.program)
    yield running
    running.close()


def test_interpreted_rules_play_the_games_of_the_program(bench: Bench, program: Program) -> None:
    made = interpreter(ryumon.game(bench.game))
    prove(program, bench.game, bench.tables, games=20, seeds=(1, 2), made=made)


def test_compiled_rules_play_the_games_of_the_program(bench: Bench, program: Program) -> None:
    with compiled(bench.game):
        prove(program, bench.game, bench.tables, games=1000, seeds=(3, 4, 5))


def test_every_timed_table_is_a_proven_one(bench: Bench) -> None:
    proven = {ryumon.game(bench.game, **options) for options in bench.tables}
    assert {ryumon.game(bench.game, **options) for options in bench.compared} <= proven


def test_the_proof_notices_other_games(bench: Bench, program: Program) -> None:
    class Other:
        """The program with another seed."""

        def play(self, game: ryumon.Game, games: int, seed: int) -> dict[str, object]:
            return program.play(game, games, seed + 1)

    made = interpreter(ryumon.game(bench.game))
    with pytest.raises(AssertionError, match="plays other games"):
        prove(Other(), bench.game, bench.tables[:1], games=20, seeds=(1,), made=made)  # type: ignore[arg-type]


def test_what_is_timed_is_what_playouts_does(bench: Bench) -> None:
    game = ryumon.game(bench.game, **bench.options)
    with compiled(bench.game):
        moves, payoffs = played(game, game.machine, 50, seed=9)
        assert game.playouts(50, seed=9) == (moves, [total / 50 for total in payoffs])
