"""BB-30: a round of Bushido Breaker is judged in secret, and everyone who is not asked waits."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import ryumon
from ryumon import OVER, PUBLIC
from ryumon.server.showing import Shown
from ryumon.table.questions import is_asked, moment, unanswered


@pytest.mark.slow
def test_BB_30_who_is_called_answers_and_all_others_wait() -> None:
    """Also a samurai whose special follows the answers: it would learn from it how they ended."""
    asked = Counter[str]()
    for seed in range(40):
        rng, state = random.Random(seed), ryumon.game("bushido", players=4).start()
        held = None
        while state.turn != OVER:
            before = state.copy()
            move = rng.choice(state.legal())
            state.play(move)
            now = moment(before, state)
            held = now or held
            if held is None or state.turn == OVER or not is_asked(state, state.turn):
                held = None
                continue
            side = "ninja" if state.turn in held.seats else "samurai"
            asked[side] += 1
            assert held.asks(state) == (side == "ninja")
            for viewer in (*range(4), PUBLIC):
                shown = Shown(state, viewer, held)
                assert shown.count() == held.before.told(viewer).length + 1
                assert shown.view().phase == "judging"
    assert min(asked["ninja"], asked["samurai"]) > 5, asked


def test_who_has_not_answered_reacts_unless_it_wished_not_to() -> None:
    asked = 0
    for seed in range(20):
        rng, state = random.Random(seed), ryumon.game("bushido", players=2).start()
        while state.turn != OVER:
            legal = state.legal()
            if "no" in legal and is_asked(state, state.turn):
                asked += 1
                assert unanswered(state, "no") == "no"
                assert unanswered(state, "") in set(legal) - {"no"}
            state.play(rng.choice(legal))
    assert asked
