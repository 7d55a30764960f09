"""Bushido Breaker on the screen: all fits, in both languages, and nothing hidden is shown."""

from __future__ import annotations

import random

import pytest

import ryumon
from ryumon import PUBLIC
from ryumon.table.seats import Names
from ryumon.terminal.layout import Look, look
from ryumon.terminal.screens import bushido as screen
from tests import support


def looks(state: ryumon.State, viewer: int, language: str, width: int) -> Look:
    names = [f"Bot {seat}" for seat in range(state.game.players)]
    return look(state, viewer, Names(names, [f"{n} (thumb)" for n in names]), language, width)


@pytest.mark.parametrize("language", support.thinned(support.LANGUAGES, "ja"))
@pytest.mark.parametrize(
    ("players", "turns"),
    [
        (2, 6),
        pytest.param(3, 5, marks=pytest.mark.slow),
        pytest.param(4, 4, marks=pytest.mark.slow),
    ],
)
def test_every_screen_fits(players: int, turns: int, language: str) -> None:
    game = ryumon.game("bushido", players=players, turns=turns)
    for state in support.moments(game, 3, most=14):
        for viewer in support.viewers(game):
            for width in (60, 80, 120):
                seen = looks(state, viewer, language, width)
                lines = [*screen.table(seen), *screen.question(seen), *screen.aids(seen)]
                lines += screen.sheet(seen)
                assert lines
                assert all(line.cell_len <= width for line in lines)
                assert all(
                    rule in game.spec.words.RULES[language] for rule in screen.rules_now(seen)
                )


@pytest.mark.parametrize("language", support.thinned(support.LANGUAGES, "ja"))
def test_a_screen_is_the_same_in_every_world(language: str) -> None:
    game = ryumon.game("bushido", players=4, turns=4)
    for k, state in enumerate(support.moments(game, 5, most=8)):
        for viewer in (1, 3, PUBLIC):
            world = state.worlds(viewer, random.Random(k))
            one, two = (screen.table(looks(s, viewer, language, 80)) for s in (state, world))
            assert [line.plain for line in one] == [line.plain for line in two]


def test_moves_with_a_comma_are_read() -> None:
    state = ryumon.game("bushido").start()
    for move in ("special:shurikens", "special:showdown", "gate:west", "move:dojo", "s1:search"):
        state.play(move)
    state.play("none")
    assert "shurikens:s2,s4" in state.legal()
    seen = looks(state, 0, "en", 80)
    assert screen.read(["shurikens:s2", "s4"], seen) == ["shurikens:s2,s4"]
    assert screen.read(["shurikens:s2,s4"], seen) == ["shurikens:s2,s4"]


def test_the_ninja_sees_itself_on_the_map_and_others_do_not() -> None:
    state = ryumon.game("bushido").start()
    for move in ("special:shurikens", "special:showdown", "gate:east"):
        state.play(move)
    shown = {v: "\n".join(t.plain for t in screen.table(looks(state, v, "en", 80))) for v in (0, 1)}
    assert "YOU" in shown[0]
    assert "YOU" not in shown[1]
