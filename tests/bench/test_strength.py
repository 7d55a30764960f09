"""The strength table: its plan, its players, its verdicts, and a whole tiny run."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import ryumon
from bench.strength import __main__ as program
from bench.strength import players, report, run
from bench.strength.judge import Finding, Measured, evidence, judge
from bench.strength.plan import (
    BETWEEN,
    EACH,
    FULL,
    GUESSED,
    INFERENCE,
    LUCK,
    PART,
    RANDOM,
    SORTS,
    SPOT,
    TABLES,
    Budgets,
    Sort,
    Table,
    Trial,
    plan,
    trial,
)
from ryumon import bots
from ryumon.bots.levels import LEVELS, settings_of, simulations_of
from ryumon.lab.arena import Here, Played, Processes
from ryumon.workers import Workers
from tests.support import start_interpreted

pytestmark = pytest.mark.slow  # not for the inner loop

THOUGHTLESS = Budgets(1_000_000, 0.01)  # two simulations each
BY_NAME = {sort.name: sort for sort in SORTS}


def at(game: str, players: int) -> Table:
    return next(table for table in TABLES if (table.game, table.players) == (game, players))


# --- the plan -------------------------------------------------------------------------------


def test_the_plan_has_every_game_at_the_tables_that_are_named():
    assert [(table.game, table.players) for table in TABLES] == [
        ("tatsu", 2), ("tiger-dragon", 2), ("slaughter", 4), ("schadenfreude", 4), ("bushido", 2),
        ("tiger-dragon", 4), ("bushido", 3), ("bushido", 4),
    ]  # fmt: skip
    assert sorted(table.game for table in EACH) == sorted(ryumon.games())


@pytest.mark.parametrize("table", EACH, ids=lambda table: table.name)
def test_every_claim_of_strength_is_a_match_in_every_game(table):
    mine = {t.sort.name: t for t in plan() if t.table == table}
    ladder = ["random", *LEVELS]
    for low, high in pairwise(ladder):
        assert f"{high} v {low}" in mine
    assert {RANDOM, BETWEEN, LUCK} <= set(mine)
    assert (INFERENCE in mine) == (table in GUESSED)
    for level in LEVELS:
        sits = [t for t in mine.values() if t.first.partition("@")[0] == level]
        assert any(t.first == f"{level}@{simulations_of(level, table.game)}" for t in sits)


def test_a_tiger_is_a_dragon_at_a_sixteenth_of_the_budget():
    """So one match shows both that the dragon beats the level below, and that it beats itself."""
    assert (LEVELS["tiger"].part, LEVELS["tiger"].softness) == (16, LEVELS["dragon"].softness)


def test_the_ceiling_sits_where_the_dragon_sits_with_the_same_budget():
    for table in TABLES:
        between = trial(BY_NAME[BETWEEN], table)
        if table.hidden:
            number = between.first.removeprefix("dragon")
            assert between.others == ("random", f"ceiling{number}")
        rest = ["thumb"] * (len(table.sides()) - 1)
        assert [between.first, *rest] in between.lineups()


def test_there_is_one_spot_check_for_each_game():
    spots = [t for t in plan() if t.sort.name == SPOT]
    assert sorted(t.table.game for t in spots) == sorted(ryumon.games())
    assert {t.first for t in spots} == {"dragon@1s"}


def test_both_sides_of_bushido_are_compared_with_what_the_other_does_there():
    for one in plan(["bushido tiger samurai"]):
        assert [one.second, one.second] in one.lineups()
    assert all(len(set(map(tuple, t.lineups()))) == len(t.lineups()) for t in plan())


def test_every_match_has_a_folder_of_its_own_and_players_that_exist():
    every = plan()
    assert len({t.slug for t in every}) == len(every)
    for name in {name for t in every for lineup in t.lineups() for name in lineup}:
        players.make(name, 1)


def test_words_choose_matches():
    assert {t.table.game for t in plan(["tatsu"])} == {"tatsu"}
    assert {t.name for t in plan(["slaughter dragon random", "tatsu carp random"])} == {
        "slaughter 4: dragon v random", "tatsu 2: carp v random",
    }  # fmt: skip
    with pytest.raises(ValueError, match=r"\.$"):
        plan(["chess"])


# --- the players ----------------------------------------------------------------------------


def test_a_level_keeps_its_softness_at_any_budget():
    for level in LEVELS:
        made = players.make(f"{level}@7", 1)
        assert isinstance(made, bots.Search)
        assert made.budget is not None
        assert (made.budget.simulations, made.softness) == (7, LEVELS[level].softness)
    assert players.seconds_of("dragon@0.5s") == 0.5
    assert players.seconds_of("dragon@5") is players.seconds_of("thumb") is None


@pytest.mark.parametrize(
    "name",
    ["chess", "tiger", "tiger@", "tiger@0", "dragon@xs", "dragon@0s", "ceiling@5+inference"],
)
def test_a_player_that_is_not_there_is_one_sentence(name):
    with pytest.raises(ValueError, match=r"\.$"):
        players.make(name, 1)


def test_inference_is_the_only_difference():
    for name in ryumon.games():
        game, taste = ryumon.game(name), settings_of(name)
        with_it, without = players.guessing(game, True), players.guessing(game, False)
        assert (without.world_tries, without.pool) == (1, 0)
        assert with_it.pool > 0 if hasattr(game.spec.hidden, "recall") else with_it.world_tries > 1
        assert taste in (with_it, without)


def test_the_ceiling_is_no_bot_of_ours():
    assert not bots.exists("ceiling@5")
    assert "ceiling" not in bots.BOTS


def moves_in_worlds(name: str, players_name: str, worlds: int = 8) -> set[str]:
    """The moves of equal players in worlds that the seat to move cannot tell apart."""
    game = ryumon.game(name)
    state, rng, thumb = start_interpreted(game), random.Random(3), bots.make("thumb", 3)
    for _ in range(9):
        state.deal(rng)
        state.play(bots.choose(thumb, state))
    state.deal(rng)
    while len(state.legal()) < 3:
        state.play(bots.choose(thumb, state))
        state.deal(rng)
    seat, found = state.turn, set()
    for _ in range(worlds):
        world = state.worlds(seat, rng)
        assert world.events(seat) == state.events(seat)
        found.add(players.choose(players.make(players_name, 5), world))
    return found


def test_the_ceiling_sees_what_a_dragon_does_not():
    assert len(moves_in_worlds("schadenfreude", "dragon@30")) == 1
    assert len(moves_in_worlds("schadenfreude", "ceiling@30")) > 1


# --- the verdicts ---------------------------------------------------------------------------


def ended(one: Trial, wins: dict[str, list[int]], deals: int) -> list[Finding]:
    """What is found if whoever sits in the first place wins as told: in deal k, at the n-th place
    where it sits, it wins if wins[name][(k + n) % length] is 1; else one of the others does."""
    made = run.Match(one, None, run.Costs({}, {})).open()
    for match in made.matches:
        for seating in match.seatings:
            for deal in range(deals):
                payoffs, sides = _payoffs(made, one, seating, wins, deal), len(seating)
                game = Played(deal, seating, payoffs, [], 1, [0] * sides, [0.0] * sides)
                made.book.add([game])
    made.play(deals, crew=run.Nobody())
    return judge(one, made)


def _payoffs(made, one, seating, wins, deal):
    names = [made.settings.bots[bot] for bot in seating]
    alone = [k for k, name in enumerate(names) if names.count(name) == 1 and name != one.second]
    place = alone[0] if alone else 0
    series = wins.get(names[place], [1, 0])
    won = bool(series[(deal + place) % len(series)])
    winner = place if won else (place + 1) % len(names)
    return [float(k == winner) for k in range(len(names))]


@pytest.mark.parametrize(
    ("series", "met"),
    [([1, 1, 0, 1], "yes"), ([0, 0, 0, 0, 0, 0, 1], "NO"), ([0, 0, 1, 0], "unclear")],
)
def test_a_level_beats_another_if_it_wins_clearly_more_than_its_share(series, met):
    one = trial(BY_NAME["tiger v samurai"], at("schadenfreude", 4), THOUGHTLESS)
    found = ended(one, {one.first: series}, deals=100)
    assert [f.met for f in found] == [met]
    assert found[0].share == pytest.approx(np.mean(series), abs=0.02)
    assert found[0].low < found[0].share < found[0].high
    assert found[0].goal == 1 / 4
    assert (evidence(found) >= 1) == (met != "unclear")


def test_the_goal_against_random_is_a_share():
    one = trial(BY_NAME[RANDOM], at("tiger-dragon", 2), THOUGHTLESS)
    assert ended(one, {one.first: [1]}, 200)[0].met == "yes"
    assert ended(one, {one.first: [1, 1, 1, 0]}, 200)[0].met == "NO"
    assert ended(one, {one.first: [1]}, 20)[0].met == "unclear"


@pytest.mark.parametrize(("mine", "met"), [([1, 1, 1, 0], "yes"), ([1, 0, 0, 0], "NO")])
def test_the_way_from_random_to_the_ceiling(mine, met):
    one = trial(BY_NAME[BETWEEN], at("schadenfreude", 4), THOUGHTLESS)
    wins = {one.first: mine, "random": [0], one.others[1]: [1, 1, 1, 0]}
    way = ended(one, wins, 120)[-1]
    assert (way.unit, way.goal, way.met) == ("way", PART, met)
    assert way.value == pytest.approx(sum(mine) / 3, abs=0.03)
    assert way.low <= way.value <= way.high or way.value > 1


def test_each_side_of_bushido_is_judged_by_itself():
    """A first player that always wins as one side and never as the other."""
    one = trial(BY_NAME["tiger v samurai"], at("bushido", 2), THOUGHTLESS)
    found = ended(one, {one.first: [1, 1], one.second: [1, 0]}, 60)
    assert [f.side for f in found] == ["", "ninja", "samurai"]
    assert [f.unit for f in found] == ["share", "difference", "difference"]
    assert {f.met for f in found[1:]} == {"yes"}


def test_an_interval_is_of_the_numbers_as_they_are():
    low, high = Measured(np.array([0.5] * 400), 0.0, 1.0).interval()
    assert 0.4 < low < 0.5 < high < 0.6
    assert Measured(np.array([0.5] * 400), 0.0, 1.0).evidence(0.5) < 1
    assert Measured(np.array([0.0, 0.2] * 200), -1 / 3, 1.0).evidence(0.0) > 1


def test_the_summary_names_what_is_missed_and_what_is_unclear():
    one = trial(BY_NAME["tiger v samurai"], at("schadenfreude", 4), THOUGHTLESS)
    good, bad = (ended(one, {one.first: series}, 60) for series in ([1], [0]))
    assert "schadenfreude 4" not in report.goals(good)
    assert "schadenfreude 4" in report.goals(bad)
    assert " NO " in report.table(bad)


def test_a_goal_that_luck_forbids_is_told_as_such():
    table = at("tiger-dragon", 2)
    dragon, ceiling = (trial(BY_NAME[sort], table, THOUGHTLESS) for sort in (RANDOM, LUCK))
    found = ended(dragon, {dragon.first: [1, 0]}, 60)
    assert "nor does the ceiling" not in report.table(found)
    found += ended(ceiling, {ceiling.first: [1, 1, 0]}, 60)
    assert "nor does the ceiling" in report.table(found)


# --- the time -------------------------------------------------------------------------------


def costs(seconds: float) -> run.Costs:
    names = {name for t in plan() for lineup in t.lineups() for name in lineup}
    return run.Costs(
        {table.name: dict.fromkeys(names, seconds) for table in TABLES},
        {table.name: [10.0] * len(table.sides()) for table in TABLES},
    )


def test_a_deal_costs_what_all_its_games_do():
    one = trial(BY_NAME["tiger v samurai"], at("schadenfreude", 4))
    assert run.cost(one, costs(0.5)) == pytest.approx(4 * 4 * 10 * 0.5)


def test_the_time_is_divided_so_that_the_whole_plan_fits():
    known = costs(0.01)
    matches = [run.Match(one, None, known) for one in plan()]
    deals = run.divide(matches, 1e6)
    total = sum(n * match.each for n, match in zip(deals, matches, strict=True))
    assert total == pytest.approx(1e6, rel=0.02)
    assert set(run.divide(matches, 0.0)) == {1}
    little = run.LEAST * sum(match.each for match in matches)
    assert min(run.divide(matches, little)) == BY_NAME[SPOT].deals < run.LEAST


# --- a whole run ----------------------------------------------------------------------------


@pytest.fixture
def thoughtless(monkeypatch):
    monkeypatch.setenv("RYUMON_JIT", "off")
    monkeypatch.setattr(program, "SMOKE", THOUGHTLESS)


def command(out: Path, *more: str, workers: int = 1) -> list[str]:
    return ["--quick", "--workers", str(workers), "--out", str(out), *more]


def games_in(out: Path) -> list[str]:
    return sorted(line for file in out.glob("*/games.jsonl")
                  for line in file.read_text("utf-8").splitlines()[1:])  # fmt: skip


def test_a_run_tells_its_estimate_first_and_goes_on_after_a_kill(tmp_path, thoughtless, capsys):
    only = ["--only", "bushido 2: carp v random,tatsu dragon random"]
    assert program.main(command(tmp_path, *only, "--hours", "0.0004")) == 0
    told = capsys.readouterr().out
    assert told.index("minutes of a core") < told.index("95 % interval")
    before = games_in(tmp_path)
    assert before
    file = next(tmp_path.glob("bushido*/games.jsonl"))
    file.write_bytes(file.read_bytes()[:-5])  # the last line was being written
    assert program.main(command(tmp_path, *only, "--hours", "0.0008")) == 0
    after = games_in(tmp_path)
    assert len(set(before) - set(after)) <= 1
    assert len(after) > len(before)
    data = json.loads((tmp_path / "strength.json").read_text("utf-8"))
    assert {f["game"] for f in data["findings"]} == {"bushido", "tatsu"}
    assert (tmp_path / "strength.md").read_text("utf-8").count("\n| ") > 5


def test_without_time_it_tells_what_is_there(tmp_path, thoughtless, capsys):
    assert program.main(command(tmp_path, "--only", "tatsu carp", "--hours", "0")) == 0
    assert "Not played: tatsu 2: monk v carp, tatsu 2: carp v random." in capsys.readouterr().out
    assert games_in(tmp_path) == []


def test_a_folder_of_another_search_is_refused(tmp_path, thoughtless, capsys, monkeypatch):
    only = ["--only", "bushido 2: carp v random", "--hours", "0.0002"]
    assert program.main(command(tmp_path, *only)) == 0
    monkeypatch.setattr(run, "stamp", lambda game: "other")
    assert program.main(command(tmp_path, *only)) == 2
    assert "was played by another search" in capsys.readouterr().err


@pytest.mark.parametrize(
    "wrong", [["--hours", "-1"], ["--workers", "0"], ["--only", "chess"], ["--hours", "soon"]]
)
def test_bad_input_is_a_sentence(tmp_path, capsys, wrong):
    try:
        code = program.main(["--out", str(tmp_path), *wrong])
    except SystemExit as end:
        code = end.code
    assert code == 2
    assert "Traceback" not in (told := capsys.readouterr().err)
    assert told


def test_a_damaged_file_of_costs_is_a_sentence(tmp_path, thoughtless, capsys):
    (tmp_path / "costs.json").write_text("{", "utf-8")
    assert program.main(command(tmp_path, "--only", "tatsu carp random")) == 2
    assert "costs.json" in capsys.readouterr().err


@pytest.mark.slow
def test_a_pool_plays_the_same_games_as_one_process(thoughtless):
    one = trial(Sort("carp v random", 6), at("bushido", 2), THOUGHTLESS)
    known, played = run.Costs({}, {}), []
    with Workers(2) as pool:
        for crew in (Here(), Processes(pool), Processes(pool)):
            with run.Match(one, None, known).open() as made:
                made.play(3, crew=crew)
                games = sorted(made.book.played.values(), key=lambda g: (g.deal, g.seating))
                played.append([(g.deal, g.seating, g.payoffs, g.moves) for g in games])
    assert played[0] == played[1] == played[2]


def test_the_full_budgets_are_those_of_the_levels():
    assert FULL.of("dragon", "tatsu") == simulations_of("dragon", "tatsu")
    assert FULL.of("carp", "slaughter") == simulations_of("carp", "slaughter")
