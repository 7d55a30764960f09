"""The deal of the day: who plays it at which table, and how that ended."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None
compatible_from = 2  # an older server does not know of them; none is made while one runs


def upgrade() -> None:
    op.create_table(
        "daily",
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=True),
        sa.PrimaryKeyConstraint("day", "person"),
        sa.UniqueConstraint("table", name="daily_table"),
    )


def downgrade() -> None:
    raise NotImplementedError("A database does not go back; restore a backup.")
