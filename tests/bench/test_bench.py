"""The bench itself: medians, goals, the table, a missing peer, and a whole short run."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

import ryumon
from bench.claims import Claim, Peers, Row, Side, claims, measured, short
from bench.games import GAMES
from bench.report import table
from bench.rounds import Measure, Run, Sample, interleave, ratio
from bench.searching import LEFT, at_random, positions, searches
from bench.starts import starts
from bench.talk import Missing
from ryumon import State
from ryumon.bots.search import SearchSettings

ROOT = Path(__file__).parents[2]


def steady(rate: float, log: list[str] | None = None, name: str = "") -> Run:
    """Work that goes at this rate, by its own clock."""

    def run(amount: int, seed: int) -> Sample:
        if log is not None:
            log.append(name)
        return {"moves": amount, "seconds": amount / rate}

    return run


def claim(mine: Run, other: Run | None, **goals: float) -> Claim:
    theirs = None if other is None else Side("theirs", lambda: other, "moves")
    return Claim("game", "what", Side("mine", lambda: mine, "moves"), "peer", theirs, **goals)


def row_of(one: Claim) -> Row:
    measures = measured([one], [], lambda _: None)
    interleave(list(measures.values()), rounds=3, seconds=0.1, say=lambda _: None)
    return one.row(measures)


def test_rounds_are_interleaved() -> None:
    log: list[str] = []
    measures = [Measure(name, steady(1000.0, log, name)) for name in "abc"]
    interleave(measures, rounds=3, seconds=0.01, say=lambda _: None)
    assert "".join(log).endswith("abcabcabc")


def test_a_turn_is_fitted_to_the_wanted_time() -> None:
    for rate in (20.0, 1e3, 1e7):
        measure = Measure("", steady(rate))
        measure.fit(1.0)
        assert measure.amount == pytest.approx(rate, rel=0.1)


def test_the_ratio_is_the_median_of_the_rounds() -> None:
    # the second round was slow for both: the rates suffer, the ratio does not
    assert ratio([100.0, 10.0, 120.0], [50.0, 5.0, 40.0]) == 2.0


@pytest.mark.parametrize(("rate", "met"), [(69.0, False), (71.0, True)])
def test_goal_of_a_ratio(rate: float, met: bool) -> None:
    row = row_of(claim(steady(rate), steady(100.0), least_ratio=0.7))
    assert (row.met, row.goal) == (met, "ratio 0.7")
    assert row.ratio == pytest.approx(rate / 100)


@pytest.mark.parametrize(("rate", "met"), [(99.0, False), (101.0, True)])
def test_goal_of_a_rate(rate: float, met: bool) -> None:
    assert row_of(claim(steady(rate), None, least_rate=100.0)).met is met


def test_a_missing_peer_is_said_and_leaves_its_goal_open() -> None:
    def absent() -> Run:
        raise Missing("It could not be installed.")

    one = Claim(
        "game", "what", Side("mine", lambda: steady(100.0), "moves"), "peer",
        Side("theirs", absent, "moves"), least_ratio=0.7,
    )  # fmt: skip
    notes: list[str] = []
    measures = measured([one, one], notes, lambda _: None)
    interleave(list(measures.values()), rounds=1, seconds=0.1, say=lambda _: None)
    row = one.row(measures)
    assert notes == ["It could not be installed."]
    assert row.met is None
    assert "missing" in table([row])
    assert "not measured" in table([row])


def test_numbers_as_a_person_reads_them() -> None:
    assert [short(n) for n in (36_240_000, 852_300, 12.345)] == ["36.2 M", "852 k", "12.3"]


def test_a_missed_goal_is_seen_in_the_table() -> None:
    told = table([Row("game", "what", "s", 0.5, goal="under 0.3 s", met=False)])
    assert [cell.strip() for cell in told.splitlines()[2].split("|")][-2] == "NO"


def test_all_goals_of_the_project_have_a_row() -> None:
    rows = [one for bench in GAMES for one in claims(bench, Peers())]
    goals = {(one.peer, one.least_ratio, one.least_rate) for one in rows if one.game == "slaughter"}
    assert {
        ("C by hand", 0.7, None),
        ("hearts, C++", 8, None),
        ("hearts, C++ ISMCTS", 3, None),
        ("hearts, Python", 3, None),
        ("", None, 100_000),
        ("", None, 10_000_000),
    } <= goals


def test_all_goals_of_tatsu_have_a_row() -> None:
    rows = [one for bench in GAMES for one in claims(bench, Peers()) if one.game == "tatsu"]
    goals = {(one.peer, one.mine.count, one.least_ratio, one.least_rate) for one in rows}
    assert {
        ("backgammon, C++", "games", 20, None),
        ("maedn, C++", "games", 3, None),
        ("", "decisions", None, 10_000_000),
    } <= goals


@pytest.mark.parametrize("name", ["slaughter", "schadenfreude"])
def test_search_is_compared_at_equal_depth(name: str) -> None:
    """Every simulation makes as many moves as the peer's: those left in the round."""
    game = ryumon.game(name, players=4)
    for state in positions(game, LEFT)[:3]:
        assert len(state.legal()) > 1
        assert decisions_left(state, random.Random(1)) == LEFT
    found = searches(game, at_random(game), LEFT, simulations=5)(2, 1)
    assert (found["simulations"], found["moves"]) == (10, 10 * LEFT)


def decisions_left(state: State, rng: random.Random) -> int:
    number = 0
    while state.turn >= 0 and not state.game.spec.heuristics.is_cutoff(state.forgotten(0)):
        state.play(rng.choice(state.legal()))
        number += 1
    return number


@pytest.mark.slow
def test_two_threads_search_twice_as_much() -> None:
    game = ryumon.game("tatsu")
    one, two = (
        searches(game, SearchSettings(rollout_depth=0), None, n, simulations=4)(1, 1)
        for n in (1, 2)
    )
    assert (one["simulations"], two["simulations"]) == (4, 8)


def test_positions_of_a_game_are_choices_from_all_over_it() -> None:
    found = positions(ryumon.game("tiger-dragon"), None)
    assert all(len(state.legal()) > 1 for state in found)
    assert len({len(state.moves) for state in found}) > len(found) / 2


@pytest.mark.slow
def test_first_moves_of_bots_are_timed_from_the_question() -> None:
    found = list(starts(1, lambda name: FIRST in name, [], lambda _: None))
    assert [row.what for row in found] == [FIRST]
    assert found[0].theirs is not None
    assert 0 < found[0].ours < found[0].theirs


FIRST = "tatsu: first move of a samurai, nothing compiled yet"


@pytest.mark.slow
def test_a_short_run(tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    only = "slaughter: interpreted: random games,import"
    command = [sys.executable, "-m", "bench", "--quick", "--rounds", "1", "--only", only]
    told = subprocess.run(
        [*command, "--json", str(file)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    found = json.loads(file.read_text("utf-8"))
    assert [row["what"] for row in found["rows"]] == ["interpreted: random games", "import ryumon"]
    assert all(row["ours"] > 0 for row in found["rows"])
    assert told.stdout.count("\n| ") == 3  # head is the first line, then rule and two rows
    assert found["circumstances"]["python"]
