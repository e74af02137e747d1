"""Which procedures a plan needs, and whether each is needed for sure: worked out before anything is set in order.

A procedure may be required by several. That one of them requires it for sure settles it, whatever the others depend on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from becivic_harness.eligibility import Verdict
from becivic_harness.plan_parts import Done, Title
from becivic_harness.predicates import Truth
from becivic_harness.required import PATH, SKILL, Known, audience, skills_required, together

Page = Mapping[str, Any]

_RANKS: Final = (Truth.NO, Truth.UNKNOWN, Truth.YES)


class Library(NamedTuple):
    """What lies at hand, by id."""

    nodes: Mapping[str, Page]
    skills: Mapping[str, Page]
    paths: Mapping[str, Page]

    @classmethod
    def of(cls, graph: Page, skills: Mapping[str, Any], paths: Mapping[str, Any]) -> Library:
        nodes = graph.get("nodes")
        listed = [node for node in nodes if isinstance(node, Mapping)] if isinstance(nodes, list) else []
        return cls(
            {str(node.get("id")): node for node in listed}, _pages(skills), _pages(paths.get("paths", paths))
        )

    def title(self, kind: str, name: str) -> Title:
        told = (self.paths if kind == PATH else {}).get(name, {}).get("title")
        if isinstance(told, Mapping):
            return {str(language): str(text) for language, text in told.items()}
        found = self.skills.get(name) or self.nodes.get(name) or {}
        return {"en": str(found.get("title") or name)}


class NeededSkill(NamedTuple):
    edge: Verdict
    """Whether anything requires it."""
    verdict: Verdict
    """The same, and whether it is for this person at all."""
    by: tuple[str, ...]
    first: tuple[str, ...]
    """What it requires itself."""


class _Edge(NamedTuple):
    to: str
    verdict: Verdict
    by: tuple[str, ...]
    axes: Mapping[str, object]


def needed_skills(
    wanted: Sequence[str], library: Library, known: Known, done: Done
) -> dict[str, NeededSkill]:
    found: dict[str, NeededSkill] = {}
    waiting = [_Edge(name, Verdict(Truth.YES, ""), (), {}) for name in reversed(wanted)]
    while waiting:
        name, edge, by, axes = waiting.pop()
        before = found.get(name)
        by = tuple(dict.fromkeys((*(before.by if before else ()), *by)))
        if before is not None and _RANKS.index(before.edge.answer) >= _RANKS.index(edge.answer):
            found[name] = before._replace(by=by)
            continue
        page = library.skills.get(name, {})
        verdict = together([edge, audience(page, known, axes)])
        is_walked = verdict.answer != Truth.NO and name not in done.skills
        required = skills_required(page, library.nodes.get(name, {}), known) if is_walked else []
        found[name] = NeededSkill(edge, verdict, by, tuple(each.id for each in required))
        title = library.title(SKILL, name)
        waiting += [
            _Edge(each.id, under(edge, each.verdict, title), (name,), each.axes)
            for each in reversed(required)
        ]
    return found


def under(parent: Verdict, verdict: Verdict, title: Title) -> Verdict:
    """What something requires that may not be needed may not be needed either; the same question settles both."""
    if parent.answer != Truth.UNKNOWN or verdict.answer != Truth.YES:
        return verdict
    return Verdict(Truth.UNKNOWN, f"It is needed only with: {title.get('en', '')}.", parent.question)


def _pages(told: Mapping[str, Any]) -> dict[str, Page]:
    return {str(name): page for name, page in told.items() if isinstance(page, Mapping)}
