"""A row of any table, every column filled, that the database accepts."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, Table

from becivic.rules.identifiers import UidPrefix
from becivic.store.tables import METADATA
from becivic.store.tables.catalogue import UID_SEQUENCES
from becivic.store.tables.keeping import REVISION

_NUMBERED: Final = {
    "volatile_values": UidPrefix.VOLATILE_VALUE,
    "references": UidPrefix.REFERENCE,
    "concerns": UidPrefix.CONCERN,
}
_LISTED: Final[dict[str, dict[str, Any]]] = {
    "volatile_values": {"status": "alpha", "value_type": "number", "value": "12.5", "previous_row_id": None, "held": 0},
    "references": {"status": "beta", "previous_row_id": None, "held": 1, "read_as": "stored_copy"},
    "catalogue_entries": {"prefix": "val"},
    "staged_submissions": {"type": "draft", "target_type": "path"},
    "committed_submissions": {"type": "concern", "target_type": None},
    "held_items": {"type": "rating", "target_type": "session", "state": "released", "held_from": "staged"},
    "concerns": {"target_type": "skill", "held": 0},
    "amendments": {"target_type": "path", "outcome": "pending", "held": 0},
    "drafts": {"target_type": "skill", "outcome": "closed", "held": 1},
    "validations": {
        "target_type": "observation", "verdict": "reject", "submitter_type": "agent", "injection_flag": 1, "held": 0,
    },
    "feedback_channel": {"topic": "praise", "held": 0},
    "ratings": {"axis": "agent_protocol_stars", "stars": 4, "held": 0},
    "analytics_events": {"event_type": "session_start"},
    "artefacts": {"target_type": "skill", "status": "stable"},
    "bans": {"level": "limited"},
    "review_items": {"queue": "held"},
    "lifecycle_watch": {"target_type": "path"},
    "decisions": {
        "target_type": "skill", "kind": "promote", "rule": "alpha-to-beta", "from_status": "alpha", "to_status": "beta",
    },
    "link_checks": {"link": "url", "state": "gone"},
    "change_requests": {"submission_type": None, "state": "open", "target_type": "path"},
}  # fmt: skip

COUNTERS: Final = (UID_SEQUENCES, REVISION)
RECORDS: Final = tuple(table for table in METADATA.sorted_tables if table not in COUNTERS)
"""Every table but the two that a new database has rows in."""


def record(table: Table, number: int = 1, **given: Any) -> dict[str, Any]:
    """The row of this number, `row_id` left to the database; its words are not plain, so that encoding counts."""
    filled: dict[str, Any] = {
        column.name: number if column.type.python_type is int else f"{column.name} {number}: “é\n日\t\\”"
        for column in table.c
    }
    if table.name in _NUMBERED:
        filled |= {"uid": _NUMBERED[table.name].mint(number), "superseded_at": None}
    filled.pop("row_id", None)
    return {**filled, **_LISTED.get(table.name, {}), **given}


def give_out(connection: Connection, number: int) -> None:
    """Count uids of every type as given out, up to this number."""
    connection.execute(UID_SEQUENCES.update().values(last=number))


def fill(connection: Connection, numbers: range) -> None:
    """Rows of these numbers in every table."""
    give_out(connection, numbers.stop)
    for table in RECORDS:
        connection.execute(table.insert(), [record(table, number) for number in numbers])
