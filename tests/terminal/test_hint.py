"""`hint`: what a strong player would do, from what the person knows."""

from __future__ import annotations

import re

import pytest
from rich.cells import cell_len

import ryumon
from ryumon.bots import advice
from ryumon.terminal import commands
from tests import support
from tests.terminal.desk import Desk, lines_of, until

ROW = re.compile(r"^  (\S+) +(\d+\.\d)( ± \d+\.\d)? % to win +([\d,]+) tried$", re.MULTILINE)


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "HINT", 0.05)


@pytest.mark.parametrize("name", ryumon.games())
def test_a_hint_shows_a_few_moves_with_their_chances_and_costs_nothing(name: str) -> None:
    desk = Desk(game=ryumon.game(name))
    until(desk, lambda state: len(state.legal()) > 1)
    moves, legal = desk.state.moves, desk.state.legal()
    shown = desk.type("hint")
    found = ROW.findall(shown)
    assert 1 <= len(found) <= commands.BEST
    assert len(found) <= len(legal)
    assert all(move in legal for move, *_ in found)
    tried = [int(row[-1].replace(",", "")) for row in found]
    assert tried == sorted(tried, reverse=True)
    assert tried[-1] >= 1  # of a move that was not tried nothing is known
    assert all(0 <= float(row[1]) <= 100 for row in found)
    assert "Expected: " in shown
    assert desk.state.moves == moves


@pytest.mark.slow
def test_a_hint_by_its_beginning_and_in_japanese() -> None:
    desk = Desk(game=ryumon.game("schadenfreude"), language="ja")
    until(desk, lambda state: len(state.legal()) > 1)
    for typed in ("hi", "ヒント", "ｈｉｎｔ"):
        shown = desk.type(typed).split(f"> {typed}\n")[-1].rpartition("\n")[0]
        assert re.search(
            r"^  \S+ +勝率 \d+\.\d( ± \d+\.\d)? % +試行 [\d,]+回$", shown, re.MULTILINE
        )
        assert "予想: " in shown
        assert not re.search("to win|tried|Expected|You|Bot", shown)
    assert "ヒント" not in desk.type("help")  # there it is spelled as the other commands are
    assert "強いプレイヤー" in desk.type("help")


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Only {} may be"), ("ja", "出せるのは{}だ")]
)
def test_a_forced_move_needs_no_thought(
    language: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(game=ryumon.game("schadenfreude"), language=language)
    until(desk, lambda state: len(state.legal()) == 1)
    monkeypatch.setattr("ryumon.bots.advice.analyse", None)
    shown = desk.type("hint")
    assert words.format(desk.state.legal()[0]) in shown
    assert "%" not in shown.split("hint\n")[-1]


@pytest.mark.parametrize("language", support.thinned(support.LANGUAGES, "ja"))
@pytest.mark.parametrize("name", support.thinned(ryumon.games(), "bushido"))
def test_no_line_of_a_hint_is_wider_than_the_terminal(name: str, language: str) -> None:
    for width in (30, 60):
        desk = Desk(game=ryumon.game(name), language=language, width=width)
        until(desk, lambda state: len(state.legal()) > 1)
        shown = desk.type("hint").split("hint\n")[-1]
        assert max(map(cell_len, lines_of(shown))) <= width


def test_a_search_that_is_over_at_once_still_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow machine: hardly a move is tried, and nothing is said of how sure that is."""
    monkeypatch.setattr(commands, "HINT", 1e-6)
    desk = Desk(game=ryumon.game("tiger-dragon"))
    until(desk, lambda state: len(state.legal()) > 1)
    found = ROW.findall(desk.type("hint"))
    assert found
    assert all(row[2] == "" for row in found if int(row[3]) < 2)


def test_a_hint_is_never_more_certain_than_it_can_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many simulations have a small error, but not none."""
    moves = [advice.Estimate("R7", 0.2849, 0.0004, 60617), advice.Estimate("R8", 0.1, None, 1),
             advice.Estimate("R9", 0.0, None, 0)]  # fmt: skip
    desk = Desk(game=ryumon.game("slaughter"))
    until(desk, lambda state: len(state.legal()) > 1)
    told = advice.Analysis(desk.state.game, 0, moves, 60618, 1.0, [])
    monkeypatch.setattr(advice, "analyse", lambda *_, **__: told)
    shown = desk.type("hint")
    assert ROW.findall(shown) == [("R7", "28.5", " ± 0.1", "60,617"), ("R8", "10.0", "", "1")]
    assert "R9" not in shown.split("hint\n")[-1].partition("Expected")[0]
