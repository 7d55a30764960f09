"""The protocol tells a bot just what its seat knows, and reads its answers strictly."""

from __future__ import annotations

import json
import pickle
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import ryumon
from ryumon import OVER, Game, State, bots
from ryumon.bots import BrokenBot
from ryumon.bots.broken import SENTENCES
from ryumon.bots.protocol import PROTOCOL, Clock, Introduction, NewGame, Talk
from ryumon.play.seat import Seat
from ryumon.play.story import Told
from tests import support

CLOCK = Clock(1.5)


class Wire:
    """Chooses the first legal move, and keeps every byte that would be said to a program."""

    def __init__(self, seed: int = 1) -> None:
        self.talk = Talk("wire", seed, CLOCK)
        self.lines: list[bytes] = []

    def choose(self, seat: Seat) -> int:
        self.lines += self.talk.ask(seat)
        return seat.legal_ids()[0]

    def over(self, last: Seat, result: ryumon.Result, scores: list[int]) -> None:
        self.lines += self.talk.over(last, result, scores)


def transcript(game: Game, moves: list[str], seat: int, step: int = 1) -> list[bytes]:
    """All that is said to a seat while these moves are made (at every `step`th decision)."""
    wire, state, decisions = Wire(), game.start(), 0
    for move in moves:
        if state.turn == seat and len(state.legal()) > 1:
            if decisions % step == 0:
                bots.choose(wire, state)
            decisions += 1
        state.play(move)
    if state.turn == OVER:
        bots.over(wire, state, seat)
    elif state.turn == seat:
        bots.choose(wire, state)
    return wire.lines


def said(lines: list[bytes]) -> list[dict[str, Any]]:
    assert all(line.endswith(b"\n") and line.count(b"\n") == 1 for line in lines)
    return [json.loads(line) for line in lines]


@pytest.fixture(params=support.every_game())
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    name, options = request.param
    with support.interpreted():
        yield ryumon.game(name, **options)


# --- secrecy --------------------------------------------------------------------------------


def pairs(game: Game, seed: int) -> Iterator[tuple[State, State, int]]:
    """States, others that the seat cannot tell from them, and the seat."""
    for k, state in enumerate(support.moments(game, seed, most=9)):
        seats = [state.turn] if state.turn >= 0 else []
        seats = list(range(game.players)) if state.turn == OVER else seats
        for seat in seats:
            yield state, state.worlds(seat, random.Random(k)), seat


def test_worlds_that_a_seat_cannot_tell_apart_give_equal_bytes(game: Game) -> None:
    """Every byte of the whole exchange up to now, and at the end of the game."""
    compared = 0
    for true, world, seat in pairs(game, seed=4):
        one, two = (transcript(game, state.moves, seat, step=3) for state in (true, world))
        assert one == two, (seat, true.moves, world.moves)
        compared += bool(one)
    assert compared >= 5


def differing(found: list[tuple[State, State, int]]) -> int:
    def lines(state: State, seat: int) -> list[bytes]:
        wire = Wire()
        if state.turn == OVER:
            bots.over(wire, state, seat)
        else:
            bots.choose(wire, state)
        return wire.lines

    return sum(lines(true, seat) != lines(world, seat) for true, world, seat in found)


@pytest.mark.parametrize(
    "name",
    support.thinned(["bushido", "schadenfreude", "slaughter", "tiger-dragon"], "schadenfreude"),
)
def test_a_sender_that_peeks_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same comparison, for one that says what all seats hold, or another seat's events."""

    def of_all(self: Seat) -> dict[str, Any]:
        view = self.game.spec.view.view
        return {"all": [msgspec.to_builtins(view(self.known, p)) for p in range(self.game.players)]}

    def of_another(self: State, viewer: int) -> Told:
        return told(self, (viewer + 1) % self.game.players)

    told = State._told
    with support.interpreted():
        found = [pair for seed in (4, 5) for pair in pairs(ryumon.game(name), seed)]
        with monkeypatch.context() as patched:
            patched.setattr(State, "_told", of_another)
            assert differing(found) > 0
        assert differing(found) == 0
        monkeypatch.setattr(Seat, "view", of_all)
        assert differing(found) == 0  # what it is given holds no more than the seat knows
        sight = ryumon.game(name).spec.sight
        monkeypatch.setattr(sight, "forget", lambda s, known, viewer: known.assign(s))
        monkeypatch.setattr(Seat, "aids", lambda self: {})  # they are of forgotten states only
        assert differing(found) > 0


def test_bots_that_do_not_recall_are_not_given_events() -> None:
    """They pay nothing for it: a story is not even begun."""
    state = ryumon.game("slaughter").start()
    state.deal(random.Random(1))

    class Plain:
        recalls = False

        def choose(self, seat: Seat) -> int:
            with pytest.raises(ValueError, match="recalls = True"):
                seat.events()
            return seat.legal_ids()[0]

    bots.choose(Plain(), state)
    assert state._kept is None


# --- what is said ---------------------------------------------------------------------------


@pytest.mark.slow
def test_a_whole_game_is_told_once_and_without_gaps(game: Game) -> None:
    """A game, turns, the end; the events of all lines together are all that the seat saw."""
    moves = [game.spec.words.NAMES[move] for move in support._walked(game, 2, 0.3)]
    end = game.replay(moves)
    for seat in range(game.players):
        lines = said(transcript(game, moves, seat))
        kinds = [line["type"] for line in lines]
        assert kinds == ["game", *["turn"] * (len(kinds) - 2), "over"]
        told = [event for line in lines for event in line.get("events", [])]
        assert told == json.loads(msgspec.json.encode(end.events(seat)))
        assert lines[0] == {
            "type": "game", "game": game.name, "players": game.players,
            "options": dict(game.options), "seat": seat,
        }  # fmt: skip
        result = end.result()
        assert result is not None
        assert lines[-1]["winners"] == result.winners
        assert lines[-1]["scores"] == end.scores


def test_a_turn_has_the_decision_the_clock_and_a_seed() -> None:
    state = ryumon.game("tatsu").replay(["~first:0", "~1-2"])
    wire = Wire()
    bots.choose(wire, state)
    turn = said(wire.lines)[1]
    assert list(turn) == ["type", "events", "view", "aids", "choice", "legal", "clock", "seed"]
    assert turn["legal"] == state.legal()
    assert turn["choice"] == state.choice()
    assert turn["clock"] == {"seconds": 1.5}
    assert 0 <= turn["seed"] < 2**53


def test_seeds_follow_from_the_bots_seed_and_what_the_seat_saw() -> None:
    def seeds(seed: int) -> list[int]:
        state, wire, luck = ryumon.game("tatsu").start(), Wire(seed), random.Random(3)
        while len(wire.lines) < 6:
            state.deal(luck)
            state.play(bots.choose(wire, state) if state.turn == 0 else state.legal()[0])
        return [line["seed"] for line in said(wire.lines)[1:]]

    assert seeds(1) == seeds(1)
    assert set(seeds(1)).isdisjoint(seeds(2))
    assert len(set(seeds(1))) == len(seeds(1))


def test_what_was_taken_back_is_told_anew() -> None:
    """The bot begins again, and is told everything from the first event on."""
    game = ryumon.game("bushido")
    state, wire = game.start(), Wire()
    bots.choose(wire, state)
    state.play(["special:blowgun", "special:repair"])
    bots.choose(wire, state)
    other = game.replay(["special:shurikens", "special:repair"])
    bots.choose(wire, other)
    lines = said(wire.lines)
    assert [line["type"] for line in lines] == ["game", "turn", "turn", "game", "turn"]
    assert [event["n"] for event in lines[-1]["events"]] == [1, 2]
    assert lines[-1]["events"] == other.events(0)


def test_another_game_or_seat_is_told() -> None:
    wire = Wire()
    for game in (ryumon.game("bushido"), ryumon.game("bushido", players=3)):
        state = game.start()
        bots.choose(wire, state)
        state.play(state.legal()[0])
        bots.choose(wire, state)
    games = [line for line in said(wire.lines) if line["type"] == "game"]
    assert [(line["players"], line["seat"]) for line in games] == [(2, 0), (2, 1), (3, 0)]


def test_a_game_from_a_position_is_told_by_its_first_event() -> None:
    state = ryumon.game("slaughter", players=3).start()
    state.deal(random.Random(1))
    wire = Wire()
    bots.choose(wire, state.game.position(state.position()))
    [event] = said(wire.lines)[1]["events"]
    assert event["kind"] == "position"
    assert event["view"] == state.view(state.turn)


def test_a_bot_gets_what_it_wants() -> None:
    state = ryumon.game("tatsu").replay(["~first:0", "~1-2"])
    for wants in ([], ["view"], ["events", "choice"], ["aids", "a new part"]):
        wire = Wire()
        wire.talk.meet(json.dumps({"protocol": 1, "name": "x", "wants": wants}).encode())
        bots.choose(wire, state)
        turn = said(wire.lines)[1]
        assert set(turn) == {"type", "legal", "clock", "seed", *wants} - {"a new part"}


# --- what is answered -----------------------------------------------------------------------


def turn_of(state: State) -> Seat:
    return state.seat(state.turn)


def talk() -> Talk:
    return Talk("Cub", 1, CLOCK)


def test_unknown_fields_are_ignored() -> None:
    made = talk()
    made.meet(b'{"protocol": 1, "name": "Cub", "author": {"of": [1, 2]}, "type": "hello"}\r\n')
    state = ryumon.game("bushido").start()
    line = b'{"type": "move", "move": "special:blowgun", "thought": 3.5}'
    assert made.answer(line, turn_of(state)) == state.game.spec.ids["special:blowgun"]


@pytest.mark.parametrize(
    ("line", "kind", "words"),
    [
        (b"special:blowgun\n", "text", 'not JSON: "special:blowgun"'),
        (b"\n", "text", 'not JSON: ""'),
        (b"\xff\xfe\x00", "text", "not JSON"),
        (b'{"move": "special:blow', "text", "not JSON"),
        (b"[" * 50_000, "form", "not an Answer"),
        (b'{"a":' * 20_000, "text", "not JSON"),
        (b'{"move": NaN}', "text", "not JSON"),
        (b"[]", "form", "not an Answer of the protocol"),
        (b"7", "form", "not an Answer"),
        (b"{}", "form", "missing required field `move`"),
        (b'{"move": null}', "form", "expected `str`, got `null`"),
        (b'{"move": ["special:blowgun"]}', "form", "expected `str`"),
        (b'{"move": "\x1b[2Jspecial"}', "text", "not JSON"),
    ],
)
def test_an_answer_that_is_none(line: bytes, kind: str, words: str) -> None:
    with pytest.raises(BrokenBot) as broken:
        talk().answer(line, turn_of(ryumon.game("bushido").start()))
    assert broken.value.refusal.key == kind
    for language in SENTENCES:
        sentence = broken.value.refusal.cited(language)
        assert sentence.isprintable()
        assert len(sentence) < 400
        assert sentence.endswith((".", "。"))
        public = broken.value.public.cited(language)
        assert "special" not in public
        assert len(public) < len(sentence)
    assert words in str(broken.value)


def test_an_illegal_move_is_refused_by_its_rule() -> None:
    """The rule and its sentence are those of the state itself, in both languages."""
    with support.interpreted():
        game = ryumon.game("slaughter")
        for state in support.moments(game, 3, most=12):
            if state.turn < 0:
                continue
            for move in {*game.spec.words.NAMES, "nonsense"} - set(state.legal()):
                with pytest.raises(BrokenBot) as broken:
                    talk().answer(json.dumps({"move": move}).encode(), turn_of(state))
                for language in SENTENCES:
                    refused = state.why(move, language)
                    assert refused is not None
                    rule, sentence = refused
                    told = broken.value.refusal.cited(language)
                    assert (broken.value.rule, sentence.rstrip(".。") in told) == (rule, True)
                    assert told.endswith(f"({rule})") == (rule != "N")


@pytest.mark.parametrize(
    ("line", "kind", "words"),
    [
        (b'{"name": "Cub"}', "form", "missing required field `protocol`"),
        (b'{"protocol": 1}', "form", "missing required field `name`"),
        (b'{"protocol": "1", "name": "Cub"}', "form", "expected `int`"),
        (b'{"protocol": 2, "name": "Cub"}', "version", "speaks version 2 of the protocol"),
        (b'{"protocol": 1, "name": "Cub", "wants": "view"}', "form", "expected `array | null`"),
    ],
)
def test_an_introduction_that_is_none(line: bytes, kind: str, words: str) -> None:
    with pytest.raises(BrokenBot, match=words.replace("|", r"\|")) as broken:
        talk().meet(line)
    assert broken.value.refusal.key == kind


def test_a_name_is_made_fit_to_be_shown() -> None:
    made = talk()
    name = "Cub\x1b[2J\u202e" + "x" * 100
    made.meet(json.dumps({"protocol": 1, "name": name}).encode())
    assert made.bot.isprintable()
    assert made.bot.startswith("Cub")
    assert len(made.bot) == 40
    made.meet(b'{"protocol": 1, "name": " "}')
    assert made.bot.startswith("Cub")


def test_a_bot_that_does_not_play_the_game_says_so() -> None:
    wire = Wire()
    wire.talk.meet(b'{"protocol": 1, "name": "Cub", "games": ["tatsu"]}')
    with pytest.raises(BrokenBot, match="The bot Cub does not play bushido"):
        bots.choose(wire, ryumon.game("bushido").start())
    bots.choose(wire, ryumon.game("tatsu").replay(["~first:0", "~1-2"]))


def test_a_broken_bot_can_be_pickled() -> None:
    """An arena may run in several processes."""
    fault = BrokenBot("illegal", rule="SD-9", bot="Cub", detail={"en": ": no", "ja": "、否"})
    again = pickle.loads(pickle.dumps(fault))
    assert isinstance(again, BrokenBot)
    assert (str(again), again.refusal, again.rule) == (str(fault), fault.refusal, "SD-9")
    assert again.refusal.sentence("ja") == fault.refusal.sentence("ja")


def test_sentences_are_there_in_every_language() -> None:
    assert SENTENCES["en"].keys() == SENTENCES["ja"].keys()


def test_messages_keep_their_form() -> None:
    """A change here is a change of the protocol: a field more is allowed, one less is not."""
    assert PROTOCOL == 1
    assert NewGame.__struct_fields__ == ("game", "players", "options", "seat")
    assert Introduction.__struct_fields__ == ("protocol", "name", "games", "wants")
