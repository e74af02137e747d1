"""A row is the first of its uid or supersedes the current one; nothing else happens to a row."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy import Connection, insert, select, update

from becivic.catalogue import rows
from becivic.catalogue.contents import ReferenceChange, ValueChange, ValueContent
from becivic.catalogue.entries import mint
from becivic.catalogue.inserting import (
    Filing,
    insert_reference,
    insert_value,
    supersede_reference,
    supersede_value,
)
from becivic.catalogue.refused import HasRow, NoCurrentRow, NotAScalar, NotMinted, SupersededMeanwhile
from becivic.rules.identifiers import UidPrefix
from becivic.rules.statuses import Status
from becivic.rules.submissions import ValueType
from becivic.store import revision
from becivic.store.store import Store
from becivic.store.tables.catalogue import VOLATILE_VALUES
from becivic.store.tables.keeping import SALTS
from becivic.store.tables.signals import VALIDATIONS
from tests.factories.catalogue import BY_SEED, FEE, LAW, fee, law, meeting
from tests.factories.homes import NOON
from tests.factories.records import record
from tests.requirement import requirement

LATER = NOON + timedelta(hours=1)
FILING = Filing(
    submission_id="amd_1",
    submission_contract_version="2.0.0",
    created_by_ip_hash="hash",
    created_by_network_hash="hash of its network",
    per_artefact_salt="salt",
)


def _to(amount: int) -> ValueChange:
    return ValueChange(value=amount, value_type=ValueType.INTEGER)


def _raised(connection: Connection, uid: str, judged: int | None = None) -> rows.ValueRow:
    """The fee, one more than it was."""
    before = rows.VALUES.current(connection, uid)
    assert before is not None
    assert isinstance(before.value, int)
    return supersede_value(connection, uid, _to(before.value + 1), BY_SEED, LATER, judged=judged)


def _history(store: Store, uid: str) -> list[rows.ValueRow]:
    return store.read(lambda connection: rows.VALUES.history(connection, uid))


@requirement("R-CATL-01", "R-CATL-04")
def test_a_first_row_is_at_alpha_and_carries_what_filed_it(store: Store) -> None:
    def job(connection: Connection) -> rows.ValueRow:
        uid, _ = mint(connection, UidPrefix.VOLATILE_VALUE, "demo-fee-eur", NOON)
        return insert_value(connection, uid, FEE, FILING, NOON)

    row = store.write(job)
    assert (row.status, row.committed_at, row.previous_row_id) == (Status.ALPHA, NOON, None)
    assert (row.submission_id, row.submission_contract_version) == ("amd_1", "2.0.0")
    assert (row.created_by_ip_hash, row.per_artefact_salt) == ("hash", "salt")


@requirement("R-CATL-05")
def test_a_first_row_of_a_reference_carries_the_same_lifecycle(store: Store) -> None:
    def job(connection: Connection) -> rows.ReferenceRow:
        uid, _ = mint(connection, UidPrefix.REFERENCE, "demo-law-one", NOON)
        return insert_reference(connection, uid, LAW, FILING, NOON)

    row = store.write(job)
    assert (row.status, row.committed_at, row.submission_id) == (Status.ALPHA, NOON, "amd_1")
    assert (row.created_by_ip_hash, row.per_artefact_salt) == ("hash", "salt")


@requirement("R-UID-02")
def test_a_row_for_a_uid_that_was_never_given_out_is_refused(store: Store) -> None:
    with pytest.raises(NotMinted):
        store.write(lambda connection: insert_value(connection, "val-00001", FEE, BY_SEED, NOON))
    with pytest.raises(NotMinted):
        store.write(lambda connection: insert_reference(connection, "ref-00001", LAW, BY_SEED, NOON))


@requirement("R-CATL-03")
def test_a_second_first_row_is_refused_and_the_current_one_stands(store: Store) -> None:
    row = store.write(fee)
    with pytest.raises(HasRow, match=r"^The uid has a row already\. Supersede its current row\.$"):
        store.write(lambda connection: insert_value(connection, row.uid, FEE, BY_SEED, LATER))
    assert _history(store, row.uid) == [row]


@requirement("R-CATL-02")
@pytest.mark.parametrize("value", [[10, 20], {"low": 10}, None, True])
def test_a_structured_value_never_becomes_a_row(store: Store, value: object) -> None:
    content = ValueContent(value=value, value_type=ValueType.NUMBER)  # type: ignore[arg-type]
    uid, _ = store.write(lambda connection: mint(connection, UidPrefix.VOLATILE_VALUE, "demo-fee-eur", NOON))
    with pytest.raises(NotAScalar):
        store.write(lambda connection: insert_value(connection, uid, content, BY_SEED, NOON))
    assert _history(store, uid) == []


@requirement("R-CATL-03", "R-CATL-04")
def test_a_correction_is_a_new_row_at_alpha_and_the_one_before_becomes_history(store: Store) -> None:
    before = store.write(fee)
    settled = update(VOLATILE_VALUES).values(status=Status.STABLE.value)
    store.write(lambda connection: connection.execute(settled).rowcount)
    after = store.write(lambda connection: supersede_value(connection, before.uid, _to(190), FILING, LATER))
    assert (after.value, after.status, after.committed_at) == (190, Status.ALPHA, LATER)
    assert (after.previous_row_id, after.name, after.unit) == (before.row_id, "demo-fee-eur", "EUR")
    assert (after.submission_id, after.submission_contract_version) == ("amd_1", "2.0.0")
    assert (after.created_by_ip_hash, after.per_artefact_salt) == ("hash", "salt")
    assert after.created_by_network_hash == "hash of its network"
    current, old = _history(store, before.uid)
    assert current == after
    assert (old.row_id, old.value, old.status) == (before.row_id, 180, Status.STABLE)
    assert old.superseded_at == LATER


def test_salt_and_submitter_of_a_row_end_with_it(store: Store) -> None:
    def job(connection: Connection) -> str:
        uid = fee(connection).uid
        supersede_value(connection, uid, _to(190), FILING, NOON)
        supersede_value(connection, uid, _to(200), BY_SEED, LATER)
        return uid

    _, old, _ = _history(store, store.write(job))
    assert (old.value, old.submission_id) == (190, "amd_1")
    assert (old.created_by_ip_hash, old.created_by_network_hash, old.per_artefact_salt) == (None, None, None)


def _voted(connection: Connection, *votes: tuple[str, str | None, int, int]) -> None:
    """Each a uid, a voter, whether flagged and whether held."""
    for number, (uid, voter, flagged, held) in enumerate(votes):
        values = record(
            VALIDATIONS,
            number,
            target_type="reference" if uid.startswith("ref") else "volatile_value",
            target_id=uid,
            voter_hash=voter,
            voter_network_hash=voter,
            unseated_hash=None,
            injection_flag=flagged,
            held=held,
        )
        connection.execute(insert(VALIDATIONS).values(**values))


@requirement("R-SALT-02")
def test_what_was_counted_is_frozen_and_what_it_was_counted_by_is_destroyed(store: Store) -> None:
    def job(connection: Connection) -> rows.ValueRow:
        mine, other, third = fee(connection), fee(connection, "demo-other-eur"), law(connection)
        _voted(
            connection,
            (mine.uid, "a", 0, 0),
            (mine.uid, "a", 1, 0),
            (mine.uid, "b", 0, 0),
            (mine.uid, "c", 1, 1),
            (mine.uid, None, 1, 0),
            (other.uid, "d", 0, 0),
            (third.uid, "e", 0, 0),
        )
        for kind, row_id in (
            ("volatile_value", mine.row_id),
            ("volatile_value", other.row_id),
            ("reference", 1),
        ):
            key = f"{kind}-row:{row_id}:salt"
            connection.execute(insert(SALTS).values(key=key, salt="grain", created_at="then"))
        return _raised(connection, mine.uid)

    after = store.write(job)
    _, before = _history(store, after.uid)
    assert after.distinct_frozen is None
    assert json.loads(before.distinct_frozen or "") == {
        "distinct_ips": 2,
        "distinct_ips_with_injection_flag": 1,
    }
    hashes = select(VALIDATIONS.c.voter_hash).order_by(VALIDATIONS.c.row_id)
    left = store.read(lambda connection: list(connection.execute(hashes).scalars()))
    assert left == [None] * 5 + ["d", "e"]
    keys = store.read(lambda connection: set(connection.execute(select(SALTS.c.key)).scalars()))
    assert keys == {"volatile_value-row:2:salt", "reference-row:1:salt"}


@requirement("R-SALT-02")
def test_what_was_frozen_when_the_row_became_stable_stands(store: Store) -> None:
    def job(connection: Connection) -> str:
        uid = fee(connection).uid
        connection.execute(update(VOLATILE_VALUES).values(distinct_frozen="earlier"))
        _voted(connection, (uid, "a", 0, 0))
        return _raised(connection, uid).uid

    _, before = _history(store, store.write(job))
    assert before.distinct_frozen == "earlier"


@requirement("R-AMD-08", "R-CATL-03", "R-CATL-04")
def test_a_corrected_reference_takes_the_new_fields_and_keeps_the_others(store: Store) -> None:
    before = store.write(law)
    change = ReferenceChange(url="https://law.example/two", last_verified="2026-11-10")
    after = store.write(lambda connection: supersede_reference(connection, before.uid, change, FILING, LATER))
    assert (after.url, after.last_verified) == ("https://law.example/two", "2026-11-10")
    assert (after.title, after.archived_url) == (before.title, before.archived_url)
    assert (after.language, after.note, after.name) == (before.language, before.note, before.name)
    assert (after.status, after.previous_row_id, after.submission_id) == (
        Status.ALPHA,
        before.row_id,
        "amd_1",
    )


def test_every_insert_and_every_correction_tells_every_replica(store: Store) -> None:
    uid = store.write(fee).uid
    assert store.read(revision.current) == 1
    store.write(law)
    assert store.read(revision.current) == 2
    store.write(lambda connection: _raised(connection, uid))
    assert store.read(revision.current) == 3


@requirement("R-CATL-03")
def test_a_uid_without_a_current_row_cannot_be_corrected(store: Store) -> None:
    uid, _ = store.write(lambda connection: mint(connection, UidPrefix.VOLATILE_VALUE, "demo-fee-eur", NOON))
    with pytest.raises(NoCurrentRow, match=r"^The uid has no current row\. Check the uid, or"):
        store.write(lambda connection: supersede_value(connection, uid, _to(190), BY_SEED, LATER))
    with pytest.raises(NoCurrentRow):
        store.write(
            lambda connection: supersede_reference(connection, uid, ReferenceChange(), BY_SEED, LATER)
        )
    assert store.read(revision.current) == 0


@requirement("R-CATL-03")
def test_a_decision_about_a_row_that_is_history_is_refused(store: Store) -> None:
    first = store.write(fee)
    second = store.write(lambda connection: _raised(connection, first.uid, first.row_id))
    with pytest.raises(
        SupersededMeanwhile, match=r"^The row was superseded meanwhile\. Read the current row"
    ):
        store.write(lambda connection: _raised(connection, first.uid, first.row_id))
    assert _history(store, first.uid)[0] == second


@requirement("R-CATL-03")
def test_a_correction_that_meets_another_gives_way_or_follows_and_never_forks(store: Store) -> None:
    uid = store.write(fee).uid
    with meeting(store.engine, lambda connection: _raised(connection, uid)) as (mine, other):
        supersede_value(mine, uid, _to(500), BY_SEED, LATER)
    if store.engine.dialect.name == "sqlite":  # it could not begin before
        assert other.result().value == 501
    else:
        with pytest.raises(SupersededMeanwhile):
            other.result()
    history = _history(store, uid)
    assert [row.superseded_at is None for row in history] == [True] + [False] * (len(history) - 1)


@requirement("R-CATL-03")
def test_corrections_from_two_connections_make_one_chain_and_none_is_lost(store: Store) -> None:
    uid = store.write(fee).uid

    def correct(_worker: int) -> None:
        done = 0
        while done < 10:
            try:
                with store.engine.begin() as connection:
                    before = rows.VALUES.current(connection, uid)
                    assert before is not None
                    _raised(connection, uid, before.row_id)
                done += 1
            except SupersededMeanwhile:
                continue

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(correct, range(2)))
    history = _history(store, uid)
    assert [row.value for row in history] == list(range(200, 179, -1))
    assert [row.previous_row_id for row in history[:-1]] == [row.row_id for row in history[1:]]
    assert [row for row in history if row.superseded_at is None] == history[:1]
    assert store.read(revision.current) == len(history)
