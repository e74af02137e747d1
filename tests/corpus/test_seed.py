"""Volatile values and references as a corpus carries them."""

from __future__ import annotations

import pytest

from becivic.corpus.fields import Fields
from becivic.corpus.seed import (
    PREFIX_OF_TAG,
    SEED_LISTS,
    SNAPSHOT_FILES,
    Row,
    RowCatalogue,
    seed_rows,
    snapshot_row,
)
from becivic.rules.identifiers import UidPrefix
from becivic.rules.tags import UID_MAY_BE_ABSENT

VALUE = Row("val-00001", "fin-duty")
REFERENCE = Row("ref-00001", "fin-duty")


def test_a_row_is_found_by_its_uid_and_by_its_kind_and_name() -> None:
    catalogue = RowCatalogue([VALUE, REFERENCE])
    assert catalogue.row("val-00001") == VALUE
    assert catalogue.row("val-00002") is None
    assert catalogue.named(UidPrefix.VOLATILE_VALUE, "fin-duty") == VALUE
    assert catalogue.named(UidPrefix.REFERENCE, "fin-duty") == REFERENCE
    assert catalogue.named(UidPrefix.CONCERN, "fin-duty") is None
    assert len(catalogue) == 2


def test_the_later_row_of_a_uid_wins_and_its_old_name_is_gone() -> None:
    catalogue = RowCatalogue([VALUE, Row("val-00001", "fin-new-duty", "stable")])
    assert catalogue.row("val-00001") == Row("val-00001", "fin-new-duty", "stable")
    assert catalogue.named(UidPrefix.VOLATILE_VALUE, "fin-duty") is None
    assert len(catalogue) == 1


def test_a_seed_gives_its_values_then_its_references() -> None:
    seed = Fields(
        {
            "references": [{"uid": "ref-00001", "name": "just-code", "status": "beta"}],
            "volatile_values": [{"uid": "val-00001", "name": "fin-duty"}, "not a row"],
        }
    )
    assert seed_rows(seed) == [Row("val-00001", "fin-duty", "alpha"), Row("ref-00001", "just-code", "beta")]


@pytest.mark.parametrize("seed", [{}, {"volatile_values": {}}, {"references": [1, None, []]}])
def test_a_seed_of_the_wrong_shape_has_no_rows(seed: dict[str, object]) -> None:
    assert seed_rows(Fields(seed)) == []


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ({"uid": "val-00001", "name": "fin-duty", "superseded_at": None}, Row("val-00001", "fin-duty")),
        (
            {"uid": "val-00001", "name": "fin-duty", "status": "stable"},
            Row("val-00001", "fin-duty", "stable"),
        ),
        ({"uid": "val-00001", "superseded_at": "2026-11-15T00:00:00Z"}, None),
        ({"uid": 1, "name": []}, Row("", "")),
    ],
)
def test_a_snapshot_line_is_a_row_unless_something_superseded_it(
    line: dict[str, object], row: Row | None
) -> None:
    assert snapshot_row(Fields(line)) == row


def test_values_and_references_are_the_two_kinds_everywhere() -> None:
    kinds = {UidPrefix.VOLATILE_VALUE, UidPrefix.REFERENCE}
    assert set(SNAPSHOT_FILES) == set(SEED_LISTS) == set(PREFIX_OF_TAG.values()) == kinds
    assert set(PREFIX_OF_TAG) == {tag.value for tag in UID_MAY_BE_ABSENT}
