"""Who meets whom: every choice of bots, every order of a line-up."""

from __future__ import annotations

from itertools import permutations
from math import comb, factorial

import pytest

import ryumon
from ryumon import Refused
from ryumon.lab.arena import Tournament
from ryumon.lab.arena.lineups import chosen, matches, named, orders
from ryumon.lab.arena.play import sides_of
from tests.support import option_sets


@pytest.mark.parametrize("lineup", [(0, 1), (0, 1, 2), (0, 1, 1, 1), (0, 0, 1, 1), (0, 1, 2, 3, 4)])
def test_all_seat_permutations_each_once(lineup) -> None:
    found = orders(lineup)
    assert len(found) == len(set(found))
    assert set(found) == set(permutations(lineup))


@pytest.mark.parametrize(("bots", "sides"), [(2, 2), (5, 2), (3, 3), (4, 3), (5, 5)])
def test_enough_bots_sit_together_in_every_choice_and_order(bots: int, sides: int) -> None:
    found = matches(chosen(bots, sides, None))
    assert len(found) == comb(bots, sides)
    assert all(len(match.seatings) == factorial(sides) for match in found)
    assert {match.bots for match in found} == {tuple(sorted(set(m.bots))) for m in found}


@pytest.mark.parametrize(("bots", "sides"), [(2, 3), (2, 4), (3, 4), (4, 5)])
def test_fewer_bots_meet_in_pairs_each_alone_among_the_other(bots: int, sides: int) -> None:
    found = matches(chosen(bots, sides, None))
    assert len(found) == comb(bots, 2)
    for match in found:
        one, two = match.bots
        counts = sorted((seating.count(one), seating.count(two)) for seating in match.seatings)
        assert counts == [(1, sides - 1)] * sides + [(sides - 1, 1)] * sides


def test_every_bot_of_a_match_sits_at_every_side_equally_often() -> None:
    """Else the advantage of a side would be taken for strength."""
    for bots, sides, scheme in [(2, 2, None), (4, 4, None), (3, 4, "alone"), (2, 5, None)]:
        for match in matches(chosen(bots, sides, scheme)):
            for side in range(sides):
                sitting = [seating[side] for seating in match.seatings]
                assert len({sitting.count(bot) for bot in match.bots}) == 1


def test_line_ups_by_name() -> None:
    bots, found = named([["a", "b", "b"], ["b", "a", "b"], ["c", "a", "a"]], 3)
    assert bots == ["a", "b", "c"]
    assert found == [(0, 1, 1), (0, 0, 2)]  # an order of the same line-up is no other one
    assert [match.bots for match in matches(found)] == [(0, 1), (0, 2)]


@pytest.mark.parametrize(("name", "options"), option_sets())
def test_every_seat_is_of_one_side_and_sides_share_wins(name: str, options) -> None:
    game = ryumon.game(name, **options)
    seats = [seat for seats in sides_of(game).values() for seat in seats]
    assert sorted(seats) == list(range(game.players))
    for seed in range(6):
        _, payoffs = game.playouts(1, seed)
        for side in sides_of(game).values():
            assert len({payoffs[seat] for seat in side}) == 1


@pytest.mark.parametrize(
    ("bots", "settings", "words"),
    [
        (["random"], {}, "at least two bots, not 1"),
        (["random", "random"], {}, '"random" is named twice'),
        (["random", "oracle"], {}, 'no bot "oracle"'),
        (["random", ""], {}, 'no bot ""'),
        (["random", "thumb"], {"lineups": "apart"}, 'no line-up scheme "apart"'),
        (["random", "thumb"], {"lineups": "together"}, "2 bots cannot fill"),
        (["random", "thumb"], {"lineups": [["random", "thumb"]]}, "has 2 bots, but there are 4"),
        (["thumb"], {"lineups": [["random"] * 4]}, "not the bots in the line-ups"),
        ([], {"lineups": []}, "no line-ups"),
        (["random", "thumb"], {"confidence": 1.0}, "below 1, not 1.0"),
    ],
)
def test_what_cannot_be_is_one_sentence(bots, settings, words) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - its words are looked at
        Tournament(ryumon.game("slaughter"), bots, **settings)
    assert words in str(refused.value)
    assert str(refused.value).endswith(".")
    if isinstance(refused.value, Refused):
        assert refused.value.refusal.sentence("ja").endswith("。")
