from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

from hypothesis import given
from hypothesis import strategies as st

from becivic.store.written import document, moment, read_document, read_moment

_ZONES = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
MOMENTS = st.datetimes(datetime(1900, 1, 1), datetime(9998, 12, 31), timezones=_ZONES)  # noqa: DTZ001  the zone is drawn
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(MOMENTS)
def test_a_moment_comes_back_as_it_was_in_utc(when: datetime) -> None:
    back = read_moment(moment(when))
    assert back == when
    assert back.tzinfo is UTC


@given(MOMENTS, MOMENTS)
def test_the_order_of_texts_is_the_order_of_moments(one: datetime, other: datetime) -> None:
    assert (moment(one) < moment(other)) is (one < other)
    assert len(moment(one)) == len(moment(other)) == 27


@given(JSON)
def test_a_document_comes_back_as_it_was(value: object) -> None:
    assert read_document(document(value)) == value


def test_a_document_takes_no_room_it_does_not_need() -> None:
    assert document({"a": [1, "é"]}) == '{"a":[1,"é"]}'


def test_no_document_holds_a_character_that_a_database_cannot() -> None:
    """PostgreSQL's text has no NUL; written as JSON it is an escape."""
    assert document("\x00") == r'"\u0000"'
