"""The first version: tables, seats, grants, entries, what is due, intentions, offers, chat."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def _text(name: str, *, null: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=null)


def _integer(name: str, *, null: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=null)


def _float(name: str) -> sa.Column[float]:
    return sa.Column(name, sa.Float, nullable=False)


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean, nullable=False)


def _bytes(name: str) -> sa.Column[bytes]:
    return sa.Column(name, sa.LargeBinary, nullable=False)


def upgrade() -> None:
    op.create_table("settings", sa.Column("name", sa.Text, primary_key=True), _bytes("value"))
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        *(_text("game"), _integer("players"), _text("options"), _integer("rules")),
        *(_text("origin", null=True), _text("clock"), _flag("aids"), _flag("public")),
        *(_text("level"), _text("expiry"), _flag("practice"), _flag("verifiable")),
        *(_text("status"), _float("created"), _float("changed"), _bytes("secret")),
        *(_text("host"), _text("join_token"), _text("watch_token"), _text("host_token")),
        _text("next"),
    )
    op.create_index("tables_open", "tables", ["status", "public"])
    op.create_table(
        "seats",
        *(_text("table"), _integer("seat"), _text("name"), _text("level"), _flag("person")),
        *(_flag("conceded"), _flag("muted"), _bytes("random"), _text("token")),
        sa.PrimaryKeyConstraint("table", "seat"),
    )
    op.create_table(
        "grants",
        *(_text("table"), _text("person"), _text("role"), _integer("seat")),
        sa.PrimaryKeyConstraint("table", "person", "role", "seat"),
    )
    op.create_index("grants_person", "grants", ["person"])
    op.create_table(
        "entries",
        *(_text("table"), _integer("number"), _text("kind"), _integer("seat", null=True)),
        *(_text("command", null=True), _text("data"), _float("at")),
        sa.PrimaryKeyConstraint("table", "number"),
        sa.UniqueConstraint("table", "seat", "command", name="entries_command"),
    )
    op.create_table(
        "due",
        *(_text("table"), _text("kind"), _integer("seat"), _integer("number"), _float("at")),
        _float("claimed_until"),
        sa.PrimaryKeyConstraint("table", "kind", "seat"),
    )
    op.create_index("due_at", "due", ["at"])
    op.create_table(
        "intentions",
        *(_text("table"), _integer("seat"), _text("moves", null=True), _text("rule")),
        sa.PrimaryKeyConstraint("table", "seat"),
    )
    op.create_table(
        "offers",
        *(_text("table"), _integer("id"), _text("kind"), _integer("seat"), _text("agreed")),
        _integer("number"),
        sa.PrimaryKeyConstraint("table", "id"),
    )
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        *(_text("table"), _integer("seat", null=True), _text("name"), _text("channel")),
        *(_text("text"), _float("at")),
    )
    op.create_index("chat_table", "chat", ["table", "id"])


def downgrade() -> None:
    raise NotImplementedError("A database does not go back; restore a backup.")
