"""What the text of an imported row must look like: by column, by row, and along the history of a uid.

The tables' own constraints and triggers are asked by the insert itself; this is what they leave open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, NamedTuple

from sqlalchemy import Table

from becivic.rules.identifiers import CATALOGUE_NAME, SESSION_ID, SHA256, UidPrefix, is_calendar_day, matches
from becivic.rules.json_text import JsonRefused, parse_json
from becivic.rules.moments import is_utc_moment
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic.rules.statuses import Status
from becivic.rules.submissions import SubmissionType, ValueType, type_of
from becivic.store.tables.catalogue import CATALOGUE_ENTRIES, CATALOGUES, REFERENCES, VOLATILE_VALUES
from becivic.store.tables.lifecycle import DECISIONS, LINK_CHECKS
from becivic.store.tables.signals import AMENDMENTS, CONCERNS, DRAFTS, FEEDBACK_CHANNEL, RATINGS
from becivic.store.tables.submissions import COMMITTED, HELD, STAGED
from becivic.store.tables.words import DOCUMENTS, RETRACTED, WORDS
from becivic.store.transfer_file import Row


class TextKind(NamedTuple):
    """What a text of some column is, and how that is seen."""

    what: str
    holds: Callable[[str], bool]


def _pattern(what: str, pattern: str) -> TextKind:
    return TextKind(what, lambda text: matches(pattern, text))


def _is_json(text: str) -> bool:
    try:
        parse_json(text.encode())
    except JsonRefused:
        return False
    return True


def _id_of(kind: SubmissionType) -> TextKind:
    return _pattern(f"the id of {kind.told[0].lower()}{kind.told[1:]}", kind.id_pattern)


_ONE_KIND: Final = {
    CONCERNS: SubmissionType.CONCERN,
    AMENDMENTS: SubmissionType.AMENDMENT,
    DRAFTS: SubmissionType.DRAFT,
    FEEDBACK_CHANNEL: SubmissionType.FEEDBACK,
    RATINGS: SubmissionType.RATING,
}
"""Whose submission a row of these tables is."""
_MOMENT: Final = TextKind("a moment in UTC as RFC 3339 writes it", is_utc_moment)
_DAY: Final = TextKind("a day of the calendar", is_calendar_day)
_HASH: Final = _pattern("a SHA-256 in hexadecimal digits", SHA256)
_JSON: Final = TextKind("JSON", _is_json)
_SUBMISSION: Final = TextKind("the id of a submission", lambda text: type_of(text) is not None)
_REFERENCE_UID: Final = _pattern("the uid of a reference", UidPrefix.REFERENCE.pattern)

_CATALOGUE_NAME: Final = _pattern("a name of the catalogue", CATALOGUE_NAME)
_PULLED: Final = frozenset(status.value for status in Status if status.is_terminal)

_BY_ENDING: Final = {"_at": _MOMENT, "_hash": _HASH}
_BY_NAME: Final = {
    "at": _MOMENT,
    "until": _MOMENT,
    "commit_eta": _MOMENT,
    "last_commit_attempt": _MOMENT,
    "day": _DAY,
    "received_on": _DAY,
    "submission_id": _SUBMISSION,
    "validation_id": _id_of(SubmissionType.VALIDATION),
    "session_id": _pattern("the id of a session", SESSION_ID),
    "payload": _JSON,
    "distinct_frozen": _JSON,
}
_BY_COLUMN: Final = {
    **{(table, name): _JSON for table, words in WORDS.items() for name in words if name in DOCUMENTS},
    **{(DECISIONS.name, name): _JSON for name in ("artefact", "tally", "policy")},
    (HELD.name, "reasons"): _JSON,
    (VOLATILE_VALUES.name, "uid"): _pattern("the uid of a value", UidPrefix.VOLATILE_VALUE.pattern),
    (REFERENCES.name, "uid"): _REFERENCE_UID,
    (VOLATILE_VALUES.name, "name"): _CATALOGUE_NAME,
    (REFERENCES.name, "name"): _CATALOGUE_NAME,
    (LINK_CHECKS.name, "uid"): _REFERENCE_UID,
    **{(table.name, "submission_id"): _id_of(kind) for table, kind in _ONE_KIND.items()},
}


@cache
def _shapes(table: Table) -> dict[str, TextKind]:
    """By column of a table, of those that have one."""
    found = {
        name: _BY_COLUMN.get((table.name, name))
        or _BY_NAME.get(name)
        or next((shape for ending, shape in _BY_ENDING.items() if name.endswith(ending)), None)
        for name in (column.name for column in table.c)
    }
    return {name: shape for name, shape in found.items() if shape is not None}


def fault_of(table: Table, row: Row) -> str | None:
    """The first thing about a row that no row of ours has, as the end of a sentence; never what it holds."""
    for name, shape in _shapes(table).items():
        if row[name] is not None and not shape.holds(row[name]):
            return f"`{name}` is not {shape.what}"
    return _fault_between(table, row)


def _fault_between(table: Table, row: Row) -> str | None:
    """Columns that each could be right, and contradict each other."""
    if table in (STAGED, COMMITTED, HELD) and type_of(row["id"]) != row["type"]:
        return "`id` is not the id of a submission of its `type`"
    if table is CATALOGUE_ENTRIES and not _is_uid_of(row["prefix"], row["uid"]):
        return "`uid` is not one of its `prefix`"
    if table is VOLATILE_VALUES and not _fits_type(row):
        return "`value` is not of its `value_type`"
    if table is REFERENCES and not _has_addresses(row):
        return "`url` or `archived_url` is not a web address"
    return None


def _is_uid_of(prefix: str, uid: str) -> bool:
    return any(kind == prefix and matches(kind.pattern, uid) for kind in UidPrefix)


def _has_addresses(row: Row) -> bool:
    """None where the row was pulled, and the mark where one was retracted."""
    addresses = [each for each in (row["url"], row["archived_url"]) if each not in (None, RETRACTED)]
    if row["status"] in _PULLED and addresses == [""]:
        return True
    common = SchemaFile.COMMON.value
    return all(packaged_registry().is_valid(common, each, at="/$defs/http_url") for each in addresses)


def _fits_type(row: Row) -> bool:
    """Null where the row was pulled, and the mark where it was retracted."""
    value: Any = parse_json(row["value"].encode())
    if value is None:
        return row["status"] in _PULLED
    if value == RETRACTED or row["value_type"] == ValueType.STRING:
        return isinstance(value, str)
    whole = row["value_type"] == ValueType.INTEGER
    return type(value) in (int, float) and (not whole or value == int(value))


class _Place(NamedTuple):
    """The last row of a uid so far, and its line."""

    line: int
    row: Row


@dataclass(slots=True)
class Histories:
    """The rows of each uid of the catalogue, which lead from one to the next without a gap to one that is current."""

    last: dict[tuple[str, str], _Place] = field(default_factory=dict)

    def fault_of(self, table: Table, row: Row, line: int) -> str | None:
        """Rows come in the order of their numbers, as an export writes them. Moments may go back: a clock was set back, or
        an operator ran a job with `--now`, and a backup of such records must be restorable."""
        if table not in CATALOGUES.values():
            return None
        before = self.last.get((table.name, row["uid"]))
        self.last[table.name, row["uid"]] = _Place(line, row)
        if before is None:
            return None if row["previous_row_id"] is None else "`previous_row_id` is not the row before it"
        if row["previous_row_id"] != before.row["row_id"]:
            return "`previous_row_id` is not the row before it"
        if before.row["superseded_at"] != row["committed_at"]:
            return "`committed_at` is not when the row before it was superseded"
        return None

    def ended(self) -> Iterator[tuple[int, str]]:
        """The line of the last row of each uid that has no current one, with its table."""
        for (table, _), place in self.last.items():
            if place.row["superseded_at"] is not None:
                yield place.line, table
