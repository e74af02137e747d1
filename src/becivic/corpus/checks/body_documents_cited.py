"""Each required document says where that is written or where it comes from (schemas 6.1; R-BODY-02)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

from becivic.corpus.body import Sectioned
from becivic.corpus.brackets import first_references, is_reference
from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.corpus.seed import Catalogue
from becivic.corpus.skill import Skill
from becivic.rules.skills import Section
from becivic.rules.statuses import Status
from becivic.rules.tags import Tag

_SOURCES: Final = frozenset((Tag.REF.value, Tag.VV.value, Tag.PATH.value, Tag.SKILL.value))


@body_rule("body-documents-cited", "every required document cites its source", section="schemas 6.1")
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        section = skill.body.section(Section.DOCUMENTS)
        if section is None or skill.status is Status.DRAFT:
            continue
        cited = _cited(skill, section, context.catalogue)
        for item in skill.body.items(section):
            if bisect_left(cited, item.start) == bisect_left(cited, item.end):
                yield Problem(
                    skill.body_place(item.start),
                    "a required document cites no source",
                    "Add a <Ref>, or a <Path> or <Skill> that leads to the document.",
                )


def _cited(skill: Skill, section: Sectioned, catalogue: Catalogue) -> list[int]:
    """The offsets in a section at which something is cited."""
    body = skill.body
    tags = [e.start for e in body.elements_in(section.content, section.end) if e.name in _SOURCES]
    brackets = [token for token in body.brackets if section.content <= token.start < section.end]
    known = first_references(body, catalogue) if brackets else {}
    cited_again = [
        bracket.start
        for bracket in brackets
        if bracket.name in known or is_reference(bracket.name, catalogue)
    ]
    return sorted(tags + cited_again)
