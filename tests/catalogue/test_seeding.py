"""What a corpus brings along is entered once; what the records have, stands."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, select

from becivic.catalogue import rows
from becivic.catalogue.contents import ReferenceChange, ValueChange
from becivic.catalogue.entries import mint, rename
from becivic.catalogue.inserting import Filing, supersede_reference, supersede_value
from becivic.catalogue.seeding import Seeded, seed
from becivic.rules.contract import CONTRACT_VERSION
from becivic.rules.identifiers import UidPrefix
from becivic.rules.statuses import SEED_STATUSES, Status
from becivic.rules.submissions import ValueType
from becivic.store import revision
from becivic.store.sequences import next_uid
from becivic.store.store import Store
from becivic.store.tables.catalogue import CATALOGUE_ENTRIES
from tests.factories.catalogue import BY_SEED
from tests.factories.homes import NOON
from tests.requirement import requirement

LATER = NOON + timedelta(days=30)
NOTHING = Seeded((), ())


def _value(number: int, **other: Any) -> dict[str, Any]:
    return {
        "uid": f"val-{number:05d}",
        "name": f"demo-value-{number}",
        "value": 20,
        "value_type": "integer",
        "unit": None,
        "status": "alpha",
        "source": "ref-00001",
        "last_verified": "2026-11-01",
        **other,
    }


def _reference(number: int, **other: Any) -> dict[str, Any]:
    return {
        "uid": f"ref-{number:05d}",
        "name": f"demo-law-{number}",
        "title": "A law",
        "url": "https://law.example/one",
        "last_verified": "2026-11-01",
        "status": "alpha",
        **other,
    }


def _seed(
    store: Store,
    values: list[dict[str, Any]] | None = None,
    references: list[dict[str, Any]] | None = None,
    paths: dict[str, str] | None = None,
) -> Seeded:
    return store.write(lambda connection: seed(connection, values or [], references or [], paths or {}, NOON))


@requirement("R-CATL-01", "R-CATL-05")
def test_values_references_and_uids_of_paths_are_entered_whole(store: Store) -> None:
    seeded = _seed(
        store,
        [_value(1, unit="EUR", note="As of 2026.")],
        [_reference(1, language="nl", archived_url="https://archive.example/one", note="Article 1.")],
        {"demo-certificate": "pth-00001"},
    )
    assert seeded == Seeded(("val-00001", "ref-00001", "pth-00001"), ())
    value = store.read(lambda connection: rows.VALUES.current(connection, "val-00001"))
    assert value is not None
    assert (value.name, value.value, value.value_type) == ("demo-value-1", 20, ValueType.INTEGER)
    assert (value.unit, value.source, value.note) == ("EUR", "ref-00001", "As of 2026.")
    assert (value.committed_at, value.submission_contract_version) == (NOON, CONTRACT_VERSION)
    assert (value.submission_id, value.created_by_ip_hash, value.per_artefact_salt) == (None, None, None)
    reference = store.read(lambda connection: rows.CITATIONS.current(connection, "ref-00001"))
    assert reference is not None
    assert (reference.title, reference.url, reference.language) == ("A law", "https://law.example/one", "nl")
    assert (reference.archived_url, reference.note) == ("https://archive.example/one", "Article 1.")
    names = store.read(
        lambda connection: connection.execute(select(CATALOGUE_ENTRIES.c.name)).scalars().all()
    )
    assert sorted(names) == ["demo-certificate", "demo-law-1", "demo-value-1"]


@pytest.mark.parametrize("status", SEED_STATUSES)
def test_a_seed_may_begin_at_any_status_it_is_allowed(store: Store, status: Status) -> None:
    _seed(store, [_value(1, status=status.value)], [_reference(1, status=status.value)])
    value = store.read(lambda connection: rows.current(connection, "val-00001"))
    reference = store.read(lambda connection: rows.current(connection, "ref-00001"))
    assert value is not None
    assert reference is not None
    assert value.status is reference.status is status


def test_one_filling_counts_one_revision_and_the_same_again_counts_none(store: Store) -> None:
    brought = [_value(1), _value(2)], [_reference(1)], {"demo-certificate": "pth-00001"}
    _seed(store, *brought)
    assert store.read(revision.current) == 1
    assert _seed(store, *brought) == NOTHING
    assert store.read(revision.current) == 1


@requirement("R-UID-02")
def test_the_next_uid_comes_after_the_highest_that_was_seeded(store: Store) -> None:
    _seed(store, [_value(7), _value(3)], [_reference(41)], {"demo-certificate": "pth-00012"})

    def job(connection: Connection) -> list[str]:
        return [next_uid(connection, prefix) for prefix in UidPrefix]

    assert store.write(job) == ["val-00008", "ref-00042", "con-00001", "pth-00013"]


def _read(store: Store, uid: str = "ref-00001") -> tuple[str | None, str | None]:
    row = store.read(lambda connection: rows.CITATIONS.current(connection, uid))
    assert row is not None
    return row.read_as, row.page_date


_READ = {"read_as": "stored_copy", "page_date": "undated"}


def test_how_a_source_was_read_is_entered_with_its_row(store: Store) -> None:
    _seed(store, references=[_reference(1, **_READ), _reference(2)])
    assert (_read(store), _read(store, "ref-00002")) == (("stored_copy", "undated"), (None, None))


def test_a_row_of_an_earlier_seed_takes_up_how_it_was_read_once(store: Store) -> None:
    _seed(store, references=[_reference(1), _reference(2)])
    _seed(store, references=[_reference(1, **_READ), _reference(2)])
    assert (_read(store), _read(store, "ref-00002")) == (("stored_copy", "undated"), (None, None))
    assert store.read(revision.current) == 2
    _seed(store, references=[_reference(1, read_as="live")])
    assert _read(store) == ("stored_copy", "undated")
    assert store.read(revision.current) == 2


@pytest.mark.parametrize("other", [{"url": "https://law.example/moved"}, {"last_verified": "2026-11-16"}])
def test_a_row_of_an_earlier_seed_takes_up_nothing_of_another_reading(
    store: Store, other: dict[str, str]
) -> None:
    _seed(store, references=[_reference(1)])
    _seed(store, references=[_reference(1, **_READ, **other)])
    assert _read(store) == (None, None)


def test_a_row_that_an_amendment_changed_keeps_what_the_amendment_said(store: Store) -> None:
    _seed(store, references=[_reference(1)])
    change = ReferenceChange(title="A law, amended")
    store.write(lambda c: supersede_reference(c, "ref-00001", change, Filing(submission_id="amd_1"), LATER))
    _seed(store, references=[_reference(1, **_READ)])
    assert _read(store) == (None, None)
    first = store.read(lambda connection: rows.CITATIONS.history(connection, "ref-00001"))[-1]
    assert (first.read_as, first.page_date) == (None, None)


def test_a_newer_seed_adds_what_is_new_and_leaves_what_was_corrected(store: Store) -> None:
    _seed(store, [_value(1)])
    change = ValueChange(value=25, value_type=ValueType.INTEGER)
    corrected = store.write(lambda c: supersede_value(c, "val-00001", change, BY_SEED, LATER))
    assert _seed(store, [_value(1, value=22), _value(2)]) == Seeded(("val-00002",), ())
    assert store.read(lambda connection: rows.current(connection, "val-00001")) == corrected
    assert len(store.read(lambda connection: rows.history(connection, "val-00001"))) == 2


@requirement("R-UID-05", "R-UID-06")
def test_a_uid_that_the_records_gave_to_another_name_is_passed_over(store: Store) -> None:
    assert store.write(lambda c: mint(c, UidPrefix.VOLATILE_VALUE, "demo-minted", NOON)) == (
        "val-00001",
        True,
    )
    assert _seed(store, [_value(1), _value(2)]) == Seeded(("val-00002",), ("val-00001",))
    assert store.read(lambda connection: rows.current(connection, "val-00001")) is None


@requirement("R-UID-06")
def test_a_name_that_the_records_have_under_another_uid_is_passed_over(store: Store) -> None:
    store.write(lambda c: mint(c, UidPrefix.REFERENCE, "demo-law-5", NOON))
    assert _seed(store, references=[_reference(5)]) == Seeded((), ("ref-00005",))


def test_a_renamed_entry_is_passed_over_and_keeps_its_name(store: Store) -> None:
    _seed(store, [_value(1)])
    store.write(lambda c: rename(c, "val-00001", "demo-renamed"))
    assert _seed(store, [_value(1)]) == Seeded((), ("val-00001",))
    row = store.read(lambda connection: rows.current(connection, "val-00001"))
    assert row is not None
    assert row.name == "demo-renamed"


def test_a_seed_that_contradicts_itself_enters_what_came_first(store: Store) -> None:
    items = [_value(1), _value(1, name="demo-other"), _value(2, name="demo-value-1")]
    assert _seed(store, items) == Seeded(("val-00001",), ("val-00001", "val-00002"))


@requirement("R-UID-01")
@pytest.mark.parametrize("uid", ["val-00000", "val-000007"])
def test_a_uid_that_no_sequence_gives_out_is_passed_over(store: Store, uid: str) -> None:
    assert _seed(store, [_value(1, uid=uid), _value(2)]) == Seeded(("val-00002",), (uid,))
