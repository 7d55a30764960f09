"""The rule-of-thumb player of Tiger & Dragon: far above random, and sensible where it can be seen.

A fixed-seed match, not a measurement: one seat plays by thumb, all others at random. With teams
both partners do.
"""

from __future__ import annotations

import random

import pytest

import ryumon
from ryumon import OVER, bots
from tests.rules.tiger_dragon.scene import dealt, late

GAMES = 60


def wins(players: int, **options) -> float:
    """The share of games that the seats by thumb win."""
    game = ryumon.game("tiger-dragon", players=players, **options)
    won = 0
    for seed in range(GAMES):
        rng, me = random.Random(seed), seed % players
        mine = {me, (me + 2) % 4} if options.get("teams") else {me}
        state = game.start()
        sitting = [bots.make("thumb" if p in mine else "random", seed) for p in range(players)]
        while state.turn != OVER:
            state.deal(rng)
            if state.turn >= 0:
                state.play(bots.choose(sitting[state.turn], state))
        result = state.result()
        assert result is not None
        won += me in result.winners
    return won / GAMES


@pytest.mark.parametrize(
    ("players", "options", "least"),
    [
        (2, {}, 0.8),
        *(pytest.param(*told, marks=pytest.mark.slow) for told in (
            (3, {}, 0.75), (4, {}, 0.65), (5, {}, 0.6), (4, {"teams": True}, 0.85),
            (4, {"field": "clifftop"}, 0.6), (3, {"field": "each-round"}, 0.65),
        )),
    ],
)  # fmt: skip
def test_thumb_is_far_above_random(players, options, least):
    """Among equals the share would be one of as many as there are sides."""
    assert wins(players, **options) > least


def thumb(state: ryumon.State) -> str:
    return bots.choose(bots.make("thumb", 1), state)


def test_thumb_goes_out_when_it_can():
    assert thumb(late("844", "8", "775", turn=1, attack="8", attacker=0)) == "8"


def test_thumb_lets_its_partner_attack_but_goes_out_itself():
    state = late("844", "7", "883", "7", turn=2, attack="8", attacker=0, teams=True)
    assert thumb(state) == "pass"
    state = late("844", "7", "8", "7", turn=2, attack="8", attacker=0, teams=True)
    assert thumb(state) == "8"


def test_thumb_attacks_with_what_nobody_can_answer_and_ends_on_the_dearer_tile():
    """All other eights lie face up, and the Tiger Mystery: the 8 is safe. The 1 is worth 10."""
    state = late("81", "7", "775", "3", left="2")
    assert state.aids(0)["answers"]["8"] == 0
    assert thumb(state) == "8"


def test_thumb_defends_with_the_number_before_the_mystery():
    state = late("844", "8T377", "7", turn=1, attack="8", attacker=0)
    assert thumb(state) == "8"


def test_thumb_foretells_what_it_holds_most_of():
    state = dealt("8887766655", field="clifftop")
    assert thumb(state) == "foretell:8"
