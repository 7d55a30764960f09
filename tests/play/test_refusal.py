"""A refusal is a value: it says itself in every language, compares, and can be sent elsewhere."""

from __future__ import annotations

import errno
import pickle

import pytest

from ryumon import IllegalMove
from ryumon.play.refusal import NO_RULE, Refusal, Refused, refused
from ryumon.play.sentence import either, os_reason

TABLE = {
    "en": {
        "many": "There {n:is|are} {n} card{n:|s}.",
        "typed": "{text!q} is not a card.",
        "within": "No: {why}",
        "list": "There are: {all}.",
    },
    "ja": {
        "many": "札は{n}枚ある。",
        "typed": "{text!q}は札ではない。",
        "within": "否: {why}",
        "list": "あるのは: {all}。",
    },
}


def test_a_refusal_speaks_every_language() -> None:
    refusal = Refusal.of(TABLE, "many", "SD-9", n=3)
    assert refusal.sentence() == "There are 3 cards."
    assert refusal.sentence("ja") == "札は3枚ある。"
    assert refusal.cited("ja") == "札は3枚ある。 (SD-9)"
    assert Refusal.of(TABLE, "many", n=1).cited() == "There is 1 card."
    with pytest.raises(Refused, match='There is no language "de"; available: en, ja'):
        refusal.sentence("de")


def test_what_was_typed_is_quoted_in_the_way_of_the_language_and_shortened() -> None:
    assert Refusal.of(TABLE, "typed", text="zz").sentence() == '"zz" is not a card.'
    assert Refusal.of(TABLE, "typed", text="zz").sentence("ja") == "「zz」は札ではない。"
    assert Refusal.of(TABLE, "typed", text=None).sentence() == "None is not a card."
    assert Refusal.of(TABLE, "typed", text="{n}").sentence() == '"{n}" is not a card.'
    wild = Refusal.of(TABLE, "typed", text="\x1b[2J\n" + "x" * 1000).sentence()
    assert wild.isprintable()
    assert len(wild) < 100


def test_a_sentence_within_a_sentence_is_of_the_same_language() -> None:
    inner = refused(TABLE, "typed", "SD-8", text="zz")
    outer = Refusal.of(TABLE, "within", why=inner)
    assert outer.sentence() == 'No: "zz" is not a card. (SD-8)'
    assert outer.sentence("ja") == "否: 「zz」は札ではない。 (SD-8)"
    full = Refusal.of(TABLE, "within", why=OSError(errno.ENOSPC, "whatever"))
    assert full.sentence() == "No: No space left on device"
    assert full.sentence("ja") == "否: 空き容量がない"
    assert Refusal.of(TABLE, "within", why={"en": "a", "ja": "b"}).sentence("ja") == "否: b"


def test_lists_are_joined() -> None:
    assert Refusal.of(TABLE, "list", all=["a", "b"]).sentence() == "There are: a, b."
    assert either([3, 4, 5]) == {"en": "3, 4 or 5", "ja": "3、4、5"}
    assert either([2, 3])["en"] == "2 or 3"
    assert either([2]) == {"en": "2", "ja": "2"}
    assert os_reason(ValueError("odd"))["ja"] == "odd"


@pytest.mark.parametrize("kind", [Refused, IllegalMove])
def test_it_compares_and_pickles(kind: type[Refused]) -> None:
    refusal = Refusal.of(TABLE, "within", "SD-9", why=refused(TABLE, "list", all=["a", 3]))
    again = pickle.loads(pickle.dumps(kind(refusal)))
    assert type(again) is kind
    assert isinstance(again, ValueError)
    assert again.refusal == refusal
    assert hash(again.refusal) == hash(refusal)
    assert (again.rule, again.sentence) == ("SD-9", refusal.sentence())
    assert str(again) == f"{refusal.sentence()} (SD-9)"
    assert refusal != Refusal.of(TABLE, "list", "SD-9", all=["a", 3])
    assert str(kind(Refusal.of(TABLE, "list", NO_RULE, all=[]))) == "There are: ."


def test_a_refusal_keeps_nothing_that_cannot_be_sent() -> None:
    refusal = Refusal.of(TABLE, "typed", text=lambda: None)
    assert pickle.loads(pickle.dumps(refusal)) == refusal
