"""Reading: the current row of a uid, its whole history newest first, pages in the order of numbers."""

from __future__ import annotations

from dataclasses import fields
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, Table, select, update

from becivic.catalogue import rows
from becivic.catalogue.contents import ReferenceChange, ValueChange
from becivic.catalogue.inserting import Filing, supersede_reference, supersede_value
from becivic.rules.contract import CONTRACT_VERSION
from becivic.rules.identifiers import UidPrefix
from becivic.rules.statuses import Status
from becivic.rules.submissions import ValueType
from becivic.store.sequences import raise_to
from becivic.store.store import Store
from becivic.store.tables.catalogue import REFERENCES, VOLATILE_VALUES
from tests.factories.catalogue import BY_SEED, fee, law
from tests.factories.homes import NOON
from tests.requirement import requirement

VALUE = UidPrefix.VOLATILE_VALUE
LATER = NOON + timedelta(hours=1)


def _to(amount: int) -> ValueChange:
    return ValueChange(value=amount, value_type=ValueType.INTEGER)


@requirement("R-CATL-01")
def test_a_value_row_has_every_column_of_its_table() -> None:
    assert [part.name for part in fields(rows.ValueRow)] == [column.name for column in VOLATILE_VALUES.c]


@requirement("R-CATL-05")
def test_a_reference_row_has_every_column_of_its_table() -> None:
    assert [part.name for part in fields(rows.ReferenceRow)] == [column.name for column in REFERENCES.c]


@requirement("R-CATL-01")
def test_the_current_row_of_a_value_says_everything_in_its_own_type(store: Store) -> None:
    row = store.write(fee)
    assert store.read(lambda connection: rows.current(connection, "val-00001")) == row
    assert row == rows.ValueRow(
        row_id=row.row_id,
        uid="val-00001",
        name="demo-fee-eur",
        status=Status.ALPHA,
        committed_at=NOON,
        superseded_at=None,
        previous_row_id=None,
        submission_id=None,
        submission_contract_version=CONTRACT_VERSION,
        created_by_ip_hash=None,
        per_artefact_salt=None,
        distinct_frozen=None,
        value=180,
        value_type=ValueType.INTEGER,
        unit="EUR",
        source="ref-00001",
        last_verified="2026-11-01",
        note="As of 2026.",
    )


@requirement("R-CATL-05")
def test_the_current_row_of_a_reference_says_everything(store: Store) -> None:
    row = store.write(law)
    assert store.read(lambda connection: rows.current(connection, "ref-00001")) == row
    assert (row.name, row.title, row.url) == ("demo-law-one", "A law", "https://law.example/one")
    assert (row.last_verified, row.archived_url) == ("2026-11-01", "https://archive.example/one")
    assert (row.status, row.committed_at, row.language, row.note) == (Status.ALPHA, NOON, "fr", "Article 1.")


@pytest.mark.parametrize("uid", ["val-00001", "ref-00001", "con-00001", "pth-00001", "", "val", "no uid"])
def test_a_uid_without_rows_has_no_current_row_and_no_history(store: Store, uid: str) -> None:
    assert store.read(lambda connection: rows.current(connection, uid)) is None
    assert store.read(lambda connection: rows.history(connection, uid)) == []


@requirement("R-CATL-03")
def test_the_history_is_whole_newest_first_even_within_one_moment(store: Store) -> None:
    def job(connection: Connection) -> None:
        fee(connection, "demo-other-eur")
        uid = fee(connection).uid
        supersede_value(connection, uid, _to(190), BY_SEED, NOON)
        supersede_value(connection, uid, _to(200), BY_SEED, LATER)

    store.write(job)
    history = store.read(lambda connection: rows.VALUES.history(connection, "val-00002"))
    assert [(row.value, row.committed_at, row.superseded_at) for row in history] == [
        (200, LATER, None),
        (190, NOON, LATER),
        (180, NOON, NOON),
    ]
    assert [row.previous_row_id for row in history] == [history[1].row_id, history[2].row_id, None]
    assert store.read(lambda connection: rows.history(connection, "val-00002")) == history


def test_the_last_stable_row_is_the_newest_that_became_stable(store: Store) -> None:
    def job(connection: Connection) -> None:
        uid = law(connection).uid
        for url in ("https://law.example/two", "https://law.example/three", "https://law.example/four"):
            if url != "https://law.example/four":
                settled = update(REFERENCES).where(REFERENCES.c.superseded_at.is_(None))
                connection.execute(settled.values(status=Status.STABLE.value))
            supersede_reference(connection, uid, ReferenceChange(url=url), BY_SEED, LATER)

    store.write(job)
    [found] = store.read(lambda connection: rows.CITATIONS.last_stables(connection, ["ref-00001"])).values()
    assert (found.url, found.status) == ("https://law.example/two", Status.STABLE)


def test_rows_of_many_uids_are_read_at_once_as_they_are_one_by_one(store: Store) -> None:
    def fill(connection: Connection) -> None:
        for number in range(4):
            fee(connection, f"demo-fee-{number}-eur")
        connection.execute(update(VOLATILE_VALUES).values(status=Status.STABLE.value))
        for uid in ("val-00001", "val-00002"):
            supersede_value(connection, uid, _to(200), BY_SEED, LATER)
        held = VOLATILE_VALUES.c.uid == "val-00002"
        connection.execute(update(VOLATILE_VALUES).where(held).values(held=1))

    store.write(fill)
    uids = ["val-00001", "val-00002", "val-00003", "val-00009"]
    found = store.read(lambda connection: rows.VALUES.currents(connection, uids))
    singly = store.read(lambda connection: [rows.VALUES.current(connection, uid) for uid in uids[:3]])
    assert sorted(found, key=lambda row: row.uid) == singly
    stable = store.read(lambda connection: rows.VALUES.last_stables(connection, uids))
    assert stable["val-00001"].value == 180
    assert stable["val-00003"] == singly[2]
    assert set(stable) == {"val-00001", "val-00003"}  # what is held is not for reading
    assert store.read(lambda connection: rows.VALUES.currents(connection, [])) == []
    assert store.read(lambda connection: rows.VALUES.last_stables(connection, [])) == {}


def test_a_row_that_never_became_stable_has_none_beside_it(store: Store) -> None:
    store.write(fee)
    assert store.read(lambda connection: rows.VALUES.last_stables(connection, ["val-00001"])) == {}


@pytest.mark.parametrize("table", [VOLATILE_VALUES, REFERENCES], ids=lambda table: table.name)
def test_what_was_spoken_against_is_found_in_a_log_of_any_length_by_its_index(
    sqlite_store: Store, table: Table
) -> None:
    query = select(table.c.row_id).where(rows.spoken_against(table))
    literal = query.compile(sqlite_store.engine, compile_kwargs={"literal_binds": True})
    with sqlite_store.engine.connect() as connection:
        steps = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {literal}").all()
    in_the_log = [step.detail for step in steps if "decisions" in step.detail]
    assert len(in_the_log) == 2
    assert all(
        step.startswith("SEARCH") and "ix_decisions_target (target_type=? AND target_id=?)" in step
        for step in in_the_log
    )


def test_no_log_line_of_a_row_shows_salt_or_hash(store: Store) -> None:
    filing = Filing(created_by_ip_hash="f00dcafe", per_artefact_salt="5a175a17")

    def job(connection: Connection) -> rows.ValueRow:
        return supersede_value(connection, fee(connection).uid, _to(190), filing, LATER)

    row = store.write(job)
    assert (row.created_by_ip_hash, row.per_artefact_salt) == ("f00dcafe", "5a175a17")
    for shown in (repr(row), repr(filing)):
        assert "f00dcafe" not in shown
        assert "5a175a17" not in shown


def _listed(
    store: Store, statuses: tuple[Status, ...] = (), after: str | None = None, limit: int = 10
) -> tuple[list[str], str | None]:
    page = store.read(lambda connection: rows.listed(connection, VALUE, statuses, after, limit))
    return [row.uid for row in page.rows], page.next


def _seven(connection: Connection) -> None:
    """Numbers 99,997 to 100,003; the fourth is stable, the fifth was corrected."""
    raise_to(connection, VALUE, 99_996)
    uids = [fee(connection, f"demo-fee-{number}").uid for number in range(7)]
    settled = update(VOLATILE_VALUES).where(VOLATILE_VALUES.c.uid == uids[3])
    connection.execute(settled.values(status=Status.STABLE.value))
    supersede_value(connection, uids[4], _to(190), BY_SEED, LATER)


SEVEN = ["val-99997", "val-99998", "val-99999", "val-100000", "val-100001", "val-100002", "val-100003"]


def test_a_list_holds_each_current_row_once_by_number(store: Store) -> None:
    store.write(_seven)
    assert _listed(store) == (SEVEN, None)


def test_a_list_can_be_of_some_statuses(store: Store) -> None:
    store.write(_seven)
    assert _listed(store, (Status.STABLE, Status.BETA)) == (["val-100000"], None)
    assert _listed(store, (Status.DEPRECATED,)) == ([], None)


@pytest.mark.parametrize("limit", [1, 2, 3, 6, 7, 8])
def test_pages_of_any_size_give_the_whole_list_and_an_end(store: Store, limit: int) -> None:
    store.write(_seven)
    seen: list[str] = []
    after: str | None = None
    while True:
        part, after = _listed(store, after=after, limit=limit)
        assert 0 < len(part) <= limit
        seen += part
        if after is None:
            break
    assert seen == SEVEN


def test_references_are_listed_by_their_own_prefix(store: Store) -> None:
    store.write(fee)
    row = store.write(law)
    page = store.read(lambda connection: rows.listed(connection, UidPrefix.REFERENCE, (), None, 10))
    assert page.rows == [row]


@given(st.text())
def test_only_values_and_references_are_kinds(text: str) -> None:
    assert rows.kind_of(f"val-{text}") is rows.VALUES
    assert rows.kind_of(f"ref-{text}") is rows.CITATIONS
    assert rows.kind_of(f"pth-{text}") is None
