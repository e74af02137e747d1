"""Concerns as they are read: published, not held, newest first, each with its votes; of staged ones a number alone (C-56)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, Table, and_, bindparam, func, or_, select, true

from becivic.lifecycle.standing import Score
from becivic.publishing.concern_scores import NOBODY, scored, scores
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import OBSERVATION_GROUPS, TargetType
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
    score: Score = NOBODY


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
    scored = scores(connection, [row.uid for row in found[:limit]])
    concerns = [_concern(row, scored.get(row.uid, NOBODY)) for row in found[:limit]]
    return Page(concerns, concerns[-1].uid if len(found) > limit else None)


@dataclass(frozen=True, slots=True)
class Ranked:
    """The foremost concerns about things of one kind, and how many there are in all."""

    concerns: list[Concern]
    total: int


def ranked(
    connection: Connection, targets: Mapping[TargetType, Collection[str]], most: int
) -> dict[TargetType, Ranked]:
    """About any of many targets, by kind: best score first, then newest (R-OBSV-03). One question, however many."""
    asked = {kind.value: list(targets.get(kind, ())) for kind in OBSERVATION_GROUPS}
    found: dict[TargetType, Ranked] = {}
    for row in connection.execute(_ranking(), {**asked, "most": most}):
        group = found.setdefault(TargetType(row.target_type), Ranked([], row.total))
        group.concerns.append(_concern(row, Score(int(row.up), int(row.down))))
    return found


@cache
def _ranking() -> Select[Any]:
    """Built once: that takes longer than asking."""
    own = CONCERNS.c
    about = [
        and_(own.target_type == kind.value, own.target_id.in_(bindparam(kind.value, expanding=True)))
        for kind in OBSERVATION_GROUPS
    ]
    # One condition for all targets: beside it the others hold too (C-77).
    is_it = and_(_is_public(), or_(*about).self_group())
    votes = scored(VALIDATIONS.c.target_id.in_(select(own.uid).where(is_it))).subquery()
    up, down = func.coalesce(votes.c.up, 0), func.coalesce(votes.c.down, 0)
    order = ((up - down).desc(), own.committed_at.desc(), own.row_id.desc())
    every = (
        select(
            CONCERNS,
            up.label("up"),
            down.label("down"),
            func.row_number().over(partition_by=own.target_type, order_by=order).label("place"),
            func.count().over(partition_by=own.target_type).label("total"),
        )
        .select_from(CONCERNS.outerjoin(votes, votes.c.uid == own.uid))
        .where(is_it)
        .subquery()
    )
    is_foremost = every.c.place <= bindparam("most")
    return select(every).where(is_foremost).order_by(every.c.target_type, every.c.place)


def staged(connection: Connection, about: About) -> int:
    """How many wait. Not a word of them, nor their ids: they may still be taken back."""
    is_it = (STAGED.c.type == SubmissionType.CONCERN.value) & _is_about(STAGED, about)
    return connection.execute(select(func.count()).select_from(STAGED).where(is_it)).scalar_one()


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


def _concern(row: Row[Any], score: Score) -> Concern:
    return Concern(
        uid=row.uid,
        target_type=TargetType(row.target_type),
        target_id=row.target_id,
        context=read_document(row.context) if row.context is not None else {},
        content=read_document(row.content),
        evidence_date=row.evidence_date,
        committed_at=read_moment(row.committed_at),
        cohort_anchor=row.cohort_anchor,
        score=score,
    )
