"""Votes as the indexes count them: by the rules of `becivic.lifecycle.tallies`, in SQL (C-02, C-29, C-30).

Whole tables at a time, never one question for each artefact. A test holds both ways of counting equal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from string import ascii_lowercase, digits
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, and_, case, func, literal, or_, select, union_all

from becivic.lifecycle.tallies import Count
from becivic.rules.consensus import Policy
from becivic.rules.submissions import Verdict
from becivic.rules.targets import COHORT_ANCHORED, TargetType
from becivic.store.tables.keeping import ARTEFACTS
from becivic.store.tables.signals import VALIDATIONS
from becivic.store.verdicts import COUNTS, LATEST, VOTER, WAS_GIVEN, verdict_counts

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
_IN_COHORT: Final[ColumnElement[bool]] = and_(
    _VOTE.validated_at >= _ARTEFACT.cohort_started_at,
    or_(
        _VOTE.cohort_anchor.is_(None),  # the moment is all that can be asked of a vote on a source
        # The versions agree up to the patch.
        func.rtrim(_VOTE.cohort_anchor, digits)
        == func.rtrim(_ARTEFACT.target_id + literal("@") + _ARTEFACT.version, digits),
    ),
)


@dataclass(frozen=True, slots=True)
class Counted:
    """The votes of current cohorts."""

    whole: Mapping[Target, Count] = field(default_factory=dict)
    """On a skill; on a path and its sources together, an address once (R-OBSV-09)."""
    sources: Mapping[Target, Count] = field(default_factory=dict)
    """On each source by itself."""


def votes_in_cohorts(connection: Connection, policy: Policy) -> Counted:
    """On skills, paths and sources that the records know, those that were voted on."""
    whole: dict[Target, Count] = {}
    sources: dict[Target, Count] = {}
    for kind, target_id, *counts in connection.execute(_counted()):
        target = TargetType(kind)
        found = sources if target is TargetType.PATH_SOURCE else whole
        found[target, target_id] = _count(policy, *map(int, counts))
    return Counted(whole, sources)


def _count(policy: Policy, confirms: int, rejects: int, probed: int, refuted: int) -> Count:
    weight = policy.probe_weight
    return Count(
        confirms + weight * probed,
        rejects + weight * refuted,
        confirms + probed,
        confirms + rejects + probed + refuted,
    )


def _counted() -> Any:  # noqa: ANN401  a query
    """Read once: of each voter the latest verdict on each target, and from these the latest on the whole."""
    latest = union_all(
        _latest(_ITSELF).add_columns(literal("").label("source")),
        _latest(_ITS_SOURCE).add_columns(_VOTE.target_id.label("source")).group_by(_VOTE.target_id),
    ).cte("latest")
    own = latest.c
    owner = (own.target_type, own.target_id)
    last = select(*owner, own.voter, func.max(own.said).label("said")).group_by(*owner, own.voter).subquery()
    on_sources = (
        select(
            literal(TargetType.PATH_SOURCE.value).label("kind"),
            own.source.label("name"),
            *verdict_counts(own.voter, own.said),
        )
        .where(own.source != "")
        .group_by(own.source)
    )
    on_wholes = select(
        last.c.target_type, last.c.target_id, *verdict_counts(last.c.voter, last.c.said)
    ).group_by(last.c.target_type, last.c.target_id)
    return union_all(on_sources, on_wholes)


def _latest(on: ColumnElement[bool]) -> Select[Any]:
    by = (_ARTEFACT.target_type, _ARTEFACT.target_id, VOTER.label("voter"))
    return (
        select(*by, LATEST.label("said"))
        .select_from(ARTEFACTS.join(VALIDATIONS, on))
        .where(COUNTS, _IN_COHORT)
        .group_by(_ARTEFACT.target_type, _ARTEFACT.target_id, VOTER)
    )


def last_votes(connection: Connection) -> dict[Target, str]:
    """When a skill, a path or a source was last voted on, by whomever and of whatever cohort."""
    kinds = [kind.value for kind in (*COHORT_ANCHORED, TargetType.PATH_SOURCE)]
    by = (_VOTE.target_type, _VOTE.target_id)
    query = (
        select(*by, func.max(_VOTE.validated_at)).where(_VOTE.target_type.in_(kinds), WAS_GIVEN).group_by(*by)
    )
    return {(TargetType(kind), target_id): last for kind, target_id, last in connection.execute(query)}


def votes_in_all(connection: Connection, since: str) -> Mapping[str, int]:
    """Every vote that was given, on anything, of whatever cohort; and those since a moment."""
    recent = func.sum(case((_VOTE.validated_at >= since, 1), else_=0))
    query: Select[Any] = select(_VOTE.verdict, func.count(), recent).where(WAS_GIVEN).group_by(_VOTE.verdict)
    found = {verdict: (total, int(lately)) for verdict, total, lately in connection.execute(query)}
    confirms, rejects = (found.get(verdict.value, (0, 0)) for verdict in (Verdict.CONFIRM, Verdict.REJECT))
    return {"confirms": confirms[0], "rejects": rejects[0], "last_30d": confirms[1] + rejects[1]}
