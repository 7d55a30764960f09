"""Bad input before a game begins: names, players, options, languages, viewers."""

from __future__ import annotations

import random

import pytest

import ryumon


@pytest.mark.parametrize("name", ["", "chess", "Slaughter", "slaughter ", None, 3, ("slaughter",)])
def test_an_unknown_game(name):
    with pytest.raises(ValueError, match=r"There is no game .*slaughter.*\.$"):
        ryumon.game(name)


@pytest.mark.parametrize("players", [0, 1, 2, 6, -4, True, False, "4", 4.0, [4], 10**30])
def test_a_wrong_number_of_players(players):
    with pytest.raises(ValueError, match=r"for 3, 4 or 5 players, not .*\.$"):
        ryumon.game("slaughter", players=players)


@pytest.mark.parametrize("option", ["teams", "Advanced", "field", "player", "advanced "])
def test_an_unknown_option(option):
    with pytest.raises(ValueError, match=r"has no option .*players, advanced\.$"):
        ryumon.game("slaughter", **{option: True})


@pytest.mark.parametrize("value", [0, 1, None, "True", "yes", 1.0, [], 2])
def test_a_wrong_value(value):
    with pytest.raises(ValueError, match=r"advanced cannot be .*false or true\.$"):
        ryumon.game("slaughter", advanced=value)


def test_defaults():
    game = ryumon.game("slaughter")
    assert game.players == 4
    assert game.options == {"advanced": False}
    assert ryumon.game("slaughter", players=None) == game


@pytest.mark.parametrize("seat", [4, -1, -2, -4, True, "0", None, 1.0])
def test_an_unknown_viewer(seat):
    state = ryumon.game("slaughter").start()
    looks = (state.view, state.events, state.log, state.aids, state.forgotten,
             lambda viewer: state.worlds(viewer, random.Random(1)))  # fmt: skip
    for look in looks:
        with pytest.raises(ValueError, match="There is no seat"):
            look(seat)


@pytest.mark.parametrize("language", ["de", "", "EN", None])
def test_an_unknown_language(language):
    state = ryumon.game("slaughter").start()
    with pytest.raises(ValueError, match=r"There is no language .*en, ja\.$"):
        state.log(0, language)
    with pytest.raises(ValueError, match="There is no language"):
        state.why("R1", language)


def test_a_game_does_not_change():
    game = ryumon.game("slaughter")
    with pytest.raises(AttributeError, match="does not change"):
        game.players = 3
