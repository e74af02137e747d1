"""The skill graph as HTTP and MCP both give it: skills as nodes, what comes first and what lies beside as edges.

Pure but for the moment, which the records know. The shape is schemas/skill-graph.schema.json (architecture 24.2).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, func, select

from becivic.clock import rfc3339
from becivic.corpus.load import Corpus
from becivic.corpus.skill import Skill
from becivic.rules.reading import GRAPH_SHOWN, GRAPH_STATUSES
from becivic.rules.skills import FALLBACK_SKILL, Domain
from becivic.rules.statuses import Status, is_withheld
from becivic.rules.targets import TargetType
from becivic.store import revision
from becivic.store.prepared import Prepared
from becivic.store.store import Store, StoreUnavailable
from becivic.store.tables.keeping import ARTEFACTS
from becivic.store.written import read_moment

_EDGES: Final = ("prerequisites", "related")
_NOTHING_YET: Final = "1970-01-01T00:00:00Z"
_LAST: Final = Prepared(
    select(func.max(func.coalesce(ARTEFACTS.c.changed_at, ARTEFACTS.c.cohort_started_at))).where(
        ARTEFACTS.c.target_type == TargetType.SKILL.value
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphFilters:
    """Which nodes. A locale narrows nothing: no skill has variants by language yet, and the answer says it was heard.

    A profile is for the caller to weigh against `profile_requirements`; that one was sent is all that is kept of it.
    """

    domains: tuple[Domain, ...] = ()
    statuses: tuple[Status, ...] = GRAPH_SHOWN
    locale: str | None = None
    has_profile: bool = False

    def takes(self, skill: Skill) -> bool:
        """The fallback is always there: it is where a caller goes when nothing else fits (R-READ-04)."""
        if skill.id == FALLBACK_SKILL:
            return True
        return skill.status in self.statuses and (not self.domains or _domain(skill) in self.domains)

    def as_json(self) -> dict[str, Any]:
        said: dict[str, Any] = {"applies_to": list(self.domains)} if self.domains else {}
        said["status"] = list(self.statuses)
        if self.locale is not None:
            said["customer_locale"] = self.locale
        return {**said, "profile_match": True} if self.has_profile else said


class GraphMoment:
    """When a skill's content or status last changed. Asked anew only when some record changed (R-IDX-02)."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: tuple[int, str] = (-1, _NOTHING_YET)

    async def last(self) -> str:
        """What was known stands while the records cannot be reached."""
        with suppress(StoreUnavailable):
            self._known = await self._store.reading(self._read)
        return self._known[1]

    def _read(self, connection: Connection) -> tuple[int, str]:
        number = revision.current(connection)
        return self._known if number == self._known[0] else (number, last_skill_change(connection))


def last_skill_change(connection: Connection) -> str:
    ((found,),) = _LAST.all(connection)
    return _NOTHING_YET if found is None else rfc3339(read_moment(found))


def graph_of(corpus: Corpus, filters: GraphFilters, public_url: str, generated_at: str) -> dict[str, Any]:
    """The same bytes for the same corpus, filters and moment."""
    shown = {skill.id: skill for _, skill in sorted(corpus.skills.items()) if _has_node(skill)}
    taken = [skill for skill in shown.values() if filters.takes(skill)]
    nodes = [_node(skill, shown, public_url) for skill in taken]
    return {
        "generated_at": generated_at,
        "filters_applied": filters.as_json(),
        "nodes": nodes,
        "edges": list(_edges(nodes)),
    }


def _has_node(skill: Skill) -> bool:
    """Not what was pulled for cause or is over, and of what its schema refuses the checks speak."""
    return not is_withheld(skill.status) and skill.status in GRAPH_STATUSES and not skill.schema_faults


def _node(skill: Skill, shown: Collection[str], public_url: str) -> dict[str, Any]:
    fields = skill.fields
    summary = fields.text("summary")
    return {
        "id": skill.id,
        "title": skill.title,
        **({"summary": summary} if summary else {"summary_missing": True}),
        "description": summary or skill.title,
        "status": skill.status,
        "canonical_url": f"{public_url.rstrip('/')}/skills/{skill.id}",
        "tags": _texts(skill, "tags"),
        "applies_to": _domain(skill),
        **{kind: [each for each in _texts(skill, kind) if each in shown] for kind in _EDGES},
        "profile_requirements": _texts(skill, "profile_requirements"),
    }


def _edges(nodes: list[dict[str, Any]]) -> Iterator[dict[str, str]]:
    """Only between nodes that are there; what a node names beside them can be read by its id (R-READ-12)."""
    present = {node["id"] for node in nodes}
    for node in nodes:
        for kind in _EDGES:
            for target in node[kind]:
                if target in present:
                    yield {"from": node["id"], "to": target, "type": kind}


def _domain(skill: Skill) -> str | None:
    return skill.fields.text("domain") or None


def _texts(skill: Skill, key: str) -> list[str]:
    return list(dict.fromkeys(text for text, _ in skill.fields.texts(key)))
