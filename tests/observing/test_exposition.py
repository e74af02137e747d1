"""Prometheus' text format: what is written can be read back, whatever is in it."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from becivic.observing.exposition import Distribution, Sample, exposed
from becivic.observing.families import FAMILIES, Family, Kind
from tests.factories.prometheus import read

GAUGE = Family("a_gauge", Kind.GAUGE, "Says \\ and\nmore.", ("one", "two"))
PLAIN = Family("a_counter_total", Kind.COUNTER, "Counts.")
TIMES = Family("a_time_seconds", Kind.HISTOGRAM, "Takes long.", ("group",))


def test_a_family_is_its_help_its_type_and_its_samples() -> None:
    said = [(PLAIN, [Sample((), 3)]), (GAUGE, [Sample(("x", "y"), 0.25)])]
    assert exposed(said, ()) == (
        "# HELP a_counter_total Counts.\n"
        "# TYPE a_counter_total counter\n"
        "a_counter_total 3\n"
        "# HELP a_gauge Says \\\\ and\\nmore.\n"
        "# TYPE a_gauge gauge\n"
        'a_gauge{one="x",two="y"} 0.25\n'
    )


def test_a_family_of_which_nothing_is_known_is_not_named() -> None:
    assert exposed([(PLAIN, []), (GAUGE, [])], ()) == ""


def test_buckets_are_added_up_and_end_without_bound() -> None:
    page = exposed([(TIMES, [Distribution(("pages",), [3, 0, 2], 1.5)])], (0.1, 1))
    told = read(page)["a_time_seconds"]
    group = ("group", "pages")
    assert told.samples == {
        ("a_time_seconds_bucket", (group, ("le", "0.1"))): 3,
        ("a_time_seconds_bucket", (group, ("le", "1"))): 3,
        ("a_time_seconds_bucket", (group, ("le", "+Inf"))): 5,
        ("a_time_seconds_sum", (group,)): 1.5,
        ("a_time_seconds_count", (group,)): 5,
    }


def test_a_number_without_end_is_written_as_prometheus_does() -> None:
    assert exposed([(PLAIN, [Sample((), math.inf)])], ()).endswith(" +Inf\n")
    assert exposed([(PLAIN, [Sample((), -math.inf)])], ()).endswith(" -Inf\n")


@given(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"))
)
def test_any_label_is_read_back_as_it_was(label: str) -> None:
    (told,) = read(exposed([(GAUGE, [Sample((label, "y"), 1)])], ())).values()
    assert told.samples == {("a_gauge", (("one", label), ("two", "y"))): 1}
    assert told.help == GAUGE.help


def test_names_are_those_that_prometheus_asks_for() -> None:
    assert len({family.name for family in FAMILIES}) == len(FAMILIES)
    for family in FAMILIES:
        assert family.name.endswith("_total") is (family.kind is Kind.COUNTER)
        assert not {"id", "address", "ip", "path", "le"} & set(family.labels)
