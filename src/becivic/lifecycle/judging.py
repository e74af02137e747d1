"""The table of lifecycle 9.2, asked in order of gravity: quarantine, withdrawal, observation, promotion.

An observation keeps the cohort and a promotion ends it, with what was observed in it. The first rule that holds decides.
`judge` knows the counts alone, so that a decision can be made again from the log.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from becivic.lifecycle import promotion
from becivic.lifecycle.artefact import Artefact, Prior, PriorKind
from becivic.lifecycle.decision import Decision, Missing
from becivic.lifecycle.evidence import Evidence
from becivic.lifecycle.standing import silent_since
from becivic.lifecycle.tallies import Count, Tally, tally
from becivic.rules.consensus import TRANSITIONS, DecisionKind, Policy, Rule
from becivic.rules.statuses import Status

_NOBODY: Final = Count()


def decide(artefact: Artefact, evidence: Evidence, policy: Policy, now: datetime) -> Decision:
    """What becomes of it. The same answer for the same votes in any order."""
    return judge(artefact, tally(artefact, evidence, policy), policy, now)


def judge(artefact: Artefact, counted: Tally, policy: Policy, now: datetime) -> Decision:
    # A draft, or pulled: the machine leaves it alone. A concern is ranked by its votes, and no more (R-SM-17).
    if artefact.status not in TRANSITIONS or artefact.is_concern:
        return _unmoved(artefact, counted, now)
    return (
        _quarantined(artefact, counted, policy, now)
        or _withdrawn(artefact, counted, policy, now)
        or _observed(artefact, counted, policy, now)
        or _promoted(artefact, counted, policy, now)
        or _held(artefact, counted, policy, now)
    )


def may_go_back(artefact: Artefact, counted: Tally, policy: Policy) -> bool:
    """Whether it matters what is behind the current content: only then is it worth looking for."""
    if artefact.is_concern:
        return False
    return counted.flags >= policy.quarantine_flags or _is_rejected(artefact, counted, policy) is not None


def is_rejected(count: Count, policy: Policy) -> bool:
    """Rejects exceed confirms by the margin (R-SM-06): of an artefact, or of one source of a path."""
    return count.net_rejects >= policy.rollback_margin


def _unmoved(artefact: Artefact, counted: Tally, now: datetime) -> Decision:
    """Whatever the votes, nothing comes of them."""
    return Decision(kind=DecisionKind.HOLD, artefact=artefact, tally=counted, at=now, to=artefact.status)


def _quarantined(artefact: Artefact, counted: Tally, policy: Policy, now: datetime) -> Decision | None:
    """Back to what was there before; what never was anything else is pulled (C-27). From any status (C-26)."""
    if counted.flags < policy.quarantine_flags:
        return None
    prior = artefact.behind
    return Decision(
        kind=DecisionKind.QUARANTINE,
        artefact=artefact,
        tally=counted,
        at=now,
        to=Status.QUARANTINED if prior is None else prior.status,
        rule=Rule.INJECTION_FLAG,
        back_to=prior,
    )


def _withdrawn(artefact: Artefact, counted: Tally, policy: Policy, now: datetime) -> Decision | None:
    rule = _is_rejected(artefact, counted, policy) or _is_forgotten(artefact, policy, now)
    if rule is None:
        return None
    kind, to, prior = _back(artefact, rule)
    return Decision(kind=kind, artefact=artefact, tally=counted, at=now, to=to, rule=rule, back_to=prior)


def _is_rejected(artefact: Artefact, counted: Tally, policy: Policy) -> Rule | None:
    if is_rejected(counted.whole, policy):
        return Rule.NET_REJECTS
    each = [counted.sources.get(name, _NOBODY) for name in artefact.sources]
    if each and all(is_rejected(count, policy) for count in each):
        return Rule.SOURCES_REJECTED
    return None


def _is_forgotten(artefact: Artefact, policy: Policy, now: datetime) -> Rule | None:
    """No source was confirmed for so many days that count (R-PLC-07)."""
    until = forgotten_at(artefact, policy)
    return Rule.UNCONFIRMED if until is not None and now >= until else None


def forgotten_at(artefact: Artefact, policy: Policy) -> datetime | None:
    """When a path is deprecated at the earliest if nothing confirms it: if every day from now on counts."""
    if not artefact.is_path:
        return None
    since = silent_since(artefact.cohort_started_at, artefact.last_confirmed)
    return since + artefact.uncounted + policy.deprecate_after


def _back(artefact: Artefact, rule: Rule) -> tuple[DecisionKind, Status, Prior | None]:
    """Where a rejected content goes, and to which earlier one (ADR 22).

    A path goes back only behind an amendment to an earlier stable; else it is deprecated (C-28). A row goes back to the
    earlier stable value, or to none. A skill goes back to its earlier stable; without one it falls to alpha first, as it
    is, and there its amendment is taken back, or it is deprecated.
    """
    prior, status = artefact.behind, artefact.status
    stands = artefact.is_path and (status is Status.STABLE or rule is Rule.UNCONFIRMED)
    if prior is not None and prior.kind is PriorKind.STABLE and not stands:
        return DecisionKind.ROLLBACK, prior.status, prior
    if artefact.is_path:
        return DecisionKind.DEPRECATE, Status.DEPRECATED, None
    if artefact.is_row:
        return DecisionKind.ROLLBACK, Status.DEPRECATED, None
    if status is not Status.ALPHA:
        return DecisionKind.ROLLBACK, Status.ALPHA, None
    return DecisionKind.ROLLBACK, Status.DEPRECATED if prior is None else prior.status, prior


def _unread(counted: Tally) -> tuple[Missing, ...]:
    return (Missing("votes to be read first", str(counted.pending), "none"),) if counted.pending else ()


def _promoted(artefact: Artefact, counted: Tally, policy: Policy, now: datetime) -> Decision | None:
    step = promotion.step_of(artefact, policy)
    # What nobody has read yet may speak against it, and would be about something else afterwards.
    if step is None or counted.pending or not step.is_met(counted.whole) or now < step.earliest:
        return None
    return Decision(
        kind=DecisionKind.PROMOTE, artefact=artefact, tally=counted, at=now, to=step.to, rule=step.rule
    )


def _observed(artefact: Artefact, counted: Tally, policy: Policy, now: datetime) -> Decision | None:
    """One source at a time; the next is observed when this one is written (C-31)."""
    for name in artefact.handed_over:
        beyond = counted.beyond.get(name, _NOBODY)
        if beyond.confirms >= policy.handoff_confirms and beyond.confirming >= policy.handoff_addresses:
            return Decision(
                kind=DecisionKind.OBSERVE,
                artefact=artefact,
                tally=counted,
                at=now,
                to=artefact.status,
                rule=Rule.HANDOFF_OBSERVED,
                source=name,
            )
    return None


def _held(artefact: Artefact, counted: Tally, policy: Policy, now: datetime) -> Decision:
    step = promotion.step_of(artefact, policy)
    missing = () if step is None else (*step.missing(counted.whole, now), *_unread(counted))
    is_met = step is not None and step.is_met(counted.whole) and not counted.pending
    waits = [step.earliest] if step is not None and is_met else []
    forgotten = forgotten_at(artefact, policy)
    moments = [*waits, *([] if forgotten is None else [forgotten])]
    return Decision(
        kind=DecisionKind.HOLD,
        artefact=artefact,
        tally=counted,
        at=now,
        to=artefact.status,
        missing=missing,
        due=min(moments, default=None),
    )
