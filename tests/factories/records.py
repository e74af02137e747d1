"""A row of any table, every column filled, that the database accepts."""

from __future__ import annotations

from collections.abc import Callable
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


_MOMENTS: Final = {"at", "until", "commit_eta", "last_commit_attempt"}
_DAYS: Final = {"day", "received_on"}
_JSON: Final = {
    "payload", "distinct_frozen", "traversal_metadata", "provenance", "context", "reasons", "tally", "policy",
}  # fmt: skip
_JSON_OF: Final = {
    ("decisions", "artefact"),
    ("concerns", "content"),
    ("amendments", "content"),
    ("drafts", "content"),
}
_PREFIXES: Final = {
    "concerns": "con", "amendments": "amd", "drafts": "drf", "feedback_channel": "fbk", "ratings": "rtg",
    "staged_submissions": "drf", "committed_submissions": "con", "held_items": "rtg",
}  # fmt: skip


def sound_record(table: Table, number: int = 1, **given: Any) -> dict[str, Any]:
    """The same, and every text of the shape that the service writes: what an import takes."""
    own = record(table, number)
    shaped = {
        name: _shaped(table.name, name, number) for name in own if name not in _LISTED.get(table.name, {})
    }
    if "superseded_at" in own:
        shaped["superseded_at"] = None
    return (
        own
        | {name: text for name, text in shaped.items() if text is not None or name == "superseded_at"}
        | given
    )


def _shaped(table: str, name: str, number: int) -> str | None:
    """None for a column of which any text will do."""
    tail = f"00000000-0000-7000-8000-{number % 16**12:012x}"
    if name.endswith("_at") or name in _MOMENTS:
        return f"2026-10-{number % 28 + 1:02d}T08:00:00.000000Z"
    if name in _DAYS:
        return f"2026-10-{number % 28 + 1:02d}"
    if name.endswith("_hash"):
        return f"{number:064x}"
    if name in _JSON or (table, name) in _JSON_OF:
        return f'{{"words":"{name} {number}: “é"}}'
    if name == "submission_id" or (name == "id" and table in _PREFIXES):
        return f"{_PREFIXES.get(table, 'amd')}_{tail}"
    if table in ("volatile_values", "references") and name in ("name", "url", "archived_url"):
        return f"demo-{name}-{number}" if name == "name" else f"https://example.org/{name}/{number}"
    if name == "uid" and table in ("catalogue_entries", "link_checks"):
        return f"{'val' if table == 'catalogue_entries' else 'ref'}-{number:05d}"
    return {"validation_id": f"val_{tail}", "session_id": f"ses_{tail}"}.get(name)


def give_out(connection: Connection, number: int) -> None:
    """Count uids of every type as given out, up to this number."""
    connection.execute(UID_SEQUENCES.update().values(last=number))


def fill(
    connection: Connection, numbers: range, make: Callable[[Table, int], dict[str, Any]] = record
) -> None:
    """Rows of these numbers in every table."""
    give_out(connection, numbers.stop)
    for table in RECORDS:
        connection.execute(table.insert(), [make(table, number) for number in numbers])
