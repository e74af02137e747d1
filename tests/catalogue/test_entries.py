"""A known name keeps its uid, a new one gets the next, and a rename breaks no citation."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import Connection, select

from becivic.catalogue import rows
from becivic.catalogue.contents import ValueChange
from becivic.catalogue.entries import mint, rename, uid_named
from becivic.catalogue.inserting import supersede_value
from becivic.catalogue.refused import NameTaken, NotMinted
from becivic.rules.identifiers import UidPrefix
from becivic.rules.submissions import ValueType
from becivic.store import revision
from becivic.store.store import Store
from becivic.store.tables.catalogue import CATALOGUE_ENTRIES
from tests.factories.catalogue import BY_SEED, fee, meeting
from tests.factories.homes import NOON
from tests.requirement import requirement

VALUE = UidPrefix.VOLATILE_VALUE
LATER = NOON + timedelta(days=1)


@requirement("R-UID-02", "R-UID-06")
@pytest.mark.parametrize("prefix", [VALUE, UidPrefix.REFERENCE, UidPrefix.PATH])
def test_a_new_name_gets_the_next_uid_and_a_known_one_its_own(store: Store, prefix: UidPrefix) -> None:
    def asked(name: str) -> tuple[str, bool]:
        return store.write(lambda connection: mint(connection, prefix, name, NOON))

    assert asked("demo-one") == (f"{prefix.value}-00001", True)
    assert asked("demo-two") == (f"{prefix.value}-00002", True)
    assert asked("demo-one") == (f"{prefix.value}-00001", False)
    assert asked("demo-three") == (f"{prefix.value}-00003", True)


def test_what_was_given_out_is_written_down_with_its_moment(store: Store) -> None:
    store.write(lambda connection: mint(connection, UidPrefix.PATH, "demo-certificate", NOON))
    (entry,) = store.read(lambda connection: connection.execute(select(CATALOGUE_ENTRIES)).all())
    assert tuple(entry) == ("pth-00001", "pth", "demo-certificate", "2026-11-15T12:00:00.000000Z")


@requirement("R-UID-06")
def test_one_name_in_two_kinds_is_two_entries(store: Store) -> None:
    def job(connection: Connection) -> list[tuple[str, bool]]:
        return [mint(connection, prefix, "demo-one", NOON) for prefix in (VALUE, UidPrefix.REFERENCE)]

    assert store.write(job) == [("val-00001", True), ("ref-00001", True)]


@requirement("R-UID-06")
def test_two_who_mint_one_name_at_the_same_moment_get_one_uid_and_no_number_is_lost(store: Store) -> None:
    def same(connection: Connection) -> tuple[str, bool]:
        return mint(connection, VALUE, "demo-one", LATER)

    with meeting(store.engine, same) as (mine, other):
        assert mint(mine, VALUE, "demo-one", NOON) == ("val-00001", True)
    assert other.result() == ("val-00001", False)
    assert store.write(lambda connection: mint(connection, VALUE, "demo-two", NOON)) == ("val-00002", True)


@requirement("R-UID-05")
def test_a_renamed_entry_keeps_its_uid_its_row_and_its_history(store: Store) -> None:
    before = store.write(fee)
    store.write(lambda connection: rename(connection, before.uid, "demo-handling-fee-eur"))
    after = store.read(lambda connection: rows.VALUES.current(connection, before.uid))
    assert after is not None
    assert after.name == "demo-handling-fee-eur"
    assert (after.row_id, after.value, after.status) == (before.row_id, before.value, before.status)
    assert store.read(lambda connection: uid_named(connection, VALUE, "demo-handling-fee-eur")) == before.uid


@requirement("R-UID-05", "R-UID-06")
def test_the_old_name_still_leads_to_the_renamed_entry(store: Store) -> None:
    uid = store.write(fee).uid
    store.write(lambda connection: rename(connection, uid, "demo-handling-fee-eur"))
    assert store.write(lambda connection: mint(connection, VALUE, "demo-fee-eur", LATER)) == (uid, False)


@requirement("R-UID-05")
def test_a_correction_after_a_rename_is_written_under_the_new_name(store: Store) -> None:
    def job(connection: Connection) -> rows.ValueRow:
        uid = fee(connection).uid
        rename(connection, uid, "demo-handling-fee-eur")
        return supersede_value(
            connection, uid, ValueChange(value=190, value_type=ValueType.INTEGER), BY_SEED, LATER
        )

    assert store.write(job).name == "demo-handling-fee-eur"
    written = store.read(
        lambda connection: connection.execute(select(rows.VALUES.table.c.name)).scalars().all()
    )
    assert list(written) == ["demo-fee-eur", "demo-handling-fee-eur"]


@requirement("R-UID-05")
def test_a_rename_tells_every_replica(store: Store) -> None:
    uid = store.write(fee).uid
    before = store.read(revision.current)
    store.write(lambda connection: rename(connection, uid, "demo-handling-fee-eur"))
    assert store.read(revision.current) == before + 1


@requirement("R-UID-05")
def test_a_rename_onto_anothers_name_is_refused_and_changes_nothing(store: Store) -> None:
    uid = store.write(fee).uid
    other = store.write(lambda connection: fee(connection, "demo-other-eur")).uid
    with pytest.raises(NameTaken, match=r"^Another entry has this name\. Choose another name\.$"):
        store.write(lambda connection: rename(connection, uid, "demo-other-eur"))
    assert store.read(lambda connection: uid_named(connection, VALUE, "demo-other-eur")) == other
    assert store.read(lambda connection: uid_named(connection, VALUE, "demo-fee-eur")) == uid


def test_a_rename_to_the_name_it_has_is_no_fault(store: Store) -> None:
    uid = store.write(fee).uid
    store.write(lambda connection: rename(connection, uid, "demo-fee-eur"))
    assert store.read(lambda connection: uid_named(connection, VALUE, "demo-fee-eur")) == uid


def test_what_was_never_given_out_cannot_be_renamed(store: Store) -> None:
    with pytest.raises(NotMinted, match=r"^The uid was never given out\. Mint one by name first\.$"):
        store.write(lambda connection: rename(connection, "val-00001", "demo-fee-eur"))


def test_a_name_nobody_has_leads_nowhere(store: Store) -> None:
    def job(connection: Connection) -> list[str | None]:
        return [uid_named(connection, prefix, "demo-one") for prefix in UidPrefix]

    assert store.read(job) == [None] * len(UidPrefix)
