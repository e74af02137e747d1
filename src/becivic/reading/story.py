"""Reads the status story of an artefact from the log of decisions: what holds, newest first. Not who decided."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, bindparam, select

from becivic.publishing.consensus.log import HOLDS
from becivic.rendering.story import StoryLine
from becivic.rules.consensus import DecisionKind
from becivic.rules.moments import rfc3339
from becivic.rules.reading import STORY_LINES
from becivic.rules.targets import TargetType
from becivic.store.prepared import Prepared
from becivic.store.tables.keeping import CHANGE_REQUESTS
from becivic.store.tables.lifecycle import DECISIONS
from becivic.store.written import read_moment

_OWN: Final = DECISIONS.c
_STORY: Final = Prepared(
    select(_OWN.decided_at, _OWN.kind, _OWN.from_status, _OWN.to_status)
    .select_from(DECISIONS.outerjoin(CHANGE_REQUESTS, CHANGE_REQUESTS.c.id == _OWN.change_request_id))
    .where(
        _OWN.target_type == bindparam("target"),
        _OWN.target_id == bindparam("name"),
        _OWN.kind != DecisionKind.OBSERVE.value,  # changes no status
        HOLDS,
    )
    .order_by(_OWN.row_id.desc())
    .limit(STORY_LINES)
)


def story_of(connection: Connection, target: TargetType, name: str) -> tuple[StoryLine, ...]:
    found = _STORY.all(connection, target=target.value, name=name)
    return tuple(StoryLine(rfc3339(read_moment(at)), *rest) for at, *rest in found)
