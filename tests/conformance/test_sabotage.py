"""The secrecy checks can fail: games that have been made to leak are caught.

Every test breaks one promise on purpose and expects the checks of secrecy.py to name it.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

import ryumon
from ryumon import State
from ryumon.play.event import Event
from ryumon.play.refusal import Refusal
from ryumon.play.seat import Seat
from ryumon.play.state import Kept
from tests import support
from tests.conformance import secrecy

OPTIONS = {"players": 4, "advanced": True}
SEED = 5


@pytest.fixture
def game() -> ryumon.Game:
    made = ryumon.game("slaughter", **OPTIONS)
    support.moments(made, SEED)  # kept for later tests, so walked before anything is broken
    return made


def found(game: ryumon.Game) -> Iterator[str]:
    """What the checks say of this game now, over some moments and all viewers."""
    for k, state in enumerate(support.moments(game, SEED, most=10)):
        for viewer in support.viewers(game):
            yield from secrecy.leaks(state, viewer, seed=k)


def caught(game: ryumon.Game, *words: str) -> None:
    """Every one of these words comes up among what the checks say."""
    wanted, told = set(words), set()
    for sentence in found(game):
        told.add(sentence)
        wanted -= {word for word in wanted if word in sentence}
        if not wanted:
            return
    raise AssertionError(f"Not caught: {wanted}. Said was: {told}")


@pytest.mark.slow
def test_an_honest_game_passes(game: ryumon.Game) -> None:
    assert not set(found(game))


def test_forgetting_nothing_is_caught(game: ryumon.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game.spec.sight, "forget", lambda s, known, viewer: known.assign(s))
    caught(game, "forgotten state")


def test_a_view_of_one_foreign_card_is_caught(
    game: ryumon.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One bit is enough: does the next seat hold the highest card?"""
    honest = State.view

    def leaking(self: State, seat: int) -> dict[str, Any]:
        s = self._plain()
        return {**honest(self, seat), "hint": s.hands[(seat + 1) % s.n] >> 47 & 1}

    monkeypatch.setattr(State, "view", leaking)
    caught(game, "view of seat", "view of a spectator")


@pytest.mark.parametrize("what", ["aids", "typed_view"])
def test_an_answer_made_from_the_true_state_is_caught(
    game: ryumon.Game, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """The table's own functions, given what they must never be given."""
    table = game.spec.view
    made = table.aids if what == "aids" else table.view

    def peeking(self: State, seat: int) -> Any:
        s = self._plain().clone()
        seat = max(seat, 0)
        answer = made(s, (seat + 1) % s.n)
        return {"leak": str(answer)} if what == "aids" else answer

    monkeypatch.setattr(State, what, peeking)
    caught(game, what.replace("_", " "))


def test_secrets_told_to_all_are_caught(game: ryumon.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = game.spec.sight.narrate

    def telling(before: Any, move: int, after: Any) -> Any:
        for seen in honest(before, move, after):
            secrets = [facts for facts in seen.secrets.values() if "move" in facts]
            extra = {"leak": secrets[0]["move"]} if secrets else {}
            facts = None if seen.facts is None else {**seen.facts, **extra}
            yield Event(seen.kind, facts, seen.secrets)

    monkeypatch.setattr(game.spec.sight, "narrate", telling)
    caught(game, "events of seat", "events of a spectator")


def test_a_count_of_unseen_moves_is_caught(
    game: ryumon.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numbers of events that count the moves of others have gaps where something was hidden."""
    honest = State.events

    def counting(self: State, seat: int, since: int = 0) -> list[dict[str, Any]]:
        return [{**event, "at": len(self.moves)} for event in honest(self, seat, since)]

    monkeypatch.setattr(State, "events", counting)
    caught(game, "events of seat")


def test_a_log_with_a_foreign_card_is_caught(
    game: ryumon.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = State.log

    def gossip(self: State, seat: int, language: str = "en", names: Any = None) -> list[str]:
        told = honest(self, seat, language, names)
        return told if language == "en" else [*told, f"{self._plain().scale}。"]

    monkeypatch.setattr(State, "log", gossip)
    caught(game, "log in ja")


def peeking_thumb(game: ryumon.Game) -> Callable[[Any, Any], int]:
    """A bot that lets its choice depend on every number of the state that it is given."""

    def thumb(s: Any, luck: Any) -> int:
        room = [0] * game.spec.rules.MOST
        moves = room[: game.spec.rules.legal(s, room)]
        return moves[zlib.crc32(str(s.values()).encode()) % len(moves)]

    return thumb


@pytest.mark.slow
def test_a_bot_that_looks_at_all_it_is_given_cannot_peek(
    game: ryumon.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is given a forgotten state, so even this bot plays alike in all worlds."""
    monkeypatch.setattr(game.spec.heuristics, "rollout_move", peeking_thumb(game))
    assert not set(found(game))


@pytest.mark.slow
def test_a_peeking_bot_is_caught(game: ryumon.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same bot, given the true state."""
    monkeypatch.setattr(game.spec.heuristics, "rollout_move", peeking_thumb(game))
    moments = support.moments(game, SEED)
    worlds = [
        (s, s.worlds(s.turn, random.Random(k)))
        for k, s in enumerate(moments)
        if s.turn >= 0 and len(s.legal()) > 1
    ]
    with monkeypatch.context() as patched:
        patched.setattr(game.spec.sight, "forget", lambda s, known, viewer: known.assign(s))
        told = [secrecy.decision(true) != secrecy.decision(world) for true, world in worlds]
    assert any(told)
    assert all(secrecy.decision(true) == secrecy.decision(world) for true, world in worlds)


def test_worlds_that_know_the_truth_are_caught(
    game: ryumon.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = State.worlds

    def knowing(self: State, seat: int, rng: random.Random) -> State:
        truth = sum(value for value in self._plain().hands)
        return honest(self, seat, random.Random(rng.random() + truth))

    monkeypatch.setattr(State, "worlds", knowing)
    caught(game, "Worlds depend on more than the events")


def test_worlds_that_are_drawn_from_elsewhere_are_caught(
    game: ryumon.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A world of another generator than the one given cannot be drawn again."""
    honest = State.worlds
    own = random.Random(1)
    monkeypatch.setattr(State, "worlds", lambda self, seat, rng: honest(self, seat, own))
    caught(game, "Worlds depend on more than the events")


def test_worlds_that_fail_are_caught(game: ryumon.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: Any) -> list[str]:
        raise RuntimeError("No placement of the hidden pieces fits what is known.")

    monkeypatch.setattr(game.spec.sight, "worlds", failing)
    caught(game, "No world was drawn: RuntimeError")


def test_worlds_of_another_viewer_are_caught(
    game: ryumon.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = State.worlds

    def others(self: State, seat: int, rng: random.Random) -> State:
        return honest(self, (seat + 1) % self.game.players, rng)

    monkeypatch.setattr(State, "worlds", others)
    caught(game, "view of seat", "events of seat")


@pytest.mark.slow
def test_an_unsound_world_is_caught(game: ryumon.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """A card of the Inverted Scale lies in a foreign hand as well; the viewer cannot see it."""
    honest = State.worlds

    def twice(self: State, seat: int, rng: random.Random) -> State:
        world = honest(self, seat, rng)
        s = world._block
        other = (seat + 1) % s.n
        s.hands[other] |= s.scale & -s.scale
        return world

    monkeypatch.setattr(State, "worlds", twice)
    caught(game, "The world is unsound", "The world's record leads elsewhere")


def test_a_world_with_an_illegal_record_is_caught(
    game: ryumon.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = State.worlds

    def shortened(self: State, seat: int, rng: random.Random) -> State:
        world = honest(self, seat, rng)
        world._made = world._made[1:]  # the first move of the record is lost
        self.events(seat)
        assert self._kept is not None
        assert self._kept.story is not None
        world._kept = Kept()
        world._kept.story = self._kept.story.fork()
        world._kept.story.made = len(world._made)
        return world

    monkeypatch.setattr(State, "worlds", shortened)
    caught(game, "does not replay")


def test_a_refusal_that_depends_on_hidden_cards_is_caught(
    game: ryumon.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game's own sentences are given nothing hidden, so the state itself must tell."""
    honest = State._refusal

    def telling(self: State, move: object) -> Refusal:
        refusal = honest(self, move)
        scale = self._plain().scale
        texts = {language: f"{text} {scale}." for language, text in refusal.texts.items()}
        return replace(refusal, texts=texts)

    monkeypatch.setattr(State, "_refusal", telling)
    caught(game, "refusals in en", "refusals in ja")


def test_a_choice_that_depends_on_hidden_cards_is_caught(
    game: ryumon.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = State.choice

    def telling(self: State) -> dict[str, Any]:
        return {**(honest(self) or {}), "scale": self._plain().scale}

    monkeypatch.setattr(State, "choice", telling)
    caught(game, "choice of seat")


def test_a_seat_that_holds_one_hidden_thing_is_caught(
    game: ryumon.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where nothing that is ever asked of it would tell."""
    honest = State._seat

    def holding(self: State, viewer: int, *more: Any) -> Seat:
        seat = honest(self, viewer, *more)
        seat.known.deck = self._plain().hands[(viewer + 1) % self.game.players] & 1
        return seat

    monkeypatch.setattr(State, "_seat", holding)
    caught(game, "The seat of seat")
