"""What the consensus needs: whom to look at, what was decided, who flagged, and what rots.

Everything there is already is marked, so that the first tick looks at all of it once.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_JUDGED: Final = ("skill", "path", "volatile_value", "reference")
_STATUSES: Final = ("draft", "alpha", "beta", "stable", "quarantined", "deprecated")
_KINDS: Final = ("hold", "promote", "rollback", "deprecate", "quarantine", "observe", "reinstate")
_RULES: Final = (
    "alpha-to-beta",
    "beta-to-stable",
    "net-rejects",
    "all-sources-rejected",
    "unconfirmed-too-long",
    "injection-flag",
    "handoff-observed",
    "maintainer-ruling",
)
_MARK: Final = "first"
"""Any mark will do that no vote has."""


def upgrade() -> None:
    for table in ("volatile_values", "references"):
        op.execute(f'ALTER TABLE "{table}" ADD COLUMN stable_at TEXT')
    collate = "" if op.get_context().dialect.name == "sqlite" else ' COLLATE "C"'
    op.execute(
        f"CREATE INDEX ix_validations_source ON validations (target_id{collate}, validated_at)"
        " WHERE target_type = 'path_source'"
    )
    _watch()
    _decisions()
    op.create_table(
        "flaggers",
        _row_id(),
        sa.Column("decision_id", _number(), nullable=False),
        *_texts("salt address_hash"),
        sa.PrimaryKeyConstraint("row_id", name="pk_flaggers"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_flaggers_decision_id", "flaggers", ["decision_id"])
    _rot()
    _never_changed("decisions")


def _watch() -> None:
    op.create_table(
        "lifecycle_watch",
        *_texts("target_type target_id mark? due_at?"),
        sa.PrimaryKeyConstraint("target_type", "target_id", name="pk_lifecycle_watch"),
        _one_of("lifecycle_watch", "target_type", _JUDGED),
    )
    for name, columns, given in (
        ("ix_lifecycle_watch_marked", ["target_type", "target_id"], "mark"),
        ("ix_lifecycle_watch_due", ["due_at"], "due_at"),
    ):
        where = sa.text(f"{given} IS NOT NULL")
        op.create_index(name, "lifecycle_watch", columns, sqlite_where=where, postgresql_where=where)
    into = "INSERT INTO lifecycle_watch (target_type, target_id, mark)"
    op.execute(f"{into} SELECT target_type, target_id, '{_MARK}' FROM artefacts")  # noqa: S608  our own words
    for kind, table in (("volatile_value", "volatile_values"), ("reference", '"references"')):
        op.execute(f"{into} SELECT '{kind}', uid, '{_MARK}' FROM {table} WHERE superseded_at IS NULL")  # noqa: S608


def _decisions() -> None:
    op.create_table(
        "decisions",
        _row_id(),
        *_texts(
            "decided_at actor target_type target_id source? kind rule from_status to_status judged artefact tally"
            " policy change_request_id?"
        ),
        sa.PrimaryKeyConstraint("row_id", name="pk_decisions"),
        _one_of("decisions", "target_type", _JUDGED),
        _one_of("decisions", "kind", _KINDS),
        _one_of("decisions", "rule", _RULES),
        _one_of("decisions", "from_status", _STATUSES),
        _one_of("decisions", "to_status", _STATUSES),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_decisions_target", "decisions", ["target_type", "target_id", "row_id"])
    op.create_index("ix_decisions_change_request_id", "decisions", ["change_request_id"])


def _rot() -> None:
    op.create_table(
        "link_checks",
        *_texts("uid link url state detail? checked_at reachable_at?"),
        sa.PrimaryKeyConstraint("uid", "link", name="pk_link_checks"),
        _one_of("link_checks", "link", ("url", "archived_url")),
        _one_of("link_checks", "state", ("reachable", "gone", "unclear", "not_asked")),
    )
    op.create_table(
        "source_class_flags",
        *_texts("source_class flagged_at"),
        sa.PrimaryKeyConstraint("source_class", name="pk_source_class_flags"),
    )
    op.create_table(
        "remembered", *_texts("name value"), sa.PrimaryKeyConstraint("name", name="pk_remembered")
    )


def _number() -> sa.types.TypeEngine[int]:
    return sa.BigInteger().with_variant(sa.Integer, "sqlite")


def _row_id() -> sa.Column[int]:
    return sa.Column("row_id", _number(), autoincrement=True, nullable=False)


def _texts(names: str) -> list[sa.Column[str]]:
    """`?` marks one that may be missing."""
    return [sa.Column(name.rstrip("?"), sa.Text, nullable=name.endswith("?")) for name in names.split()]


def _one_of(table: str, name: str, values: tuple[str, ...]) -> sa.CheckConstraint:
    listed = ", ".join(f"'{value}'" for value in values)
    return sa.CheckConstraint(f"{name} IN ({listed})", name=f"ck_{table}_{name}")


def _never_changed(table: str) -> None:
    """Append-only, as in 0002."""
    _refuse("UPDATE", table, f"a row of {table} is history and does not change this way")
    _refuse("DELETE", table, f"rows of {table} are never deleted")


def _refuse(event: str, table: str, message: str) -> None:
    trigger = f"CREATE TRIGGER kept_{table}_{event.lower()} BEFORE {event} ON {table}"
    if op.get_context().dialect.name == "sqlite":
        op.execute(f"{trigger} BEGIN SELECT RAISE(ABORT, '{message}'); END")
        return
    op.execute(f"{trigger} FOR EACH ROW EXECUTE FUNCTION becivic_refuse('{message}')")
    if event == "DELETE":  # TRUNCATE passes the triggers of rows by
        op.execute(
            f"CREATE TRIGGER kept_{table}_truncate BEFORE TRUNCATE ON {table}"
            f" EXECUTE FUNCTION becivic_refuse('{message}')"
        )
