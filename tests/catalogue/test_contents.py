"""A volatile value is one scalar of its type; a change to a reference touches what it names."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic.catalogue.contents import ReferenceChange, ValueChange, scalar
from becivic.catalogue.refused import NotAScalar
from becivic.rules.submissions import ValueType
from tests.factories.catalogue import FEE, LAW
from tests.requirement import requirement

AMENDMENTS = Path(__file__).parent.parent / "fixtures" / "amendments" / "valid"

ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@requirement("R-CATL-02")
@pytest.mark.parametrize(
    ("value", "value_type", "kept"),
    [
        (180, ValueType.INTEGER, 180),
        (180.0, ValueType.INTEGER, 180),
        (-3, ValueType.INTEGER, -3),
        (12.5, ValueType.NUMBER, 12.5),
        (12, ValueType.NUMBER, 12),
        ("30 working days", ValueType.STRING, "30 working days"),
    ],
)
def test_a_scalar_of_its_type_is_kept(value: object, value_type: ValueType, kept: object) -> None:
    found = scalar(value, value_type)
    assert (found, type(found)) == (kept, type(kept))


@requirement("R-CATL-02")
@pytest.mark.parametrize(
    ("value", "value_type"),
    [
        ([1, 2], ValueType.NUMBER),
        ({"low": 1}, ValueType.STRING),
        (None, ValueType.STRING),
        (True, ValueType.INTEGER),
        (True, ValueType.STRING),
        ("180", ValueType.INTEGER),
        (180, ValueType.STRING),
        (12.5, ValueType.INTEGER),
        (math.inf, ValueType.INTEGER),
        (math.nan, ValueType.NUMBER),
    ],
)
def test_anything_else_is_refused_without_repeating_it(value: object, value_type: ValueType) -> None:
    with pytest.raises(NotAScalar, match=r"^The value is not a scalar of its type\. Keep structured values"):
        scalar(value, value_type)


@requirement("R-CATL-02")
@given(ANY_JSON, st.sampled_from(ValueType))
def test_whatever_is_kept_is_a_scalar_equal_to_what_was_given(value: object, value_type: ValueType) -> None:
    try:
        kept = scalar(value, value_type)
    except NotAScalar:
        return
    assert kept == value
    assert isinstance(kept, str) is (value_type is ValueType.STRING)
    assert json.loads(json.dumps(kept)) == kept


def test_a_new_value_keeps_the_unit_and_leaves_what_told_of_the_old_one() -> None:
    change = ValueChange.of({"proposed_value": 190, "value_type": "integer"})
    assert change.over(FEE.unit).columns() == {
        "value": "190",
        "value_type": ValueType.INTEGER,
        "unit": "EUR",
        "source": None,
        "last_verified": None,
        "note": None,
    }


@requirement("R-AMD-08")
def test_a_change_of_a_reference_touches_only_the_fields_it_names() -> None:
    change = ReferenceChange.of({"proposed_url": "https://law.example/two"})
    assert change.over(LAW).columns() == {**LAW.columns(), "url": "https://law.example/two"}


@requirement("R-AMD-08")
def test_every_proposed_field_of_a_reference_is_applied() -> None:
    content = {
        "proposed_title": "Another law",
        "proposed_url": "https://law.example/two",
        "proposed_last_verified": "2026-11-10",
        "read_as": "live",
        "page_date": "2026-11",
        "archived_url": "https://archive.example/two",
        "note": "Article 2.",
    }
    assert ReferenceChange.of(content).over(LAW).columns() == {
        "title": "Another law",
        "url": "https://law.example/two",
        "last_verified": "2026-11-10",
        "archived_url": "https://archive.example/two",
        "language": "fr",
        "note": "Article 2.",
        "read_as": "live",
        "page_date": "2026-11",
    }


@pytest.mark.parametrize(
    ("content", "kept"),
    [
        ({"proposed_last_verified": "2026-11-10"}, (None, None)),
        ({"proposed_last_verified": "2026-11-10", "read_as": "live"}, ("live", None)),
        ({"proposed_url": "https://law.example/two"}, (None, None)),
        ({"proposed_url": LAW.url}, ("stored_copy", "undated")),
        ({"proposed_title": "Another law"}, ("stored_copy", "undated")),
    ],
)
def test_how_a_source_was_read_does_not_carry_over_to_another_day_or_address(
    content: dict[str, str], kept: tuple[str | None, str | None]
) -> None:
    after = ReferenceChange.of(content).over(replace(LAW, read_as="stored_copy", page_date="undated"))
    assert (after.read_as, after.page_date) == kept


def test_every_amendment_the_contract_allows_can_be_read() -> None:
    payloads = [json.loads(file.read_text("utf-8")) for file in sorted(AMENDMENTS.rglob("*.json"))]
    values = [each["content"] for each in payloads if each["target_type"] == "volatile_value"]
    references = [each["content"] for each in payloads if each["target_type"] == "reference"]
    assert [ValueChange.of(content).value for content in values] == [c["proposed_value"] for c in values]
    assert all(ReferenceChange.of(content).over(LAW) != LAW for content in references)
    assert values
    assert references
