"""The allow-list: a database full of private things, and nothing of them in the archive that nobody listed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import pygit2
import pytest
from sqlalchemy import Connection, Table

from becivic.publishing.snapshots.allowed import PUBLISHED
from becivic.publishing.snapshots.rows import AT_A_TIME, line
from becivic.publishing.snapshots.take import take
from becivic.publishing.workshop import Workshop
from becivic.rules.identifiers import UidPrefix
from becivic.store.sequences import next_uid
from becivic.store.store import Store
from becivic.store.tables import METADATA
from becivic.store.tables.keeping import ARTEFACTS
from becivic.store.written import document
from tests.factories.homes import NOON
from tests.factories.records import COUNTERS, record
from tests.factories.workshops import open_workshop
from tests.requirement import requirement

PUBLIC: Final = {
    "volatile_values": {
        "uid", "name", "status", "committed_at", "superseded_at", "submission_contract_version", "last_verified",
        "value_type", "value", "unit", "source", "note",
    },
    "references": {
        "uid", "name", "status", "committed_at", "superseded_at", "submission_contract_version", "last_verified",
        "title", "url", "archived_url", "language", "note", "page_date", "read_as",
    },
    "concerns": {
        "uid", "target_type", "target_id", "cohort_anchor", "submission_contract_version", "committed_at", "context",
        "content",
    },
    "validations": {
        "target_type", "target_id", "verdict", "injection_flag", "cohort_anchor", "submission_contract_version",
        "submitter_type", "validated_at", "rationale",
    },
}  # fmt: skip
"""Written a second time: whoever makes another column public says so in both places."""

KINDS: Final = ("shown", "unscanned", "held")
_MARK: Final = re.compile(rb"mark-[a-z0-9_]+-[a-z0-9_]+-[a-z]+")
_JSON: Final = {"value", "context", "content"}
_MOMENTS: Final = {"committed_at", "validated_at", "superseded_at"}
_BY_TABLE: Final = {each.table.name: each for each in PUBLISHED}


@pytest.fixture
def store(sqlite_store: Store) -> Store:
    """One is enough: the SQL that runs here is tested on both databases beside what it belongs to."""
    return sqlite_store


@requirement("R-BAK-04")
def test_these_columns_of_these_tables_are_public_and_no_other() -> None:
    listed = {each.table.name: {*each.columns, *each.words} for each in PUBLISHED}
    assert listed == PUBLIC
    for table in METADATA.sorted_tables:
        assert PUBLIC.get(table.name, set()) <= set(table.c.keys())


@requirement("R-BAK-04", "R-FBK-02", "R-RTG-05")
def test_a_database_full_of_private_things_leaves_nothing_in_the_commit_that_is_not_listed(
    store: Store, tmp_path: Path
) -> None:
    """Every column of every table is marked, so that one that is new to a table is too."""
    workshop = open_workshop(store, tmp_path)
    before = workshop.repository.head()
    written = {mark for table in METADATA.sorted_tables for mark in _fill(store, table)}
    report = take(workshop, NOON)
    found = set(_MARK.findall(_everything(workshop, before, str(report.commit))))
    assert len(written) > 200
    assert found == {mark for mark in written if _is_listed(mark)}


@requirement("R-BAK-04")
def test_times_are_told_no_closer_than_they_must_be(store: Store, tmp_path: Path) -> None:
    workshop = open_workshop(store, tmp_path)
    before = workshop.repository.head()
    for table in METADATA.sorted_tables:
        _fill(store, table)
    text = _everything(workshop, before, str(take(workshop, NOON).commit))
    assert b"2001-02-03T04:05:06Z" in text  # when a row was committed
    assert b'"validated_on":"2001-02-03"' in text
    assert b".789" not in text


def test_rows_are_read_a_few_at_a_time(store: Store, tmp_path: Path) -> None:
    workshop = open_workshop(store, tmp_path)
    rows = [_vote(number) for number in range(AT_A_TIME + 1)]
    table = _BY_TABLE["validations"].table
    store.write(lambda connection: connection.execute(table.insert(), rows).rowcount)
    assert take(workshop, NOON).lines["data-snapshot/validations.jsonl"] == AT_A_TIME + 1


def test_a_line_is_one_line_of_utf8() -> None:
    assert line({"a": "é\n"}) == b'{"a":"\xc3\xa9\\n"}\n'


def _vote(number: int) -> dict[str, Any]:
    table = _BY_TABLE["validations"].table
    return record(table, number, target_type="skill", validated_at="2001-02-03T04:05:06.789000Z")


def _fill(store: Store, table: Table) -> set[bytes]:
    """A row of every kind, each of its columns told apart; the marks that were written."""
    if table in COUNTERS:
        return set()
    return store.write(lambda connection: set().union(*(_row(connection, table, kind) for kind in KINDS)))


def _row(connection: Connection, table: Table, kind: str) -> set[bytes]:
    number = KINDS.index(kind) + 100
    given = record(table, number)
    marked = {
        name: _marked(table, name, kind) for name, value in given.items() if f"{name} {number}" in str(value)
    }
    if table.name in _BY_TABLE:
        marked |= _lifecycle(connection, table, kind)
    connection.execute(table.insert(), [{**given, **_closed(table), **marked}])
    return set(_MARK.findall(str(marked).encode()))


def _marked(table: Table, name: str, kind: str) -> str:
    mark = f"mark-{table.name}-{name}-{kind}"
    if table.name in _BY_TABLE and name in PUBLIC[table.name] & _MOMENTS:
        return "2001-02-03T04:05:06.789000Z"
    return document({"said": mark}) if name in _JSON else mark


def _lifecycle(connection: Connection, table: Table, kind: str) -> dict[str, Any]:
    given: dict[str, Any] = {"held": int(kind == "held")}
    if kind == "unscanned":
        given["names_scanned"] = None
    prefixes = {
        "volatile_values": UidPrefix.VOLATILE_VALUE,
        "references": UidPrefix.REFERENCE,
        "concerns": UidPrefix.CONCERN,
    }
    if table.name in prefixes:
        given["uid"] = next_uid(connection, prefixes[table.name])
    if table.name == "volatile_values":
        given["value"] = document(f"mark-volatile_values-value-{kind}")
    return given


def _closed(table: Table) -> dict[str, str]:
    """Votes on concerns are only counted; these are on something else. An artefact of its own is beside the corpus's."""
    if table is ARTEFACTS:
        return {"target_id": "another"}
    return {"target_type": "skill"} if table.name == "validations" else {}


def _is_listed(mark: bytes) -> bool:
    _, table, column, kind = mark.decode().split("-")
    if kind == "held" or column not in PUBLIC.get(table, ()):
        return False
    return kind == "shown" or column not in _BY_TABLE[table].words


def _everything(workshop: Workshop, before: str, commit: str) -> bytes:
    """Every byte that the commit brought: its files, their names, and what it says of itself."""
    tree = workshop.repository.at(commit)
    files = workshop.repository.changed_files(before, commit)
    said = pygit2.Repository(str(workshop.repository.path))[commit].read_raw()
    return b"\n".join([said, *(file.encode() for file in files), *(tree.read(file) for file in files)])
