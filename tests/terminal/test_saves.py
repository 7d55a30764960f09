"""Games under way are kept, taken up again, and never lost."""

import io
import json
import os
from pathlib import Path

import pytest

import ryumon
from ryumon.play.record import Record
from ryumon.table import seats
from ryumon.table.chance import SeedChance
from ryumon.terminal import setup
from ryumon.terminal.console import Paper, open_console
from ryumon.terminal.saves import Shelf
from tests.support import thinned
from tests.terminal.desk import Desk, by_thumb


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    folder = tmp_path / "data"
    monkeypatch.setenv("RYUMON_DATA", str(folder))
    return folder


def played(moves=3, **settings):
    """A game that was left after some decisions."""
    shelf = Shelf.of("slaughter")
    desk = Desk(shelf=shelf, seed=5, **settings)
    thumb = by_thumb()
    desk.type()
    for _ in range(moves):
        desk.type(thumb(desk.state))
    shelf.release()
    return desk


def reopened(answers=(), language="en", interactive=True, renew=False):
    """Start again; returns the table that goes on (or None), the shelf and what was said."""
    out, lines = io.StringIO(), list(answers)
    console = open_console(out, width=200, force_terminal=False)

    def typed(prompt):
        out.write(prompt)
        return lines.pop(0)

    paper = Paper(language, console, typed, interactive)
    shelf = Shelf.of("slaughter")
    table = setup.interrupted(paper, SeedChance(), shelf, renew)
    shelf.release()
    return table, shelf, out.getvalue()


def test_every_move_is_kept(data):
    desk = played(moves=4)
    record = Record.read(data / "saved" / "slaughter.jsonl")
    assert record.moves == desk.state.moves
    assert record.end.status == "running"
    assert record.header.names == ["Player 0", "Bot 1 (thumb)", "Bot 2 (thumb)", "Bot 3 (thumb)"]


def test_an_interrupted_game_goes_on_with_the_same_seats():
    desk = played(players=5, seat=3, advanced=True, language="ja")
    table, shelf, said = reopened([""])
    assert table is not None
    assert table.state.moves == desk.state.moves
    assert table.state.game == desk.state.game
    assert table.seat == 3
    assert table.sitting == ["thumb", "thumb", "thumb", "", "thumb"]
    assert "5 players, Round 1 of 5 · " in said
    assert shelf.date == Record.read(shelf.path).header.date


@pytest.mark.parametrize("answer", thinned(["n", "no", "N", "ｎ"], "n", "ｎ"))
def test_no_begins_anew_and_sets_the_old_game_aside(data, answer):
    desk = played()
    table, _, said = reopened(["what?", answer])
    assert table is None
    assert "or type n for a new game" in said
    aside = data / "saved" / "slaughter.aside.jsonl"
    assert str(aside) in said
    assert Record.read(aside).moves == desk.state.moves
    played()
    reopened(renew=True)
    assert (data / "saved" / "slaughter.aside-2.jsonl").exists()
    assert Record.read(aside).moves == desk.state.moves


def test_without_anybody_to_ask_it_goes_on_and_says_so():
    played()
    table, _, said = reopened(interactive=False)
    assert table is not None
    assert "Continuing it (--new starts another)." in said


def damage(path, line):
    """Make one line of a record illegal; returns how many moves stand before it."""
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[: line - 1], '{"move": "R99"}', *lines[line:]]))
    return line - 2


def test_a_damaged_file_goes_on_from_what_is_sound(data):
    """Nothing is thrown away either: the file itself is set aside."""
    desk = played()
    path = data / "saved" / "slaughter.jsonl"
    sound = damage(path, 54)
    broken = path.read_text()
    table, _, said = reopened([""])
    assert "is damaged. Line 54: " in said
    assert table is not None
    assert table.state.moves == desk.state.moves[:sound]
    assert table.sitting == desk.table.sitting
    aside = data / "saved" / "slaughter.aside.jsonl"
    assert str(aside) in said
    assert aside.read_text() == broken


def test_a_damaged_file_that_nobody_wants_is_set_aside(data):
    played()
    damage(data / "saved" / "slaughter.jsonl", 54)
    table, _, _ = reopened(["n"])
    assert table is None
    assert (data / "saved" / "slaughter.aside.jsonl").exists()


def test_a_file_without_a_sound_move_is_set_aside_with_a_sentence(data):
    played()
    damage(data / "saved" / "slaughter.jsonl", 2)
    table, _, said = reopened()
    assert table is None
    assert "cannot be resumed: Line 2: " in said
    assert (data / "saved" / "slaughter.aside.jsonl").exists()


def test_a_damaged_record_can_be_loaded(tmp_path):
    desk = played(seat=2)
    file = tmp_path / "game.jsonl"
    desk.type(f"save {file}")
    sound = damage(file, 54)
    broken = file.read_text()
    shelf = Shelf.of("slaughter")
    out = io.StringIO()
    paper = Paper("en", open_console(out, width=200), lambda _: "", False)
    asked = setup.Seated(["", "thumb", "thumb", "thumb"], [""] * 4, chosen=False)
    table = setup.loaded(paper, file, desk.state.game.spec, SeedChance(), shelf, asked)
    shelf.release()
    assert table.state.moves == desk.state.moves[:sound]
    assert "is damaged. Line 54: " in out.getvalue()
    assert file.read_text() == broken


@pytest.mark.parametrize("content", ["", "\0" * 100, "[]", "{" * 10000])
def test_rubbish_in_place_of_a_saved_game(data, content):
    (data / "saved").mkdir(parents=True)
    (data / "saved" / "slaughter.jsonl").write_text(content)
    table, _, said = reopened()
    assert table is None
    assert "cannot be resumed" in said


def test_a_saved_game_with_unknown_bots_does_not_go_on(data):
    played()
    path = data / "saved" / "slaughter.jsonl"
    path.write_text(path.read_text().replace("(thumb)", "(oracle)"))
    table, _, said = reopened()
    assert table is None
    assert "aside" in said


@pytest.mark.slow
def test_a_finished_game_is_put_to_the_others(data):
    shelf = Shelf.of("slaughter")
    desk = Desk(players=3, shelf=shelf, seed=5)
    shown = desk.finish(by_thumb())
    shelf.release()
    files = list((data / "finished").iterdir())
    assert len(files) == 1
    assert str(files[0]) in "".join(shown.split())
    record = Record.read(files[0])
    assert record.end.status == "finished"
    assert record.moves == desk.state.moves
    assert reopened()[0] is None


def test_two_at_the_same_time_do_not_share_a_place(data):
    one = Shelf.of("slaughter")
    two = Shelf.of("slaughter")
    assert one.path != two.path
    for shelf, seed in ((one, 1), (two, 2)):
        Desk(shelf=shelf, seed=seed).type()
    one.release()
    two.release()
    os.utime(one.path, (1, 1))
    third = Shelf.of("slaughter")
    assert third.path == two.path  # the youngest
    third.release()


def test_a_folder_that_cannot_be_written_is_told_once_and_the_game_goes_on(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("RYUMON_DATA", str(tmp_path / "file"))
    desk = Desk(players=3, shelf=Shelf.of("slaughter"), seed=5)
    shown = desk.finish(by_thumb())
    assert " ".join(shown.split()).count("The game continues, but it could not be saved") == 1
    assert "The game is over" in shown


def test_a_full_disk_is_told_and_the_last_good_state_stays(data, monkeypatch):
    desk = played()
    path = data / "saved" / "slaughter.jsonl"
    before = path.read_text()

    def full(*_):
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr("os.fsync", full)
    desk.table.shelf = Shelf.of("slaughter")
    shown = " ".join(desk.type(by_thumb()(desk.state)).split())
    assert "could not be saved to" in shown
    assert os.strerror(28) in shown
    assert path.read_text() == before
    assert not list(path.parent.glob(".ryumon-*"))
    monkeypatch.undo()
    desk.table.shelf.release()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_names_can_be_read_back(language):
    sitting = ["thumb", "", "random"]
    recorded = seats.to_record(sitting)
    assert seats.from_record(recorded) == sitting
    assert seats.shown(recorded, 3, 1, language) == seats.names(sitting, 1, language)
    strange = seats.shown(["Ann", "Ben", "Bot 2 (thumb)"], 3, 0, "ja")
    assert strange.full == ["あなた", "Ben", "ボット2 (thumb)"]


def test_a_loaded_record_goes_on(tmp_path, data):
    desk = played(seat=2)
    file = tmp_path / "game.jsonl"
    desk.type(f"save {file}")
    shelf = Shelf.of("slaughter")
    kind = ryumon.game("slaughter").spec
    paper = Paper("en", open_console(io.StringIO(), width=80), lambda _: "", False)
    asked = setup.Seated(["", "thumb", "thumb", "thumb"], [""] * 4, chosen=False)
    table = setup.loaded(paper, file, kind, SeedChance(), shelf, asked)
    assert table.state.moves == desk.state.moves
    assert table.seat == 2
    table = setup.loaded(paper, file, kind, SeedChance(), shelf, asked._replace(chosen=True))
    assert table.seat == 0
    assert table.sitting == asked.sitting
    shelf.release()


def test_a_record_of_the_shelf_is_a_plain_record(data):
    played()
    path = data / "saved" / "slaughter.jsonl"
    header = json.loads(Path(path).read_text().splitlines()[0])
    assert header["game"] == "slaughter"
