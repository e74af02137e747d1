"""Days on which sources could have been confirmed. Days before this table do not count against any path."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "confirmable_days",
        sa.Column("source_class", sa.Text, nullable=False),
        sa.Column("day", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("source_class", "day", name="pk_confirmable_days"),
    )
