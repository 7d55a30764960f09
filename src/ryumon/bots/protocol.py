"""The protocol for bots in other languages: what is said, and when (docs/protocol.md).

JSON Lines in both directions. Nothing here starts a program or waits: `Talk` makes the lines and
reads the answers. All it is ever given is a `Seat`, which holds what one seat knows.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from ryumon.bots.broken import BrokenBot, told
from ryumon.play.form import misfit
from ryumon.play.sentence import LANGUAGES, printable

if TYPE_CHECKING:
    from ryumon.play.seat import Seat
    from ryumon.play.state import Result

PROTOCOL = 1  # goes up when an old bot could misunderstand; new fields alone do not change it
PARTS = ("events", "view", "aids", "choice")  # that a bot may want
KNOWLEDGE = "knowledge"  # and this one, only if it says so
SEED_BITS = 53  # whole numbers that every reader of JSON agrees on
LONGEST_NAME = 40

Part = Literal["events", "view", "aids", "choice"]
Event = dict[str, Any]
Data = dict[str, Any]
Seconds = Annotated[float, Meta(gt=0)]
Seed = Annotated[int, Meta(ge=0, lt=1 << SEED_BITS)]
Place = Annotated[int, Meta(ge=0)]  # a seat, by its number


# --- what is said to a bot ------------------------------------------------------------------


class Hello(msgspec.Struct, frozen=True, tag_field="type", tag="hello"):
    """The first line. The bot answers with an Introduction."""

    protocol: int
    program: str  # who speaks


class NewGame(msgspec.Struct, frozen=True, tag_field="type", tag="game"):
    """A game begins, or begins anew because something was taken back. No answer."""

    game: str
    players: int
    options: dict[str, bool | int | str]  # of the game, all of them
    seat: Place  # the bot's own


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """How long the bot may think."""

    seconds: Seconds
    simulations: int | None = None  # where strength is to be the same on every machine


class Knowledge(msgspec.Struct, frozen=True):
    """All that the seat knows, as the fields of a state in which everything else is a fixed filler:
    what the levels of this library search. `fields` are their names; they may change with any
    version."""

    fields: list[str]
    values: list[int | list[int]]


class Ask(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="turn", omit_defaults=True
):
    """The seat is to move. The bot answers with an Answer."""

    events: list[Event] | None = None  # since the last line that had events
    view: Data | None = None
    aids: Data | None = None
    choice: Data | None = None
    knowledge: Knowledge | None = None
    legal: list[str]
    clock: Clock
    seed: Seed  # for bots that draw: the same knowledge, the same seed


class Over(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="over", omit_defaults=True
):
    """The game is over. No answer."""

    events: list[Event] | None = None
    view: Data | None = None
    winners: list[Place]
    payoffs: list[float]
    scores: list[int]
    reason: str


class Quit(msgspec.Struct, frozen=True, tag_field="type", tag="quit", omit_defaults=True):
    """The last line: the bot leaves. `because` says what it has done wrong."""

    because: str | None = None


# --- what a bot answers ---------------------------------------------------------------------


class Introduction(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to Hello."""

    protocol: int
    name: str
    games: list[str] | None = None  # that it plays; all, if it does not say
    wants: list[str] | None = None  # of PARTS; all, if it does not say; or KNOWLEDGE


class Answer(msgspec.Struct, frozen=True):
    """The answer to Ask."""

    move: str


TO_BOT = (Hello, NewGame, Ask, Over, Quit)
FROM_BOT = (Introduction, Answer)
Line = TypeVar("Line", Introduction, Answer)


class Talk:
    """One side of the exchange with one bot: remembers what the bot has been told."""

    def __init__(self, bot: str, seed: int, clock: Clock) -> None:
        self.bot = bot  # what sentences call it
        self.seed, self.clock = seed, clock
        self._games: list[str] | None = None
        self._wants: frozenset[str] = frozenset(PARTS)
        self.forget()

    def forget(self) -> None:
        """The next question begins a game."""
        self._playing: NewGame | None = None
        self._told: list[Event] = []

    def hello(self, program: str) -> bytes:
        return _line(Hello(PROTOCOL, program))

    def meet(self, line: bytes) -> None:
        """Read the answer to `hello`."""
        said = self._read(line, Introduction)
        shown = printable(said.name).strip()[:LONGEST_NAME]
        self.bot = shown or self.bot
        if said.protocol != PROTOCOL:
            raise BrokenBot("version", bot=self.bot, theirs=said.protocol, ours=PROTOCOL)
        self._games = said.games
        self._wants = frozenset(PARTS if said.wants is None else said.wants)

    def ask(self, seat: Seat) -> list[bytes]:
        """What is said when the seat is to move."""
        if self._games is not None and seat.game.name not in self._games:
            raise BrokenBot("game", bot=self.bot, game=seat.game.name)
        events = seat.events()
        lines = self._begin(seat, events)
        seed = random.Random(f"ryumon {self.seed} {len(events)}").getrandbits(SEED_BITS)
        parts = self._parts(seat, events, *PARTS)
        return [*lines, _line(Ask(legal=seat.legal(), clock=self.clock, seed=seed, **parts))]

    def answer(self, line: bytes, seat: Seat) -> int:
        """The move that a bot chose, by its number."""
        move = self._read(line, Answer).move
        number = seat.game.spec.ids.get(move)
        if number in seat.legal_ids():
            return number
        refusal = seat.refusal(move)
        assert refusal is not None
        why = {language: refusal.sentence(language).rstrip(".。") for language in LANGUAGES}
        detail = {language: f"{said}. {why[language]}" for language, said in told(move).items()}
        raise BrokenBot("illegal", rule=refusal.rule, bot=self.bot, detail=detail)

    def over(self, last: Seat, result: Result, scores: list[int]) -> list[bytes]:
        """What is said at the end of a game; `last` is what the seat knows then."""
        events = last.events()
        lines = self._begin(last, events)
        parts = self._parts(last, events, "events", "view")
        end = Over(**result._asdict(), scores=scores, **parts)
        self.forget()
        return [*lines, _line(end)]

    def quit(self, because: BrokenBot | None = None) -> bytes:
        return _line(Quit(None if because is None else str(because)))

    def _begin(self, seat: Seat, events: list[Event]) -> list[bytes]:
        """Begin a game, if this is another than the bot was told of, or if it was taken back."""
        game = seat.game
        playing = NewGame(game.name, game.players, dict(game.options), seat.viewer)
        if events[: len(self._told)] == self._told and playing == self._playing:
            return []
        self._playing, self._told = playing, []
        return [_line(playing)]

    def _parts(self, seat: Seat, events: list[Event], *parts: Part) -> dict[str, Any]:
        """Those of the parts that the bot wants."""
        makers = {"view": seat.view, "aids": seat.aids, "choice": seat.choice}
        found: dict[str, Any] = {}
        for part in parts:
            if part in self._wants and part in makers:
                found[part] = makers[part]()
        if KNOWLEDGE in self._wants and "choice" in parts:
            fields = [field.name for field in seat.game.spec.rules.FIELDS]
            found[KNOWLEDGE] = Knowledge(fields, seat.known.values())
        news, self._told = events[len(self._told) :], events
        if "events" in self._wants:
            found["events"] = news
        return found

    def _read(self, line: bytes, message: type[Line]) -> Line:
        try:
            return msgspec.json.decode(line, type=message)
        except msgspec.ValidationError as wrong:
            detail = {language: f": {why}" for language, why in misfit(wrong, "answer").items()}
            name = message.__name__
            raise BrokenBot("form", bot=self.bot, message=name, detail=detail) from None
        except (msgspec.MsgspecError, ValueError, RecursionError):
            raise BrokenBot("text", bot=self.bot, detail=told(line.strip())) from None


def _line(message: msgspec.Struct) -> bytes:
    return msgspec.json.encode(message) + b"\n"
