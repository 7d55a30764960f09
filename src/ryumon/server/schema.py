"""The tables of the database, the same for SQLite and PostgreSQL.

`entries` is the truth: what was played, one row per command. The other tables say who sits where,
what is due, and what has been said. migrations/ brings a database to this; a test compares them.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)  # fmt: skip

metadata = MetaData()

# Keys and switches of the whole house: the signing key, when the server last lived.
settings = Table(
    "settings",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("rules", Integer, nullable=False),  # the version of the rules
    Column("origin", Text),  # JSON: the position that play starts from, if not the beginning
    Column("clock", Text, nullable=False),  # JSON
    Column("aids", Boolean, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("level", Text, nullable=False),  # of bots that stand in
    Column("expiry", Text, nullable=False),
    Column("practice", Boolean, nullable=False),
    Column("verifiable", Boolean, nullable=False),  # does all chance come from the key?
    Column("status", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),  # when something happened that everyone saw
    Column("secret", LargeBinary, nullable=False),
    Column("host", Text, nullable=False),  # a person
    Column("join_token", Text, nullable=False),
    Column("watch_token", Text, nullable=False),
    Column("host_token", Text, nullable=False),
    Column("next", Text, nullable=False),  # the table of the rematch
    Column("season", Text),  # that it belongs to, if to any
    Column("beat", Float),  # seconds of a bot's turn, if not the usual ones
    Index("tables_open", "status", "public"),
)

seats = Table(
    "seats",
    metadata,
    Column("table", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", Text, nullable=False),  # empty: nobody
    Column("level", Text, nullable=False),  # of the bot that moves here; empty: a person does
    Column("person", Boolean, nullable=False),  # does the seat belong to a person?
    Column("conceded", Boolean, nullable=False),
    Column("muted", Boolean, nullable=False),
    Column("random", LargeBinary, nullable=False),  # what the browser added to the deal
    Column("token", Text, nullable=False),  # of the seat's link
    PrimaryKeyConstraint("table", "seat"),
)

# What a browser may do at a table; seat is -1 but for the role "seat".
grants = Table(
    "grants",
    metadata,
    Column("table", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    PrimaryKeyConstraint("table", "person", "role", "seat"),
    Index("grants_person", "person"),
)

entries = Table(
    "entries",
    metadata,
    Column("table", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer),
    Column("command", Text),
    Column("data", Text, nullable=False),  # JSON
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("table", "number"),
    UniqueConstraint("table", "seat", "command", name="entries_command"),
)

# What no client triggers: a bot's move, the end of a pause, a clock. Any process may take it.
due = Table(
    "due",
    metadata,
    Column("table", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("number", Integer, nullable=False),  # of the entry that it will be
    Column("at", Float, nullable=False),
    Column("claimed_until", Float, nullable=False),
    PrimaryKeyConstraint("table", "kind", "seat"),
    Index("due_at", "at"),
)

# Answers in advance.
intentions = Table(
    "intentions",
    metadata,
    Column("table", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("moves", Text),  # JSON
    Column("rule", Text, nullable=False),
    PrimaryKeyConstraint("table", "seat"),
)

offers = Table(
    "offers",
    metadata,
    Column("table", Text, nullable=False),
    Column("id", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("agreed", Text, nullable=False),  # JSON: seats
    Column("number", Integer, nullable=False),  # the entry after which it was made
    PrimaryKeyConstraint("table", "id"),
)

chat = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table", Text, nullable=False),
    Column("seat", Integer),
    Column("name", Text, nullable=False),
    Column("channel", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("person", Text),  # whose browser it was, for the limit on spectators
    Index("chat_table", "table", "id"),
)

# Decisions of tables that have ended, judged; whatever is missing can be worked out again.
reviews = Table(
    "reviews",
    metadata,
    Column("table", Text, nullable=False),
    Column("at", Integer, nullable=False),  # so many moves had been made
    Column("data", Text, nullable=False),  # JSON
    PrimaryKeyConstraint("table", "at"),
)

# --- seasons: tables that the server makes by itself -------------------------------------------

seasons = Table(
    "seasons",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("rules", Integer, nullable=False),  # the version of the rules
    Column("rounds", Integer, nullable=False),  # deals that all play
    Column("seconds", Float, nullable=False),  # for each move
    Column("at_once", Integer, nullable=False),  # tables
    Column("duplicate", Boolean, nullable=False),  # is a deal the same at all its tables?
    Column("joining", Boolean, nullable=False),  # may any program join?
    Column("beat", Float),
    Column("status", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("secret", LargeBinary, nullable=False),  # all deals follow from it
    Column("host", Text, nullable=False),  # a person; empty: whoever runs the server
    Index("seasons_status", "status"),
)

entrants = Table(
    "entrants",
    metadata,
    Column("season", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("level", Text, nullable=False),  # of a bot of ours; empty: a program
    Column("person", Text, nullable=False),  # the program; empty: it has not come yet
    PrimaryKeyConstraint("season", "number"),
    UniqueConstraint("season", "name", name="entrants_name"),
)

# The tables of a season. A row is written together with its table, so each is made once.
rounds = Table(
    "rounds",
    metadata,
    Column("season", Text, nullable=False),
    Column("deal", Integer, nullable=False),
    Column("place", Integer, nullable=False),  # among all seatings of the deal
    Column("table", Text, nullable=False),
    Column("data", Text),  # JSON: how it ended
    Column("settled", Boolean, nullable=False),  # is the whole deal played, and open to all?
    PrimaryKeyConstraint("season", "deal", "place"),
    Index("rounds_settled", "season", "settled"),
)

# --- the deal of the day -----------------------------------------------------------------------

# A row is written together with its table, so each person has one a day.
daily = Table(
    "daily",
    metadata,
    Column("day", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("table", Text, nullable=False),
    Column("data", Text),  # JSON: how it ended
    PrimaryKeyConstraint("day", "person"),
    UniqueConstraint("table", name="daily_table"),
)

# --- several processes on one database --------------------------------------------------------

# Who runs. A process that has not told for a while that it lives is taken to be dead.
processes = Table(
    "processes",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),  # serve or worker
    Column("level", Integer, nullable=False),  # the newest migration that it knows
    Column("at", Float, nullable=False),  # when it told that it lives
    Column("several", Boolean, nullable=False),  # does it know that it is not alone?
)

# Who is connected, and where; a row without sockets says when somebody went.
presence = Table(
    "presence",
    metadata,
    Column("table", Text, nullable=False),
    Column("viewer", Integer, nullable=False),
    Column("person", Text, nullable=False),
    Column("process", Text, nullable=False),
    Column("sockets", Integer, nullable=False),
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("table", "viewer", "person", "process"),
    Index("presence_process", "process"),
)

# SQLite's bus: table and number of what was stored, while there are several processes.
notices = Table(
    "notices",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("process", Text, nullable=False),
    Column("table", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", Float, nullable=False),
    sqlite_autoincrement=True,
)

# Limits that hold for all processes together.
buckets = Table(
    "buckets",
    metadata,
    Column("name", Text, primary_key=True),
    Column("left", Float, nullable=False),
    Column("at", Float, nullable=False),
)
