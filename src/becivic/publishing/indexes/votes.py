"""Votes as the indexes count them: those of the current cohort, each source with its path (C-02, C-29).

Whole tables at a time, never one question for each artefact. Held votes do not count (C-22).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase, digits
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, Connection, Select, and_, case, func, literal, select, union

from becivic.rules.submissions import Verdict
from becivic.rules.targets import TargetType
from becivic.store.tables.keeping import ARTEFACTS
from becivic.store.tables.signals import VALIDATIONS

Target = tuple[TargetType, str]

_VOTE, _ARTEFACT = VALIDATIONS.c, ARTEFACTS.c
_IS_SOURCE: Final[ColumnElement[bool]] = _VOTE.target_type == TargetType.PATH_SOURCE.value
# `<path>:<source>` without the source, by the one function for it that both databases have.
_PATH_OF_SOURCE: Final = func.rtrim(func.rtrim(_VOTE.target_id, f"{ascii_lowercase}{digits}-"), ":")
_ITSELF: Final[ColumnElement[bool]] = and_(
    _VOTE.target_type == _ARTEFACT.target_type, _VOTE.target_id == _ARTEFACT.target_id
)
_ITS_SOURCE: Final[ColumnElement[bool]] = and_(
    _IS_SOURCE,
    _ARTEFACT.target_type == TargetType.PATH.value,
    _ARTEFACT.target_id == _PATH_OF_SOURCE,
)
_SINCE: Final[ColumnElement[bool]] = _VOTE.validated_at >= _ARTEFACT.cohort_started_at
"""All that can be asked of a vote on a source, which names no version."""
_IN_COHORT: Final[ColumnElement[bool]] = and_(
    _SINCE,
    # The versions agree up to the patch.
    func.rtrim(_VOTE.cohort_anchor, digits)
    == func.rtrim(_ARTEFACT.target_id + literal("@") + _ARTEFACT.version, digits),
)
_COUNTS: Final[ColumnElement[bool]] = _VOTE.held == 0


@dataclass(frozen=True, slots=True)
class Votes:
    """On one target: those of the current cohort, and when the last one came, of whatever cohort."""

    confirms: int = 0
    rejects: int = 0
    last: str | None = None


def votes_by_target(connection: Connection) -> dict[Target, Votes]:
    """On skills, paths and sources that the records know, a source apart from its path."""
    own = (_ARTEFACT.target_type, _ARTEFACT.target_id)
    on_artefacts = _counted(own, _IN_COHORT).select_from(ARTEFACTS.join(VALIDATIONS, _ITSELF))
    source = (_VOTE.target_type, _VOTE.target_id)
    on_sources = _counted(source, _SINCE).select_from(VALIDATIONS.join(ARTEFACTS, _ITS_SOURCE))
    return {
        (TargetType(kind), target_id): Votes(int(confirms), int(rejects), last)
        for query in (on_artefacts, on_sources)
        for kind, target_id, confirms, rejects, last in connection.execute(query)
    }


def _counted(by: Sequence[Column[Any]], in_cohort: ColumnElement[bool]) -> Select[Any]:
    verdicts = (
        func.sum(case((and_(in_cohort, _VOTE.verdict == verdict.value), 1), else_=0))
        for verdict in (Verdict.CONFIRM, Verdict.REJECT)
    )
    return select(*by, *verdicts, func.max(_VOTE.validated_at)).where(_COUNTS).group_by(*by)


def voters_by_artefact(connection: Connection) -> dict[Target, int]:
    """How many addresses voted in the current cohort of a skill or a path, its sources included: they share its salt."""
    skills = _voters(_ITSELF, _IN_COHORT).where(_ARTEFACT.target_type == TargetType.SKILL.value)
    own = and_(_ITSELF, _ARTEFACT.target_type == TargetType.PATH.value, _IN_COHORT)
    hashes = union(_hashes(own), _hashes(and_(_ITS_SOURCE, _SINCE))).subquery()
    paths = select(
        literal(TargetType.PATH.value), hashes.c.target_id, func.count(func.distinct(hashes.c.voter_hash))
    ).group_by(hashes.c.target_id)
    return {
        (TargetType(kind), target_id): voters
        for query in (skills, paths)
        for kind, target_id, voters in connection.execute(query)
    }


def _voters(on: ColumnElement[bool], in_cohort: ColumnElement[bool]) -> Select[Any]:
    own = (_ARTEFACT.target_type, _ARTEFACT.target_id)
    return (
        select(*own, func.count(func.distinct(_VOTE.voter_hash)))
        .select_from(ARTEFACTS.join(VALIDATIONS, on))
        .where(_COUNTS, in_cohort)
        .group_by(*own)
    )


def _hashes(on: ColumnElement[bool]) -> Select[Any]:
    return (
        select(_ARTEFACT.target_id, _VOTE.voter_hash)
        .select_from(ARTEFACTS.join(VALIDATIONS, on))
        .where(_COUNTS)
    )


def votes_in_all(connection: Connection, since: str) -> Mapping[str, int]:
    """Every vote that counts, on anything, of whatever cohort; and those since a moment."""
    recent = func.sum(case((_VOTE.validated_at >= since, 1), else_=0))
    query: Select[Any] = (
        select(_VOTE.verdict, func.count(), recent).where(_VOTE.held == 0).group_by(_VOTE.verdict)
    )
    found = {verdict: (total, int(lately)) for verdict, total, lately in connection.execute(query)}
    confirms, rejects = (found.get(verdict.value, (0, 0)) for verdict in (Verdict.CONFIRM, Verdict.REJECT))
    return {"confirms": confirms[0], "rejects": rejects[0], "last_30d": confirms[1] + rejects[1]}
