"""A decision about a row of the catalogue: looked at, applied and logged in one transaction."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection

from becivic.catalogue import judging
from becivic.catalogue.refused import SupersededMeanwhile
from becivic.catalogue.rows import ReferenceRow, ValueRow, current, history, lock_current
from becivic.lifecycle import Decision
from becivic.publishing.consensus import log
from becivic.publishing.consensus.cases import Facts, case_of, decided
from becivic.publishing.consensus.consequences import after_it, before_it
from becivic.rules.consensus import DecisionKind, Policy
from becivic.rules.targets import TargetType


def decide_row(
    connection: Connection, target: TargetType, uid: str, facts: Facts, policy: Policy, now: datetime
) -> Decision | None:
    """What was decided and done; None where the row is gone. Nothing is done where it holds."""
    lock_current(connection, uid)
    case = case_of(connection, target, uid, facts)
    if case is None:
        return None
    decision = decided(connection, case, facts, policy, now)
    if not decision.changes:
        return decision
    number = log.write(connection, decision, log.Entry(case.judged, policy))
    before_it(connection, decision, number, case.evidence)
    _apply(connection, target, decision, int(case.judged))
    after_it(connection, decision, number, now)
    return decision


def _apply(connection: Connection, target: TargetType, decision: Decision, judged: int) -> None:
    row = current(connection, decision.artefact.id)
    # Another tick may have been quicker: what it made of the row is not what was judged.
    if row is None or row.row_id != judged or row.status is not decision.artefact.status:
        raise SupersededMeanwhile
    if decision.kind is DecisionKind.PROMOTE:
        judging.promote(connection, target, row, decision.to, decision.next_cohort_at)
        return
    by = _prior(connection, decision)
    judging.replace(connection, row, by, decision.to, decision.next_cohort_at, judged=judged)


def _prior(connection: Connection, decision: Decision) -> ValueRow | ReferenceRow | None:
    """The row whose content comes back."""
    if decision.back_to is None:
        return None
    number = int(decision.back_to.at)
    return next(row for row in history(connection, decision.artefact.id) if row.row_id == number)
