"""How a reference was read, and the date of its page: two columns that may be set once on a row that has none.

A row written before them can take up what a newer packaged corpus records about the same reading (design 7.23).
"""

from __future__ import annotations

from typing import Final

from alembic import op

revision = "0006"
down_revision = "0005"

_MARK: Final = "(retracted)"
_FIXED: Final = "row_id uid name committed_at previous_row_id submission_id submission_contract_version last_verified language"
_MARKED: Final = "title url archived_url note"
_ONCE: Final = "superseded_at read_as page_date"
_ERASED: Final = "created_by_ip_hash per_artefact_salt"
_WAYS: Final = "'live', 'stored_copy', 'search_excerpt', 'unread'"


def upgrade() -> None:
    op.execute(
        'ALTER TABLE "references" ADD COLUMN read_as TEXT'
        f" CONSTRAINT ck_references_read_as CHECK (read_as IS NULL OR read_as IN ({_WAYS}))"
    )
    op.execute('ALTER TABLE "references" ADD COLUMN page_date TEXT')
    message = "a row of references is history and does not change this way"
    begin = 'CREATE TRIGGER kept_references_update BEFORE UPDATE ON "references"'
    if op.get_context().dialect.name == "sqlite":
        op.execute("DROP TRIGGER kept_references_update")
        op.execute(f"{begin} WHEN {_broken()} BEGIN SELECT RAISE(ABORT, '{message}'); END")
    else:
        op.execute('DROP TRIGGER kept_references_update ON "references"')
        op.execute(f"{begin} FOR EACH ROW WHEN ({_broken()}) EXECUTE FUNCTION becivic_refuse('{message}')")


def _broken() -> str:
    """True of an update that changes history: the conditions of 0004, and the two new columns set a second time."""
    unmarked = '(NEW.held = 1 AND NEW."{0}" = \'' + _MARK + "') IS NOT TRUE"
    return " OR ".join(
        [
            *(_differs(name) for name in _FIXED.split()),
            *(f'(OLD."{name}" IS NOT NULL AND {_differs(name)})' for name in _ONCE.split()),
            *(f'(NEW."{name}" IS NOT NULL AND {_differs(name)})' for name in _ERASED.split()),
            *(f"({_differs(name)} AND {unmarked.format(name)})" for name in _MARKED.split()),
        ]
    )


def _differs(name: str) -> str:
    differs = "IS NOT" if op.get_context().dialect.name == "sqlite" else "IS DISTINCT FROM"
    return f'NEW."{name}" {differs} OLD."{name}"'
