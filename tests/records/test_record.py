"""What is recorded comes back: the game, its options, every move, the times and the end."""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ryumon
from ryumon.games.slaughter.rules import CARDS
from ryumon.play.record import BrokenRecord, Record, verify
from ryumon.play.record_format import Status
from tests.records.samples import (
    DATE,
    NAMES,
    moves_of,
    running,
    running_record,
    set_record,
    whole,
    whole_record,
)
from tests.support import option_sets, snapshot

NAME = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=80)
SECONDS = st.none() | st.floats(0, 1e9)
ENDS: st.SearchStrategy[Status] = st.sampled_from(["running", "consent", "abandoned", "conceded"])
SETS = option_sets()


@st.composite
def recorded(draw: st.DrawFn) -> tuple[ryumon.State, Record]:
    """A random game or the beginning of one, perhaps from a position, and a record of it."""
    name, options = draw(st.sampled_from(SETS))
    game = ryumon.game(name, **options)
    moves = moves_of(name, draw(st.integers(0, 3)), **options)
    begin = draw(st.just(0) | st.integers(0, len(moves)))
    state = game.start() if not begin else game.position(game.replay(moves[:begin]).position())
    for move in moves[begin : draw(st.just(len(moves)) | st.integers(begin, len(moves)))]:
        state.play(move)
    n, seats = len(state.moves), game.players
    names = draw(st.none() | st.lists(NAME, min_size=seats, max_size=seats))
    one = draw(SECONDS)
    seconds = draw(st.none() | st.just([one if k % 3 else None for k in range(n)]))
    status: Status = "running" if state.turn == ryumon.OVER else draw(ENDS)
    quitters = st.sets(st.integers(0, seats - 1), min_size=1)
    conceded = draw(quitters) if status == "conceded" else ()
    return state, Record.of(state, names, seconds, status, conceded)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(recorded())
def test_round_trip(made: tuple[ryumon.State, Record]) -> None:
    state, record = made
    again = Record.parse(record.text())
    assert again == record
    assert again.text() == record.text()
    assert again.game() == state.game
    back = again.state()
    assert (back.moves, back.origin, back.turn) == (state.moves, state.origin, state.turn)
    assert (back.position(), back.legal()) == (state.position(), state.legal())


def test_the_file_holds_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    for record in (whole_record(), running_record(), set_record()):
        record.write(path)
        assert path.read_bytes() == record.text().encode()
        assert Record.read(path) == record
        assert verify(path) == []


def test_a_replayed_state_answers_like_the_original() -> None:
    for state in (whole(), running()):
        assert snapshot(Record.parse(Record.of(state).text()).state()) == snapshot(state)


def test_the_lines_of_a_record() -> None:
    """The form that docs/records.md promises, spelled out."""
    record = Record.of(running(2), NAMES, [None, 1.23456], date=DATE)
    assert [json.loads(line) for line in record.text().splitlines()] == [
        {
            "format": 1,
            "game": "slaughter",
            "options": {"players": 3, "advanced": False},
            "rules": 1,
            "date": "2025-03-21T18:00:00Z",
            "names": ["East", "South", "西"],
        },
        {"move": record.moves[0]},
        {"move": record.moves[1], "seconds": 1.235},
        {"end": "running"},
    ]
    assert "西" in record.text()  # readable, not escaped
    assert record.text().endswith("}\n")


def test_a_finished_game_is_recorded_with_its_result() -> None:
    state, record = whole(), whole_record()
    result = state.result()
    assert result is not None
    assert record.end.status == "finished"
    assert record.end.result is not None
    assert record.end.result.winners == result.winners
    assert record.end.result.payoffs == result.payoffs
    assert record.end.result.reason == result.reason
    assert record.end.result.scores == state.scores


@pytest.mark.parametrize("status", ["running", "consent", "abandoned"])
def test_other_ends(status: Any) -> None:
    record = Record.of(running(), status=status)
    assert json.loads(record.text().splitlines()[-1]) == {"end": status}


def test_conceded_names_the_seats() -> None:
    record = Record.of(running(), conceded={2, 0})
    assert json.loads(record.text().splitlines()[-1]) == {"end": "conceded", "by": [0, 2]}
    assert record == Record.of(running(), status="conceded", conceded=[0, 2],
                               date=record.header.date)  # fmt: skip


def test_states_step_through_the_game() -> None:
    record = set_record()
    states = list(record.states())
    assert len(states) == len(record.moves) + 1
    assert [len(state.moves) for state in states] == list(range(len(states)))
    assert states[0].position() == record.header.position
    states[0].play(record.moves[0])  # they are copies: a step does not disturb the others
    assert states[0].position() == states[1].position()
    assert states[-1].result() == record.state().result()


def test_moves_sent_as_one_unit_are_a_line_each() -> None:
    game = ryumon.game("slaughter", players=3)
    state = game.replay(moves_of("slaughter", 1, players=3)[:35])
    assert state.view(state.turn)["phase"] == "division"
    cards = state.choice()
    assert cards is not None
    state.play([*cards["which"][:3], "done"])
    text = Record.of(state).text().splitlines()
    assert [json.loads(line)["move"] for line in text[-5:-1]] == [*cards["which"][:3], "done"]


def test_dates_are_utc() -> None:
    tokyo = timezone(timedelta(hours=9))
    record = Record.of(running(), date=datetime(2025, 3, 22, 3, 0, 0, 999, tzinfo=tokyo))
    assert record.header.date == "2025-03-21T18:00:00Z"
    now = datetime.fromisoformat(Record.of(running()).header.date)
    assert abs(datetime.now(UTC) - now) < timedelta(minutes=5)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"names": ["East"]}, "There are 3 players, but 1 name."),
        ({"names": ["East", "South", ""]}, "is not a valid name"),
        ({"names": ["East", "South", "\x1b[2J"]}, "is not a valid name"),
        ({"names": ["East", "South", "x" * 81]}, "is not a valid name"),
        ({"names": ["East", "South", "\ud800"]}, "is not a valid name"),
        ({"names": ["East", "South", "\u202edlrow"]}, "is not a valid name"),
        ({"names": ["East", "South", 3]}, "is not a valid name"),
        ({"seconds": [1.0]}, "There are 60 moves, but 1 time."),
        ({"seconds": [-1.0] * 60}, "cannot have taken -1.0 seconds"),
        ({"seconds": [float("nan")] * 60}, "cannot have taken nan seconds"),
        ({"seconds": [float("inf")] * 60}, "cannot have taken inf seconds"),
        ({"status": "finished"}, "not over, so it cannot be recorded as finished"),
        ({"status": "paused"}, 'There is no status "paused"'),
        ({"status": "conceded"}, "names the seats"),
        ({"status": "consent", "conceded": [1]}, "names the seats"),
        ({"conceded": [3]}, "There is no seat 3"),
        ({"conceded": [-1]}, "There is no seat -1"),
        ({"conceded": [1, 1]}, "once each"),
        ({"date": "yesterday"}, "is not a date"),
        ({"date": "2025-02-30T00:00:00Z"}, "is not a date"),
        ({"date": datetime(2025, 3, 21)}, "time zone"),  # noqa: DTZ001
    ],
)
def test_a_record_that_makes_no_sense_is_not_made(arguments: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Record.of(running(), **arguments)


@pytest.mark.parametrize("status", ["consent", "abandoned", "conceded"])
def test_a_finished_game_has_no_other_end(status: Any) -> None:
    with pytest.raises(ValueError, match=f"over, so it cannot be recorded as {status}"):
        Record.of(whole(), status=status, conceded=[1] if status == "conceded" else [])


def test_a_world_drawn_after_a_set_position_can_be_recorded() -> None:
    game = ryumon.game("slaughter", players=3, advanced=True)
    moves = moves_of("slaughter", 2, players=3, advanced=True)
    for cut in range(36, len(moves), 10):
        state = game.position(game.replay(moves[:cut]).position())
        world = state.worlds(0, random.Random(cut))
        assert Record.parse(Record.of(world).text()).state().position() == world.position()


def test_a_position_with_gaps_is_not_recorded() -> None:
    """What a viewer is told of a position may hold a `?`: nobody could replay from there."""
    state = set_record().start()
    state._origin.called = CARDS
    assert state.origin is not None
    assert state.origin["called"] == "?"
    with pytest.raises(ValueError, match="cannot be recorded"):
        Record.of(state)


def test_salvage_of_a_sound_record_changes_nothing() -> None:
    for record in (whole_record(), running_record(), set_record()):
        assert Record.parse(record.text(), salvage=True) == record


@pytest.mark.parametrize("lines", [1, 2, 30, 61])
def test_salvage_of_a_truncated_record(lines: int) -> None:
    record = running_record()
    text = "".join(record.text().splitlines(keepends=True)[:lines])
    for cut in (text, text + '{"move": "R', text.rstrip("\n")):
        with pytest.raises(BrokenRecord):
            Record.parse(cut)
        saved = Record.parse(cut, salvage=True)
        assert saved.header == record.header
        assert saved.moves == record.moves[: lines - 1]
        assert saved.seconds == record.seconds[: lines - 1]
        assert saved.end.status == "running"
        assert saved.state().moves == saved.moves


def test_salvage_stops_before_an_illegal_move() -> None:
    lines = whole_record().text().splitlines(keepends=True)
    lines[20] = '{"move": "done"}\n'
    saved = Record.parse("".join(lines), salvage=True)
    assert saved.moves == whole_record().moves[:19]
    assert saved.end.status == "running"


def test_salvage_of_a_finished_game_without_its_last_line_is_finished() -> None:
    lines = whole_record().text().splitlines(keepends=True)
    assert Record.parse("".join(lines[:-1]), salvage=True) == whole_record()


def test_salvage_needs_the_header(tmp_path: Path) -> None:
    lines = whole_record().text().splitlines(keepends=True)
    for header in ("", "{\n", lines[0].replace('"East", ', "")):
        with pytest.raises(BrokenRecord) as broken:
            Record.parse(header + "".join(lines[1:]), salvage=True)
        assert broken.value.line == 1
