"""The last two tricks of 200 deals, enumerated by slow rules of their own and by the engine."""

from __future__ import annotations

import random

import pytest

import ryumon
from ryumon import OVER, PUBLIC, State
from tests.rules.schadenfreude.scene import last
from tests.rules.schadenfreude.slow import Round, rank, winners

pytestmark = pytest.mark.slow  # not for the inner loop

DEALS = 200


def ending(seed: int) -> tuple[State, Round]:
    """A random deal with random scores, played at random up to the last two tricks."""
    rng = random.Random(seed)
    players = 3 + seed % 3
    game = ryumon.game("schadenfreude", players=players)
    scores = [rng.randrange(41) for _ in range(players)]
    begun = game.start().position() | {"round": 1 + rng.randrange(1, 50), "scores": scores}
    lows = [p for p in range(players) if scores[p] == min(scores)]
    if len(lows) == 1:
        begun |= {"phase": "deal", "leader": lows[0]}
    state = game.position(begun)
    state.deal(rng)
    hands = state.position()["hands"]
    while state.view(PUBLIC)["tricks"] < len(hands[0]) - 2:
        state.play(rng.choice(state.legal()))
    # the slow rules are told the cards only, and find the piles by themselves
    slow = Round(hands, [[] for _ in hands], scores, last(state, "deal")["leader"])
    for event in state.events(PUBLIC):
        if event["kind"] == "play":
            slow.play(event["move"])
    return state, slow


def value(scores: list[int], over: bool) -> list[float]:
    """What the seats play for here: winning; else a score near 40 for oneself."""
    if over:
        won = winners(scores)
        return [100.0 if p in won else 0.0 for p in range(len(scores))]
    return [float(score) for score in scores]


def solved_by_slow_rules(slow: Round, last_round: bool) -> tuple[list[float], int]:
    """The value when everyone plays for the own best (of equals the first), and the lines."""
    if slow.over:
        scores = slow.scores()
        return value(scores, max(scores) > 40 or last_round), 1
    best: list[float] | None = None
    lines = 0
    seat = slow.turn
    for card in sorted(slow.legal()):
        after = slow.copy()
        after.play(card)
        found, below = solved_by_slow_rules(after, last_round)
        lines += below
        if best is None or found[seat] > best[seat]:
            best = found
    assert best is not None
    return best, lines


def solved_by_engine(state: State, slow: Round, last_round: bool) -> tuple[list[float], int]:
    """The same through the engine, which must agree with the slow rules at every step."""
    n = state.game.players
    if slow.over:
        ended = state.turn == OVER
        assert state.scores == slow.scores()
        assert ended == (max(state.scores) > 40 or last_round)
        result = state.result()
        assert (None if result is None else result.winners) == (
            winners(state.scores) if ended else None
        )
        assert last(state, "score")["points"] == [sum(slow.counting(p)) for p in range(n)]
        return value(state.scores, ended), 1
    assert state.turn == slow.turn
    assert set(state.legal()) == slow.legal()
    best: list[float] | None = None
    lines = 0
    for card in sorted(state.legal()):
        after, beside = state.copy(), slow.copy()
        after.play(card)
        beside.play(card)
        if not beside.trick:
            assert last(after, "trick")["seat"] == beside.winner
        if not beside.over:
            for p, seat in enumerate(after.view(PUBLIC)["seats"]):
                assert sorted(rank(c) for c in seat["pile"]) == beside.counting(p)
        found, below = solved_by_engine(after, beside, last_round)
        lines += below
        if best is None or found[state.turn] > best[state.turn]:
            best = found
    assert best is not None
    return best, lines


@pytest.mark.parametrize("part", range(10))
def test_SF_2_to_SF_10_the_last_two_tricks(part):
    lines = 0
    for seed in range(part * DEALS // 10, (part + 1) * DEALS // 10):
        state, slow = ending(seed)
        last_round = state.view(PUBLIC)["round"] == 50
        expected = solved_by_slow_rules(slow, last_round)
        assert solved_by_engine(state, slow, last_round) == expected
        lines += expected[1]
    assert lines > 20 * 4  # free choices there were


def test_the_deals_show_every_way_to_end():
    """Or the comparison would prove too little."""
    seen = set()
    for seed in range(DEALS):
        state, _ = ending(seed)
        rng = random.Random(seed)
        view = state.view(PUBLIC)
        seen.add(("players", view["players"]))
        while not any(e["kind"] == "score" for e in state.events(PUBLIC)):
            if state.view(PUBLIC)["seats"][state.turn]["hand"] == 2:
                seen.add(("choice", len(state.legal())))
            state.play(rng.choice(state.legal()))
        result = state.result()
        seen.add(("over", result is not None, bool(result and result.winners)))
        if any(old["score"] + new < 0 for old, new in
               zip(view["seats"], last(state, "score")["points"], strict=True)):  # fmt: skip
            seen.add("below 0")
    assert {("players", 3), ("players", 4), ("players", 5), "below 0"} <= seen
    assert {("choice", 1), ("choice", 2)} <= seen
    assert {("over", False, False), ("over", True, True), ("over", True, False)} <= seen
