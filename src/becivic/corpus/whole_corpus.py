"""Which rules look at the whole corpus, whichever part they are asked about, and when a change can make a difference
to what they say. None of them looks into a body, or reads a version.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final

from becivic.corpus.load import Corpus
from becivic.rules.skills import FALLBACK_SKILL

OF_OTHER_FILES: Final = frozenset(
    ("communes-unique", "data-schema", "repo-schemas", "rule-15", "scrub-rules", "seed-consistent")
)
"""Rules about files that no submission changes; nothing that is added makes them fire."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Two corpora, and the skills and paths that differ between them."""

    before: Corpus
    after: Corpus
    skills: Collection[str]
    entries: Collection[str]


def asked_again(difference: Difference) -> frozenset[str]:
    """The ids of the rules that could say something else of the later corpus."""
    return frozenset(rule for rule, could in _COULD_DIFFER.items() if could(difference))


def _paths(difference: Difference) -> bool:
    return difference.before.paths.document is not difference.after.paths.document


def _fallback(difference: Difference) -> bool:
    return FALLBACK_SKILL in difference.skills


def _categories(difference: Difference) -> bool:
    before, after = difference.before, difference.after
    return any(
        _skill_category(before, name) != _skill_category(after, name) for name in difference.skills
    ) or any(_path_category(before, key) != _path_category(after, key) for key in difference.entries)


def _skill_category(corpus: Corpus, name: str) -> str:
    skill = corpus.skills.get(name)
    return "" if skill is None else _unlisted(corpus, skill.category)


def _path_category(corpus: Corpus, key: str) -> str:
    entry = corpus.paths.entries.get(key)
    return "" if entry is None else _unlisted(corpus, entry.fields.text("category"))


def _unlisted(corpus: Corpus, category: str) -> str:
    """Nothing is ever said of a category that is listed."""
    return "" if category in corpus.categories else category


def _circles(difference: Difference) -> bool:
    """A new circle goes through a skill that requires something else now, and somebody requires that one."""
    rewired = [
        name
        for name in difference.skills
        if _required(difference.before, name) != _required(difference.after, name)
    ]
    return bool(rewired) and bool(difference.after.graph.dependents(skills=rewired, paths=()))


def _required(corpus: Corpus, name: str) -> set[str]:
    return {edge.target for edge in corpus.graph.requires.get(name, ())}


_COULD_DIFFER: Final[dict[str, Callable[[Difference], bool]]] = {
    "fm-category": _categories,
    "graph-acyclic": _circles,
    "graph-fallback": _fallback,
    "path-post-handoff": _paths,
    "path-schema": _paths,
    "path-uid": _paths,
    "path-urls": _paths,
}

OF_THE_WHOLE: Final = OF_OTHER_FILES.union(_COULD_DIFFER)
"""All that look at everything."""
