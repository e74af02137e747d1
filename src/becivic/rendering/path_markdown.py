"""A path's page as markdown for agents: what it leads to, its sources in turn with their standing, what others saw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from becivic.corpus.directory import PathEntry, Source
from becivic.corpus.load import Corpus
from becivic.rendering.eligibility_words import applies_words, eligibility_words
from becivic.rendering.links import path_link, skill_link
from becivic.rendering.notices import disclaimer, path_notices, sources_as_offered
from becivic.rendering.observed import ObservedBlock
from becivic.rendering.observed_markdown import observed_markdown
from becivic.rendering.plain import address_in_markdown, fenced, in_markdown
from becivic.rendering.reported_passages import quoted_field
from becivic.rendering.skill_markdown import AGENTS_FIRST, authority_name, facts_markdown, notice_markdown
from becivic.rendering.standing_words import Standing, standing_words
from becivic.rendering.story import StoryLine, story_markdown
from becivic.rendering.voice import Voice
from becivic.rules.routes import Actor
from becivic.rules.statuses import is_withheld
from becivic.words.dates import written_day

ADDRESSES: Final = ("deeplink", "form_url", "url", "api_url", "sitemap_url")
"""Where a procedure may say its address, the nearest to the goal first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PathFacts:
    """What the records and the rest of the corpus say of a path."""

    observed: ObservedBlock | None = None
    standing: Mapping[str, Standing] = field(default_factory=dict)
    """By source id."""
    used_by: Sequence[str] = ()
    """The skills that require it."""
    story: Sequence[StoryLine] = ()


def path_markdown(entry: PathEntry, corpus: Corpus, voice: Voice, facts: PathFacts) -> str:
    """What is withheld from readers has a head and a notice, and nothing else."""
    if is_withheld(entry.status):
        told = [f"# {in_markdown(entry.key)}", *_notices(entry, corpus, voice, facts)]
        return "".join(f"{line}\n" for line in told)
    seen = observed_markdown(facts.observed, voice, ("path", entry.key))
    lines = [*_head(entry, corpus, voice, facts), *_sources(entry, corpus, voice, facts)]
    told = [*lines, "", f"## {voice.t('body.others_saw')}", "", seen]
    return "".join(f"{line}\n" for line in told) + story_markdown(facts.story, voice)


def _head(entry: PathEntry, corpus: Corpus, voice: Voice, facts: PathFacts) -> Iterator[str]:
    fields = entry.fields
    yield f"# {quoted_field(path_title(entry, voice.language), 'title', entry, voice)}"
    yield from ("", AGENTS_FIRST, "")
    said = fields.child("description")
    if description := said.text(voice.language) or said.text("en"):
        yield from (quoted_field(description, "description", entry, voice), "")
    applies_to = fields.child("applies_to")
    audience = [
        *filter(None, [entry.confirmed_fields.child("applies_to").text("audience_summary")]),
        *applies_words(applies_to, corpus, voice),
    ]
    yield from facts_markdown(
        {
            "body.fact_status": entry.status.value if entry.status else "",
            "body.fact_version": str(entry.version or ""),
            "body.fact_purpose": fields.text("purpose"),
            "body.fact_authority": authority_name(fields, corpus, voice.language),
            "body.fact_for": "; ".join(audience),
            "body.fact_sources_read": path_reading(entry, voice),
            "body.fact_gives": ", ".join(each.text("name") for each in fields.children("outputs")),
        },
        voice,
    )
    if users := [link for name in facts.used_by if (link := skill_link(name, corpus))]:
        listed = ", ".join(f"[{in_markdown(link.title)}]({link.address}/index.md)" for link in users)
        yield _fact("body.fact_used_by", listed, voice)
    yield from _notices(entry, corpus, voice, facts)
    yield from ("", f"**{disclaimer(voice)}**")


def _notices(entry: PathEntry, corpus: Corpus, voice: Voice, facts: PathFacts) -> Iterator[str]:
    for notice in path_notices(entry, corpus, voice.language, facts.standing):
        yield from ("", notice_markdown(notice, voice))
    if successor := path_link(entry.fields.text("superseded_by"), corpus, voice.language):
        link = f"[{in_markdown(successor.title)}]({successor.address}/index.md)"
        yield from ("", f"> {voice.t('path.successor')} {link}")


def path_reading(entry: PathEntry, voice: Voice) -> str:
    """What is known of when its sources were read; empty where the entry does not say."""
    day = entry.fields.text("last_verified")
    return voice.t("body.path_noted", date=written_day(day, voice.language)) if day else ""


def path_title(entry: PathEntry, language: str) -> str:
    return entry.fields.child("title").text(language) or entry.title


def _sources(entry: PathEntry, corpus: Corpus, voice: Voice, facts: PathFacts) -> Iterator[str]:
    yield from ("", f"## {voice.t('body.sources_in_turn')}")
    for number, source in enumerate(sources_as_offered(entry, facts.standing), start=1):
        yield from ("", f"### {number}. {in_markdown(source.id)}", "")
        yield from _told(source, corpus, voice)
        if address := source_address(source):
            yield _fact("body.fact_address", address_in_markdown(address), voice)
        if standing := facts.standing.get(source.id):
            yield _fact("body.fact_standing", "; ".join(standing_words(standing, voice)), voice)
        elif source.is_audited:  # the records may be out of reach; that consent is needed is never left out
            yield _fact("body.fact_standing", voice.t("body.standing_audited"), voice)


_WORDS: Final = (
    "body.fact_agent", "body.fact_person", "path.ask_for", "body.fact_resumption", "path.notes",
)  # fmt: skip
"""What somebody wrote of a source in words of their own."""


def _told(source: Source, corpus: Corpus, voice: Voice) -> Iterator[str]:
    """The facts of a source. The words of one that nobody has confirmed lie in a fence, below what they are."""
    facts = _source(source, corpus, voice)
    if not source.is_unconfirmed:
        yield from facts_markdown(facts, voice)
        return
    yield from (f"> **{voice.t('body.reported')}** {voice.t('body.reported_words')}", "")
    words = [f"{voice.t(key)}: {facts[key]}" for key in _WORDS if facts[key]]
    yield from (fenced("\n".join(words)), "")
    yield from facts_markdown({key: each for key, each in facts.items() if key not in _WORDS}, voice)


def _fact(key: str, value: str, voice: Voice) -> str:
    return f"- {voice.t('body.fact', name=voice.t(key), value=value)}"


def source_address(source: Source) -> str:
    procedure = source.fields.child("procedure")
    return next(filter(None, (procedure.text(name) for name in ADDRESSES)), "")


def actor_words(source: Source, voice: Voice) -> str:
    """Who acts: the agent, the person, or both; what is neither is told as it is written."""
    primary = source.fields.child("actor").text("primary")
    return voice.t(f"body.actor_{primary}") if primary in set(Actor) else primary


def _source(source: Source, corpus: Corpus, voice: Voice) -> dict[str, str]:
    fields = source.fields
    handoff, auth = fields.child("actor").child("handoff"), fields.child("auth")
    procedure = fields.child("procedure")
    places = [place for name in ("regions", "communes") for place, _ in fields.child("audience").texts(name)]
    priority = str(fields.raw("priority"))
    fallback = fields.flag("fallback_only")
    return {
        "body.fact_class": source.source_class,
        "body.fact_turn": voice.t("body.only_fallback", priority=priority) if fallback else priority,
        "body.fact_where": ", ".join(places),
        "body.fact_open_to": "; ".join(eligibility_words(source, corpus, voice)),
        "body.fact_sign_in": ", ".join(
            [auth.text("method"), *(name for name, _ in auth.texts("supported_providers"))]
        ),
        "body.fact_procedure": procedure.text("kind"),
        "body.fact_actor": actor_words(source, voice),
        "body.fact_handover": handoff.text("when"),
        "body.fact_agent": handoff.text("agent_responsibility"),
        "body.fact_person": handoff.text("user_responsibility"),
        "path.ask_for": procedure.text("instructions"),
        "body.fact_resumption": handoff.text("resumption"),
        "path.in_languages": ", ".join(code for code, _ in procedure.texts("languages")),
        "path.notes": fields.text("notes"),  # folded away on the page (R-SITE-04), told here
    }
