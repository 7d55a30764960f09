"""Tatsu in the terminal: the ring as text, and what is typed."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable
from contextlib import suppress

import pytest
from rich.cells import cell_len

import ryumon
from ryumon import OVER, PUBLIC, State, bots
from ryumon.games.tatsu import words
from ryumon.table.chance import SeedChance
from ryumon.table.seats import PERSON, names
from ryumon.terminal.console import Paper, open_console
from ryumon.terminal.layout import Look, look
from ryumon.terminal.screens import tatsu as screen
from ryumon.terminal.table import Table
from tests.rules.tatsu.scenes import scene
from tests.support import thinned

LANGUAGES = ["en", "ja"]


def seen(state: State, viewer: int = 0, language: str = "en", width: int = 80) -> Look:
    sitting = [PERSON if seat == viewer else "thumb" for seat in range(2)]
    return look(state, viewer, names(sitting, viewer, language), language, width)


def drawn(now: Look) -> list[str]:
    parts = [screen.table(now), screen.question(now), screen.sheet(now), screen.aids(now)]
    return [line.plain for part in parts for line in part]


def positions(seed: int) -> list[State]:
    """States of a random game."""
    rng, state, found = random.Random(seed), ryumon.game("tatsu").start(), []
    while state.turn != OVER:
        state.play(rng.choice(state.legal()))
        found.append(state.copy())
    return found


def played(
    alone: Callable[[State], str] | None, *script: str, seat: int = 0, language: str = "en"
) -> tuple[str, Table]:
    """What is shown when these lines are typed, and then those that `alone` gives."""
    written, lines = io.StringIO(), list(script)

    def typed(prompt: str) -> str:
        if not lines and alone is None:
            raise EOFError
        line = lines.pop(0) if lines or alone is None else alone(table.state)
        written.write(prompt + line + "\n")
        return line

    console = open_console(written, width=80, force_terminal=False)
    paper = Paper(language, console, typed, interactive=False)
    sitting = ["thumb", "thumb"]
    sitting[seat] = PERSON
    table = Table(paper, ryumon.game("tatsu").start(), sitting, SeedChance(1), None)
    with suppress(EOFError):
        table.play()
    return written.getvalue(), table


# --- the ring -------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [60, 80])
def test_the_table_fits_the_terminal(language: str, width: int) -> None:
    """At most 22 lines with all moves and the prompt, and none wider than the terminal."""
    for state in positions(seed=width)[::3]:
        for viewer in (0, PUBLIC):
            now = seen(state, viewer, language, width)
            assert all(cell_len(line) <= width for line in drawn(now))
            height = len(screen.table(now)) + len(screen.question(now)) + 1
            assert height <= (22 if width == 80 else 26)


def test_every_stone_is_where_it_lies() -> None:
    """Numbers, corners, entries, inner and outer places, mats, trays, dead zones, dice."""
    arena = {23: "bW", 2: "bV bF", 20: "wV", 5: "wW bV", 15: "wF", 12: "bV wV"}
    state = scene(arena, "~2-3", mat=("W", ""), dead=("V", "W"))
    lines = [line.plain for line in screen.table(seen(state))]
    assert lines[0].startswith("── Turn 11 of 1,000 · Black to move ──")
    assert " ".join(lines[1].split()) == "21 22 23 24 (V) 1 b1 2 b2 3 b3 4 (W)"
    assert lines[2].split() == [".", ".", ".", ".", ".", "bF*", ".", "."]  # outer
    assert lines[3].split() == [".", ".", "bW*", ".", ".", "bV", ".", "."]  # inner
    assert " ".join(lines[4].split()) == "20 (F) . wV Dice: 2 3 wW bV* 5"  # outer, inner; then back
    assert lines[8].split() == [".", "wF", ".", ".", "bV*", ".", ".", "."]  # inner, below
    assert lines[9].split() == [".", ".", ".", ".", "wV", ".", ".", "."]  # outer
    assert " ".join(lines[10].split()) == "16 (V) 15 w1 14 w2 13 w3 12 (W) 11 10 9"
    assert lines[12].split() == [">", "Black", "You", "5", "W", "V", "F", "V"]
    assert "dead zone" in lines[11]


def test_a_used_die_stands_in_brackets() -> None:
    arena = {5: "bV", 18: "wV"}
    for moves, shown in (
        ((), "Dice: 2  3"),
        (("5-7",), "Dice: (2)  3"),
        (("5-8",), "Dice: 2  (3)"),
    ):
        text = "\n".join(drawn(seen(scene(arena, "~2-3", *moves))))
        assert shown in text
    assert "Dice: 2  (2)" in "\n".join(drawn(seen(scene(arena, "~2-2", "5-7"))))
    assert "Dice: -" in "\n".join(drawn(seen(scene(arena))))


def test_what_would_happen_stands_beside_the_moves() -> None:
    arena = {2: "bV", 5: "bW", 7: "wV", 8: "wV", 9: "bF wV", 12: "bF", 18: "wV"}
    state = scene(arena, "~2-3")
    text = "\n".join(line.plain for line in screen.question(seen(state)))
    assert "5-7 (expels wV)" in text
    assert "2-4 (+W)" in text
    assert "escape: x9-11" in text
    assert "2-5 (onto bW)" in text
    winning = scene({5: "bW", 7: "wV"}, "~2-3")
    assert "5-7 (expels wV wins!)" in "\n".join(drawn(seen(winning)))


def test_no_star_without_a_move() -> None:
    text = "\n".join(drawn(seen(scene({5: "bV", 18: "wV"}, "~2-3"), 1)))
    assert "*" not in text


def test_the_winner_stands_in_the_sheet() -> None:
    won = scene({5: "bW", 7: "wV"}, "~2-3", "5-7")
    assert "Black You (won)" in "\n".join(drawn(seen(won)))
    drew = scene({5: "bV", 18: "wV"}, "~2-3", "5-7", "7-10", number=999)
    assert "\n".join(drawn(seen(drew))).count("(draw)") == 4  # table and sheet, both seats


def test_aids_in_words() -> None:
    text = "\n".join(line.plain for line in screen.aids(seen(scene({5: "bV", 8: "wV wW"}))))
    assert "bV:5 by 13 of 36 (36%)." in text
    assert "Safe: wV:8 wW:8." in text


@pytest.mark.slow
def test_japanese_screens_have_no_english_words() -> None:
    """But for stones, moves, the level of the bot and the ids of rules."""
    allowed = r"thumb|TA-\d+|[bw][VWF]|\b[bwx]\d*|[VWF]+|[vwf]-\d+"
    for state in positions(seed=4)[::5]:
        for line in drawn(seen(state, 0, "ja")):
            assert not re.search("[A-Za-z]", re.sub(allowed, "", line)), line


# --- what is typed --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        ("2-5", ["2-5"]), ("2-5 5-8", ["2-5", "5-8"]), ("2-5-8", ["2-5", "5-8"]),
        ("w-3-7", ["W-3", "3-7"]), ("x14-17", ["x14-17"]), ("水-3", ["W-3"]), ("蔓-1", ["V-1"]),
    ],
)  # fmt: skip
def test_reading(line: str, moves: list[str]) -> None:
    now = seen(scene({5: "bV", 18: "wV"}, "~2-3"))
    assert screen.read(line.split(), now) == moves


@pytest.mark.parametrize("line", ["2", "2-", "-", "2-9", "q-3", "2-5-", "25-1", "x14", "2--5"])
def test_what_cannot_be_read(line: str) -> None:
    with pytest.raises(ryumon.Refused):
        screen.read([line], seen(scene({5: "bV", 18: "wV"}, "~2-3")))


@pytest.mark.parametrize("language", thinned(LANGUAGES, "en"))
def test_a_whole_game_is_played(language: str) -> None:
    """Typing what the rule-of-thumb player would: whole turns in one line."""
    helper = bots.make("thumb", 1)

    def whole_turn(state: State) -> str:
        ahead, seat, moves = state.copy(), state.turn, []
        while ahead.turn == seat:
            moves.append(bots.choose(helper, ahead))
            ahead.play(moves[-1])
        return " ".join(moves).lower()

    shown, table = played(whole_turn, "help", "?", "aids", "log", "score", "rules", "why 1-2")
    assert table.state.turn == OVER
    assert "You roll" in shown
    starts = [line for line in shown.splitlines() if re.match(r"Bot 1 rolls \d and \d", line)]
    assert len(starts) > 5  # each turn is told from a new line


def test_undo_takes_a_die_back() -> None:
    _, table = played(None)
    first, moves = table.state.legal()[0], list(table.state.moves)
    _, table = played(None, first, "undo")
    assert table.state.moves == moves


def test_texts_are_there_in_both_languages() -> None:
    assert list(screen.TEXTS["en"]) == list(screen.TEXTS["ja"])


@pytest.mark.slow
def test_every_decision_has_rules_that_can_be_looked_up() -> None:
    rules = set(words.RULES["en"])
    for state in positions(seed=1)[::9]:
        assert set(screen.rules_now(seen(state))) <= rules
