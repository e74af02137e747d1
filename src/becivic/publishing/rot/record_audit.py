"""Whether the records agree with main, with themselves, and with what the consensus must have done (R-CI-06, R-SM-01)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Row, exists, or_, select

from becivic.corpus.directory import PathEntry
from becivic.corpus.load import Corpus
from becivic.corpus.skill import Skill
from becivic.publishing.consensus import log
from becivic.publishing.consensus.cases import Facts, case_of, decided
from becivic.publishing.consensus.log import Logged
from becivic.publishing.rot.audited import Audited
from becivic.rules.changes import ChangeState
from becivic.rules.consensus import TICK_EVERY, DecisionKind, Policy, Rule
from becivic.rules.targets import TargetType, owner
from becivic.store.tables.keeping import ARTEFACTS, CHANGE_REQUESTS, REVIEW_ITEMS, Queue
from becivic.store.tables.lifecycle import DECISIONS, JUDGED
from becivic.store.tables.signals import VALIDATIONS
from becivic.store.written import moment

_DECISION: Final = DECISIONS.c
_PAGE: Final = 500
_GRACE: Final = 6 * TICK_EVERY
"""A flag this young may still be on its way."""


def audit_statuses(connection: Connection, corpus: Corpus) -> Iterator[Audited]:
    """Status and version on main are those of the records, and neither knows what the other does not."""
    rows = {
        (TargetType(row.target_type), row.target_id): row for row in connection.execute(select(ARTEFACTS))
    }
    on_main: dict[tuple[TargetType, str], Skill | PathEntry] = {
        **{(TargetType.SKILL, key): skill for key, skill in corpus.skills.items()},
        **{(TargetType.PATH, key): entry for key, entry in corpus.paths.entries.items()},
    }
    for key in sorted({*rows, *on_main}):
        message = _disagreement(rows.get(key), on_main.get(key))
        if message:
            yield Audited("status", " ".join(key), message)


def _disagreement(row: Row[Any] | None, artefact: Skill | PathEntry | None) -> str:
    if artefact is None:
        return "is in the records and not on main."
    if row is None:
        return "is on main and not in the records."
    if (row.status, row.version) != (str(artefact.status), str(artefact.version)):
        return (
            f"is {artefact.status} {artefact.version} on main and {row.status} {row.version} in the records."
        )
    return ""


def audit_flags(connection: Connection, facts: Facts, policy: Policy, now: datetime) -> Iterator[Audited]:
    """A flag that counts has pulled what it is about: there is nothing left to quarantine (R-CI-06)."""
    for target, target_id in _flagged(connection, now):
        case = case_of(connection, target, target_id, facts)
        if case is None:
            continue
        if decided(connection, case, facts, policy, now).kind is DecisionKind.QUARANTINE:
            yield Audited(
                "injection-flag", f"{target} {target_id}", "is flagged as an injection and still shown."
            )


def _flagged(connection: Connection, now: datetime) -> list[tuple[TargetType, str]]:
    own = VALIDATIONS.c
    query = select(own.target_type, own.target_id).distinct()
    rows = connection.execute(query.where(own.injection_flag == 1, own.validated_at <= moment(now - _GRACE)))
    owners = {owner(TargetType(kind), target_id) for kind, target_id in rows}
    return sorted(each for each in owners if each[0] in JUDGED)


def audit_reviews(connection: Connection) -> Iterator[Audited]:
    """Whatever was quarantined, a person was asked about it, then or before and not yet ruled (R-QUAR-03, R-CI-06)."""
    asked = exists().where(
        REVIEW_ITEMS.c.queue == Queue.INJECTION.value,
        REVIEW_ITEMS.c.subject_type == _DECISION.target_type,
        REVIEW_ITEMS.c.subject_id == _DECISION.target_id,
        or_(REVIEW_ITEMS.c.closed_at.is_(None), REVIEW_ITEMS.c.closed_at >= _DECISION.decided_at),
    )
    request = CHANGE_REQUESTS.c
    query = (
        select(_DECISION.target_type, _DECISION.target_id)
        .select_from(DECISIONS.outerjoin(CHANGE_REQUESTS, request.id == _DECISION.change_request_id))
        .where(_DECISION.kind == DecisionKind.QUARANTINE.value, ~asked)
        .where(or_(_DECISION.change_request_id.is_(None), request.state == ChangeState.MERGED.value))
    )
    for target, target_id in connection.execute(query.order_by(_DECISION.row_id)):
        yield Audited(
            "review-missing", f"{target} {target_id}", "was quarantined, and nobody was asked about it."
        )


def audit_decisions(connection: Connection, after: int) -> tuple[list[Audited], int | None]:
    """One page of the log, each decision made again from what it stood on; and where to go on."""
    page = log.true_ones(connection, after, _PAGE)
    found = [
        Audited("replay", f"decision {entry.number}", "comes out otherwise when it is made again.")
        for entry in page
        if entry.rule is not Rule.RULING and not _holds(entry)
    ]
    return found, page[-1].number if page else None


def _holds(entry: Logged) -> bool:
    """A maintainer's ruling is nobody's to make again; what cannot even be read does not hold."""
    try:
        made = entry.again()
    except (KeyError, TypeError, ValueError):
        return False
    again = (made.kind, made.rule, made.artefact.status, made.to, made.source)
    return again == (entry.kind, entry.rule, entry.before, entry.after, entry.source or "")
