"""Which votes are of the cohort, and the reason for each that is not (C-02)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from becivic.lifecycle import Evidence
from becivic.lifecycle.evidence import sift
from becivic.rules.consensus import NotCounted
from becivic.rules.statuses import Status
from becivic.rules.submissions import Verdict
from becivic.rules.targets import TargetType
from tests.factories.consensus import KINDS, START, a_vote, an_artefact, decided, later
from tests.requirement import requirement


@requirement("R-SM-08")
@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, None),
        ({"is_held": True}, NotCounted.HELD),
        ({"is_looked_through": False}, NotCounted.NOT_LOOKED_THROUGH),
        ({"at": START - timedelta(microseconds=1)}, NotCounted.BEFORE_COHORT),
        ({"at": START}, None),
        ({"line": "0.2"}, NotCounted.OTHER_VERSION),
        ({"line": "1.1"}, NotCounted.OTHER_VERSION),
        ({"line": "0.1"}, None),
        ({"line": ""}, None),
        ({"voter": None}, NotCounted.UNKNOWN_ADDRESS),
        ({"voter": None, "is_probe": True}, None),
        ({"voter": None, "flagged": True}, NotCounted.UNKNOWN_ADDRESS),
    ],
)
@pytest.mark.parametrize("verdict", list(Verdict))
def test_a_vote_is_of_the_cohort_or_there_is_a_reason(
    changes: dict[str, Any], reason: NotCounted | None, verdict: Verdict
) -> None:
    vote = a_vote(verdict, **changes)

    sifted = sift(an_artefact(), Evidence.of([vote]))

    assert sifted.counted == (() if reason else (vote,))
    assert sifted.left_out == ({vote.id: reason} if reason else {})


@requirement("R-SM-08", "R-SM-09")
@pytest.mark.parametrize("kind", KINDS)
def test_a_vote_that_is_too_old_counts_on_nothing(kind: TargetType) -> None:
    old = a_vote(Verdict.REJECT, flagged=True, at=later(hours=-1))

    decision = decided(an_artefact(kind), [old], later(hours=1))

    assert not decision.changes
    assert decision.tally.left_out == {old.id: NotCounted.BEFORE_COHORT}


@requirement("R-SM-08")
@pytest.mark.parametrize("kind", [TargetType.SKILL, TargetType.PATH])
def test_a_patch_keeps_the_votes_and_another_line_leaves_them_behind(kind: TargetType) -> None:
    """What is compared is major.minor: a vote carries no more of the version than that."""
    stable = an_artefact(kind, status=Status.STABLE)
    of_line = a_vote(line="1.0")

    assert sift(stable, Evidence.of([of_line])).counted == (of_line,)
    assert sift(replace(stable, line="1.1"), Evidence.of([of_line])).counted == ()


def test_what_must_not_be_read_yet_is_the_first_reason_that_is_given() -> None:
    vote = a_vote(is_held=True, is_looked_through=False, at=later(hours=-1), line="9.9", voter=None)

    assert sift(an_artefact(), Evidence.of([vote])).left_out == {vote.id: NotCounted.HELD}


def test_every_reason_can_be_read() -> None:
    assert len({reason.meaning for reason in NotCounted}) == len(NotCounted)
