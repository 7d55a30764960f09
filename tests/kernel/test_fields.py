"""The two shapes of a state, and the width of its fields."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ryumon.kernel import fields
from ryumon.kernel.fields import Field, Packed
from ryumon.kernel.jit import interpreted, link, njit, operation
from tests import support

FIELDS = [
    Field("a", Packed(8)), Field("b", Packed(16), by=3),
    Field("c", Packed(32)), Field("d", Packed(64), by=2),
]  # fmt: skip


@pytest.mark.parametrize("width", list(fields.WIDTH))
def test_a_width_holds_what_numpy_says(width: str) -> None:
    info, kind = np.iinfo(width), Packed(fields.WIDTH[width])
    assert (kind.low, kind.high) == (info.min, info.max)
    assert Field("x", kind).width == width


def filled(value: int) -> Any:
    s = fields.plain_class("test", FIELDS)()
    s.a, s.b, s.c, s.d = value, [value, 0, 1], value, [value, -value]
    return s


def test_a_plain_state_goes_into_a_record_and_back() -> None:
    records = np.zeros(2, fields.record_type("test", FIELDS))
    s = filled(-100)
    fields.from_plain(s, FIELDS, records[1])
    again = fields.to_plain(fields.plain_class("test", FIELDS)(), FIELDS, records[1])
    assert again.values() == s.values()
    assert all(type(x) is int for x in (again.a, *again.b, again.c, *again.d))
    assert not records[0]["b"].any()


def test_a_clone_shares_nothing() -> None:
    s = filled(7)
    other = s.clone()
    assert other == s
    other.b[0] = 1
    other.a = 2
    assert s.b[0] == 7
    assert s.a == 7
    assert other != s


def test_a_plain_state_has_no_other_fields() -> None:
    """A misspelt field is an error when interpreted, as it is when compiled."""
    with pytest.raises(AttributeError):
        filled(1).aa = 3


def test_equal_fields_of_two_games_are_two_layouts() -> None:
    """numba keys its cache by the layout: equal ones would share code."""
    assert fields.record_type("one", FIELDS) != fields.record_type("two", FIELDS)
    assert fields.record_type("one", FIELDS) == fields.record_type("one", FIELDS)


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"a": 128}, ["a = 128"]),
        ({"a": -129}, ["a = -129"]),
        ({"b": [0, 1 << 15, 0]}, ["b = 32768"]),
        ({"d": [1 << 63, 0]}, [f"d = {1 << 63}"]),
        ({"b": [0, 0]}, ["b has 2 entries"]),
        ({"c": True}, ["c is bool"]),
        ({"a": 127, "b": [-(1 << 15), 0, 0], "d": [(1 << 63) - 1, -(1 << 63)]}, []),
    ],
)
def test_numbers_beyond_a_field_are_noticed(change: dict[str, Any], wrong: list[str]) -> None:
    """The check that the conformance tests make after every move can fail."""
    s = filled(1)
    for name, value in change.items():
        setattr(s, name, value)
    assert support.out_of_range(s, FIELDS) == wrong


# --- linking --------------------------------------------------------------------------------


@operation
def points(s) -> int:
    """Filled by each game."""
    return 0


@njit
def twice(s):
    return 2 * points(s)


@njit
def one(s):
    return 1


@njit
def ten(s):
    return helper(s) * 10


@njit
def helper(s):
    return 1


def test_linking_fills_open_operations_and_leaves_the_originals() -> None:
    low = link([twice], {"points": one}, interpreted)
    high = link([twice], {"points": ten}, interpreted)
    assert low["twice"](None) == 2
    assert high["twice"](None) == 20
    assert low["twice"](None) == 2
    assert twice(None) == 0
    assert low["twice"].__doc__ == twice.__doc__


def test_linking_follows_every_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each function has one twin in a set, also when it is reached in several ways."""
    seen: list[str] = []

    def note(function: Any) -> Any:
        seen.append(function.__name__)
        return function

    link([twice, ten], {"points": ten}, note)
    assert sorted(seen) == ["helper", "ten", "twice"]
