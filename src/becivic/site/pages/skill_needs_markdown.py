"""What somebody has to have for a procedure, as markdown: the same that the page lists (R-SITE-08)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from becivic.rendering.plain import in_markdown
from becivic.rendering.voice import Voice
from becivic.site.pages.skill_needs import Need, Needs
from becivic.site.twins import twin


def needs_markdown(needs: Needs, voice: Voice) -> str:
    """A section for the end of a page; nothing where nothing is needed."""
    lists = {"skill.other_procedures": needs.skills, "skill.routes": needs.paths}
    told = "".join(_list(voice.t(key), needs, voice) for key, needs in lists.items() if needs)
    return f"\n## {voice.t('skill.needs')}\n{told}" if told else ""


def _list(title: str, needs: Iterable[Need], voice: Voice) -> str:
    lines = "".join(f"- {'. '.join(_said(need, voice))}.\n" for need in needs)
    return f"\n### {title}\n\n{lines}"


def _said(need: Need, voice: Voice) -> Iterator[str]:
    """Clauses without a full stop."""
    title = in_markdown(need.title.text)
    yield f"[{title}]({twin(need.address)})" if need.address else f"`{need.id}` ({_missing(need, voice)})"
    if need.role:
        yield need.role
    if need.notes:
        yield in_markdown(need.notes).removesuffix(".")
    if need.timing:
        yield need.timing.capitalize()
    if need.cases:
        yield in_markdown(voice.t("skill.only_for", cases="; ".join(need.cases)))


def _missing(need: Need, voice: Voice) -> str:
    return voice.t("skill.withheld" if need.is_withheld else "skill.not_there")
