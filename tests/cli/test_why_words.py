"""The sentences of a story that few artefacts have."""

from __future__ import annotations

from typing import Any

import pytest

from becivic.cli.why_words import lacking_words, outcome_words
from becivic.lifecycle import Decision, Prior, PriorKind, Tally
from becivic.publishing.consensus.prospects import prospects
from becivic.rules.consensus import POLICY, DecisionKind, Policy, Rule
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType
from tests.factories.consensus import START, a_vote, an_artefact, decided

STABLE = Prior(PriorKind.STABLE, Status.STABLE, "0123456789abcdef")


def made(target: TargetType, kind: DecisionKind, to: Status, **more: Any) -> Decision:
    return Decision(kind=kind, artefact=an_artefact(target), tally=Tally(), at=START, to=to, **more)


@pytest.mark.parametrize(
    ("decision", "said"),
    [
        (made(TargetType.SKILL, DecisionKind.PROMOTE, Status.BETA), "beta"),
        (
            made(TargetType.SKILL, DecisionKind.ROLLBACK, Status.STABLE, back_to=STABLE),
            "back to what it was before, stable (commit 0123456)",
        ),
        (
            made(
                TargetType.REFERENCE,
                DecisionKind.QUARANTINE,
                Status.STABLE,
                back_to=Prior(PriorKind.STABLE, Status.STABLE, "12"),
            ),
            "back to what it was before, stable (row 12), and a maintainer is asked",
        ),
        (
            made(TargetType.PATH, DecisionKind.OBSERVE, Status.ALPHA, source="commune-desk"),
            "what lies behind the hand-over of commune-desk counts as seen",
        ),
    ],
)
def test_a_decision_is_said_by_what_it_makes_of_something(decision: Decision, said: str) -> None:
    assert outcome_words(decision) == said


def test_votes_that_are_there_already_are_said_to_be() -> None:
    flagged = decided(an_artefact(), [a_vote(flagged=True)], policy=Policy(rollback_margin=1))
    falls = prospects(flagged.artefact, flagged.tally, POLICY, START).falls
    said = {fall.rule: lacking_words(fall, flagged.artefact) for fall in falls}
    assert said == {
        Rule.NET_REJECTS: "3 rejects more",
        Rule.INJECTION_FLAG: "the injection flags that it has",
    }
    assert lacking_words(falls[1].__class__(falls[0].decision), flagged.artefact) == "the rejects that it has"
