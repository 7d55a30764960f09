"""What is asked and answered over HTTP, by browsers and by programs that play; JSON text."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ryumon.server.protocol import (
    Aids,
    Choice,
    Clock,
    Event,
    Said,
    Status,
    Struct,
    TableInfo,
    View,
    You,
)


class Problem(Struct):
    """The body of every answer that is not 2xx."""

    sentence: str
    rule: str = "N"


class OptionInfo(Struct):
    name: str
    text: str
    values: list[Any]
    default: Any


class GameInfo(Struct):
    name: str
    title: str
    players: list[int]
    default_players: int
    options: list[OptionInfo]


class House(Struct):
    """GET /api/house: what can be played here."""

    games: list[GameInfo]
    levels: list[str]
    version: str


class Me(Struct):
    """GET /api/me. PUT it to be called otherwise."""

    name: str


class SetMe(Said):
    name: str


class FromRecord(Said):
    """Play on from a record after so many of its moves."""

    record: str
    move: int


class CreateTable(Said):
    """POST /api/tables. `bots`: for each seat a level, or None for a person; the creator sits at
    `seat`. With `start` all seats must be taken by then."""

    game: str
    players: int | None = None
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    bots: list[str | None] | None = None
    seat: int | None = 0
    name: str = ""
    clock: Clock = msgspec.field(default_factory=Clock)
    aids: bool = True
    public: bool = False
    level: str = "samurai"
    expiry: Literal["bot", "thumb"] = "bot"
    start: bool = False
    origin: FromRecord | None = None


class TablePage(Struct):
    """GET /api/tables/T, and the answer to whatever is done to a table: the table as it is."""

    info: TableInfo
    you: You


class Links(Struct):
    """Secret links, as paths. They work in any browser."""

    join: str = ""
    watch: str = ""
    host: str = ""
    seats: dict[str, str] = msgspec.field(default_factory=dict)
    lan: str = ""  # the address of this server for machines nearby, if it is open to them


class Enter(Said):
    """POST /api/tables/T/enter: what a secret link holds behind its #."""

    token: str


class Sit(Said):
    """POST /api/tables/T/sit. Without a seat, any that is free; one's own again to add to the deal
    after the table has shown its promise."""

    seat: int | None = None
    name: str = ""
    random: str = ""  # 16 bytes in hex


class Leave(Said):
    """POST /api/tables/T/leave: give up one's seats; a bot plays on if the game runs."""

    seat: int | None = None


class Host(Said):
    """POST /api/tables/T/host: what only the host may do."""

    do: Literal[
        "start", "fill", "close", "remove", "replace", "mute", "unmute", "reissue", "hand-on"
    ]
    seat: int | None = None
    level: str = ""


class Claim(Said):
    """POST /api/tables/T/claim-host: of a table whose host has been gone for long."""


class TableRow(Struct):
    """A table in a list."""

    table: str
    game: str
    players: int
    options: dict[str, Any]
    status: Status
    names: list[str]
    levels: list[str]
    free: int
    waiting: bool = False  # does it wait for me?


class TableList(Struct):
    tables: list[TableRow]


class Replay(Struct):
    """GET /api/tables/T/replay: of a finished table; every move with what this viewer saw."""

    table: str
    viewer: int
    names: list[str]
    record: str
    steps: list[ReplayStep]


class ReplayStep(Struct):
    move: str
    events: list[Event]
    view: View


class Guide(Struct):
    """GET /api/learn/G: the guided first game, as its seat sees it."""

    game: str
    seat: int
    options: dict[str, Any]
    names: list[str]
    frames: list[GuideFrame]


class GuideFrame(Struct):
    """A moment of a guided game: what happened since the last one, and what is to be done.
    `notes[k]` is said when k of the moves are chosen. No moves: there is only something to read.
    GET /api/learn/G/why?at=AT&move=M&move=M tells why other moves cannot be made; it answers with a
    reason."""

    at: int  # so many moves have been made
    events: list[Event]
    view: View
    choice: Choice | None
    aids: Aids
    moves: list[str]
    notes: list[str]


class Review(Struct):
    """GET /api/tables/T/review: of a table that has ended. `of` decisions are judged one after the
    other; ask again until all are. `shares`: what each seat got of the win, if the game was
    played to its end."""

    of: int
    judged: list[Judged]
    shares: list[float]


class Judged(Struct):
    """A decision, judged with what its seat knew then. `error` is the standard error of a chance,
    None if the move was hardly looked at; `reason` speaks for the best move."""

    at: int  # so many moves had been made
    seat: int
    move: str
    chance: float  # to win, with the move that was made
    error: float | None
    best: str
    best_chance: float
    best_error: float | None
    reason: str


class Position(Struct):
    """GET /api/tables/T/position: of a table that has ended, everything that lay there after so
    many moves, as `game.position` takes it."""

    position: dict[str, Any]


class Draw(Struct):
    """An outcome of chance: the marks from `low` on, `weight` of them, lead to it, of `of`."""

    at: int  # so many moves had been made
    move: str
    low: int
    weight: int
    of: int


class Verdict(Struct):
    """GET /api/tables/T/verify: was every card dealt from the key that was promised?"""

    sound: bool
    sentence: str
    draws: int
    # All of them, for a browser that checks by itself.
    outcomes: list[Draw] = msgspec.field(default_factory=list)


class SeatStatistics(Struct):
    seat: int
    name: str
    level: str
    seconds: float
    decisions: int


class Statistics(Struct):
    """GET /api/tables/T/statistics"""

    rounds: list[list[int]]  # the scores after each round
    seats: list[SeatStatistics]
    moves: int


class ImportRecord(Said):
    """POST /api/import: a record becomes a finished table, or one that goes on as practice."""

    record: str


# --- the bot API ----------------------------------------------------------------------------


class OpenAccount(Said):
    """POST /api/bot/account"""

    name: str


class Account(Struct):
    """A program that may sit at tables. The token is shown only here."""

    name: str
    token: str


class ProgramMove(Said):
    """POST /api/bot/tables/T/move: a decision, or the next move of one. `expected` is the last
    number that the program was told; `id` makes that it acts once, however often it is sent."""

    id: str
    expected: int
    moves: list[str]
    seat: int | None = None  # needed only by a program that holds several


class TablesLine(Struct, tag_field="type", tag="tables"):
    """The first line of GET /api/bot/stream: all tables at which the program sits."""

    tables: list[TableRow]


class TableLine(Struct, tag_field="type", tag="table"):
    """A table that is new to the program, or has changed."""

    table: TableRow


class GoneLine(Struct, tag_field="type", tag="gone"):
    """A table at which the program does not sit any more."""

    table: str


class Knowledge(Struct):
    """All that the seat knows, as the fields of a state in which everything else is a fixed filler.
    For Ryumon's own levels; it may change with any version."""

    fields: list[str]
    values: list[Any]


class TurnLine(Struct, tag_field="type", tag="turn"):
    """Comes after a welcome or a step that asks for a decision: the program is to move. `legal` has
    the moves that it may make next; `knowledge` is there only with ?knowledge=1."""

    n: int
    legal: list[str]
    knowledge: Knowledge | None = None


class Health(Struct):
    status: Literal["ok", "draining", "trouble"]
    version: str


HTTP = (
    Problem, House, Me, SetMe, CreateTable, TablePage, Links, Enter, Sit, Leave, Host, Claim,
    TableList, Replay, Guide, Review, Position, Verdict, Statistics, ImportRecord, OpenAccount,
    Account, ProgramMove, TablesLine, TableLine, GoneLine, TurnLine, Health,
)  # fmt: skip
