"""No game escapes the conformance tests, and none of its options does."""

from __future__ import annotations

import pytest

import ryumon
from ryumon.play.registry import find
from ryumon.play.sentence import LANGUAGES
from ryumon.testing import support

FEW = 10  # an option with more values than this is tested by examples


@pytest.mark.parametrize("name", list(support.SUITES))
def test_every_player_count_and_every_value_of_an_option_is_tested(name: str) -> None:
    kind, sets = find(name), support.SUITES[name].options
    assert {options["players"] for options in sets} == set(kind.players)
    for option in kind.options:
        tested = {options.get(option.name, option.default) for options in sets}
        values = set(option.values)
        assert tested <= values
        assert len(tested) >= 2 if len(values) > FEW else tested == values, option.name


@pytest.mark.slow
@pytest.mark.parametrize("name", list(support.SUITES))
def test_random_games_show_every_kind_of_event(name: str) -> None:
    """Else the tests that walk through random games would prove less than they say."""
    suite = support.SUITES[name]
    seen: set[str] = set()
    for options in suite.options:
        for seed in range(2):
            end = support.finished(ryumon.game(name, **options), seed)
            seen |= {e["kind"] for v in support.viewers(end.game) for e in end.events(v)}
    assert seen == suite.kinds


def test_the_default_is_one_of_the_tested_sets(game: ryumon.Game) -> None:
    default = ryumon.game(game.name)
    assert default in {ryumon.game(n, **o) for n, o in support.option_sets()}


@pytest.mark.parametrize("name", list(support.SUITES))
def test_a_game_speaks_all_languages_of_itself(name: str) -> None:
    kind = find(name)
    assert set(kind.title) == set(LANGUAGES)
    for option in kind.options:
        assert set(option.text) == set(LANGUAGES)
        assert option.text["en"].endswith(".")
        assert option.text["ja"].endswith("。")


@pytest.mark.parametrize("name", list(support.SUITES))
@pytest.mark.parametrize("players", [0, -1, 1000, 2.0, "3", True, [3]])
def test_a_bad_number_of_players_is_refused_with_a_sentence(name: str, players: object) -> None:
    with pytest.raises(ValueError, match=r"players, not .+\.$"):
        ryumon.game(name, players=players)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("name", list(support.SUITES))
def test_a_bad_option_is_refused_with_a_sentence(name: str) -> None:
    with pytest.raises(ValueError, match=r"has no option \"dragons\"; available: players.*\.$"):
        ryumon.game(name, dragons=3)
    for option in find(name).options:
        for value in (None, "", "?", 10**6, -1, 0.5, [], {}):
            with pytest.raises(ValueError, match=rf"^The option {option.name} cannot be .+\.$"):
                ryumon.game(name, **{option.name: value})  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("name", ["", "Slaughter", "chess", "../slaughter", None, 3, [], {}])
def test_an_unknown_game_is_refused_with_a_sentence(name: object) -> None:
    with pytest.raises(ValueError, match=r"^There is no game .+; available: .+\.$"):
        ryumon.game(name)  # pyright: ignore[reportArgumentType]


def test_a_game_does_not_change(game: ryumon.Game) -> None:
    with pytest.raises(AttributeError):
        game.players = 7
    with pytest.raises(TypeError):
        game.options["players"] = 7  # pyright: ignore[reportIndexIssue]


def test_equal_games_are_equal(game: ryumon.Game) -> None:
    again = ryumon.game(game.name, players=game.players, **game.options)
    assert again == game
    assert hash(again) == hash(game)
    assert eval(repr(game), {"ryumon": ryumon}) == game
