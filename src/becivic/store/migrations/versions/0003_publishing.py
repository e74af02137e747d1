"""What publishing needs: who is being published, what stopped, what is held, and what was looked through for names.

None of the new columns is one that a trigger of 0002 guards: all of them may change.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_NEW: Final = {
    "staged_submissions": "change_request_id stopped_at",
    "held_items": "committed_at last_commit_attempt last_error attempts# change_request_id stopped_at",
    "concerns": "names_scanned",
    "amendments": "held! names_scanned",
    "drafts": "held!",
    "validations": "names_scanned",
    "feedback_channel": "held!",
    "ratings": "held!",
    "volatile_values": "held! names_scanned",
    "references": "held! names_scanned",
    "artefacts": "commit_sha blob_id changed_at",
    "change_requests": "target_type target_id number",
}
"""Text that may be missing; `!` marks a flag, `#` a number."""


def upgrade() -> None:
    for table, names in _NEW.items():
        for name in names.split():
            op.execute(f'ALTER TABLE "{table}" ADD COLUMN {_column(table, name)}')
    _partial("ix_staged_submissions_due", "staged_submissions", ["commit_eta", "type", "id"], "stopped_at")
    _partial("ix_validations_unscanned", "validations", ["row_id"], "names_scanned")
    op.create_table(
        "name_scans",
        *(sa.Column(name, sa.Text, nullable=False) for name in ("subject", "content", "scanner", "at")),
        sa.PrimaryKeyConstraint("subject", name="pk_name_scans"),
    )


def _column(table: str, name: str) -> str:
    bare = name.rstrip("!#")
    if name.endswith("!"):
        return f"{bare} INTEGER DEFAULT '0' NOT NULL CONSTRAINT ck_{table}_{bare} CHECK ({bare} IN (0, 1))"
    if name.endswith("#"):
        whole = "INTEGER" if op.get_context().dialect.name == "sqlite" else "BIGINT"
        return f"{bare} {whole} DEFAULT '0' NOT NULL"
    if (table, bare) == ("change_requests", "target_type"):
        listed = f"{bare} IS NULL OR {bare} IN ('skill', 'path')"
        return f"{bare} TEXT CONSTRAINT ck_{table}_{bare} CHECK ({listed})"
    return f"{bare} TEXT"


def _partial(name: str, table: str, columns: list[str], missing: str) -> None:
    """An index of the rows that lack something."""
    where = sa.text(f"{missing} IS NULL")
    op.execute(f"DROP INDEX IF EXISTS {name}")
    op.create_index(name, table, columns, sqlite_where=where, postgresql_where=where)
