"""`State.seat`: what one viewer has, as one thing that holds no true state."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from typing import Any

import pytest

import ryumon
from ryumon import OVER, PUBLIC, State
from ryumon.play.seat import Seat
from ryumon.testing import support


def answers(seat: Seat) -> dict[str, Any]:
    return {
        "view": seat.view(),
        "typed view": seat.typed_view(),
        "aids": seat.aids(),
        "choice": seat.choice(),
        "legal": seat.legal(),
        "legal ids": seat.legal_ids(),
        "events": seat.events(),
        "news": seat.events(3),
        "known": seat.known.values(),
        **{language: seat.log(language) for language in support.LANGUAGES},
        **{f"news in {x}": seat.log(x, since=3) for x in support.LANGUAGES},
    }


def test_a_seat_says_what_the_state_says_of_this_viewer(game: ryumon.Game) -> None:
    for state in support.moments(game, 3, most=12):
        for viewer in support.viewers(game):
            mine = state.turn == viewer
            assert answers(state.seat(viewer)) == {
                "view": state.view(viewer),
                "typed view": state.typed_view(viewer),
                "aids": state.aids(viewer),
                "choice": state.choice() if mine else None,
                "legal": state.legal() if mine else [],
                "legal ids": state.legal_ids() if mine else [],
                "events": state.events(viewer),
                "news": state.events(viewer, 3),
                "known": state.forgotten(viewer).values(),
                **{language: state.log(viewer, language) for language in support.LANGUAGES},
                **{f"news in {x}": state.log(viewer, x)[3:] for x in support.LANGUAGES},
            }


def test_a_seat_is_the_same_in_another_process(game: ryumon.Game) -> None:
    """It pickles, and what arrives answers alike; what the viewer sees later is not sent along."""
    for state in support.moments(game, 3, most=6):
        for viewer in (PUBLIC, max(state.turn, 0)):
            seat = state.seat(viewer)
            sent = pickle.dumps(seat)
            later = state.copy()
            later.deal(random.Random(1))
            if later.turn != OVER:
                later.play(later.legal()[0])
            later.events(viewer)
            assert pickle.dumps(seat) == sent
            assert answers(pickle.loads(sent)) == answers(seat)


def test_numbers_for_search_are_there_only_when_asked_for(game: ryumon.Game) -> None:
    state = support.moments(game, 3, most=6)[-1]
    assert state.seat(0).sights is None
    assert state.seat(0, sights=True).sights == state.sights(0)
    assert len(state.sights(0)) == len(state.moves)


def test_what_a_list_of_moves_is_refused_for_is_known_to_the_seat(game: ryumon.Game) -> None:
    """Moves of one decision, right or wrong: `why` says of a seat's knowledge what playing them one
    by one says of the true state. More than one decision is refused whatever comes of the first."""
    rng = random.Random(5)
    found = Counter[str]()
    for state in support.moments(game, 6, most=25):
        if state.turn < 0:
            continue
        seat, moves, ahead = state.seat(state.turn), [], state.copy()
        while not moves or begun(ahead, seat.viewer):
            moves.append(rng.choice(ahead.legal() if rng.random() < 0.9 else game.spec.words.NAMES))
            wrong = [ahead.why(moves[-1], language) for language in support.LANGUAGES]
            assert [seat.why(moves, language) for language in support.LANGUAGES] == wrong
            if wrong[0] is not None:
                break
            ahead.play(moves[-1])
        else:
            found["longer"] += len(moves) > 1
            found["legal"] += 1
            next_move = (ahead.legal() or game.spec.words.NAMES)[0]
            together = seat.why([*moves, next_move])
            assert together == ("N", "Only moves of one decision can be made together.")
    assert found["legal"]
    assert found["longer"] or game.name not in ("slaughter", "tatsu")


def begun(state: State, seat: int) -> bool:
    choice = state.choice() if state.turn == seat else None
    return bool(choice and choice.get("chosen", [choice["kind"]]))


@support.only_with("tatsu")
def test_who_is_not_to_move_is_told_so() -> None:
    state = ryumon.game("tatsu").start()
    state.deal(random.Random(1))
    other = state.seat(1 - state.turn)
    assert other.why(state.legal()) == ("N", "It is not your turn.")
    assert state.seat(PUBLIC).why("2-5", "ja") == ("N", "あなたの番ではない。")
    end = support.finished(ryumon.game("tatsu"), 1)
    assert end.seat(0).why("2-5") == ("N", "The game is over.")


def test_copies_that_go_different_ways_keep_to_their_own_story(game: ryumon.Game) -> None:
    """However they take turns in asking, each is told what its own moves show."""
    rng = random.Random(9)
    state = game.start()
    copies = [state]
    for k in range(60):
        copies = [*copies, rng.choice(copies).copy()][-4:]
        one = rng.choice(copies)
        if one.turn == OVER:
            continue
        one.play(rng.choice(one.legal()))
        for other in copies if k % 10 == 9 else [one]:
            again = game.replay(other.moves)
            for viewer in support.viewers(game):
                assert other.events(viewer) == again.events(viewer)
                assert other.log(viewer, "ja") == again.log(viewer, "ja")


def test_what_was_given_away_cannot_change_what_is_kept(game: ryumon.Game) -> None:
    state = support.moments(game, 3, most=6)[-1]
    before, said = state.events(0), state.log(0)
    seat = state.seat(0)
    for event in (*state.events(0), *seat.events()):
        for part in event.values():
            if isinstance(part, list):
                part.clear()
        event.clear()
    seat.legal_ids().clear()
    assert state.events(0) == before
    assert state.log(0) == said
    assert seat.legal_ids() == (state.legal_ids() if state.turn == 0 else [])


def test_a_move_costs_its_own_events_not_the_whole_game(
    game: ryumon.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted, not timed: moves narrated and sentences said after each move of a game."""
    spec, counts = game.spec, {"say": 0, "narrate": 0}

    def counted(name: str, honest: Any) -> Any:
        def called(*given: Any) -> Any:
            counts[name] += 1
            return honest(*given)

        return called

    monkeypatch.setattr(spec.words, "say", counted("say", spec.words.say))
    monkeypatch.setattr(spec.sight, "narrate", counted("narrate", spec.sight.narrate))
    names = [f"Guest {seat}" for seat in range(game.players)]
    state = game.start()
    seen = dict.fromkeys(support.viewers(game), 0)
    for move in support.finished(game, 4).moves[:150]:
        state = state.copy()  # as a server does
        state.play(move)
        counts.update(say=0, narrate=0)
        news = 0
        for viewer, n in seen.items():
            seat = state.seat(viewer)
            told = seat.events(n)
            for language in support.LANGUAGES:
                assert len(seat.log(language, n, names)) == len(told)
                seat.log(language, n, names)
            news, seen[viewer] = news + len(told), n + len(told)
        assert counts == {"say": 2 * news, "narrate": 1}
