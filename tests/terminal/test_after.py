"""After a game: again, replay, or the last move taken back."""

import io
from collections.abc import Sequence
from typing import Any

import pytest

import ryumon
from ryumon.play.record import Record
from ryumon.table.chance import SeedChance
from ryumon.table.seats import PERSON
from ryumon.terminal.after import next_table
from ryumon.terminal.console import Paper, open_console
from ryumon.terminal.saves import Shelf
from ryumon.terminal.table import Table
from tests.terminal.desk import by_thumb

pytestmark = pytest.mark.slow  # starts processes


class Evening:
    """A table whose person plays by thumb, and then answers these lines when it is over."""

    def __init__(self, answers: Sequence[str], sitting: Sequence[str] = (PERSON, "thumb")) -> None:
        self.answers, self.out = list(answers), io.StringIO()
        self.thumb = by_thumb()
        self.paper = Paper("en", open_console(self.out, width=80), self._typed, True)
        self.shelf = Shelf.of("tatsu")
        state = ryumon.game("tatsu").start()
        self.table: Table = Table(self.paper, state, sitting, SeedChance(3), self.shelf)

    def _typed(self, prompt: str) -> str:
        self.out.write(prompt)
        if not self.table.over:
            return self.thumb(self.table.state)
        if not self.answers:
            raise EOFError
        return self.answers.pop(0)

    def play(self) -> Table:
        self.table.play()
        return self.table

    def next(self) -> Any:
        return next_table(self.table)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("RYUMON_DATA", str(tmp_path))
    return tmp_path


def test_enter_leaves(folder):
    evening = Evening([""])
    evening.play()
    assert evening.next() is None
    assert len(list((folder / "finished").iterdir())) == 1


def test_again_is_the_same_table_with_other_dice(folder):
    evening = Evening(["what", "a"])
    before = evening.play()
    again = evening.next()
    assert "Press Enter, or type a, r or u." in evening.out.getvalue()
    assert (again.sitting, again.state.game) == (before.sitting, before.state.game)
    evening.table = again
    again.play()
    assert again.state.moves != before.state.moves
    assert len(list((folder / "finished").iterdir())) == 2


def test_replay_shows_the_game_and_asks_again():
    evening = Evening(["r", "q", ""])
    evening.play()
    assert evening.next() is None
    assert "Before the first move" in evening.out.getvalue()


def test_undo_goes_back_to_the_last_decision_and_the_game_is_unfinished(folder):
    evening = Evening(["u"])
    before = evening.play()
    again = evening.next()
    assert not again.over
    assert again.state.turn == again.seat == 0
    length = again.state.length
    assert again.state.moves == before.state.moves[:length]
    assert list((folder / "finished").iterdir()) == []
    (kept,) = (folder / "saved").glob("*.jsonl")
    assert Record.read(kept).moves == again.state.moves
    evening.table = again
    again.play()
    assert again.over
    assert len(list((folder / "finished").iterdir())) == 1


def test_several_people_cannot_undo_what_all_have_seen():
    from ryumon.terminal.hotseat import Shared

    evening = Evening(["u", ""])
    state = ryumon.game("tatsu").start()
    shared = Shared(evening.paper, state, [PERSON, PERSON], SeedChance(3), evening.shelf)
    evening.table = shared
    shared.play()
    assert evening.next() is None
    assert "undo" not in evening.out.getvalue()


def test_nobody_is_asked_where_nobody_sits():
    evening = Evening(["a"])
    evening.paper.interactive = False
    evening.play()
    assert evening.next() is None


def test_what_is_typed_at_a_pause_is_not_lost_in_silence():
    said = io.StringIO()
    typed = iter(["r7", ""])
    paper = Paper("en", open_console(said, width=80), lambda _: next(typed), True)
    paper.pause()
    assert "that was not used" in said.getvalue()
    leaving = Paper("en", open_console(said, width=80), lambda _: "quit", True)
    with pytest.raises(EOFError):
        leaving.pause()
