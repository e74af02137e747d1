"""A skill's page as markdown for agents: what it is, how it stands, what to beware of, then its resolved body."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from becivic.corpus.fields import Fields
from becivic.corpus.load import Corpus
from becivic.corpus.skill import Skill
from becivic.rendering.freshness import SourceCount
from becivic.rendering.markdown import resolved_markdown
from becivic.rendering.notices import EARLIER, Notice, disclaimer, notices
from becivic.rendering.observed import ObservedBlock
from becivic.rendering.plain import in_markdown
from becivic.rendering.reported_passages import quoted_field
from becivic.rendering.shown import ShownRows
from becivic.rendering.voice import Voice
from becivic.rules.statuses import is_withheld
from becivic.words.dates import written_day

AGENTS_FIRST: Final = "AI agents: read /agents before anything else."
"""In these words whatever the language: agents are told the same everywhere (R-SITE-07)."""


def skill_markdown(
    skill: Skill,
    corpus: Corpus,
    rows: ShownRows,
    voice: Voice,
    observed: ObservedBlock | None = None,
    told: Sequence[Notice] | None = None,
) -> str:
    """What is withheld from readers has a head and a notice, and no body (R-QUAR-06). `told` are its notices, where more
    is known than the skill itself says."""
    told = notices(skill, corpus) if told is None else told
    head = "".join(f"{line}\n" for line in _head(skill, corpus, rows, voice, told))
    if is_withheld(skill.status):
        return head
    return f"{head}\n---\n\n{resolved_markdown(skill, corpus, rows, voice, observed)}"


def _head(
    skill: Skill, corpus: Corpus, rows: ShownRows, voice: Voice, told: Sequence[Notice]
) -> Iterator[str]:
    fields = skill.fields
    is_told = not is_withheld(skill.status)
    title = quoted_field(skill.title, "title", skill, voice) if is_told else ""
    yield f"# {title or in_markdown(skill.id)}"
    yield ""
    yield AGENTS_FIRST
    yield ""
    if is_told and (summary := fields.text("summary")):
        yield from (quoted_field(summary, "summary", skill, voice), "")
    yield from facts_markdown(
        {
            "body.fact_status": skill.status.value if skill.status else "",
            "body.fact_version": str(skill.version or ""),
            "body.fact_compared": written_day(fields.text("last_verified"), voice.language),
            "body.fact_sources_read": SourceCount.over(rows.references.values()).words(voice),
            "body.fact_authority": authority_name(fields, corpus, voice.language),
        },
        voice,
    )
    for notice in told:
        yield from ("", notice_markdown(notice, voice))
    yield from ("", f"**{disclaimer(voice)}**")


def facts_markdown(facts: Mapping[str, str], voice: Voice) -> Iterator[str]:
    """A line for each that says something; the keys are sayings."""
    for key, value in facts.items():
        if value:
            yield f"- {voice.t('body.fact', name=voice.t(key), value=in_markdown(value))}"


def notice_markdown(notice: Notice, voice: Voice) -> str:
    """A quotation, so that it stands apart from the text."""
    said = " ".join(notice.sentences(voice) if "title" not in notice.values else [_named(notice, voice)])
    if notice.kind == EARLIER:
        return f"> ⚠ {said} [{voice.t('body.current_version')}]({notice.link}/index.md)"
    if notice.link and notice.asks_for_review:
        said = f"{said} [{voice.t('body.previous_stable')}]({notice.link}/index.md)"
    if notice.named:
        links = (f"[{in_markdown(each.title)}]({each.address}/index.md)" for each in notice.named)
        said = f"{said} {', '.join(filter(None, (*links, notice.unnamed(voice))))}"
    return f"> ⚠ {said}"


def _named(notice: Notice, voice: Voice) -> str:
    link = f"[{in_markdown(str(notice.values['title']))}]({notice.link}/index.md)"
    return voice.t(notice.key, title=link)


def authority_name(fields: Fields, corpus: Corpus, language: str) -> str:
    """In the reader's language where it has a name there, in English else, or its id."""
    key = fields.text("authority_id")
    names = corpus.authorities.child(key).child("name")
    return names.text(language) or names.text("en") or key
