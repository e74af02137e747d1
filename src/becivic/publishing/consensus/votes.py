"""Votes as the records hold them, made into evidence. What counts is for `becivic.lifecycle` to say.

`becivic.publishing.indexes.votes` counts whole tables by the same rules in SQL; a test holds both equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, and_, bindparam, case, func, or_, select

from becivic.lifecycle import Evidence, Vote
from becivic.rules.submissions import Verdict
from becivic.rules.targets import TargetType
from becivic.store.prepared import Prepared
from becivic.store.tables.signals import LOOKED_THROUGH, VALIDATIONS, SubmitterType
from becivic.store.voters import on_sources, source_range
from becivic.store.written import moment, read_document, read_moment

_VOTE: Final = VALIDATIONS.c
EVER: Final = ""
"""Before every moment: text order is time order."""

_HAS_WORDS: Final[ColumnElement[bool]] = or_(
    _VOTE.rationale.is_not(None), _VOTE.injection_reason.is_not(None), _VOTE.traversal_metadata.is_not(None)
)
_COLUMNS: Final = (
    _VOTE.validation_id,
    _VOTE.target_type,
    _VOTE.target_id,
    _VOTE.verdict,
    _VOTE.injection_flag,
    _VOTE.traversal_metadata,
    _VOTE.cohort_anchor,
    _VOTE.submitter_type,
    _VOTE.validated_at,
    _VOTE.voter_hash,
    _VOTE.unseated_hash,
    _VOTE.voter_network_hash,
    _VOTE.held,
    case((LOOKED_THROUGH, 1), else_=0),
    case((_HAS_WORDS, 0), else_=1),
)
_SINCE: Final[ColumnElement[bool]] = _VOTE.validated_at >= bindparam("since")
_ON_IT: Final[ColumnElement[bool]] = and_(
    _VOTE.target_type == bindparam("kind"), _VOTE.target_id == bindparam("name")
)
_ON_ITS_SOURCES: Final = on_sources(bindparam("first"), bindparam("last"))
_READ_IT: Final = Prepared(select(*_COLUMNS).where(_ON_IT, _SINCE))
_READ_SOURCES: Final = Prepared(select(*_COLUMNS).where(_ON_ITS_SOURCES, _SINCE))
_CONFIRMED: Final = and_(_VOTE.verdict == Verdict.CONFIRM.value, _VOTE.held == 0, LOOKED_THROUGH)
_LAST: Final = Prepared(select(func.max(_VOTE.validated_at)).where(_ON_IT, _CONFIRMED))
_LAST_OF_SOURCES: Final = Prepared(select(func.max(_VOTE.validated_at)).where(_ON_ITS_SOURCES, _CONFIRMED))


def votes_on(
    connection: Connection, target: TargetType, target_id: str, since: datetime | None = None
) -> Evidence:
    """Every vote on an artefact, its sources included; since a moment, where older ones are of no use."""
    began = EVER if since is None else moment(since)
    rows = _READ_IT.all(connection, kind=target.value, name=target_id, since=began)
    if target is TargetType.PATH:
        rows += _READ_SOURCES.all(connection, **_between(target_id), since=began)
    return Evidence.of(_votes(rows))


def last_confirmed(connection: Connection, path_id: str) -> datetime | None:
    """Of a path and all its sources, of whatever cohort and by whomever (R-PLC-07)."""
    own = _LAST.first(connection, kind=TargetType.PATH.value, name=path_id)
    of_sources = _LAST_OF_SOURCES.first(connection, **_between(path_id))
    moments = [row[0] for row in (own, of_sources) if row is not None and row[0] is not None]
    return read_moment(max(moments)) if moments else None


def _between(path_id: str) -> dict[str, str]:
    first, last = source_range(path_id)
    return {"first": first, "last": last}


def _votes(rows: Sequence[Sequence[Any]]) -> Iterator[Vote]:
    for (
        vote_id,
        kind,
        target_id,
        verdict,
        flag,
        metadata,
        anchor,
        by,
        at,
        voter,
        unseated,
        network,
        held,
        looked,
        wordless,
    ) in rows:
        is_source = kind == TargetType.PATH_SOURCE.value
        yield Vote(
            id=vote_id,
            verdict=Verdict(verdict),
            at=read_moment(at),
            voter=voter,
            unseated=unseated,
            network=network,
            flagged=bool(flag),
            source=target_id.partition(":")[2] if is_source else "",
            line=line_of(anchor),
            is_probe=by == SubmitterType.CI_PROBE.value,
            beyond_handoff=bool(metadata and read_document(metadata).get("validates_post_handoff")),
            is_held=bool(held),
            is_discarded=bool(held and wordless),
            is_looked_through=bool(looked),
        )


def line_of(anchor: str | None) -> str:
    """Major.minor of `<id>@<version>`; empty where there is none."""
    return (anchor or "").rpartition("@")[2].rpartition(".")[0]
