"""First rows: a number where the label is one, the citation where it is a reference, and never a second row."""

from __future__ import annotations

from typing import Any

import pytest

from becivic.catalogue.entries import mint
from becivic.catalogue.inserting import Filing
from becivic.catalogue.refused import NotMinted
from becivic.catalogue.rows import current, history
from becivic.corpus.seed import Row, RowCatalogue
from becivic.publishing.changes.first_rows import WithFirstRows, first_rows
from becivic.publishing.changes.uid_filling import CitedFirst
from becivic.rules.identifiers import UidPrefix
from becivic.rules.statuses import Status
from becivic.rules.submissions import ValueType
from becivic.store.store import Store
from tests.factories.catalogue import fee
from tests.factories.changes import AMENDMENT_ID
from tests.factories.homes import NOON
from tests.requirement import requirement

VALUE, REFERENCE = UidPrefix.VOLATILE_VALUE, UidPrefix.REFERENCE
FILING = Filing(submission_id=AMENDMENT_ID, created_by_ip_hash="hash", per_artefact_salt="salt")


def _cited(store: Store, prefix: UidPrefix, name: str, label: str, **more: str) -> CitedFirst:
    uid, _ = store.write(lambda connection: mint(connection, prefix, name, NOON))
    return CitedFirst(prefix, uid, name, label, **{"url": "", **more})


def _written(store: Store, *cited: CitedFirst) -> list[Any]:
    store.write(lambda connection: first_rows(connection, cited, FILING, NOON))
    return store.read(lambda connection: [current(connection, each.uid) for each in cited])


LABELS = {
    "180": (180, ValueType.INTEGER),
    "-5": (-5, ValueType.INTEGER),
    " 0 ": (0, ValueType.INTEGER),
    "0.5": (0.5, ValueType.NUMBER),
    "1250.75": (1250.75, ValueType.NUMBER),
    "€180": ("€180", ValueType.STRING),
    "1.000": ("1.000", ValueType.STRING),
    "1,5": ("1,5", ValueType.STRING),
    "007": ("007", ValueType.STRING),
    "9" * 16: ("9" * 16, ValueType.STRING),
    "30\n  working &amp; other days": ("30 working & other days", ValueType.STRING),
}


@requirement("R-UID-03")
def test_a_label_is_a_number_where_it_is_nothing_else(store: Store) -> None:
    cited = [_cited(store, VALUE, f"demo-value-{number}", label) for number, label in enumerate(LABELS)]
    rows = _written(store, *cited)
    assert [(row.value, row.value_type) for row in rows] == [*LABELS.values()]
    assert {row.status for row in rows} == {Status.ALPHA}
    assert {(row.submission_id, row.created_by_ip_hash, row.per_artefact_salt) for row in rows} == {
        (None, "hash", "salt")
    }


def test_a_reference_is_called_by_its_title_or_else_by_its_label(store: Store) -> None:
    first = _cited(
        store,
        REFERENCE,
        "demo-law-a",
        "article 1",
        url="https://a.be",
        title="Law A",
        last_verified="2026-11-01",
    )
    second = _cited(
        store, REFERENCE, "demo-law-b", "article 2", url="https://b.be", last_verified="2026-02-30"
    )
    rows = _written(store, first, second)
    assert [(row.title, row.url, row.last_verified) for row in rows] == [
        ("Law A", "https://a.be", "2026-11-01"),
        ("article 2", "https://b.be", None),
    ]


@requirement("R-UID-06")
def test_a_row_that_is_there_is_left_alone(store: Store) -> None:
    row = store.write(fee)
    cited = CitedFirst(VALUE, row.uid, row.name, "999", "")
    assert _written(store, cited, cited) == [row, row]
    assert len(store.read(lambda connection: history(connection, row.uid))) == 1


@requirement("R-UID-02")
def test_a_uid_that_was_never_given_out_gets_no_row(store: Store) -> None:
    with pytest.raises(NotMinted):
        _written(store, CitedFirst(VALUE, "val-00777", "demo-fee", "5", ""))


@requirement("R-CI-09")
def test_before_the_merge_the_checks_see_the_rows_that_come_with_it() -> None:
    known = RowCatalogue([Row("val-00001", "demo-old", "stable")])
    cited = [
        CitedFirst(VALUE, "val-00001", "demo-old", "", ""),
        CitedFirst(VALUE, "val-00002", "demo-new", "", ""),
    ]
    rows = WithFirstRows(known, cited)
    assert rows.row("val-00001") == rows.named(VALUE, "demo-old") == Row("val-00001", "demo-old", "stable")
    assert rows.row("val-00002") == rows.named(VALUE, "demo-new") == Row("val-00002", "demo-new", "alpha")
    assert rows.row("val-00003") is None
    assert rows.named(REFERENCE, "demo-new") is None


def test_a_check_asks_the_records_once_for_each_uid() -> None:
    asked: list[str] = []

    class Counted(RowCatalogue):
        def row(self, uid: str) -> Row | None:
            asked.append(uid)
            return super().row(uid)

    rows = WithFirstRows(Counted([Row("val-00001", "demo-old", "stable")]), ())
    for uid in ("val-00001", "val-00002", "val-00001", "val-00002"):
        rows.row(uid)
    assert asked == ["val-00001", "val-00002"]
