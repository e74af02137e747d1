"""The six statuses, the version line each is bound to, and versions in order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic.rules.statuses import CATALOGUE_STATUSES, SEED_STATUSES, Origin, Status, Version
from tests.requirement import requirement

_numbers = st.integers(min_value=0, max_value=10**6)
_versions = st.builds(Version, _numbers, _numbers, _numbers)


@requirement("R-FM-04", "R-PATH-06")
def test_there_are_six_statuses_and_two_origins() -> None:
    assert [each.value for each in Status] == [
        "draft",
        "alpha",
        "beta",
        "stable",
        "quarantined",
        "deprecated",
    ]
    assert [each.value for each in Origin] == ["be-civic", "community"]


@requirement("R-VER-01")
@pytest.mark.parametrize(
    ("status", "line"),
    [
        (Status.DRAFT, (0, 0)),
        (Status.ALPHA, (0, 1)),
        (Status.BETA, (0, 2)),
        (Status.STABLE, (1, 0)),
        (Status.QUARANTINED, None),
        (Status.DEPRECATED, None),
    ],
)
def test_a_status_is_bound_to_its_version_line(status: Status, line: tuple[int, int] | None) -> None:
    assert status.version_line == line
    assert status.is_terminal is (line is None)


def test_what_people_read_is_published_and_what_rows_may_be_is_listed() -> None:
    assert [each for each in Status if each.is_published] == [Status.ALPHA, Status.BETA, Status.STABLE]
    assert set(CATALOGUE_STATUSES) == set(Status) - {Status.DRAFT}
    assert SEED_STATUSES == (Status.ALPHA, Status.BETA, Status.STABLE)


@pytest.mark.parametrize(
    ("value", "status"),
    [
        ("alpha", Status.ALPHA),
        ("Alpha", None),
        ("rolled_back", None),
        (None, None),
        (1, None),
        (["alpha"], None),
    ],
)
def test_a_status_is_read_or_is_none(value: object, status: Status | None) -> None:
    assert Status.read(value) is status


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        "1.0",
        "1.0.0.0",
        "01.0.0",
        "1.0.0-beta",
        "v1.0.0",
        "1.0.0\n",
        " 1.0.0",
        "1.-1.0",
        "\u0661.\u0660.\u0660",
        None,
        1.0,
    ],
)
def test_anything_but_three_plain_numbers_is_no_version(text: object) -> None:
    assert Version.parse(text) is None


@given(_versions)
def test_a_version_reads_back_as_it_was_written(version: Version) -> None:
    assert Version.parse(str(version)) == version
    assert version.line == (version.major, version.minor)


@given(_versions, _versions)
def test_versions_are_ordered_by_number_not_by_letter(one: Version, other: Version) -> None:
    assert (one < other) is ((one.major, one.minor, one.patch) < (other.major, other.minor, other.patch))
    later = one._replace(patch=one.patch + 1)
    assert one < later < later._replace(minor=one.minor + 1, patch=0)
