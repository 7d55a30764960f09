"""What search asks of Tatsu: the evaluation of positions, and what is guessed where nothing is."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import ryumon
from bench.fit_tatsu import Table, in_use
from ryumon import OVER
from ryumon.games.tatsu import GAME, evaluation, heuristics, rules
from ryumon.games.tatsu.rules import (
    CORNERS,
    LAYOUTS,
    MOST,
    PACKED,
    RING,
    ROLLED,
    SEATS,
    SEGMENTS,
    TYPES,
    apply,
    full,
    inner_of,
    legal,
)  # fmt: skip
from ryumon.games.tatsu.words import STEPS
from ryumon.kernel import ops
from ryumon.kernel.bits import members
from ryumon.kernel.jit import njit
from ryumon.kernel.machine import machine
from ryumon.kernel.rng import words
from tests.rules.tatsu.scenes import scene
from tests.support import compiled, compiled_machine, thinned

Plain = Any


def positions(games: int, seed: int, corners: str = "WFWVFV") -> list[Plain]:
    """Plain states of games in which both play at random or by thumb, everything included: before
    the first roll, before rolls, with two dice, with one, at the end."""
    game, rng, dice = ryumon.game("tatsu", corners=corners), random.Random(seed), words(seed)
    made = machine(game.spec, compiled=False)
    found, room = [], [0] * MOST
    for _ in range(games):
        s = made.plain()
        rules.start(s, game._numbers)
        found.append(s.clone())
        while s.player != OVER:
            moves = room[: legal(s, room)]
            by_thumb = s.player >= 0 and rng.random() < 0.7
            apply(s, heuristics.rollout_move(s, dice) if by_thumb else rng.choice(moves))
            if rng.random() < 0.2 or s.player == OVER:
                found.append(s.clone())
    return found


def values(s: Plain) -> list[float]:
    out = [0.0] * SEATS
    heuristics.values(s, out)
    return out


def leaning(s: Plain) -> tuple[list[int], list[float]]:
    moves, out = [0] * MOST, [0.0] * MOST
    n = legal(s, moves)
    heuristics.priors(s, moves, n, out)
    return moves[:n], out[:n]


def reflected(s: Plain) -> Plain:
    """The same with the seats exchanged: segment k becomes 16 - k, which turns the directions round
    and brings the gates of one seat to those of the other (TA-1)."""
    m = s.clone()

    def turned(segments: int) -> int:
        return sum(1 << (14 - k) % SEGMENTS for k in members(segments))

    for k in range(SEATS * TYPES):
        other = (k + TYPES) % (SEATS * TYPES)
        m.inner[k], m.outer[k] = turned(s.inner[other]), turned(s.outer[other])
        m.tray[k], m.mat[k], m.dead[k] = s.tray[other], s.mat[other], s.dead[other]
    for segment in range(SEGMENTS):
        m.corner[(14 - segment) % SEGMENTS] = s.corner[segment]
    m.layout = PACKED.index(sum(m.corner[at - 1] << 2 * k for k, at in enumerate(CORNERS)))
    m.mover, m.winner = (1 - p if p >= 0 else p for p in (s.mover, s.winner))
    m.player = 1 - s.player if s.player >= 0 else s.player
    m.open = rules.choices(m) if s.phase == rules.MOVE else 0
    return m


# --- hidden: everything is open --------------------------------------------------------------


def test_every_move_is_seen_as_it_is() -> None:
    """As in sight.narrate, where each event names its move."""
    room = [0] * MOST
    for s in positions(3, seed=1):
        for move in room[: legal(s, room)]:
            assert GAME.hidden.shows(s, move, 0) == GAME.hidden.shows(s, move, 1) == move


def test_the_world_is_what_is_seen() -> None:
    for s in positions(2, seed=2):
        filled, room = s.clone(), [0.0]
        GAME.hidden.prepare(s, 0, room)
        GAME.hidden.world(filled, 0, room, words(1))
        assert filled == s
        assert GAME.hidden.likelihood(filled, 0) == ops.SURE


# --- values --------------------------------------------------------------------------------


@pytest.mark.parametrize("corners", thinned([LAYOUTS[0], "WFWVFV", "VVWWFF"], "WFWVFV"))
def test_the_seats_are_judged_alike(corners: str) -> None:
    """TA-1, TA-2: the board has a mirror; a position and its reflection have the same chances."""
    for s in positions(8, seed=3, corners=corners):
        assert values(reflected(s)) == pytest.approx(values(s)[::-1], abs=1e-12)


def test_the_mirror_of_the_start_is_the_start() -> None:
    """TA-2: the layout of the corners treats both players alike."""
    start = positions(1, seed=4)[0]
    assert reflected(start) == start
    assert values(start) == [0.5, 0.5]


def test_chances_add_up_and_the_end_is_the_result() -> None:
    for s in positions(8, seed=5):
        out = values(s)
        assert sum(out) == pytest.approx(1)
        assert all(0 <= share <= 1 for share in out)
        if s.player == OVER:
            paid = [0.0, 0.0]
            rules.payoffs(s, paid)
            assert out == paid


def test_a_die_that_is_left_is_used_as_well_as_can_be() -> None:
    """One die left: the best of the positions after it. And the win is seen."""
    room = [0] * MOST
    for s in positions(8, seed=6):
        if s.phase == rules.MOVE and s.left != rules.BOTH:
            after = []
            for move in room[: legal(s, room)]:
                then = s.clone()
                apply(then, move)
                after.append(values(then)[s.mover])
            assert values(s)[s.mover] == pytest.approx(max(after))
    won = scene({5: "bW", 10: "bV", 8: "wV"}, "~3-6", "10-16")
    assert values(won._plain())[0] == 1


@pytest.mark.parametrize(("segment", "hits"), [(6, 11), (9, 14), (11, 16), (12, 6), (15, 3)])
def test_the_rolls_that_win_at_once_are_counted(segment: int, hits: int) -> None:
    """A Water on 5, the only enemy stone further on: as many of 36 rolls as in backgammon."""
    s = scene({5: "bW", segment: "wV"})._plain()
    x = [0.0] * evaluation.ROWS
    evaluation.count(s, 0, x, 0)
    assert x[evaluation.WIN] == hits
    assert values(s)[0] > hits / 36


@pytest.mark.slow
def test_rolls_that_are_counted_as_hits_do_hit() -> None:
    """For every counted roll there is a way to play it in which such a stone ends there."""
    counted = 0
    for s in positions(6, seed=7):
        if s.phase != rules.ROLL:
            continue
        p = s.mover
        room = RING & ~full(s)
        for to in members(inner_of(s, 1 - p) & room):
            for t in range(TYPES):
                for k in members(evaluation.arriving(s, p, t, to, room)):
                    one, two = sorted(evaluation.ROLLS[k])
                    rolled = s.clone()
                    apply(rolled, ROLLED + rules.DICE.index((one, two)))
                    assert arrives(rolled, p, t, to)
                    counted += 1
    assert counted > 1000


def arrives(s: Plain, p: int, t: int, to: int) -> bool:
    """Can p, by one move or two, end one with a stone of type t on this segment, or win on the way
    there?"""
    room = [0] * MOST
    for move in room[: legal(s, room)]:
        then = s.clone()
        apply(then, move)
        k = p * TYPES + t
        landed = (then.inner[k] | then.outer[k]) >> to & 1
        if then.winner == p or (STEPS[move].to - 1 == to and landed):
            return True
        if then.phase == rules.MOVE and arrives(then, p, t, to):
            return True
    return False


def test_the_draw_comes_nearer() -> None:
    """TA-13: after 1000 turns nobody wins."""
    ahead = scene({5: "bF", 3: "bW", 20: "wV"}, mover=0)._plain()
    shares = []
    for turns in (10, 900, 970, 999):
        ahead.turns = turns
        shares.append(values(ahead)[0])
    assert shares[0] == shares[1] > shares[2] > shares[3] > 0.5


# --- priors -----------------------------------------------------------------------------------


def test_lean_is_a_share_of_each_move() -> None:
    for s in positions(4, seed=8):
        if s.player >= 0:
            moves, out = leaning(s)
            assert sum(out) == pytest.approx(1)
            assert min(out) >= heuristics.LEAST / len(moves)


def test_lean_sees_the_whole_turn() -> None:
    """The win needs both dice, and the first of them alone does nothing."""
    moves, out = leaning(scene({5: "bW", 10: "bV", 14: "wV"}, "~3-6")._plain())
    wins = [share for move, share in zip(moves, out, strict=True) if STEPS[move].start == 5]
    assert sum(wins) > 0.97


def test_it_never_stops_within_a_game() -> None:
    assert not any(heuristics.is_cutoff(s) for s in positions(2, seed=9))


# --- compiled -------------------------------------------------------------------------------


@njit
def look(states, i, out):
    sense_outlook(states[i], out)


@njit
def weigh(states, i, moves, out):
    n = legal(states[i], moves)
    sense_lean(states[i], moves, n, out)
    return n


sense_outlook, sense_lean = heuristics.values, heuristics.priors


@pytest.mark.slow
def test_compiled_it_is_the_same() -> None:
    made = compiled_machine("tatsu")
    run = made.linked([look, weigh])
    two, many, moves = np.zeros(SEATS), np.zeros(MOST), made.room()
    for s in positions(8, seed=10):
        states = made.from_plain(s)
        run["look"](states, 0, two)
        assert two.tolist() == values(s)
        if s.player >= 0:
            n = run["weigh"](states, 0, moves, many)
            assert (moves[:n].tolist(), many[:n].tolist()) == leaning(s)
        assert made.to_plain(states) == s


@pytest.fixture(scope="module")
def table() -> Table:
    with compiled("tatsu"):
        return Table()


@pytest.mark.slow
def test_it_is_calibrated(table: Table) -> None:
    """Fresh games: of the positions with a chance of about k in 10, about k in 10 are won."""
    rows, won = table.self_play(in_use(), games=800, later=1.0, seed=77)
    at_once = rows[:, evaluation.WIN] / evaluation.EACH
    said = at_once + (1 - at_once) / (1 + np.exp(-(rows @ in_use())))
    tenth = np.minimum((said * 10).astype(int), 9)
    for k in range(10):
        here = tenth == k
        assert here.sum() > 1000
        assert won[here].mean() == pytest.approx(said[here].mean(), abs=0.05)


@pytest.mark.slow
def test_the_best_turn_by_the_outlook_beats_the_rule_of_thumb(table: Table) -> None:
    """Of 1000 games about 975 are won."""
    assert table.match(1000, in_use(), 1, in_use(), 0) > 0.95
