"""Whole tournaments: the same on any crew, resumable from any moment, refused where need be."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

import ryumon
from ryumon import Refused
from ryumon.lab.arena import Here, Processes, Stop, Tournament, tournament
from ryumon.lab.arena.play import Task, worth_compiling
from ryumon.lab.arena.results import Results
from tests.kernel.workshop import environment
from tests.lab.arena.players import ASLEEP

pytestmark = pytest.mark.slow  # not for the inner loop

PLAYERS = "tests.lab.arena.players"
TATSU = ryumon.game("tatsu")
QUICK = ryumon.game("bushido", turns=3)
SCHEMA = json.loads((Path(__file__).parents[3] / "docs/tournament.schema.json").read_text("utf-8"))


def told(results: Results) -> dict[str, Any]:
    """The results without the time that was taken."""
    data = msgspec.to_builtins(results)
    for standing in data["standings"]:
        del standing["seconds"]
    return data


def lines(folder: Path) -> list[bytes]:
    return (folder / "games.jsonl").read_bytes().splitlines(keepends=True)


# --- what comes out -------------------------------------------------------------------------


def test_the_better_bot_is_found_and_the_numbers_go_together() -> None:
    results = tournament(TATSU, ["random", "thumb"], games=60)
    best, worst = results.standings
    assert (best.bot, worst.bot) == ("thumb", "random")
    assert best.share.value + worst.share.value == pytest.approx(1)
    assert best.rating.value == pytest.approx(-worst.rating.value, abs=0.2)
    assert best.rating.low > 0
    assert best.fair == 0.5
    (match,) = results.matches
    assert (match.deals, match.games, match.end) == (30, 60, "games")
    (difference,) = match.differences
    assert (difference.first, difference.second, difference.better) == ("thumb", "random", "thumb")
    assert difference.fixed.value == pytest.approx(best.share.value - worst.share.value, abs=1e-5)
    by_side = [best.sides[side].value for side in ("black", "white")]
    assert sum(by_side) / 2 == pytest.approx(best.share.value, abs=1e-5)
    assert sum(side.share.value for side in results.sides) == pytest.approx(1, abs=1e-5)
    assert best.decisions > 100
    assert results.complete
    assert results.faults == []


def test_with_more_sides_shares_are_per_seat_and_fair_is_told() -> None:
    results = tournament(ryumon.game("slaughter"), ["random", "thumb"], games=40)
    assert [standing.fair for standing in results.standings] == [0.25, 0.25]
    (match,) = results.matches
    assert match.games == 40  # five deals in eight seatings
    lone = {tuple(lineup.bots): lineup for lineup in match.lineups}
    one = lone["random", "random", "random", "thumb"]
    assert one.games == 20
    share = one.shares["thumb"].value, one.shares["random"].value
    assert share[0] + 3 * share[1] == pytest.approx(1, abs=1e-5)
    mean = sum(s.share.value for s in results.standings) / 2
    assert mean == pytest.approx(0.25, abs=1e-5)


def test_a_bot_against_itself_shows_what_the_sides_are_worth() -> None:
    """One bot may be a line-up of its own, for reports of balance."""
    results = tournament(QUICK, lineups=[["thumb", "thumb"]], games=30)
    assert results.matches[0].differences == []
    assert {side.side for side in results.sides} == {"ninja", "samurai"}
    assert results.standings[0].share.value == pytest.approx(0.5)


def test_bots_that_do_not_vary_are_noticed() -> None:
    """Without chance and with bots that always do the same, every deal is the same game."""
    fixed = tournament(QUICK, lineups=[["lowest", "lowest"]], games=5, source=PLAYERS)
    varied = tournament(QUICK, lineups=[["random-a", "random-a"]], games=5, source=PLAYERS)
    assert fixed.matches[0].alike
    assert not varied.matches[0].alike


def test_results_are_as_their_schema_says() -> None:
    results = tournament(QUICK, ["random", "thumb"], games=8, stop=Stop(clear=True))
    data = json.loads(results.json())
    jsonschema.Draft202012Validator(SCHEMA).validate(data)
    assert msgspec.json.decode(results.json(), type=Results) == results
    assert results.json().endswith(b"}\n")


def test_the_schema_is_that_of_the_structs() -> None:
    """If this fails: python -m ryumon.lab.arena.schema > docs/tournament.schema.json"""
    from ryumon.lab.arena.schema import schema

    assert schema() == SCHEMA


# --- determinism ----------------------------------------------------------------------------


def test_equal_settings_give_equal_results_and_another_seed_others() -> None:
    one, two, other = (
        tournament(QUICK, ["random", "thumb"], games=30, seed=seed) for seed in (1, 1, 2)
    )
    assert told(one) == told(two)
    assert told(one)["standings"] != told(other)["standings"]


@pytest.mark.parametrize("stop", [None, Stop(clear=True, precision=0.2)])
def test_any_number_of_workers_gives_the_same(stop) -> None:
    results = []
    source = "tests.lab.arena.more_players"
    for crew in (Here(), Processes(1), Processes(3)):
        with Tournament(QUICK, ["random", "thumb", "lowest"], source=source) as made:
            results.append(told(made.play(60, stop, crew)))
    assert results[0] == results[1] == results[2]


def test_more_games_go_on_with_the_same_deals(tmp_path) -> None:
    settings: dict[str, Any] = {"folder": tmp_path, "seed": 4}
    tournament(QUICK, ["random", "thumb"], games=10, **settings)
    before = lines(tmp_path)
    more = tournament(QUICK, ["random", "thumb"], games=40, **settings)
    assert lines(tmp_path)[: len(before)] == before
    assert told(more) == told(tournament(QUICK, ["random", "thumb"], games=40, seed=4))
    less = tournament(QUICK, ["random", "thumb"], games=10, **settings)
    assert less.games == 10  # what was asked for, though more is there
    assert len(lines(tmp_path)) == 1 + 40


# --- stopping -------------------------------------------------------------------------------


def test_a_clear_match_stops_early_and_says_so() -> None:
    results = tournament(TATSU, ["random", "thumb"], games=2000, stop=Stop(clear=True))
    (match,) = results.matches
    assert match.end == "clear"
    assert 10 <= match.deals < 60
    assert results.intervals == "sequence"
    assert match.differences[0].sequence.low > 0
    assert results.games == match.games == 2 * match.deals


def test_a_match_stops_when_it_is_known_well_enough() -> None:
    stop = Stop(precision=0.3)
    results = tournament(QUICK, ["random-a", "random-b"], games=4000, stop=stop, source=PLAYERS)
    (match,) = results.matches
    assert match.end == "precise"
    assert match.deals < 1000
    width = match.differences[0].sequence.high - match.differences[0].sequence.low
    assert 0.5 < width <= 0.6


def test_matches_stop_one_by_one() -> None:
    names = ["random-a", "random-b", "thumb-a"]
    results = tournament(TATSU, names, games=60, stop=Stop(clear=True), source=PLAYERS)
    ends = {tuple(match.bots): match.end for match in results.matches}
    assert ends["random-a", "random-b"] == "games"
    assert ends["random-a", "thumb-a"] == ends["random-b", "thumb-a"] == "clear"


def test_games_beyond_the_end_do_not_count(tmp_path) -> None:
    """A match ends where its own deals say, however far somebody has played ahead."""
    settings: dict[str, Any] = {"folder": tmp_path}
    tournament(TATSU, ["random", "thumb"], games=200, **settings)
    with_more = tournament(TATSU, ["random", "thumb"], games=200, stop=Stop(clear=True), **settings)
    alone = tournament(TATSU, ["random", "thumb"], games=200, stop=Stop(clear=True))
    assert told(with_more) == told(alone)
    assert alone.games < 200


@pytest.mark.slow
def test_equal_bots_are_seldom_told_apart_in_real_tournaments() -> None:
    """The same bot under two names, stopped as soon as it is clear who is better: in at most one
    tournament of twenty it ever is. Forty tournaments; six alarms would be no bad luck."""
    alarms = 0
    for seed in range(40):
        results = tournament(
            QUICK, ["random-a", "random-b"], games=160, stop=Stop(clear=True), source=PLAYERS,
            seed=seed,
        )  # fmt: skip
        alarms += results.matches[0].end == "clear"
    assert alarms <= 5


# --- the folder -----------------------------------------------------------------------------


@pytest.mark.parametrize("cut", [1, 7, 40])
def test_a_torn_last_line_is_repaired(tmp_path, cut: int) -> None:
    whole = told(tournament(QUICK, ["random", "thumb"], games=20, folder=tmp_path))
    path = tmp_path / "games.jsonl"
    path.write_bytes(path.read_bytes()[:-cut])
    assert told(tournament(QUICK, ["random", "thumb"], games=20, folder=tmp_path)) == whole
    assert all(line.endswith(b"}\n") for line in lines(tmp_path))
    assert len(lines(tmp_path)) == 1 + 20


def test_a_torn_first_line_begins_anew(tmp_path) -> None:
    whole = told(tournament(QUICK, ["random", "thumb"], games=4, folder=tmp_path))
    path = tmp_path / "games.jsonl"
    for size in (0, 1, 30):
        path.write_bytes(path.read_bytes()[:size])
        assert told(tournament(QUICK, ["random", "thumb"], games=4, folder=tmp_path)) == whole


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": 2}, "seed is 0 there, not 2"),
        ({"bots": ["thumb", "random"]}, 'bots is ["random","thumb"] there, not ["thumb","random"]'),
        ({"game": TATSU}, 'game is "bushido" there, not "tatsu"'),
        ({"game": ryumon.game("bushido", turns=4)}, 'options is {"players":2,"turns":3} there'),
        ({"stamp": "new"}, 'stamp is "" there, not "new"'),
    ],
)
def test_another_tournament_in_the_same_folder_is_refused(tmp_path, change, words) -> None:
    usual: dict[str, Any] = {"game": QUICK, "bots": ["random", "thumb"], "folder": tmp_path}
    Tournament(**usual).close()
    before = lines(tmp_path)
    with pytest.raises(ValueError, match="holds another tournament") as refused:
        Tournament(**(usual | change))
    assert words in str(refused.value)
    assert lines(tmp_path) == before
    Tournament(**usual).close()  # nor is the folder still locked


def test_somebody_elses_file_is_refused_and_left_alone(tmp_path) -> None:
    path = tmp_path / "games.jsonl"
    for data in (b"my notes", b"my notes\nmore", b'{"format": 9}\n', b"{}\n"):
        path.write_bytes(data)
        with pytest.raises(Refused, match="not the results file"):
            Tournament(QUICK, ["random", "thumb"], folder=tmp_path)
        assert path.read_bytes() == data


def test_a_broken_line_in_the_middle_is_named(tmp_path) -> None:
    tournament(QUICK, ["random", "thumb"], games=6, folder=tmp_path)
    found = lines(tmp_path)
    found[3] = found[3][:20] + b"\n"
    (tmp_path / "games.jsonl").write_bytes(b"".join(found))
    with pytest.raises(Refused, match="line 4 is not a game of this"):
        Tournament(QUICK, ["random", "thumb"], folder=tmp_path)


@pytest.mark.parametrize(
    "change",
    [
        {"deal": -1}, {"seating": [0, 7]}, {"seating": [0]}, {"payoffs": [1.0]},
        {"payoffs": [5.0, -4.0]}, {"decisions": []}, {"seconds": [0.1]},
        {"fault": {"side": 2, "sentence": "?"}},
    ],
)  # fmt: skip
def test_a_line_that_cannot_have_been_played_is_named_and_can_be_removed(tmp_path, change) -> None:
    tournament(QUICK, ["random", "thumb"], games=6, folder=tmp_path)
    path, found = tmp_path / "games.jsonl", lines(tmp_path)
    broken = json.dumps(json.loads(found[3]) | change).encode() + b"\n"
    path.write_bytes(b"".join([*found[:3], broken, *found[4:]]))
    with pytest.raises(Refused, match="line 4 is not a game of this tournament"):
        Tournament(QUICK, ["random", "thumb"], folder=tmp_path)
    path.write_bytes(b"".join([*found[:3], *found[4:]]))
    assert tournament(QUICK, ["random", "thumb"], games=6, folder=tmp_path).games == 6


def test_two_tournaments_do_not_write_to_one_folder(tmp_path) -> None:
    with (
        Tournament(QUICK, ["random", "thumb"], folder=tmp_path),
        pytest.raises(Refused, match="is writing to"),
    ):
        Tournament(QUICK, ["random", "thumb"], folder=tmp_path)
    Tournament(QUICK, ["random", "thumb"], folder=tmp_path).close()


def test_a_place_that_is_no_folder_is_refused(tmp_path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Refused, match=r"cannot be used: .*\.$"):
        Tournament(QUICK, ["random", "thumb"], folder=tmp_path / "file")


def test_a_full_disk_ends_it_with_a_sentence(tmp_path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("There is no /dev/full here.")
    made = Tournament(QUICK, ["random", "thumb"], folder=tmp_path)
    with Path("/dev/full").open("ab", buffering=0) as full:
        made.book._file = full
        with pytest.raises(Refused, match=r"cannot be written to: No space left on device\."):
            made.play(4)
    made.close()


# --- bots and workers that fail -------------------------------------------------------------


def test_a_rare_fault_loses_the_game_and_is_reported(tmp_path) -> None:
    results = tournament(QUICK, ["seldom", "lowest"], games=40, source=PLAYERS, folder=tmp_path)
    assert 1 <= len(results.faults) < 10
    by_bot = {standing.bot: standing for standing in results.standings}
    assert by_bot["seldom"].faults == len(results.faults)
    assert by_bot["lowest"].faults == 0
    assert {fault.bot for fault in results.faults} == {"seldom"}
    assert "RuntimeError: a rare case" in results.faults[0].sentence
    again = tournament(QUICK, ["seldom", "lowest"], games=40, source=PLAYERS, folder=tmp_path)
    assert told(again) == told(results)


@pytest.mark.parametrize("crew", [Here, lambda: Processes(2)])
def test_a_bot_that_always_fails_ends_the_tournament(tmp_path, crew) -> None:
    for _ in range(2):  # also when it is started again
        with Tournament(TATSU, ["crash", "lowest"], source=PLAYERS, folder=tmp_path) as made:
            with pytest.raises(Refused, match=r"crash failed in \d+ games\. .*oh dear"):
                made.play(200, crew=crew())
            assert any(game.fault for game in made.book.played.values())


def test_a_worker_that_is_killed_ends_it_with_a_sentence(tmp_path) -> None:
    crew = Processes(2)
    made = Tournament(TATSU, ["killed", "lowest"], source=PLAYERS, folder=tmp_path)
    with made, pytest.raises(Refused, match="stopped by itself"):
        made.play(20, crew=crew)
    assert crew.busy == crew.free == 0
    assert len(lines(tmp_path)) == 1


def test_workers_leave_at_once_also_when_a_bot_thinks_for_long(tmp_path, monkeypatch) -> None:
    asleep = tmp_path / "asleep"
    monkeypatch.setenv(ASLEEP, str(asleep))
    crew = Processes(2)
    with Tournament(TATSU, ["sleeper", "lowest"], source=PLAYERS) as made:
        crew.begin(made.settings)
        crew.give([Task(0, (0, 1))])
        while not asleep.exists():
            time.sleep(0.05)
        assert crew._pool is not None
        pool, start = crew._pool, time.monotonic()
        crew.end()
    assert time.monotonic() - start < 30
    assert pool.pids == []


def test_an_error_of_the_arena_in_a_worker_is_told() -> None:
    crew = Processes(1)
    with Tournament(TATSU, ["random", "thumb"]) as made:
        crew.begin(msgspec.structs.replace(made.settings, game="chess"))
        crew.give([Task(0, (0, 1))])
        with pytest.raises(Refused, match='cannot continue: There is no game "chess"'):
            crew.take()
        crew.end()


def test_a_bot_that_cannot_be_made_at_all_is_refused_at_once() -> None:
    with pytest.raises(Refused, match='bot "absent" cannot play: no room'):
        Tournament(TATSU, ["absent", "lowest"], source=PLAYERS)


@pytest.mark.parametrize(
    ("bots", "worth"),
    [("thumb", False), ("cmd:./bot", False), ("cmd@0.5s:./bot", False), ("tiger@9", True)],
)
def test_only_bots_that_search_are_worth_a_wait_for_the_compiler(bots, worth, monkeypatch) -> None:
    monkeypatch.delenv("RYUMON_JIT", raising=False)
    made = Tournament(TATSU, ["random", "thumb"])
    settings = msgspec.structs.replace(made.settings, bots=["random", bots])
    assert worth_compiling(settings) == worth


def test_the_time_of_a_fast_bot_is_told_after_few_games_too() -> None:
    results = tournament(TATSU, ["random", "thumb"], games=2)
    assert all(0 < standing.seconds < 1 for standing in results.standings)


def test_workers_are_at_least_one_and_not_absurdly_many() -> None:
    for number in (0, -1, 1001):
        with pytest.raises(Refused, match=f"workers is 1 to 1,000, not {number:,}"):
            Processes(number)
    with pytest.raises(Refused, match="At least one game is needed, not 0"):
        tournament(TATSU, ["random", "thumb"], games=0)


def test_a_folder_can_be_looked_at_without_playing(tmp_path) -> None:
    played = tournament(QUICK, ["random", "thumb"], games=20, folder=tmp_path)
    with Tournament(QUICK, ["random", "thumb"], folder=tmp_path) as made:
        seen = made.results()
    assert seen.games == 20
    assert told(seen)["standings"] == told(played)["standings"]
    assert not seen.complete  # nobody has said how many are wanted


# --- killed, and started again --------------------------------------------------------------

COMMAND = [
    "tournament", "--game", "bushido", "--option", "turns=3", "--bots", "random,thumb",
    "--games", "1200",
]  # fmt: skip


@pytest.mark.slow
def test_killed_and_started_again_it_gives_what_an_uninterrupted_run_gives(tmp_path) -> None:
    """The program itself, with two workers, killed several times without warning."""
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    run = [sys.executable, "-m", "ryumon.cli", *COMMAND, "--workers", "2", "--out"]
    env = environment(RYUMON_JIT="off", COLUMNS="80")
    for limit in (5, 150, 400):
        child = subprocess.Popen([*run, str(killed)], env=env, stdout=subprocess.DEVNULL)
        path = killed / "games.jsonl"
        end = time.monotonic() + 120
        while time.monotonic() < end and child.poll() is None:
            if path.exists() and path.read_bytes().count(b"\n") > limit:
                break
            time.sleep(0.01)
        child.kill()
        child.wait()
        with path.open("ab") as file:  # as if a line had been cut off, too
            file.write(b'{"deal":7,"seat')
    for folder in (killed, whole):
        subprocess.run([*run, str(folder)], env=env, check=True, stdout=subprocess.DEVNULL)
    one, two = (
        told(msgspec.json.decode((folder / "results.json").read_bytes(), type=Results))
        for folder in (killed, whole)
    )
    assert one == two
    assert one["games"] == 1200


def test_the_arena_needs_neither_typer_nor_rich() -> None:
    code = "import sys, ryumon.lab.arena; print([m for m in ('typer', 'rich') if m in sys.modules])"
    env = {**environment(), "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
