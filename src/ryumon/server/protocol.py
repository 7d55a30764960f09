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
    day: str = ""  # whose deal this is: GET /api/daily/DAY


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

read_client = msgspec.json.Decoder(ClientMessage).decode
write = msgspec.json.Encoder().encode
