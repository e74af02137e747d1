"""What is judged: its kind, its moments in UTC, what it can go back to; and back from JSON."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest

from becivic.lifecycle import Artefact, Prior, PriorKind
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType
from tests.factories.consensus import KINDS, START, an_artefact, later

_TWO_HOURS_EAST = timezone(timedelta(hours=2))


@pytest.mark.parametrize(
    ("target", "is_path", "is_row", "is_concern"),
    [
        (TargetType.SKILL, False, False, False),
        (TargetType.PATH, True, False, False),
        (TargetType.VOLATILE_VALUE, False, True, False),
        (TargetType.REFERENCE, False, True, False),
        (TargetType.OBSERVATION, False, False, True),
    ],
)
def test_an_artefact_knows_what_it_is(
    target: TargetType, is_path: bool, is_row: bool, is_concern: bool
) -> None:
    artefact = an_artefact(target)

    assert (artefact.is_path, artefact.is_row, artefact.is_concern) == (is_path, is_row, is_concern)


def test_moments_are_kept_in_utc() -> None:
    east = START.astimezone(_TWO_HOURS_EAST)

    artefact = an_artefact(cohort_started_at=east, last_confirmed=east)

    assert artefact.cohort_started_at.tzinfo is UTC
    assert artefact == an_artefact(last_confirmed=START)
    assert artefact.as_json() == an_artefact(last_confirmed=START).as_json()


def test_a_moment_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        an_artefact(cohort_started_at=datetime(2026, 11, 1))  # noqa: DTZ001


@pytest.mark.parametrize("status", list(Status))
def test_it_can_go_back_only_to_what_people_may_read(status: Status) -> None:
    prior = Prior(PriorKind.AMENDED, status, "beef")

    assert an_artefact(prior=prior).behind == (prior if status.is_published else None)
    assert an_artefact().behind is None


@pytest.mark.parametrize("target", KINDS)
@pytest.mark.parametrize("prior", [None, Prior(PriorKind.STABLE, Status.STABLE, "f00d")])
@pytest.mark.parametrize("last", [None, later(hours=1, microseconds=1)])
def test_an_artefact_comes_back_from_the_log_as_it_was(
    target: TargetType, prior: Prior | None, last: datetime | None
) -> None:
    artefact = an_artefact(
        target,
        prior=prior,
        last_confirmed=last,
        uncounted=timedelta(days=3, microseconds=1),
        sources=("counter", "portal"),
        handed_over=("portal",),
    )

    assert Artefact.of_json(json.loads(json.dumps(artefact.as_json()))) == artefact


def test_an_entry_of_the_log_from_before_days_were_counted_leaves_none_out() -> None:
    written = an_artefact(TargetType.PATH).as_json()
    del written["uncounted_seconds"]

    assert Artefact.of_json(written).uncounted == timedelta(0)
