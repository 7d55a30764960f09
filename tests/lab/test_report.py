"""Balance reports: what they measure, that they resume, and what the page says."""

from __future__ import annotations

import random
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

import ryumon
from ryumon.lab import report
from ryumon.lab.arena import Tournament
from ryumon.lab.arena.results import Estimate
from ryumon.lab.report.facts import facts
from ryumon.lab.report.measures import apart, bars, decided_by_deal, mean
from ryumon.lab.report.study import Study, varied
from tests.lab.command import run

SHORT = ryumon.game("bushido", turns=1)


@pytest.fixture(autouse=True)
def interpreted_rules(monkeypatch) -> None:
    monkeypatch.setenv("RYUMON_JIT", "off")


def test_facts_are_read_off_the_moves() -> None:
    game = ryumon.game("tatsu")
    with Tournament(game, lineups=[["random", "random"]], moves=True) as made:
        made.play(2)
        played = made.tallies[0].games[1]
        state = made.replay(played.deal, ["random", "random"])
    found = facts(game, played)
    assert found is not None
    assert played.line.split() == state.moves
    assert found.first == int(state.moves[0].removeprefix("~first:"))
    assert found.moves == played.moves == len(state.moves)
    assert sum(n > 1 for n in found.choices) == sum(played.decisions)
    assert found.payoffs == state.result().payoffs  # pyright: ignore[reportOptionalMemberAccess]


def test_games_lost_by_an_error_do_not_count() -> None:
    with Tournament(SHORT, lineups=[["random", "random"]], moves=True) as made:
        made.play(2)
        played = made.tallies[0].games[0]
    from ryumon.lab.arena.play import Fault, Played

    broken = Played(0, (0, 0), [0.0, 1.0], [0, 0], 3, [1, 1], [0.0, 0.0], Fault(0, "It failed."))
    assert facts(SHORT, broken) is None
    assert facts(SHORT, played) is not None


def payoffs_of(deal_decides: float, rng: random.Random) -> np.ndarray:
    """400 deals, 4 seatings, 2 sides: with this chance the deal alone says who wins."""
    found = np.zeros((400, 4, 2))
    for deal in range(400):
        fixed = rng.randrange(2) if rng.random() < deal_decides else None
        for seating in range(4):
            found[deal, seating, rng.randrange(2) if fixed is None else fixed] = 1
    return found


@pytest.mark.parametrize("part", [0.0, 0.3, 1.0])
def test_the_part_that_the_deal_decides(part: float) -> None:
    estimate = decided_by_deal(payoffs_of(part, random.Random(1)), 0.95)
    assert estimate.low <= part <= estimate.high
    assert estimate.high - estimate.low < 0.2


def test_skill_is_not_taken_for_luck() -> None:
    """A bot that always wins leaves nothing for the deal to decide."""
    payoffs = np.zeros((50, 2, 2))
    payoffs[:, 0, 0] = payoffs[:, 1, 1] = 1  # the bot changes sides with the seating
    assert decided_by_deal(payoffs, 0.95).value == 0


def test_a_difference_must_be_clear_among_all_comparisons() -> None:
    one, other = Estimate(0.5, 0.47, 0.53), Estimate(0.55, 0.52, 0.58)
    assert apart(one, other, 0.95, claims=1)
    assert not apart(one, other, 0.95, claims=20)


def test_bars_hold_all_numbers() -> None:
    sample = np.array([3.0, 250.0, 777.0, 777.0])
    found = bars(sample)
    assert sum(n for _, n in found) == 4
    assert len(found) <= 25
    begin, width = found[0][0], found[1][0] - found[0][0]
    assert begin <= 3 < begin + width


def test_the_mean_of_one_number_is_not_sure_of_anything() -> None:
    assert mean([3.0], 0.95).value == 3


def test_a_hopeless_side_is_named() -> None:
    """In one turn the ninja cannot win: the page must say so, and that more turns change it."""
    found = report.study(SHORT, "thumb", 40, vary=[("turns", [25])])
    ninja, samurai = found.sides
    assert ninja.share.value < 0.1 < 0.9 < samurai.share.value
    assert found.variants[0].differs
    page = report.html(found)
    assert "samurai wins" in page
    assert "clearly more than the fair 50.0 %" in page


def test_without_chance_no_luck_is_told() -> None:
    found = report.study(SHORT, "thumb", 8, vary=[])
    assert found.luck is not None
    assert found.luck.deal is None
    assert found.places == []


class _Loads(HTMLParser):
    """Everything that a page would fetch, and whether its tags are closed."""

    def __init__(self) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.fetched += [v or "" for k, v in attrs if k in ("src", "href", "srcset")]
        if tag == "script":
            self.fetched.append("script")
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_page_stands_alone(language: str) -> None:
    found = report.study(ryumon.game("schadenfreude", players=3), "thumb", 6)
    page = report.html(found, language)
    loads = _Loads()
    loads.feed(page)
    assert loads.fetched == []
    assert loads.open == []
    assert "url(" not in page
    assert page.count("<svg") >= 7
    assert "{" not in page.partition("</style>")[2].replace("<style>", "").split("<svg")[0]


class Stopped(Exception):
    pass


def test_an_interrupted_report_goes_on(tmp_path: Path) -> None:
    """It comes out as if nothing had happened, and plays no game twice."""
    whole = report.study(SHORT, "thumb", 12, vary=[("turns", [3])])

    def stop(progress) -> None:
        if progress.games >= 15:
            raise Stopped

    def study() -> Study:
        return Study(SHORT, "thumb", 12, vary=[("turns", [3])], folder=tmp_path)

    with pytest.raises(Stopped):
        study().play(watch=stop)
    begun: list[int] = []
    again = study().play(watch=lambda progress: begun.append(progress.games))
    assert begun[0] == 12
    assert again.json() == whole.json()
    lines = [p.read_text().splitlines()[1:] for p in tmp_path.rglob("games.jsonl")]
    assert all(len(set(found)) == len(found) for found in lines)


def test_which_options_are_varied() -> None:
    game = ryumon.game("tiger-dragon", players=2)
    fields = [value for name, value in varied(game, None) if name == "field"]
    assert len(fields) == 11  # ten battlefields and two ways of chance, but for the one played
    assert [v for _, v in varied(SHORT, [("turns", [1, 2])])] == [2]
    turns = [v for _, v in varied(SHORT, None)]
    assert turns == sorted(turns)
    assert turns[-1] == 99


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--games", "1"], "at least two games"),
        (["--vary", "speed"], "no option"),
        (["--vary", "turns=0"], "cannot be"),
        (["--vary", "turns="], "NAME=VALUE"),
        (["--bots", "nobody"], "nobody"),
        (["--workers", "0"], "workers"),
    ],
)
def test_what_cannot_be_reported_is_refused(tmp_path, capsys, arguments, sentence) -> None:
    out = tmp_path / "report.html"
    assert run("report", "bushido", "--out", out, *arguments)
    assert sentence in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.slow
def test_the_command_writes_page_and_numbers(tmp_path, capsys) -> None:
    out = tmp_path / "report.html"
    few = ["--bots", "thumb", "--games", "8", "--option", "turns=3", "--vary", "none"]
    assert run("report", "bushido", "--out", out, "--workers", "1", *few) == 0
    assert "Bushido Breaker: balance report" in out.read_text("utf-8")
    assert b'"games": 8' in out.with_suffix(".json").read_bytes()
    assert str(out) in capsys.readouterr().out.replace("\n", "")
