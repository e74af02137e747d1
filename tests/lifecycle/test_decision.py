"""What a decision says of itself: the numbers it stands on, and when the next cohort begins."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from becivic.lifecycle import Prior, PriorKind
from becivic.lifecycle.decision import Missing
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType
from tests.factories.consensus import START, a_vote, an_artefact, decided, later, votes


def test_a_decision_is_printed_with_its_rule_and_its_numbers() -> None:
    given = [*votes(confirms=3), a_vote(is_probe=True, voter=None)]

    assert decided(an_artefact(), given, later(hours=49)).as_json() == {
        "target_type": "skill",
        "target_id": "moving-house",
        "decision": "promote",
        "rule": "alpha-to-beta",
        "from": "alpha",
        "to": "beta",
        "at": "2026-11-03T13:00:00Z",
        "cohort_started_at": "2026-11-01T12:00:00Z",
        "numbers": {
            "confirms": 3.5,
            "rejects": 0,
            "confirming_ips": 4,
            "distinct_ips": 4,
            "injection_flags": 0,
            "age_seconds": 49 * 3600,
            "confirm_rate": 1.0,
            "net_rejects": -3.5,
        },
    }


def test_a_hold_stands_on_no_rule_and_an_observation_names_its_source() -> None:
    path = an_artefact(TargetType.PATH, sources=("portal",), handed_over=("portal",))
    held = decided(path).as_json()
    observed = decided(path, votes(confirms=3, source="portal", beyond_handoff=True)).as_json()

    assert (held["decision"], held["rule"], held["numbers"]["confirm_rate"]) == ("hold", None, None)
    assert "source" not in held
    assert (observed["decision"], observed["source"]) == ("observe", "portal")


@pytest.mark.parametrize(
    ("last_vote", "begins"),
    [
        (later(hours=1), later(days=3)),
        (later(days=3), later(days=3) + timedelta(microseconds=1)),
        (later(days=3, seconds=2), later(days=3, seconds=2, microseconds=1)),
    ],
)
def test_the_next_cohort_begins_after_every_vote_of_this_one(last_vote: datetime, begins: datetime) -> None:
    promoted = decided(an_artefact(), votes(confirms=3, at=last_vote), later(days=3))

    assert promoted.to is Status.BETA
    assert promoted.next_cohort_at == begins


def test_a_cohort_goes_on_where_nothing_that_was_voted_on_changes() -> None:
    held = decided(an_artefact(), votes(confirms=2), later(days=3))
    row = decided(an_artefact(TargetType.REFERENCE), votes(confirms=3), later(days=3))

    assert (held.changes, held.next_cohort_at) == (False, START)
    assert (row.to, row.next_cohort_at) == (Status.BETA, START)


def test_a_cohort_that_nobody_voted_in_ends_when_it_is_decided() -> None:
    forgotten = decided(an_artefact(TargetType.PATH), now=later(days=90))

    assert forgotten.changes
    assert forgotten.next_cohort_at == later(days=90)


def test_back_to_the_same_status_is_a_new_cohort() -> None:
    prior = Prior(PriorKind.STABLE, Status.STABLE, "f00d")
    decision = decided(an_artefact(status=Status.STABLE, prior=prior), votes(rejects=2), later(days=3))

    assert (decision.to, decision.goes_back) == (Status.STABLE, True)
    assert decision.next_cohort_at == later(days=3)


def test_what_is_missing_is_printed() -> None:
    assert Missing("confirms", "1", "at least 3").as_json() == {
        "what": "confirms",
        "have": "1",
        "need": "at least 3",
    }
