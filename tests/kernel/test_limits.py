"""A game that is too large for the kernel is refused with a sentence when it is registered: its
arrays have fixed sizes, and compiled code would write past their ends without a word."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from ryumon.games.placing import PIECES, TABLE, space
from ryumon.games.slaughter import rules as rules_module
from ryumon.kernel import fields, rng, search
from ryumon.play.registry import find

SLAUGHTER = find("slaughter")


def larger(**changes: Any) -> Any:
    """A game like Slaughter the Dragon that differs in this."""
    made = {f.name: getattr(SLAUGHTER, f.name) for f in SLAUGHTER.__dataclass_fields__.values()}
    made.pop("ids")
    return type(SLAUGHTER)(**(made | changes))


def test_a_game_as_large_as_the_kernel_is_taken() -> None:
    assert larger(players=(3, 4, 5)).players == (3, 4, 5)
    assert search.SEATS == fields.SEAT.count == 5


def test_more_seats_than_the_search_has_room_for_are_refused() -> None:
    sentence = "^The game slaughter is for up to 6 players; there is room for 5.$"
    with pytest.raises(ValueError, match=sentence):
        larger(players=(3, 6))
    with pytest.raises(ValueError, match=sentence):
        replace(SLAUGHTER, players=(6,))


def test_more_legal_moves_than_can_be_counted_are_refused() -> None:
    rules = SimpleNamespace(**{**vars(rules_module), "MOST": 70_000})
    with pytest.raises(ValueError, match="up to 70000 legal moves; there is room for 65535"):
        larger(rules=rules)


def test_a_set_has_at_most_63_things() -> None:
    assert fields.Field("cards", fields.SetOf(fields.Thing("card", 63))).width == "i8"
    with pytest.raises(ValueError, match="The field cards does not fit into 64 bits"):
        fields.Field("cards", fields.SetOf(fields.Thing("card", 64)))


def test_at_most_53_hidden_pieces_are_placed() -> None:
    assert float((1 << PIECES) - 1) == (1 << PIECES) - 1
    assert space(PIECES, 10) == TABLE + 10
    with pytest.raises(ValueError, match="54 hidden pieces cannot be placed"):
        space(PIECES + 1, 10)


def test_to_shuffle_more_than_there_is_room_for_fails_where_rules_are_interpreted() -> None:
    """All tests of a game run interpreted too, so nobody gets as far as the compiler."""
    luck = rng.words(1)
    luck[rng.DECK + 63] = 63
    with pytest.raises(IndexError):
        luck[rng.DECK + 64] = 64
