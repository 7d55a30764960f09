"""What search asks of the card and tile games: worlds, what moves show, priors and values.

That worlds are even is proved in tests/secrecy, where `State.worlds`, which draws by the same
functions, is held against enumeration; and in test_placing.py.
"""

from __future__ import annotations

import itertools
import math
import random
import statistics
from collections import defaultdict
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

import ryumon
from bench.selfplay import calibration, selfplay, surprise
from ryumon import CHANCE, OVER, PUBLIC, State
from ryumon.games.slaughter import faults
from ryumon.games.slaughter.hidden import UNSEEN
from ryumon.games.tiger_dragon.words import lot_of
from ryumon.kernel import fields, rng
from ryumon.kernel.jit import njit
from ryumon.kernel.machine import Machine, machine
from ryumon.kernel.ops import (
    SURE,
    forget,
    is_cutoff,
    legal,
    likelihood,
    prepare,
    priors,
    shows,
    values,
    world,
)  # fmt: skip
from ryumon.kernel.rng import below
from ryumon.play.refusal import Refusal
from tests.rules.tiger_dragon.scene import late, play
from tests.support import SUITES, compiled, compiled_machine, label, plain, viewers, walk

NAMES = ["schadenfreude", "slaughter", "tiger-dragon"]
EVERY = [(name, options) for name in NAMES for options in SUITES[name].options]
FIRST = [(name, SUITES[name].options[0]) for name in NAMES]


def every(sets: list[tuple[str, dict[str, Any]]]) -> Any:
    """As parameters; the first option set of each game is for the inner loop too."""
    made = []
    for name, options in sets:
        marks = [] if (name, options) in FIRST else [pytest.mark.slow]
        made.append(
            pytest.param(ryumon.game(name, **options), id=label(name, options), marks=marks)
        )
    return pytest.mark.parametrize("game", made)


TINY = 12  # games with a tiny set for each other one


def strolls(game: ryumon.Game, step: int, games: int = 2) -> Iterator[State]:
    """Some states of games by thumb, of random ones and of both mixed; all phases come up. Games
    with a tiny set are over soon, so there are more of them."""
    rng = random.Random(3)
    for seed in range(TINY * games if game.options.get("set") == "tiny" else games):
        for state in walk(game, seed, thumb=(0.3, 1.0, 0.0)[seed % 3]):
            if rng.randrange(step) == 0:
                yield state


class Used(defaultdict):
    """Room that remembers how much of it was needed."""

    def __init__(self) -> None:
        super().__init__(float)

    @property
    def size(self) -> int:
        return max(self) + 1


def forgotten(s: Any, viewer: int) -> Any:
    known = type(s)()
    kind_of(s).sight.forget(s, known, viewer)
    return known


def kind_of(s: Any) -> Any:
    return next(ryumon.game(n).spec for n in NAMES if machine_of(n).plain is type(s))


def machine_of(name: str) -> Machine:
    return machine(ryumon.game(name).spec, compiled=False)


# --- worlds ---------------------------------------------------------------------------------


@every(EVERY)
def test_no_world_is_impossible(game):
    """At every turn and for every viewer: no invariant is broken, and the viewer cannot tell."""
    hidden = game.spec.hidden
    dice = rng.words(1)
    seen = varied = 0
    for state in strolls(game, step=7):
        for viewer in viewers(game):
            known = forgotten(plain(state), viewer)
            room = Used()
            hidden.prepare(known, viewer, room)
            assert room.size <= hidden.SPACE
            for _ in range(2):
                s = known.clone()
                hidden.world(s, viewer, room, dice)
                assert forgotten(s, viewer) == known
                assert fault(game, s) is None
                assert 1 <= hidden.likelihood(s, viewer) <= SURE
                seen += 1
                varied += s != known
    assert varied > seen / 4


def fault(game: ryumon.Game, s: Any) -> Refusal | None:
    """What is wrong with a state. Gifts that the viewer has not seen stay unknown in it (SD-7):
    nothing that is played depends on them."""
    if game.name == "slaughter" and UNSEEN in (*s.gave, *s.got):
        with patch.multiple(faults, _gifts=lambda s: iter(()), _call=lambda s: iter(())):
            return faults.fault(s)
    return game.spec.position.fault(s)


@every(EVERY)
def test_worlds_play_on_to_the_end(game):
    """By random moves, from choices half made too."""
    rules, hidden = game.spec.rules, game.spec.hidden
    dice, room = rng.words(2), [0] * rules.MOST
    for state in strolls(game, step=25, games=1):
        for viewer in viewers(game) if state.turn != OVER else []:
            known = forgotten(plain(state), viewer)
            space = Used()
            hidden.prepare(known, viewer, space)
            hidden.world(known, viewer, space, dice)
            while known.player != OVER:
                n = rules.legal(known, room)
                assert n > 0
                rules.apply(known, room[below(dice, n)])
            assert fault(game, known) is None


def test_what_a_pass_suggests():
    """Tiger & Dragon: a world in which seat 1 could have answered is less likely, unless it is the
    partner who attacked."""
    likely_of = ryumon.game("tiger-dragon").spec.hidden.likelihood
    state = play(late("8844", "775", "833", left="2"), "8 pass")
    s = plain(state)
    assert likely_of(s, 0) == SURE
    s.hands[1] = lot_of(["8", "7", "5"])
    assert likely_of(s, 0) < SURE / 2
    assert likely_of(s, 1) == SURE  # one knows the own hand
    state = play(late("8844", "775", "833", "7", teams=True), "8 pass pass")
    s = plain(state)
    s.hands[2] = lot_of(["8", "3", "3"])
    assert likely_of(s, 0) == SURE
    s.hands[1] = lot_of(["8", "7", "5"])
    assert likely_of(s, 0) < SURE / 2


# --- what moves show ------------------------------------------------------------------------


@every(EVERY)
def test_moves_look_alike_if_they_are_told_alike(game):
    """`shows` agrees with `narrate`: two moves look alike if the viewer's events are the same."""
    rules, hidden, sight = game.spec.rules, game.spec.hidden, game.spec.sight
    room = [0] * rules.MOST
    alike = different = 0
    for state in strolls(game, step=3, games=1):
        s = plain(state)
        for viewer in viewers(game):
            by_look: dict[int, list[Any]] = {}
            for move in room[: rules.legal(s, room)]:
                after = s.clone()
                rules.apply(after, move)
                told = [seen.by(viewer) for seen in sight.narrate(s, move, after)]
                look = hidden.shows(s, move, viewer)
                assert look < 0 or look == move
                by_look.setdefault(look, []).append([event for event in told if event is not None])
            for same in by_look.values():
                alike += len(same) > 1
                assert all(events == same[0] for events in same)
            firsts = [same[0] for same in by_look.values()]
            different += len(firsts) > 1
            assert all(a != b for a, b in itertools.combinations(firsts, 2))
    assert alike > 20
    assert different > 20


# --- leanings and the values ---------------------------------------------------------------


@every(EVERY)
def test_leanings_are_a_distribution_over_what_the_seat_knows(game):
    rules, heuristics = game.spec.rules, game.spec.heuristics
    moves, out, again = [0] * rules.MOST, [0.0] * rules.MOST, [0.0] * rules.MOST
    for state in strolls(game, step=4):
        if state.turn >= 0:
            s = plain(state)
            n = rules.legal(s, moves)
            heuristics.priors(s, moves, n, out)
            assert s == plain(state)
            assert sum(out[:n]) == pytest.approx(1)
            assert min(out[:n]) > 0
            heuristics.priors(forgotten(s, state.turn), moves, n, again)
            assert again == out


@every(EVERY)
def test_thumb_plays_what_it_leans_to(game):
    """The move of the rule-of-thumb player is among the likelier half, nearly always."""
    rules, heuristics = game.spec.rules, game.spec.heuristics
    moves, out, dice = [0] * rules.MOST, [0.0] * rules.MOST, rng.words(4)
    agreed = asked = 0
    for state in strolls(game, step=2):
        if state.turn >= 0:
            s = plain(state)
            n = rules.legal(s, moves)
            if n > 1:
                heuristics.priors(s, moves, n, out)
                chosen = moves.index(heuristics.rollout_move(s, dice), 0, n)
                agreed += out[chosen] >= statistics.median(out[:n])
                asked += 1
    assert agreed > 0.9 * asked


@every(EVERY)
def test_the_outlook_shares_the_win(game):
    """It sums to 1, is that of the rules at the end, and changes nothing."""
    heuristics = game.spec.heuristics
    out = [0.0] * game.players
    halts = 0
    for state in strolls(game, step=5):
        s = plain(state)
        heuristics.values(s, out)
        assert s == plain(state)
        assert min(out) >= 0
        result = state.result()
        if result is not None:
            assert out == result.payoffs
        else:
            assert sum(out) == pytest.approx(1)
            assert heuristics.is_cutoff(s) == (
                state.turn == CHANCE and state.view(PUBLIC)["phase"] in BEFORE
            )
            halts += heuristics.is_cutoff(s)
    assert halts


BEFORE = ("first", "field", "deal")  # the phases between rounds


# --- compiled -------------------------------------------------------------------------------


@njit
def in_one(states, viewer, room, dice, moves, out):
    """All at once: forget, draw a world into states[2], and judge the true state."""
    forget(states[0], states[1], viewer)
    prepare(states[1], viewer, room)
    states[2] = states[1]
    world(states[2], viewer, room, dice)
    n = legal(states[0], moves)
    seen = 0
    for k in range(n):
        seen = (seen * 31 + shows(states[0], moves[k], viewer)) % 1000003
    values(states[0], out[0])
    if n and is_cutoff(states[0]) == 0:
        priors(states[0], moves, n, out[1])
    return seen * 1001 + likelihood(states[2], viewer)


@pytest.mark.slow
@every(FIRST)
def test_compiled_and_interpreted_guess_the_same(game):
    """With the same luck: the same worlds, and judgements but for the last digit."""
    made = compiled_machine(game.name)
    fast = made.linked([in_one])["in_one"]
    plainly = machine(game.spec, compiled=False).linked([in_one])["in_one"]
    space = np.zeros(game.spec.hidden.SPACE)
    dice, luck_too = rng.words(5), made.luck(5)
    for state in strolls(game, step=6):
        s = plain(state)
        if state.turn == CHANCE:
            continue
        for viewer in viewers(game):
            records = made.states(3)
            fields.from_plain(s, made.fields, records[0])
            plains = Copying([s.clone(), type(s)(), type(s)()])
            moves, out = made.room(), np.zeros((2, made.most))
            code = fast(records, viewer, space, luck_too, moves, out)
            listed = [[0.0] * made.most, [0.0] * made.most]
            assert plainly(plains, viewer, Used(), dice, [0] * made.most, listed) == code
            assert made.to_plain(records, 2) == plains[2]
            assert out.tolist() == [pytest.approx(row) for row in listed]
            assert luck_too.tolist()[: rng.DECK] == dice[: rng.DECK]


class Copying(list):
    """A list into which states are copied, as into an array."""

    def __setitem__(self, k: Any, s: Any) -> None:
        super().__setitem__(k, s.clone())


# --- do they foretell? ----------------------------------------------------------------------


@pytest.mark.slow
@every(EVERY)
def test_the_outlook_is_calibrated(game):
    """On games that it was not fitted to: whoever is given 20 to 30 % wins about as often."""
    with compiled(game.name):
        _, ended, results, foretold = selfplay(game, games=3000, seed=20_26, every=40)
    assert surprise(foretold, results) < math.log(game.players) - 0.02
    for part in (ended == 0, ended == 1):
        for told, came, number in calibration(foretold[part], results[part]):
            if number > 400:
                spread = 4 * math.sqrt(told * (1 - told) / number)
                assert came == pytest.approx(told, abs=0.05 + spread)
