"""Several processes on one database: who runs, who is here, what has happened, limits."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None
compatible_from = 2  # an older server would not hear what others do


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=False)


def _integer(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False)


def _float(name: str) -> sa.Column[float]:
    return sa.Column(name, sa.Float, nullable=False)


def upgrade() -> None:
    op.create_table(
        "processes",
        sa.Column("id", sa.Text, primary_key=True),
        *(_text("kind"), _integer("level"), _float("at")),
        sa.Column("several", sa.Boolean, nullable=False),
    )
    op.create_table(
        "presence",
        *(_text("table"), _integer("viewer"), _text("person"), _text("process")),
        *(_integer("sockets"), _float("at")),
        sa.PrimaryKeyConstraint("table", "viewer", "person", "process"),
    )
    op.create_index("presence_process", "presence", ["process"])
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        *(_text("process"), _text("table"), _integer("number"), _float("at")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "buckets", sa.Column("name", sa.Text, primary_key=True), _float("left"), _float("at")
    )
    op.add_column("chat", sa.Column("person", sa.Text, nullable=True))


def downgrade() -> None:
    raise NotImplementedError("A database does not go back; restore a backup.")
