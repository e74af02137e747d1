"""What somebody has to have, look up or go through for a procedure: its `requires_paths` and `requires` (R-SITE-08)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from becivic.corpus.graph import Edge
from becivic.corpus.load import Corpus
from becivic.corpus.skill import Skill
from becivic.rendering.voice import Voice
from becivic.rules.routes import Purpose
from becivic.rules.skills import Timing
from becivic.rules.statuses import Status, is_withheld
from becivic.site.pages.said import Said, english, said
from becivic.site.pages.skill_audience import cases


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    id: str
    title: Said
    address: str
    """Empty where there is nothing to be led to."""
    status: Status | None
    role: str = ""
    """What is to be done with it, in words; empty for a procedure."""
    timing: str = ""
    notes: str = ""
    """English."""
    cases: tuple[str, ...] = ()
    """For whom alone it counts."""
    is_preparation: bool = False
    is_withheld: bool = False
    """Pulled for cause, or of a status nobody can read: it is there, and not to be followed."""


class Needs(NamedTuple):
    """In one language."""

    paths: list[Need]
    skills: list[Need]


def needed(skill: Skill, corpus: Corpus, voice: Voice) -> Needs:
    return Needs(needed_paths(skill, corpus, voice), needed_skills(skill, corpus, voice))


def needed_paths(skill: Skill, corpus: Corpus, voice: Voice) -> list[Need]:
    """What is to be put right first stands first (R-PATH-09)."""
    needs = [_path(edge, skill, corpus, voice) for edge in corpus.graph.requires_paths.get(skill.id, ())]
    return sorted(needs, key=lambda need: not need.is_preparation)


def needed_skills(skill: Skill, corpus: Corpus, voice: Voice) -> list[Need]:
    return list(_skills(skill, corpus, voice))


def _path(edge: Edge, skill: Skill, corpus: Corpus, voice: Voice) -> Need:
    entry = corpus.paths.entries.get(edge.target)
    is_open = entry is not None and not is_withheld(entry.status)
    title = said(entry.confirmed_fields.child("title"), voice.language) if entry and is_open else english("")
    role = edge.fields.text("role") or (entry.fields.text("purpose") if entry else "")
    timing = edge.fields.text("timing")
    return Need(
        id=edge.target,
        title=title if title.text else english(edge.target),
        address=voice.link(f"/paths/{edge.target}") if is_open else "",
        status=entry.status if entry and is_open else None,
        role=_role(role, timing, voice),
        timing=voice.t(f"skill.timing-{timing}") if timing in set(Timing) else "",
        notes=edge.fields.text("notes"),
        cases=tuple(cases(edge.fields, skill, voice)),
        is_preparation=role == Purpose.PREPARATION,
        is_withheld=entry is not None and not is_open,
    )


def _role(role: str, timing: str, voice: Voice) -> str:
    """The phrasing alone tells a check from a preparation (schemas 6.12.6)."""
    if role == Purpose.CHECK_ONLY and timing == Timing.POST_FILING:
        return voice.t("skill.role-check-after")
    return voice.t(f"skill.role-{role}") if role in set(Purpose) else ""


def _skills(skill: Skill, corpus: Corpus, voice: Voice) -> Iterator[Need]:
    for edge in corpus.graph.requires.get(skill.id, ()):
        other = corpus.skills.get(edge.target)
        is_open = other is not None and not is_withheld(other.status)
        yield Need(
            id=edge.target,
            title=english((other.confirmed_title if other and is_open else "") or edge.target),
            address=voice.link(f"/skills/{edge.target}") if is_open else "",
            status=other.status if other and is_open else None,
            is_withheld=other is not None and not is_open,
            cases=tuple(cases(edge.fields, skill, voice)),
        )
