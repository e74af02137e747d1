"""One artefact as it stands, with its votes: everything a decision is made from, read at one moment."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Protocol

from sqlalchemy import Connection, bindparam, select

from becivic.catalogue.rows import ReferenceRow, ValueRow, current, earlier_stable
from becivic.lifecycle import Artefact, Decision, Evidence, Prior, PriorKind, judge, tally
from becivic.lifecycle.judging import may_go_back
from becivic.lifecycle.standing import silent_since, uncounted_time
from becivic.publishing.consensus.votes import last_confirmed, line_of, votes_on
from becivic.rules.consensus import Policy
from becivic.rules.statuses import Status
from becivic.rules.targets import COHORT_ANCHORED, TargetType
from becivic.store.confirmable_days import days_since
from becivic.store.prepared import Prepared
from becivic.store.tables.catalogue import CATALOGUES
from becivic.store.tables.keeping import ARTEFACTS
from becivic.store.tables.signals import CONCERNS
from becivic.store.written import read_moment

_ARTEFACT: Final = Prepared(
    select(
        ARTEFACTS.c.status, ARTEFACTS.c.version, ARTEFACTS.c.cohort_started_at, ARTEFACTS.c.commit_sha
    ).where(ARTEFACTS.c.target_type == bindparam("kind"), ARTEFACTS.c.target_id == bindparam("name"))
)
_CONCERN: Final = Prepared(
    select(CONCERNS.c.committed_at).where(CONCERNS.c.uid == bindparam("uid"), CONCERNS.c.held == 0)
)


class Facts(Protocol):
    """What main says of an artefact that the records do not."""

    def sources(self, path_id: str) -> tuple[str, ...]: ...

    def source_classes(self, path_id: str) -> frozenset[str]: ...

    def handed_over(self, path_id: str) -> tuple[str, ...]:
        """Sources with a hand-over behind which nobody is known to have looked (C-31)."""
        ...

    def prior(self, artefact: Artefact) -> Prior | None:
        """What a skill or a path could go back to."""
        ...


@dataclass(frozen=True, slots=True)
class Case:
    """`judged` is what the votes are about: a commit of main, or the number of a row."""

    artefact: Artefact
    judged: str
    evidence: Evidence


def case_of(
    connection: Connection, target: TargetType, target_id: str, facts: Facts, *, every_vote: bool = False
) -> Case | None:
    """None where there is no such thing any more. Votes before the cohort only where every one is asked for."""
    found = _standing(connection, target, target_id, facts)
    if found is None:
        return None
    artefact, judged = found
    since = None if every_vote else artefact.cohort_started_at
    return Case(artefact, judged, votes_on(connection, target, target_id, since))


def decided(connection: Connection, case: Case, facts: Facts, policy: Policy, now: datetime) -> Decision:
    """What is behind it is looked for only where it matters."""
    artefact, counted = (
        in_silence(connection, case.artefact, facts, now),
        tally(case.artefact, case.evidence, policy),
    )
    if may_go_back(artefact, counted, policy):
        artefact = replace(artefact, prior=prior_of(connection, artefact, facts))
    return judge(artefact, counted, policy, now)


def in_silence(connection: Connection, artefact: Artefact, facts: Facts, now: datetime) -> Artefact:
    """With the time that does not count as silence: the days on which nothing could have confirmed a source (ADR 46)."""
    if not artefact.is_path:
        return artefact
    since = silent_since(artefact.cohort_started_at, artefact.last_confirmed)
    days = days_since(connection, facts.source_classes(artefact.id), since)
    return replace(artefact, uncounted=uncounted_time(since, days, now))


def prior_of(connection: Connection, artefact: Artefact, facts: Facts) -> Prior | None:
    """What it could go back to, if anything is behind it."""
    if artefact.is_row:
        row = earlier_stable(connection, artefact.id)
        return None if row is None else Prior(PriorKind.STABLE, row.status, str(row.row_id))
    return facts.prior(artefact) if artefact.target in COHORT_ANCHORED else None


def _standing(
    connection: Connection, target: TargetType, target_id: str, facts: Facts
) -> tuple[Artefact, str] | None:
    if target in COHORT_ANCHORED:
        return _on_main(connection, target, target_id, facts)
    if target in CATALOGUES:
        row = current(connection, target_id)
        return None if row is None else (_of_row(target, row), str(row.row_id))
    return _concern(connection, target_id)


def _on_main(
    connection: Connection, target: TargetType, target_id: str, facts: Facts
) -> tuple[Artefact, str] | None:
    row = _ARTEFACT.first(connection, kind=target.value, name=target_id)
    if row is None:
        return None
    status, version, began, commit = row
    is_path = target is TargetType.PATH
    artefact = Artefact(
        target=target,
        id=target_id,
        status=Status(status),
        cohort_started_at=read_moment(began),
        line=line_of(f"@{version}"),
        sources=facts.sources(target_id) if is_path else (),
        handed_over=facts.handed_over(target_id) if is_path else (),
        last_confirmed=last_confirmed(connection, target_id) if is_path else None,
    )
    return artefact, commit or ""


def _of_row(target: TargetType, row: ValueRow | ReferenceRow) -> Artefact:
    """A stable row is judged by the votes since it is (C-26)."""
    stable_at = row.stable_at if row.status is Status.STABLE else None
    return Artefact(
        target=target, id=row.uid, status=row.status, cohort_started_at=stable_at or row.committed_at
    )


def _concern(connection: Connection, uid: str) -> tuple[Artefact, str] | None:
    """A concern has no status: nothing is decided about it, and its votes can still be told."""
    row = _CONCERN.first(connection, uid=uid)
    if row is None:
        return None
    artefact = Artefact(
        target=TargetType.OBSERVATION, id=uid, status=Status.ALPHA, cohort_started_at=read_moment(row[0])
    )
    return artefact, uid
