"""A level as a program: `ryumon bot LEVEL` speaks the protocol of docs/protocol.md, so that another
program, or a server elsewhere, can seat it. It is handed what its seat knows, as all bots are."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import msgspec

from ryumon import bots
from ryumon.bots.broken import SENTENCES
from ryumon.bots.protocol import (
    KNOWLEDGE,
    PROTOCOL,
    Answer,
    Ask,
    Hello,
    Introduction,
    NewGame,
    Over,
    Quit,
)  # fmt: skip
from ryumon.play.game import Game
from ryumon.play.refusal import refused
from ryumon.play.registry import find
from ryumon.play.seat import Seat, restored

SHARE = 0.8  # of its time that a level thinks: an answer must arrive

_read = msgspec.json.Decoder(Hello | NewGame | Ask | Over | Quit).decode


class Speaker:
    """One bot at one seat."""

    def __init__(self, level: str) -> None:
        bots.make(level, 0)  # refused if there is no such bot
        self.level = level
        self._playing: NewGame | None = None

    def answer(self, line: bytes) -> bytes | None:
        """What is answered to this line, if anything."""
        match _read(line):
            case Hello():
                said = Introduction(PROTOCOL, self.level, wants=[KNOWLEDGE])
                return msgspec.json.encode(said) + b"\n"
            case NewGame() as playing:
                self._playing = playing
                game_of(playing).compile(background=True)
            case Ask() as asked:
                assert self._playing is not None, "a game comes before its turns"
                seat = seat_of(self._playing, asked)
                move = think(seat, self.level, asked.seed, asked.clock.seconds)
                name = seat.game.spec.words.NAMES[move]
                return msgspec.json.encode(Answer(name)) + b"\n"
            case _:
                pass
        return None


def speak(level: str, lines: Iterable[bytes], say: Callable[[bytes], Any]) -> None:
    """Answer lines until they end."""
    speaker = Speaker(level)
    for line in lines:
        answer = speaker.answer(line)
        if answer is not None:
            say(answer)


def game_of(playing: NewGame) -> Game:
    return Game(find(playing.game), playing.players, dict(playing.options))


def seat_of(playing: NewGame, asked: Ask) -> Seat:
    """What the seat knows. Refused if whoever asks has other fields than we have."""
    game, told = game_of(playing), asked.knowledge
    fields = [field.name for field in game.spec.rules.FIELDS]
    if told is None or told.fields != fields or len(told.values) != len(fields):
        raise refused(SENTENCES, "knowledge", game=game.name)
    legal = [game.spec.ids[move] for move in asked.legal]
    return restored(game, playing.seat, told.values, legal)


def think(seat: Seat, level: str, seed: int, seconds: float) -> int:
    """The move of a level with so much time. Equal knowledge and an equal seed give an equal move,
    as far as the time allows."""
    bot = bots.make(level, seed)
    if isinstance(bot, bots.Search) and bot.budget is None:
        from ryumon.bots.levels import budget_of

        usual = budget_of(level, seat.game.name)
        bot.budget = replace(usual, seconds=min(usual.seconds or seconds, SHARE * seconds))
    return bot.choose(seat)
