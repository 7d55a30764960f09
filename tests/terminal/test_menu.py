"""The menu: every game, the games that wait, and the table that is asked for."""

import io

import pytest

from ryumon.play.registry import NAMES
from ryumon.terminal import menu
from ryumon.terminal.console import Paper, open_console
from ryumon.terminal.saves import Shelf
from tests.terminal.desk import Desk


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("RYUMON_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def chosen(*lines, language="en"):
    out, left = io.StringIO(), list(lines)

    def typed(prompt):
        out.write(prompt)
        return left.pop(0)

    paper = Paper(language, open_console(out, width=100, force_terminal=False), typed, True)
    answer = menu.choose(paper)
    assert not left
    return answer, out.getvalue()


def number(game):
    return str(NAMES.index(game) + 1)


def test_a_table_is_chosen_by_numbers_and_enter():
    answer, shown = chosen(number("slaughter"), "", "")
    assert answer == ["play", "slaughter", "--players", "4", "--bots", "samurai"]
    assert all(f"  {k}  " in shown for k in range(1, len(NAMES) + 1))
    answer, _ = chosen(number("slaughter"), "9", "3", "tig")
    assert answer == ["play", "slaughter", "--players", "3", "--bots", "tiger"]
    answer, _ = chosen(number("tatsu"), "monk")
    assert answer == ["play", "tatsu", "--bots", "monk"]


def test_the_side_is_chosen_in_bushido():
    answer, _ = chosen(number("bushido"), "2", "samurai", "")
    assert answer == ["play", "bushido", "--players", "2", "--seat", "1", "--bots", "samurai"]
    answer, _ = chosen(number("bushido"), "2", "", "")
    assert answer is not None
    assert answer[4:6] == ["--seat", "0"]


def test_learn_and_quit():
    assert chosen("what", f"l {number('tatsu')}")[0] == ["learn", "tatsu"]
    assert chosen("q", language="ja")[0] is None


def test_unfinished_games_are_listed_opened_and_deleted(data):
    shelf = Shelf.of("slaughter")
    Desk(shelf=shelf, seed=5).type()
    aside = shelf.set_aside()
    assert aside is not None
    Desk(shelf=shelf, seed=6).type()
    shelf.release()
    assert {one.path for one in menu.waiting()} == {aside, shelf.path}
    k = [one.path for one in menu.waiting()].index(aside) + len(NAMES) + 1
    answer, shown = chosen(str(k))
    assert answer == ["play", "slaughter", "--load", str(aside)]
    assert shown.count("continue: Slaughter the Dragon") == 2
    chosen(f"d {k}", "", "q")
    assert aside.exists()
    chosen(f"d {k}", "y", "q")
    assert not aside.exists()
    assert shelf.path.exists()
    assert chosen(str(len(NAMES) + 1))[0] == ["play", "slaughter"]
