"""One narrow way for a retraction (lifecycle 10.3): what is kept may become the mark, and nothing else.

A catalogue row becomes it only while it is held; an entry of the audit log only in its detail. The mark is written here
as the database has to know it: `becivic.publishing.retraction` is compared with it by a test.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from alembic import op

revision = "0004"
down_revision = "0003"

_MARK: Final = "(retracted)"


class _Kept(NamedTuple):
    """As in 0002; `marked` may become the mark."""

    fixed: str
    marked: str
    once: str = ""
    erased: str = ""
    only_held: bool = True


_ROW: Final = "row_id uid name committed_at previous_row_id submission_id submission_contract_version"
_HASHED: Final = "created_by_ip_hash per_artefact_salt"
_KEPT: Final = {
    "volatile_values": _Kept(
        f"{_ROW} value_type source last_verified", "value unit note", "superseded_at", _HASHED
    ),
    "references": _Kept(
        f"{_ROW} last_verified language", "title url archived_url note", "superseded_at", _HASHED
    ),
    "audit_log": _Kept("row_id at actor action subject_type subject_id", "detail", only_held=False),
}


def upgrade() -> None:
    on_sqlite = op.get_context().dialect.name == "sqlite"
    for table, kept in _KEPT.items():
        trigger = f"kept_{table}_update"
        op.execute(f"DROP TRIGGER {trigger}" if on_sqlite else f'DROP TRIGGER {trigger} ON "{table}"')
        message = f"a row of {table} is history and does not change this way"
        begin = f'CREATE TRIGGER {trigger} BEFORE UPDATE ON "{table}"'
        if on_sqlite:
            op.execute(f"{begin} WHEN {_broken(kept)} BEGIN SELECT RAISE(ABORT, '{message}'); END")
        else:
            op.execute(
                f"{begin} FOR EACH ROW WHEN ({_broken(kept)}) EXECUTE FUNCTION becivic_refuse('{message}')"
            )


def _broken(kept: _Kept) -> str:
    """True of an update that breaks what is said about the table."""
    return " OR ".join(
        [
            *(_differs(name) for name in kept.fixed.split()),
            *(f'(OLD."{name}" IS NOT NULL AND {_differs(name)})' for name in kept.once.split()),
            *(f'(NEW."{name}" IS NOT NULL AND {_differs(name)})' for name in kept.erased.split()),
            *(f"({_differs(name)} AND {_is_unmarked(name, kept)})" for name in kept.marked.split()),
        ]
    )


def _differs(name: str) -> str:
    differs = "IS NOT" if op.get_context().dialect.name == "sqlite" else "IS DISTINCT FROM"
    return f'NEW."{name}" {differs} OLD."{name}"'


def _is_unmarked(name: str, kept: _Kept) -> str:
    """A value is a JSON scalar, so its mark is in quotes. NULL is not the mark: nothing is erased this way."""
    mark = f'"{_MARK}"' if name == "value" else _MARK
    held = "NEW.held = 1 AND " if kept.only_held else ""
    return f"({held}NEW.\"{name}\" = '{mark}') IS NOT TRUE"
