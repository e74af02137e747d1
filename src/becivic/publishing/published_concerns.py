"""Concerns as they are read: published, not held, newest first, each with its votes; of staged ones a number alone (C-56)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Table, and_, func, select, true

from becivic.rules.submissions import SubmissionType, Verdict
from becivic.rules.targets import TargetType
from becivic.store.tables.signals import CONCERNS, VALIDATIONS
from becivic.store.tables.submissions import STAGED
from becivic.store.written import read_document, read_moment


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """Which concerns are asked for. What is empty does not narrow; everything else holds at once."""

    types: Collection[TargetType] = ()
    ids: Collection[str] = ()
    skills: Collection[str] = ()
    since: str | None = None
    """Of those that are published: a moment as it is written in a column."""


@dataclass(frozen=True, slots=True)
class Votes:
    confirms: int = 0
    rejects: int = 0


@dataclass(frozen=True, slots=True)
class Concern:
    """Everything of it that is public. Nothing here leads to who wrote it."""

    uid: str
    target_type: TargetType
    target_id: str
    context: Mapping[str, Any]
    content: Mapping[str, Any]
    evidence_date: str
    committed_at: datetime
    cohort_anchor: str | None
    votes: Votes = field(default_factory=Votes)


@dataclass(frozen=True, slots=True)
class Page:
    """Some concerns, and the uid to go on after, if there are more."""

    concerns: list[Concern]
    next: str | None


def published(connection: Connection, about: About, after: str | None, limit: int) -> Page:
    """Newest first: by row, since uids are given out in the order in which concerns are published."""
    query = select(CONCERNS).where(_is_public(), _is_about(CONCERNS, about))
    if about.since is not None:
        query = query.where(CONCERNS.c.committed_at >= about.since)
    if after is not None:
        last = select(CONCERNS.c.row_id).where(CONCERNS.c.uid == after).scalar_subquery()
        query = query.where(CONCERNS.c.row_id < last)
    found = connection.execute(query.order_by(CONCERNS.c.row_id.desc()).limit(limit + 1)).all()
    votes = votes_on(connection, [row.uid for row in found[:limit]])
    concerns = [_concern(row, votes) for row in found[:limit]]
    return Page(concerns, concerns[-1].uid if len(found) > limit else None)


def staged(connection: Connection, about: About) -> int:
    """How many wait. Not a word of them, nor their ids: they may still be taken back."""
    is_it = (STAGED.c.type == SubmissionType.CONCERN.value) & _is_about(STAGED, about)
    return connection.execute(select(func.count()).select_from(STAGED).where(is_it)).scalar_one()


def votes_on(connection: Connection, uids: Collection[str]) -> dict[str, Votes]:
    """By uid, where there are any. Of one voter the last vote counts, a held one never (R-OBSV-15, C-22).

    Votes whose voters have been forgotten can no longer be told apart: each is somebody's.
    """
    counts: dict[str, dict[str, int]] = {}
    for uid, verdict, count in connection.execute(_counted(uids)):
        counts.setdefault(uid, {})[verdict] = count
    return {
        uid: Votes(each.get(Verdict.CONFIRM.value, 0), each.get(Verdict.REJECT.value, 0))
        for uid, each in counts.items()
    }


def _counted(uids: Collection[str]) -> Any:  # noqa: ANN401  a query
    votes = VALIDATIONS.c
    voter = func.coalesce(votes.voter_hash, votes.validation_id)
    age = func.row_number().over(partition_by=(votes.target_id, voter), order_by=votes.row_id.desc())
    counting = and_(
        votes.target_type == TargetType.OBSERVATION.value, votes.target_id.in_(uids), votes.held == 0
    )
    last = select(votes.target_id, votes.verdict, age.label("age")).where(counting).subquery()
    return (
        select(last.c.target_id, last.c.verdict, func.count())
        .where(last.c.age == 1)
        .group_by(last.c.target_id, last.c.verdict)
    )


def _is_public() -> ColumnElement[bool]:
    """One that was discarded has lost its words."""
    return (CONCERNS.c.held == 0) & CONCERNS.c.content.is_not(None)


def _is_about(table: Table, about: About) -> ColumnElement[bool]:
    """One condition, whatever it is made of: beside it the others hold too (C-77)."""
    kind, target_id = table.c.target_type, table.c.target_id
    conditions: list[ColumnElement[bool]] = [true()]
    if about.types:
        conditions.append(kind.in_([each.value for each in about.types]))
    if about.ids:
        conditions.append(target_id.in_(about.ids))
    if about.skills:
        conditions.append((kind == TargetType.SKILL.value) & target_id.in_(about.skills))
    return and_(*conditions).self_group()


def _concern(row: Row[Any], votes: Mapping[str, Votes]) -> Concern:
    return Concern(
        uid=row.uid,
        target_type=TargetType(row.target_type),
        target_id=row.target_id,
        context=read_document(row.context) if row.context is not None else {},
        content=read_document(row.content),
        evidence_date=row.evidence_date,
        committed_at=read_moment(row.committed_at),
        cohort_anchor=row.cohort_anchor,
        votes=votes.get(row.uid, Votes()),
    )
