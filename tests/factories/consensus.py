"""Artefacts and votes as the consensus sees them, and what stands after a decision. Everything begins at START."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, Final

from becivic.lifecycle import Artefact, Decision, Evidence, Vote, decide
from becivic.rules.consensus import POLICY, DecisionKind, Policy
from becivic.rules.statuses import Status
from becivic.rules.submissions import Verdict
from becivic.rules.targets import COHORT_ANCHORED, TargetType

START: Final = datetime(2026, 11, 1, 12, 0, tzinfo=UTC)
KINDS: Final = (TargetType.SKILL, TargetType.PATH, TargetType.VOLATILE_VALUE, TargetType.REFERENCE)
"""What the machine moves."""
SERVED: Final = (Status.ALPHA, Status.BETA, Status.STABLE)
_IDS: Final = {
    TargetType.SKILL: "moving-house",
    TargetType.PATH: "residence-permit-copy",
    TargetType.VOLATILE_VALUE: "vv-000001",
    TargetType.REFERENCE: "ref-000001",
    TargetType.OBSERVATION: "con-000001",
}
_NUMBERS: Final = count(1)


def later(**span: float) -> datetime:
    """So many days, hours, minutes after the cohort began."""
    return START + timedelta(**span)


def an_artefact(target: TargetType = TargetType.SKILL, **changes: Any) -> Artefact:
    """An alpha whose cohort began at START, with the line that its status is bound to."""
    status = changes.pop("status", Status.ALPHA)
    given = {"id": _IDS[target], "cohort_started_at": START, "line": line_of(target, status), **changes}
    return Artefact(target=target, status=status, **given)


def line_of(target: TargetType, status: Status) -> str:
    """Major.minor as a file at that status carries it; rows carry none."""
    line = status.version_line if target in COHORT_ANCHORED else None
    return "" if line is None else f"{line[0]}.{line[1]}"


def a_vote(verdict: Verdict = Verdict.CONFIRM, **changes: Any) -> Vote:
    """One that counts, an hour into the cohort, by an address of its own."""
    number = next(_NUMBERS)
    given = {"id": f"vote-{number:06}", "at": later(hours=1), "voter": f"address-{number}", **changes}
    return Vote(verdict=verdict, **given)


def votes(confirms: int = 0, rejects: int = 0, **changes: Any) -> list[Vote]:
    """Each by another address."""
    verdicts = [Verdict.CONFIRM] * confirms + [Verdict.REJECT] * rejects
    return [a_vote(verdict, **changes) for verdict in verdicts]


def decided(
    artefact: Artefact, given: Iterable[Vote] = (), now: datetime = START, policy: Policy = POLICY
) -> Decision:
    return decide(artefact, Evidence.of(given), policy, now)


def after(decision: Decision) -> Artefact:
    """What stands when a decision has been made true."""
    artefact = decision.artefact
    if decision.kind is DecisionKind.OBSERVE:
        rest = tuple(name for name in artefact.handed_over if name != decision.source)
        return replace(artefact, handed_over=rest)
    return replace(
        artefact,
        status=decision.to,
        cohort_started_at=decision.next_cohort_at,
        line=line_of(artefact.target, decision.to),
        prior=None if decision.goes_back else artefact.prior,
    )


def settled(
    artefact: Artefact, given: Iterable[Vote], now: datetime, policy: Policy = POLICY
) -> list[Decision]:
    """Every change that one moment brings, and the hold at the end of it."""
    held = tuple(given)
    made = [decided(artefact, held, now, policy)]
    while made[-1].changes:
        assert len(made) < 10, "it never comes to rest"
        made.append(decided(after(made[-1]), held, now, policy))
    return made
