"""Archived records replay for ever: the rules of today read them as those of their day did."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

import ryumon
from ryumon.games.slaughter import rules
from ryumon.kernel import machine
from ryumon.kernel.bits import lowest
from ryumon.kernel.jit import njit
from ryumon.play.record import BrokenRecord, Record, verify
from tests.records.archive import FOLDER, add_missing, files, wanted
from tests.support import SUITES, interpreted, label, option_sets, thinned

FILES = files()
FIRST = tuple(label(name, suite.options[0]) + "-v" for name, suite in SUITES.items())
# those of the first option set of each game for the inner loop
EACH = thinned(FILES, *(path for path in FILES if path.name.startswith(FIRST)))


@functools.cache
def read(path: Path) -> Record:
    """A record, read once for all tests that ask many of them; nobody changes it."""
    return Record.read(path)


def of_these_rules(path: Path) -> bool:
    record = read(path)
    return record.header.rules == record.game().spec.rules_version


@pytest.mark.parametrize("path", EACH, ids=lambda path: path.stem)
def test_archived_record_replays(path: Path) -> None:
    record = Record.read(path)
    if not of_these_rules(path):
        with pytest.raises(BrokenRecord, match="version"):
            record.state()
        return
    state = record.state()
    assert state.moves == record.moves
    assert state.origin == record.header.position
    result, told = state.result(), record.end.result
    assert (result is None) == (told is None)
    if result is not None and told is not None:
        assert told.winners == result.winners
        assert told.payoffs == result.payoffs
        assert told.reason == result.reason
        assert told.scores == state.scores
    assert verify(path) == []


@pytest.mark.parametrize("path", EACH, ids=lambda path: path.stem)
def test_an_archived_record_would_be_written_in_the_same_way(path: Path) -> None:
    """The form is as stable as the rules: today's program writes what it reads."""
    assert Record.read(path).text() == path.read_text("utf-8")


def test_every_game_and_option_set_is_archived() -> None:
    archived = {(r.header.game, r.game()) for r in map(read, filter(of_these_rules, FILES))}
    missing = [
        (name, options)
        for name, options in option_sets()
        if (name, ryumon.game(name, **options)) not in archived
    ]
    assert not missing, f"python -m tests.records.archive adds them: {missing}"
    assert {name for name, _ in archived} == set(ryumon.games())


@pytest.mark.slow
@pytest.mark.parametrize("name", ryumon.games())
def test_every_end_and_every_kind_of_event_is_archived(name: str) -> None:
    paths = [path for path in FILES if of_these_rules(path)]
    records = [r for r in map(read, paths) if r.header.game == name]
    ends = {record.end.status for record in records}
    assert ends == {"finished", "conceded", "consent", "abandoned", "running"}
    assert any(record.header.position for record in records)
    assert any(record.header.names for record in records)
    assert any(any(record.seconds) for record in records)
    shown: set[str] = set()
    for record in records:
        state = record.state()
        for seat in range(state.game.players):
            shown |= {event["kind"] for event in state.events(seat)}
    assert SUITES[name].kinds <= shown


def test_the_archive_is_complete_and_never_rewritten(tmp_path: Path) -> None:
    assert [name for name, _, _ in wanted() if not (FOLDER / name).exists()] == []
    for path in FILES:
        (tmp_path / path.name).write_text("kept as it is", "utf-8")
    assert add_missing(tmp_path) == []
    assert all(p.read_text("utf-8") == "kept as it is" for p in tmp_path.iterdir())
    gone = tmp_path / "slaughter-3-v1-running.jsonl"
    gone.unlink()
    assert add_missing(tmp_path) == [gone]
    assert verify(gone) == []


@njit
def _only_the_lowest(s, hand):
    return 1 << lowest(hand)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("TOKEN", 4, "scores are"),  # SD-13
        ("MOON", 50, "scores are"),  # SD-14
        ("LOST", -10, "The game is over"),  # SD-3: ends too soon
        ("LOST", -1000, "is to move"),  # SD-3: ends too late
        ("SUMMONED", 1, "illegal"),  # SD-4
        ("playable", _only_the_lowest, "illegal"),  # SD-9
    ],
)
def test_a_changed_rule_is_noticed(
    name: str, value: object, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The archive's promise can fail: with another rule some record is refused or scored anew."""
    monkeypatch.setattr(rules, name, value)
    monkeypatch.setattr(machine, "_machines", {})  # linked anew, with the changed rule
    concerned = [path for path in FILES if path.name.startswith("slaughter-")]
    with interpreted():
        assert any(sentence in problem.sentence for path in concerned for problem in verify(path))
        assert any(fails(path) for path in concerned)


def fails(path: Path) -> bool:
    """Does the test of an archived record fail now?"""
    try:
        test_archived_record_replays(path)
    except (AssertionError, BrokenRecord):
        return True
    return False
