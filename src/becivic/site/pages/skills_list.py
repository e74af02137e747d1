"""`/skills/`: every procedure by area, narrowed by filters in the address; the pages about method apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, Final

from becivic.corpus.load import Corpus
from becivic.corpus.skill import Skill
from becivic.reading.graph import nodes_of
from becivic.rendering.voice import ENGLISH, Voice
from becivic.rules.profile import ResidencyStatus
from becivic.rules.skills import FALLBACK_SKILL, Domain
from becivic.rules.statuses import is_withheld
from becivic.site.frame import Frame, rendered
from becivic.site.page import Page
from becivic.site.pages.filtering import Facet, Narrowed, Pairs, narrowed
from becivic.site.pages.listed import (
    Listed,
    alike,
    listed_json,
    listed_markdown,
    listed_skill,
    onward,
    open_skills,
    shared_facets,
)

ADDRESS: Final = "/skills/"
OTHER: Final = "other"
"""Where a skill stands that names no area we know."""

_AREAS: Final = (*(each.value for each in Domain), OTHER)


def skills_page(corpus: Corpus, asked: Pairs = (), *, is_whole: bool = False) -> Page:
    """`is_whole`: its markdown is not in parts, for nobody could ask for another one."""
    pairs = tuple(asked)
    return Page(
        address=ADDRESS,
        html=partial(_html, corpus, pairs),
        markdown=partial(_markdown, corpus, pairs, is_whole),
        is_indexed=not pairs,
    )


def skills_json(corpus: Corpus, asked: Pairs, public_url: str) -> dict[str, Any]:
    """The same list for a program: each skill as the graph tells it, what the page tells apart at the end."""
    found = narrowed(_every(corpus), _facets(corpus, ENGLISH), asked, _words_of)
    return listed_json(nodes_of(corpus, found.items, public_url), found, f"{public_url}{ADDRESS}")


def area_of(skill: Skill) -> str:
    domain = skill.fields.text("domain")
    return domain if domain in _AREAS else OTHER


def by_area(skills: Iterable[Skill]) -> list[tuple[str, list[Listed]]]:
    """In the order of the closed list, and by title within an area."""
    groups: dict[str, list[Listed]] = {area: [] for area in _AREAS}
    for skill in sorted(skills, key=lambda each: (each.title.casefold(), each.id)):
        groups[area_of(skill)].append(listed_skill(skill))
    return [(area, items) for area, items in groups.items() if items]


def procedures(corpus: Corpus) -> list[Skill]:
    return [skill for skill in _every(corpus) if not skill.is_meta]


def methods(corpus: Corpus) -> list[Listed]:
    return [listed_skill(skill) for skill in _every(corpus) if skill.is_meta]


@lru_cache(maxsize=2)  # a site that is written out asks for each theme, and each part of the list
def _every(corpus: Corpus) -> tuple[Skill, ...]:
    """By area and title; the pages about method come last."""
    found = sorted(
        open_skills(corpus),
        key=lambda skill: (
            skill.is_meta,
            _AREAS.index(area_of(skill)),
            skill.confirmed_title.casefold(),
            skill.id,
        ),
    )
    return tuple(found)


def fallback(corpus: Corpus) -> Listed | None:
    """Where somebody is led for whom there is nothing (R-READ-04)."""
    skill = corpus.skills.get(FALLBACK_SKILL)
    return None if skill is None or is_withheld(skill.status) else listed_skill(skill)


def _narrowed(corpus: Corpus, asked: Pairs, voice: Voice, most: int = 0) -> Narrowed[Skill]:
    area, *others = _facets(corpus, voice)
    facets = [area, *(_of_procedures(facet) for facet in others)]
    return narrowed(_every(corpus), facets, asked, _words_of, most)


def _facets(corpus: Corpus, voice: Voice) -> Sequence[Facet[Skill]]:
    t = voice.t
    return (
        Facet(
            "domain",
            "list.by_domain",
            _AREAS,
            lambda skill: (area_of(skill),),
            lambda v: t(f"list.domain-{v}"),
        ),
        Facet(
            "residency_status",
            "list.by_residency_status",
            [each.value for each in ResidencyStatus],
            _audience,
            lambda value: t(f"list.residency-{value}"),
        ),
        *shared_facets(corpus, voice),
    )


def _of_procedures(facet: Facet[Skill]) -> Facet[Skill]:
    """Without pages about method: the list shows those apart, so a filter that counts them promises more than there is."""
    return replace(facet, of=lambda skill: () if skill.is_meta else facet.of(skill))


def _audience(skill: Skill) -> list[str]:
    """Whom it is for; one that says nothing is for all."""
    told = [value for value, _ in skill.fields.child("applies_to").texts("residency_status")]
    return told or [each.value for each in ResidencyStatus]


def _words_of(skill: Skill) -> str:
    found = skill.confirmed_fields
    told = found.raw("tags")
    tags = " ".join(map(str, told)) if isinstance(told, list) else ""  # thousands are asked at once
    return f"{skill.id} {skill.confirmed_title} {found.text('summary')} {tags}"


def _html(corpus: Corpus, asked: Pairs, frame: Frame) -> str:
    found = _narrowed(corpus, asked, frame.voice)
    groups, apart = _apart(found)
    return rendered(
        "list.html",
        frame,
        kind="skills",
        found=found,
        place=ADDRESS,
        number=found.count if found.query else len(procedures(corpus)),
        groups=[(frame.voice.t(f"list.domain-{area}"), items) for area, items in groups],
        methods=apart,
        alike=alike([*(item for _, items in groups for item in items), *apart]),
        themes=(),
        fallback=fallback(corpus),
    )


def _apart(found: Narrowed[Skill]) -> tuple[list[tuple[str, list[Listed]]], list[Listed]]:
    """What was found by area, and the pages about method by themselves, unless somebody looks for something."""
    own = [listed_skill(skill) for skill in found.items if skill.is_meta and not found.query]
    return by_area(skill for skill in found.items if found.query or not skill.is_meta), own


def _markdown(corpus: Corpus, asked: Pairs, is_whole: bool, voice: Voice) -> str:  # noqa: FBT001  bound beforehand
    t = voice.t
    found = _narrowed(corpus, asked, voice, max(len(corpus.skills), 1) if is_whole else 0)
    areas, apart = _apart(found)
    groups = [(t(f"list.domain-{area}"), items) for area, items in areas]
    groups += [(t("list.methods"), apart)] if apart else []
    return listed_markdown(t("list.title_skills"), groups, onward(found, ADDRESS, voice))
