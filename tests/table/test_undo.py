"""What can be taken back: only as far as no information flowed."""

from __future__ import annotations

import random

import ryumon
from ryumon import OVER, PUBLIC, State
from ryumon.table.undo import decisions, last_undo, may_undo, shortened
from tests import support


def division() -> State:
    """Slaughter, in the middle of a division: two cards named, not done."""
    state = ryumon.game("slaughter").start()
    state.deal(random.Random(7))
    while "done" not in (state.choice() or {}).values():
        state.play(state.legal()[0])
    for _ in range(2):
        state.play(state.legal()[0])
    return state


def others(state: State, seat: int) -> list[int]:
    return [viewer for viewer in support.viewers(state.game) if viewer != seat]


def test_cards_that_nobody_saw_being_named_can_be_taken_back() -> None:
    state = division()
    seat = state.turn
    assert may_undo(state, len(state.moves) - 1, seat, others(state, seat))
    assert last_undo(state, seat, others(state, seat)) == len(state.moves) - 2
    state.play("done")  # everyone sees that
    assert not may_undo(state, len(state.moves) - 1, seat, others(state, seat))
    assert last_undo(state, seat, others(state, seat)) is None


def test_nothing_can_be_taken_back_that_anybody_else_has_seen_or_done(game: ryumon.Game) -> None:
    """Of every move of a game: if it may be taken back, then it was the seat's own, chance did not
    move, and all others have exactly the events they had before."""
    state, rng = game.start(), random.Random(3)
    found = {True: 0, False: 0}
    while state.turn != OVER and sum(found.values()) < 60:
        state.deal(rng)
        if state.turn < 0:
            break
        seat, length, before = state.turn, len(state.moves), state.copy()
        state.play(rng.choice(state.legal()))
        state.deal(rng)
        allowed = may_undo(state, length, seat, others(state, seat))
        found[allowed] += 1
        unseen = all(state.events(v) == before.events(v) for v in others(state, seat))
        alone = len(state.moves) == length + 1
        own = all(e.get("seat") == seat for e in state.events(seat, len(before.events(seat))))
        assert allowed == (unseen and alone and own)
    assert found[False]
    if game.name == "slaughter":
        assert found[True]


def test_what_others_did_is_not_one_s_own_to_take_back() -> None:
    state = ryumon.game("schadenfreude").start()
    state.deal(random.Random(1))
    seat, length = state.turn, len(state.moves)
    state.play(state.legal()[0])
    assert not may_undo(state, length, seat, [PUBLIC])
    assert may_undo(state, length, seat, [])  # nobody has looked since
    state.play(state.legal()[0])
    assert not may_undo(state, length, seat, [])


def test_shortened_and_decisions_agree_with_the_record(game: ryumon.Game) -> None:
    end = support.finished(game, 2)
    for seat in range(game.players):
        for length in decisions(end, seat)[:20]:
            then = shortened(end, length)
            assert then.turn == seat
            assert then.moves == end.moves[:length]
