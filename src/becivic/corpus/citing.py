"""Where a body cites something: by a tag, or by a bracket that stands for a reference (schemas 6.10; R-TAG-11)."""

from __future__ import annotations

from typing import Final

from becivic.corpus.body import Body
from becivic.corpus.brackets import is_reference
from becivic.corpus.seed import Catalogue
from becivic.rules.tags import Tag

SOURCES: Final = frozenset((Tag.REF.value, Tag.VV.value, Tag.PATH.value, Tag.SKILL.value))
"""A path and a skill count: they say themselves what they rest on."""


def cited_in(body: Body, catalogue: Catalogue, start: int, end: int) -> list[int]:
    """The offsets from `start` to `end` at which something is cited, in order."""
    tags = [element.start for element in body.elements_in(start, end) if element.name in SOURCES]
    brackets = [token for token in body.brackets if start <= token.start < end]
    if not brackets:
        return tags
    here = _cited_by_name(body)
    again = [token.start for token in brackets if token.name in here or is_reference(token.name, catalogue)]
    return sorted(tags + again)


def _cited_by_name(body: Body) -> set[str]:
    """The names of references that the body cites by tag, whether or not the catalogue has them yet."""
    return {name for element in body.named(Tag.REF) if (name := element.get("name"))}
