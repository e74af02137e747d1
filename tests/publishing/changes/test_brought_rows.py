"""Rows that a corpus brings along, before the records have them."""

from __future__ import annotations

from becivic.corpus.seed import Row, RowCatalogue
from becivic.publishing.changes.brought_rows import WithBroughtRows
from becivic.rules.identifiers import UidPrefix

RECORDS = RowCatalogue([Row("val-00001", "demo-fee-eur"), Row("val-00002", "demo-term-days")])
BROUGHT = RowCatalogue(
    [Row("val-00001", "demo-else"), Row("val-00003", "demo-term-days"), Row("val-00004", "demo-new")]
)
BOTH = WithBroughtRows(RECORDS, BROUGHT)


def test_the_records_are_asked_first() -> None:
    assert BOTH.row("val-00001") == Row("val-00001", "demo-fee-eur")
    assert BOTH.named(UidPrefix.VOLATILE_VALUE, "demo-fee-eur") == Row("val-00001", "demo-fee-eur")


def test_what_is_brought_counts_where_the_records_will_take_it() -> None:
    new = Row("val-00004", "demo-new")
    assert BOTH.row("val-00004") == new
    assert BOTH.named(UidPrefix.VOLATILE_VALUE, "demo-new") == new
    assert BOTH.row("val-00005") is None


def test_what_the_records_know_otherwise_is_not_there() -> None:
    assert BOTH.row("val-00003") is None, "its name is another uid's"
    assert BOTH.named(UidPrefix.VOLATILE_VALUE, "demo-else") is None, "its uid has another name"
