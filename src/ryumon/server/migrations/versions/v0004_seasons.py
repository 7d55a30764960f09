"""Seasons: tables that the server makes by itself."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None
compatible_from = 2  # an older server does not know of them; none begins while one runs


def upgrade() -> None:
    op.add_column("tables", sa.Column("season", sa.Text, nullable=True))
    op.add_column("tables", sa.Column("beat", sa.Float, nullable=True))
    op.create_table(
        "seasons",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("at_once", sa.Integer, nullable=False),
        sa.Column("duplicate", sa.Boolean, nullable=False),
        sa.Column("joining", sa.Boolean, nullable=False),
        sa.Column("beat", sa.Float, nullable=True),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
    )
    op.create_index("seasons_status", "seasons", ["status"])
    op.create_table(
        "entrants",
        sa.Column("season", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("level", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("season", "number"),
        sa.UniqueConstraint("season", "name", name="entrants_name"),
    )
    op.create_table(
        "rounds",
        sa.Column("season", sa.Text, nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=True),
        sa.Column("settled", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("season", "deal", "place"),
    )
    op.create_index("rounds_settled", "rounds", ["season", "settled"])


def downgrade() -> None:
    raise NotImplementedError("A database does not go back; restore a backup.")
