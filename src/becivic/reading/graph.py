"""The skill graph as HTTP and MCP both give it: skills as nodes; requires, prerequisites and related as edges.

Pure: the moment of the last change is the caller's to know. The shape is schemas/skill-graph.schema.json (architecture 24.2).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from becivic.corpus.load import Corpus
from becivic.corpus.skill import Skill
from becivic.rules.reading import GRAPH_SHOWN, GRAPH_STATUSES
from becivic.rules.skills import CATEGORY_DOMAINS, FALLBACK_SKILL, Domain
from becivic.rules.statuses import Status, is_withheld

_EDGES: Final = ("prerequisites", "related")


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


class GraphPage(NamedTuple):
    """Which of the nodes that the filters take: so many, from the first after an id on."""

    after: str
    limit: int

    def of(self, skills: Sequence[Skill]) -> tuple[list[Skill], str | None]:
        """These skills, and the id to go on after. The fallback has its place like any other, and is in every page
        besides: whoever reads only one has where to go (R-READ-04)."""
        left = [skill for skill in skills if skill.id > self.after]
        page = left[: self.limit]
        named = {skill.id for skill in page} | {FALLBACK_SKILL}
        return [skill for skill in skills if skill.id in named], page[-1].id if left[self.limit :] else None


def graph_of(
    corpus: Corpus,
    filters: GraphFilters,
    public_url: str,
    generated_at: str,
    page: GraphPage | None = None,
) -> dict[str, Any]:
    """The same bytes for the same corpus, filters and moment. Pages together are the whole: what an edge leads to may
    stand in another."""
    shown = {skill.id: skill for _, skill in sorted(corpus.skills.items()) if _has_node(skill)}
    taken = [skill for skill in shown.values() if filters.takes(skill)]
    told, following = (taken, None) if page is None else page.of(taken)
    nodes = [_node(skill, shown, public_url) for skill in told]
    return {
        "generated_at": generated_at,
        "filters_applied": filters.as_json(),
        "nodes": nodes,
        "edges": list(_edges(corpus, nodes, {skill.id for skill in taken})),
        **({} if following is None else {"next": following}),
    }


def nodes_of(corpus: Corpus, skills: Iterable[Skill], public_url: str) -> list[dict[str, Any]]:
    """These skills as the graph tells them, for a list."""
    shown = {skill.id for skill in corpus.skills.values() if _has_node(skill)}
    return [_node(skill, shown, public_url) for skill in skills]


def _has_node(skill: Skill) -> bool:
    """Not what was pulled for cause or is over, and of what its schema refuses the checks speak."""
    return not is_withheld(skill.status) and skill.status in GRAPH_STATUSES and not skill.schema_faults


def _node(skill: Skill, shown: Collection[str], public_url: str) -> dict[str, Any]:
    found = skill.confirmed_fields
    summary = found.text("summary")
    return {
        "id": skill.id,
        "title": skill.confirmed_title,
        **({"summary": summary} if summary else {"summary_missing": True}),
        "description": skill.description,
        "status": skill.status,
        "canonical_url": f"{public_url.rstrip('/')}/skills/{skill.id}",
        "tags": list(dict.fromkeys(tag for tag, _ in found.texts("tags"))),
        "applies_to": _domain(skill),
        **{kind: [each for each in _texts(skill, kind) if each in shown] for kind in _EDGES},
        "profile_requirements": _texts(skill, "profile_requirements"),
    }


def _edges(corpus: Corpus, nodes: list[dict[str, Any]], present: Collection[str]) -> Iterator[dict[str, Any]]:
    """Only to nodes that are there; what a node names beside them can be read by its id (R-READ-12)."""
    for node in nodes:
        for edge in _required(corpus, node["id"]):
            if edge["to"] in present:
                yield edge
        for kind in _EDGES:
            for target in node[kind]:
                if target in present:
                    yield {"from": node["id"], "to": target, "type": kind}


def _required(corpus: Corpus, skill_id: str) -> Iterator[dict[str, Any]]:
    """What its `requires` names. Which cases a conditional edge holds for stands in the frontmatter of the skill."""
    required = corpus.graph.requires.get(skill_id, ())
    always = {edge.target for edge in required if not edge.fields.raw("selects_on")}
    for target in dict.fromkeys(edge.target for edge in required):
        condition = {} if target in always else {"conditional": True}
        yield {"from": skill_id, "to": target, "type": "requires", **condition}


def _domain(skill: Skill) -> str | None:
    return skill.fields.text("domain") or CATEGORY_DOMAINS.get(skill.category)


def _texts(skill: Skill, key: str) -> list[str]:
    return list(dict.fromkeys(text for text, _ in skill.fields.texts(key)))
