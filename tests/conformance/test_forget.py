"""The open part of `forget` is made from the fields; the hand-written one is its oracle."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

import ryumon
from ryumon.kernel import fields
from ryumon.kernel.fields import HIDDEN, OPEN, OWN, Field, Number, One, SetOf, Thing
from ryumon.kernel.machine import plain_class
from tests import support
from tests.conformance.forget_by_hand import FORGET

DIRT = 77  # what a record may hold from before: every field must be written


def dirty(game: ryumon.Game) -> Any:
    """A state whose every number is left over from something else."""
    known = plain_class(game.spec)()
    for field in game.spec.rules.FIELDS:
        setattr(known, field.name, [DIRT] * field.length if field.by else DIRT)
    for field in game.spec.rules.FIELDS:
        if field.used:  # beyond those in use nothing is ever written
            setattr(known, field.name, [0] * field.length)
    return known


def test_forgetting_by_the_fields_is_forgetting_by_hand(game: ryumon.Game) -> None:
    for state in support.moments(game, 3, most=25):
        true = support.plain(state)
        for viewer in support.viewers(game):
            by_hand, made = plain_class(game.spec)(), dirty(game)
            FORGET[game.name](true, by_hand, viewer)
            game.spec.sight.forget(true, made, viewer)
            assert made == by_hand, (viewer, state.moves)


def test_the_open_part_shows_nothing_but_what_the_fields_say(game: ryumon.Game) -> None:
    """By itself it is blank wherever a field is hidden or somebody else's."""
    for state in support.moments(game, 4, most=8):
        true = support.plain(state)
        for viewer in support.viewers(game):
            known = dirty(game)
            game.spec.sight.open_part(true, known, viewer)
            for field in game.spec.rules.FIELDS:
                told = getattr(known, field.name)
                for k, value in enumerate(told if field.by else [told]):
                    if field.seen == HIDDEN or (field.seen == OWN and k != viewer):
                        assert value == field.holds.blank or field.used, (field.name, k)


def test_every_number_is_within_what_its_field_says(game: ryumon.Game) -> None:
    """True states and forgotten ones: the ranges of the fields are those of the rules."""
    for state in support.moments(game, 5, most=25):
        assert not support.out_of_range(support.plain(state), game.spec.rules.FIELDS)
        for viewer in support.viewers(game):
            known = game.spec.sight.forget, plain_class(game.spec)()
            known[0](support.plain(state), known[1], viewer)
            assert not support.out_of_range(known[1], game.spec.rules.FIELDS)


# --- a field by itself ------------------------------------------------------------------------

CARD = Thing("card", 8)
FIELDS = [
    Field("hands", SetOf(CARD), by=3, seen=OWN, after=1),
    Field("tricks", Number(0, 9), by=3, seen=OPEN),
    Field("trump", One(CARD), seen=OPEN),
    Field("drawn", One(CARD)),
    Field("notes", One(CARD), by=(4, 2), used="rounds", seen=OPEN),
    Field("rounds", Number(0, 4), seen=OPEN),
    Field("phase", Number(0, 3), seen=OPEN),
]


def shown(viewer: int, phase: int, change: dict[str, Field] | None = None) -> Any:
    wanted = [(change or {}).get(field.name, field) for field in FIELDS]
    made = fields.plain_class("test", wanted)
    s, known = made(), made()
    s.hands, s.tricks, s.trump, s.drawn = [1, 2, 4], [5, 6, 7], 3, 2
    s.notes, s.rounds, s.phase = [1, 2, 3, 4, 5, 6, 7, 0], 2, phase
    fields.open_part(wanted)(s, known, viewer)
    return known


def test_an_open_field_is_seen_by_all_and_an_own_one_by_its_seat() -> None:
    assert (shown(1, 2).hands, shown(1, 2).tricks, shown(1, 2).trump) == ([0, 2, 0], [5, 6, 7], 3)
    assert shown(-3, 2).hands == [0, 0, 0]


def test_nothing_is_seen_before_its_time() -> None:
    assert shown(1, 1).hands == [0, 0, 0]


def test_what_is_not_declared_is_blank() -> None:
    """None of the things where one could be, an empty set where a set could be."""
    assert shown(0, 2).drawn == -1
    assert shown(0, 2, {"hands": Field("hands", SetOf(CARD), by=3)}).hands == [0, 0, 0]


def test_of_many_rounds_those_in_use_are_copied() -> None:
    assert shown(0, 2).notes == [1, 2, 3, 4, 0, 0, 0, 0]


def test_a_field_is_as_narrow_as_what_it_holds() -> None:
    kinds = [Number(-128, 127), Number(0, 128), SetOf(Thing("x", 31)), SetOf(Thing("x", 32))]
    assert [Field("x", kind).width for kind in kinds] == ["i1", "i2", "i4", "i8"]
    assert Field("x", Number(0, 1), width="i4").width == "i4"
    for wrong in (Number(0, 128), Number(-129, 0)):
        with pytest.raises(ValueError, match="does not fit"):
            Field("x", wrong, width="i1")
    with pytest.raises(ValueError, match="does not fit"):
        Field("x", SetOf(Thing("x", 64)))


# --- and a leak in a field would be caught ------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "leaking"),
    [
        ("slaughter", "hands"), ("slaughter", "scale"), ("slaughter", "put"), ("slaughter", "last"),
        ("schadenfreude", "rest"), ("tiger-dragon", "hands"), ("tiger-dragon", "laps"),
        ("bushido", "laid"), ("bushido", "place"), ("bushido", "dart"),
    ],
)  # fmt: skip
def test_a_field_wrongly_declared_open_is_noticed_by_the_oracle(name: str, leaking: str) -> None:
    """The generated part shows the field then, which is what the oracle never does."""
    game = ryumon.game(name)
    found = [
        dataclasses.replace(field, seen=OPEN, after=None) if field.name == leaking else field
        for field in game.spec.rules.FIELDS
    ]
    open_part, told = fields.open_part(found), False
    for state in support.moments(game, 3, most=25):
        true = support.plain(state)
        for viewer in support.viewers(game):
            honest, known = plain_class(game.spec)(), plain_class(game.spec)()
            FORGET[game.name](true, honest, viewer)
            open_part(true, known, viewer)
            told |= getattr(known, leaking) != getattr(honest, leaking)
    assert told
