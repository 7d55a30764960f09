"""`events(seat)`: what a viewer saw, and the log that is told from it."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ryumon
from ryumon import OVER, State
from ryumon.testing import support
from ryumon.testing.conformance import secrecy

ENDS = {"en": (".", "!"), "ja": ("。", "！")}


def test_events_are_numbered_without_gaps(game: ryumon.Game) -> None:
    for state in support.moments(game, 2, most=20):
        for viewer in support.viewers(game):
            numbers = [e["n"] for e in state.events(viewer)]
            assert numbers == list(range(1, len(numbers) + 1))


def test_events_are_plain_data_of_known_parts(game: ryumon.Game) -> None:
    end = support.finished(game, 2)
    for viewer in support.viewers(game):
        events = end.events(viewer)
        assert support.through_json(events) == events
        for event in events:
            assert event["kind"] in support.SUITES[game.name].kinds
            assert event.get("seat", 0) in range(game.players)
            assert event.get("move", end.moves[0]) in end.moves


def test_views_aids_and_choices_are_plain_data(game: ryumon.Game) -> None:
    for state in support.moments(game, 2, most=25):
        for data in [state.choice(), state.scores, state.weights(), state.position()]:
            assert support.through_json(data) == data
        for viewer in support.viewers(game):
            for data in [state.view(viewer), state.aids(viewer)]:
                assert support.through_json(data) == data


def test_later_events_only_follow_earlier_ones(game: ryumon.Game) -> None:
    """What a viewer has seen stays seen: the events of now begin those of later."""
    seen: dict[int, list[Any]] = {v: [] for v in support.viewers(game)}
    for k, state in enumerate(support.walk(game, 1)):
        if k % 13 == 0 or state.turn == OVER:
            for viewer, before in seen.items():
                now = state.events(viewer)
                assert now[: len(before)] == before
                seen[viewer] = now


def test_events_do_not_depend_on_when_they_are_asked_for(game: ryumon.Game) -> None:
    """Told bit by bit, told once at the end, told by a copy, told anew: all the same."""
    state = game.start()
    for move in support.finished(game, 4).moves:
        state.play(move)
        if len(state.moves) % 9 == 0:
            state.events(0)
    again = game.replay(state.moves)
    half = game.replay(state.moves[: len(state.moves) // 2])
    half.events(0)
    other = half.copy()
    for move in state.moves[len(half.moves) :]:
        other.play(move)
        half.play(move)
    for viewer in support.viewers(game):
        told = state.events(viewer)
        assert all(s.events(viewer) == told for s in (again, half, other))


def test_since_leaves_out_what_was_seen_before(game: ryumon.Game) -> None:
    state = support.moments(game, 2, most=5)[2]
    for viewer in support.viewers(game):
        events = state.events(viewer)
        for since in (-5, 0, 1, len(events) // 2, len(events) - 1, len(events), len(events) + 9):
            assert state.events(viewer, since) == [e for e in events if e["n"] > since]


def test_the_log_has_one_sentence_per_event(game: ryumon.Game) -> None:
    for state in support.moments(game, 1, most=3):
        for viewer in support.viewers(game):
            events = state.events(viewer)
            for language in support.LANGUAGES:
                log = state.log(viewer, language)
                assert len(log) == len(events)
                for sentence in log:
                    assert sentence.endswith(ENDS[language]), sentence
                    assert not set("{}") & set(sentence), sentence
                    assert "None" not in sentence
                    assert "  " not in sentence
                    assert sentence == sentence.strip()


def test_the_log_of_one_language_has_no_word_of_the_other(game: ryumon.Game) -> None:
    end = support.finished(game, 7)
    for viewer in support.viewers(game):
        assert all(sentence.isascii() for sentence in end.log(viewer, "en"))
        assert not any(sentence.isascii() for sentence in end.log(viewer, "ja"))


def test_the_log_uses_names_that_it_is_given(game: ryumon.Game) -> None:
    names = [f"Player{k}" for k in range(game.players)]
    end = support.finished(game, 8)
    for language, word in (("en", "Seat "), ("ja", "席")):
        log = " ".join(end.log(ryumon.PUBLIC, language, names))
        assert all(name in log for name in names)
        assert word not in log


def test_a_name_may_look_like_a_part_of_a_sentence(game: ryumon.Game) -> None:
    names = ["{who}", "{0}", "%s", "{cards", "}"][: game.players]
    end = support.finished(game, 9)
    for language in support.LANGUAGES:
        plainly = end.log(ryumon.PUBLIC, language, ["A", "B", "C", "D", "E"][: game.players])
        assert len(end.log(ryumon.PUBLIC, language, names)) == len(plainly)


# --- moves that a viewer does not see -------------------------------------------------------


@pytest.mark.slow
def test_a_move_that_is_not_seen_changes_nothing(game: ryumon.Game) -> None:
    """A viewer without a new event has the same view, aids, knowledge and log as before."""
    unseen = 0
    before: dict[int, Any] = {}
    for k, (state, saw) in enumerate(support.walk_with_news(game, 1)):
        for viewer in support.viewers(game):
            now = secrecy.present(state, viewer)
            if (k + viewer) % 24 < 2:
                now |= secrecy.logs(state, viewer)
            if k and viewer not in saw:
                unseen += 1
                both = set(now) & set(before[viewer])
                assert all(now[what] == before[viewer][what] for what in both)
            before[viewer] = now
    assert unseen or not hides_moves(game)


def test_worlds_do_not_depend_on_moves_that_are_not_seen(game: ryumon.Game) -> None:
    tested = 0
    before = game.start()
    for k, (state, saw) in enumerate(support.walk_with_news(game, 2)):
        for viewer in support.viewers(game):
            if k and viewer not in saw and (k + viewer) % 12 == 0:
                tested += 1
                worlds = [s.worlds(viewer, random.Random(k)) for s in (state, before)]
                assert worlds[0] == worlds[1]
        before = state.copy()
    assert tested or not hides_moves(game)


def hides_moves(game: ryumon.Game) -> bool:
    end = support.finished(game, 0)
    return any(len(end.events(v)) < len(end.moves) for v in support.viewers(game))


@support.only_with("slaughter")
def test_a_count_of_moves_in_the_view_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ryumon.game("slaughter")
    honest = State.view
    monkeypatch.setattr(
        State, "view", lambda self, seat: {**honest(self, seat), "moves": len(self.moves)}
    )
    with pytest.raises(AssertionError):
        test_a_move_that_is_not_seen_changes_nothing(game)
