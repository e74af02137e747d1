"""next_version and catalogue_line: the version that follows from a status and a history."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic.rules.statuses import Status, Version, catalogue_line, next_version
from tests.requirement import requirement

_STATUSES = st.sampled_from(Status)
_LIVE = st.sampled_from([status for status in Status if not status.is_terminal])
_VERSIONS = st.builds(Version, st.integers(0, 2), st.integers(0, 3), st.integers(0, 99))


@requirement("R-VER-01")
@given(_LIVE, _STATUSES, _VERSIONS, st.booleans())
def test_a_live_status_is_always_on_its_line(
    status: Status, was: Status, version: Version, edited: bool
) -> None:
    assert next_version(status, (was, version), edited=edited).line == status.version_line


@requirement("R-VER-01")
@given(_STATUSES, _VERSIONS, st.booleans(), st.sampled_from([Status.QUARANTINED, Status.DEPRECATED]))
def test_a_terminal_status_freezes_the_version(
    was: Status, version: Version, edited: bool, status: Status
) -> None:
    assert next_version(status, (was, version), edited=edited) == version


@requirement("R-VER-02")
@given(_LIVE, st.integers(0, 99))
def test_an_edit_counts_up_and_nothing_else_does(status: Status, patch: int) -> None:
    assert status.version_line is not None
    version = Version(*status.version_line, patch)
    assert next_version(status, (status, version), edited=False) == version
    assert next_version(status, (status, version), edited=True).patch == patch + 1


@requirement("R-VER-02")
@given(_LIVE, _STATUSES, _VERSIONS)
def test_another_status_starts_at_patch_0(status: Status, was: Status, version: Version) -> None:
    if status is not was:
        assert next_version(status, (was, version), edited=True).patch == 0


@requirement("R-VER-09")
@pytest.mark.parametrize(
    ("statuses", "line"),
    [
        ([], None),
        ([Status.DRAFT], (0, 0)),
        ([Status.DRAFT, Status.DEPRECATED], (0, 1)),
        ([Status.DRAFT, Status.ALPHA], (0, 1)),
        ([Status.BETA, Status.ALPHA], (0, 2)),
        ([Status.STABLE, Status.QUARANTINED], (1, 0)),
    ],
)
def test_the_catalogue_is_on_the_line_of_its_highest_entry(
    statuses: list[Status], line: tuple[int, int] | None
) -> None:
    assert catalogue_line(statuses) == line
