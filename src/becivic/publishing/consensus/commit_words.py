"""What the commits of the consensus say: closed words and ids, so that git's log alone tells what happened (R-VER-10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from becivic.lifecycle import Decision
from becivic.publishing.changes.versioning import ArtefactChange
from becivic.publishing.commit.messages import bumps
from becivic.rules.consensus import DecisionKind
from becivic.rules.publishing import SKIP_CI, MessagePrefix

DECISION_TRAILER: Final = "Be-Civic-Decision"

_VERBS: Final = {
    DecisionKind.PROMOTE: "promote",
    DecisionKind.ROLLBACK: "roll back",
    DecisionKind.DEPRECATE: "deprecate",
    DecisionKind.QUARANTINE: "quarantine",
    DecisionKind.OBSERVE: "observe",
    DecisionKind.REINSTATE: "reinstate",
}
_KEEPS_TEXT: Final = tuple(
    f"{MessagePrefix.LIFECYCLE} {_VERBS[kind]} " for kind in (DecisionKind.PROMOTE, DecisionKind.OBSERVE)
)

_REINSTATES: Final = f"{MessagePrefix.LIFECYCLE} {_VERBS[DecisionKind.REINSTATE]} "


def title_of(decision: Decision) -> str:
    artefact = decision.artefact
    named = f"{_VERBS[decision.kind]} {artefact.target} {artefact.id}"
    behind = f"source {decision.source}" if decision.source else f"from {artefact.status} to {decision.to}"
    return f"{MessagePrefix.LIFECYCLE} {named}, {behind} {SKIP_CI}"


def message_of(decision: Decision, request: str, artefacts: Sequence[ArtefactChange]) -> str:
    """The rule, the versions counted, and where the whole of it is told."""
    said = f"{decision.rule}: {_numbers(decision)}"
    parts = [title_of(decision), said, bumps(artefacts), f"{DECISION_TRAILER}: {request}"]
    return "\n\n".join(part for part in parts if part) + "\n"


def opens_anew(title: str) -> bool:
    """Whether a commit of ours began a cohort with other words than a promotion's: what was before it is not asked for."""
    return title.startswith(MessagePrefix.LIFECYCLE) and not title.startswith(_KEEPS_TEXT)


def reinstates(title: str) -> bool:
    """Whether a commit of ours put something back that a flag had taken away."""
    return title.startswith(_REINSTATES)


def _numbers(decision: Decision) -> str:
    numbers = decision.numbers()
    told = ("confirms", "rejects", "distinct_ips", "injection_flags")
    return ", ".join(f"{name} {numbers[name]}" for name in told)
