"""Reviews of tables that have ended."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None
compatible_from = 2  # an older server only does not know of them


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("at", sa.Integer, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table", "at"),
    )


def downgrade() -> None:
    raise NotImplementedError("A database does not go back; restore a backup.")
