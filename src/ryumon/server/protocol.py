"""What browser and server say to each other: JSON text, every message a tagged struct.

`python -m ryumon.server.typescript` writes the same types for the browser. A number `n` is always
the viewer's own: it counts the events that this viewer was told, and nothing else.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

Language = Literal["en", "ja"]
Status = Literal["open", "running", "finished", "closed", "frozen"]
Channel = Literal["table", "partner", "spectators"]
OfferKind = Literal["undo", "end", "rematch"]
Undo = Literal["", "free", "ask"]  # may this viewer take back now, and how?

# Plain data that games make; the titles are types of their own in the browser.
Event = Annotated[dict[str, Any], msgspec.Meta(title="GameEvent")]
View = Annotated[dict[str, Any], msgspec.Meta(title="View")]
Choice = Annotated[dict[str, Any], msgspec.Meta(title="Choice")]
Aids = Annotated[dict[str, Any], msgspec.Meta(title="Aids")]

# Limits on what clients send, beside the size of a whole message.
MOST_MOVES, MOVE_SIZE, TEXT_SIZE, NAME_SIZE = 64, 40, 500, 24


class Struct(msgspec.Struct):
    """The base of everything that only the server writes: every field is always there."""


class Said(msgspec.Struct, forbid_unknown_fields=True):
    """The base of everything that clients write: what has a default may be left out."""


# --- the table as everyone at it sees it ----------------------------------------------------


class Clock(Said):
    """How time is counted: `move` seconds for each move, or a bank of `bank` seconds that each
    move fills up by `increment`, or `days` for each move."""

    kind: Literal["none", "move", "bank", "days"] = "none"
    move: float = 0.0
    bank: float = 0.0
    increment: float = 0.0
    days: float = 0.0


class Clocks(Struct):
    """`left`: seconds of each seat now, None where none are counted; `running`: the seat whose
    time runs, as far as this viewer may know."""

    left: list[float | None]
    running: int | None = None


class SeatInfo(Struct):
    seat: int
    name: str  # empty: nobody sits here yet
    level: str = ""  # of the bot that plays here; empty for a person
    here: bool = False  # is the person connected?
    taken_over: bool = False  # does a bot play for a person who is away?
    conceded: bool = False
    muted: bool = False
    program: bool = False  # does a program sit here that came by the bot API?
    random: str = ""  # what the person's browser added to the deal, in hex


class Offer(Struct):
    """Something that all persons at the table have to agree to."""

    id: int
    kind: OfferKind
    seat: int  # who asks
    agreed: list[int]
    waiting: list[int]  # whose answer is missing


class Fairness(Struct):
    """See docs/fairness.md. `secret` and `key` are shown when the table has ended."""

    commitment: str
    verifiable: bool = True
    secret: str = ""
    key: str = ""


class Result(Struct):
    winners: list[int]
    payoffs: list[float]
    reason: str
    scores: list[int]


class TableInfo(Struct):
    """A table without its game: who sits there and how it is played."""

    table: str
    game: str
    players: int
    options: dict[str, Any]
    status: Status
    public: bool
    aids: bool
    clock: Clock
    seats: list[SeatInfo]
    spectators: int = 0
    host: int | None = None  # the host's seat, if the host has one
    level: str = "samurai"  # of the bots that stand in for people
    expiry: Literal["bot", "thumb"] = "bot"  # who moves when time is over
    practice: bool = False
    offers: list[Offer] = []
    fairness: Fairness | None = None
    result: Result | None = None
    next: str = ""  # the table of the rematch
    note: str = ""  # a sentence about the table: why it is frozen, or that all will be open


class You(Struct):
    """What this browser may do at a table."""

    seats: list[int]  # that it holds
    host: bool = False
    join: bool = False  # may it take a free seat?
    watch: bool = False  # may it look on?


class Line(Struct):
    """A line of chat."""

    n: int  # the viewer's own number of lines
    seat: int | None
    name: str
    channel: Channel
    text: str


# --- from the client ------------------------------------------------------------------------


class Hello(Said, tag_field="type", tag="hello"):
    """The first message. `since` is the last own event number that the client has."""

    viewer: int
    language: Language = "en"
    since: int = 0
    aids: bool = False  # send aids after each step, where the table has them


class Act(Said, tag_field="type", tag="act"):
    """Moves as one unit, all or none. `expected` is the last event that the client had seen."""

    id: str
    expected: int
    moves: list[str]


class Why(Said, tag_field="type", tag="why"):
    id: str
    moves: list[str]


class Intend(Said, tag_field="type", tag="intend"):
    """An answer in advance: moves for the next decision, or a rule until it is cancelled."""

    id: str
    moves: list[str] | None = None
    rule: Literal["", "pass", "forced", "lay", "no"] = ""


class Cancel(Said, tag_field="type", tag="cancel"):
    id: str


class Chat(Said, tag_field="type", tag="chat"):
    id: str
    text: str
    to: Channel = "table"


class MakeOffer(Said, tag_field="type", tag="offer"):
    id: str
    kind: OfferKind


class Answer(Said, tag_field="type", tag="answer"):
    id: str
    offer: int
    accept: bool


class Concede(Said, tag_field="type", tag="concede"):
    id: str


class Hint(Said, tag_field="type", tag="hint"):
    id: str


class Ping(Said, tag_field="type", tag="ping"):
    id: str


SeatMessage = Act | Why | Intend | Cancel | MakeOffer | Answer | Concede | Hint
ClientMessage = Hello | Chat | Ping | SeatMessage


# --- from the server ------------------------------------------------------------------------


class Welcome(Struct, tag_field="type", tag="welcome"):
    """The answer to hello: everything, or what is missing since the client's last number."""

    table: TableInfo
    viewer: int
    n: int
    since: int  # the events begin after this one
    events: list[Event]
    view: View | None  # None before the game has begun
    choice: Choice | None
    clocks: Clocks | None
    chat: list[Line]
    you: You
    undo: Undo = ""
    judging: bool = False
    ahead: Choice | None = None
    intention: Intention | None = None


class Step(Struct, tag_field="type", tag="step"):
    """What happened, and the whole view after it."""

    n: int
    events: list[Event]
    view: View
    choice: Choice | None
    clocks: Clocks | None
    undo: Undo = ""
    judging: bool = False  # an answer may be asked of somebody in secret: go on in a moment
    # a question that comes to this seat unless another's answer settles it: `intend` answers it now
    ahead: Choice | None = None


class Intention(Struct):
    """What this seat has left as an answer in advance."""

    moves: list[str] | None = None
    rule: str = ""


class AidsMessage(Struct, tag_field="type", tag="aids"):
    n: int
    aids: Aids


class Done(Struct, tag_field="type", tag="done"):
    id: str
    n: int


class Refused(Struct, tag_field="type", tag="refused"):
    """Nothing has changed. `stale`: the client was behind; no word for the player."""

    id: str
    rule: str
    sentence: str
    n: int
    stale: bool = False


class Reason(Struct, tag_field="type", tag="reason"):
    """The answer to why; no sentence if the moves may be made."""

    id: str
    rule: str
    sentence: str


class TableMessage(Struct, tag_field="type", tag="table"):
    table: TableInfo


class SaidMessage(Struct, tag_field="type", tag="said"):
    line: Line


class HintMove(Struct):
    move: str
    share: float  # of the simulations
    value: float  # the chance to win
    reason: str = ""  # one sentence; empty if the game says nothing


class HintMessage(Struct, tag_field="type", tag="hint"):
    id: str
    moves: list[HintMove]


class Pong(Struct, tag_field="type", tag="pong"):
    id: str


class Bye(Struct, tag_field="type", tag="bye"):
    """The last message. `again`: connect again, after so many seconds."""

    sentence: str
    again: float | None = None


ServerMessage = (
    Welcome
    | Step
    | AidsMessage
    | Done
    | Refused
    | Reason
    | TableMessage
    | SaidMessage
    | HintMessage
    | Pong
    | Bye
)


# --- HTTP -----------------------------------------------------------------------------------


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
    options: dict[str, Any] = {}
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
    seats: dict[str, str] = {}
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
    changed: float = 0.0  # seconds since something happened that everyone saw


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


class Verdict(Struct):
    """GET /api/tables/T/verify: was every card dealt from the key that was promised?"""

    sound: bool
    sentence: str
    draws: int
    outcomes: list[Draw] = []  # all of them, for a browser that checks by itself


class Draw(Struct):
    """An outcome of chance: the marks from `low` on, `weight` of them, lead to it, of `of`."""

    at: int  # so many moves had been made
    move: str
    low: int
    weight: int
    of: int


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

read_client = msgspec.json.Decoder(ClientMessage).decode
write = msgspec.json.Encoder().encode
