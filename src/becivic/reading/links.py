"""What a page says of other artefacts and of the lists of a corpus, in a form that can be compared.

Two readings with the same links lead to the same titles under the same statuses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from becivic.corpus.directory import PathEntry
from becivic.corpus.load import Corpus
from becivic.corpus.reference_data import (
    AUTHORITIES_FILE,
    CATEGORIES_FILE,
    COMMUNES_FILE,
    SOURCE_CLASSES_FILE,
    TYPES_FILE,
)
from becivic.corpus.skill import Skill
from becivic.corpus.terms import TERMS_FILE
from becivic.publishing.last_changes import content_id
from becivic.reading.readings import Link
from becivic.rendering.unsettled import unsettled_needs
from becivic.rules.tags import Tag
from becivic.rules.targets import TargetType

LISTS: Final = (AUTHORITIES_FILE, CATEGORIES_FILE, COMMUNES_FILE, SOURCE_CLASSES_FILE, TERMS_FILE, TYPES_FILE)
"""Whose names and words stand on pages."""

_KEPT: Final = 2
_FILE: Final = "file"
_UNSETTLED: Final = "unsettled"


class Neighbours:
    """Of one corpus: who requires what, and what each path says, worked out once."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._contents: dict[str, str] = {}
        self.lists: tuple[Link, ...] = tuple(
            (_FILE, file, corpus.tree.blob_id(file)) for file in LISTS if file in corpus.files
        )

    def requiring_skill(self, skill_id: str) -> tuple[str, ...]:
        return self._corpus.graph.required_by.get(skill_id, ())

    def requiring_path(self, path_id: str) -> tuple[str, ...]:
        return self._corpus.graph.paths_required_by.get(path_id, ())

    def skill(self, skill_id: str) -> Link:
        """By what others show of it; empty where there is none of this name."""
        skill = self._corpus.skills.get(skill_id)
        shown = (
            ""
            if skill is None
            else f"{skill.status} {skill.confirmed_title}\n{skill.confirmed_fields.text('summary')}"
        )
        return TargetType.SKILL.value, skill_id, shown

    def path(self, path_id: str) -> Link:
        """By all it says: titles in four languages, and what is needed of whom."""
        entry = self._corpus.paths.entries.get(path_id)
        if entry is not None and path_id not in self._contents:
            self._contents[path_id] = content_id(entry)
        return TargetType.PATH.value, path_id, self._contents.get(path_id, "")


@lru_cache(maxsize=_KEPT)
def neighbours(corpus: Corpus) -> Neighbours:
    return Neighbours(corpus)


def links_of_skill(skill: Skill, corpus: Corpus) -> tuple[Link, ...]:
    """What it requires is shown; of what that rests on, at whatever depth, a notice counts how much is not stable
    (R-BODY-13)."""
    around = neighbours(corpus)
    skills = {
        *(edge.target for edge in corpus.graph.requires.get(skill.id, ())),
        *around.requiring_skill(skill.id),
        *_named(skill.fields.texts("related")),
        *_named(skill.fields.texts("prerequisites")),
        *_tagged(skill, Tag.SKILL),
        skill.fields.text("superseded_by"),
    }
    paths = {
        *_tagged(skill, Tag.PATH),
        *(edge.target for edge in corpus.graph.requires_paths.get(skill.id, ())),
    }
    return (
        *(around.skill(name) for name in sorted(filter(None, skills))),
        *(around.path(name) for name in sorted(filter(None, paths))),
        (_UNSETTLED, skill.id, str(unsettled_needs(skill, corpus))),
        *around.lists,
    )


def links_of_path(entry: PathEntry, corpus: Corpus) -> tuple[Link, ...]:
    around = neighbours(corpus)
    successor = entry.fields.text("superseded_by")
    return (
        *(around.skill(name) for name in around.requiring_path(entry.key)),
        *((around.path(successor),) if successor else ()),
        *around.lists,
    )


def _tagged(skill: Skill, tag: Tag) -> Iterator[str]:
    return (element.get("id") or "" for element in skill.body.named(tag))


def _named(texts: Iterable[tuple[str, str]]) -> Iterator[str]:
    return (text for text, _ in texts)
