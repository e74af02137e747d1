"""A path entry as markdown for a person: what it leads to, its sources in the order they are tried, who does what."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.directory import PathEntry, Source
from becivic.corpus.load import Corpus
from becivic.rendering.eligibility_words import as_written
from becivic.rendering.path_markdown import source_address
from becivic.rendering.plain import address_in_markdown, in_markdown
from becivic.rendering.skill_markdown import authority_name
from becivic.rules.languages import LANGUAGE_NAMES


def path_card(entry: PathEntry, corpus: Corpus) -> str:
    return "".join(f"{line}\n" for line in (*_head(entry, corpus), *_sources(entry)))


def _head(entry: PathEntry, corpus: Corpus) -> Iterator[str]:
    titles, fields = entry.fields.child("title"), entry.fields
    yield f"# {in_markdown(entry.title)}"
    yield ""
    for language, name in LANGUAGE_NAMES.items():
        yield f"- {name}: {in_markdown(titles.text(language)) or '*missing*'}"
    yield ""
    for language, name in LANGUAGE_NAMES.items():
        if said := fields.child("description").text(language):
            yield f"{name}: {in_markdown(said)}\n"
    yield from _facts(
        {
            "purpose": fields.text("purpose"),
            "authority": authority_name(fields, corpus, "en"),
            "for": fields.child("applies_to").text("audience_summary"),
            "gives": ", ".join(each.text("name") for each in fields.children("outputs")),
        }
    )


def _sources(entry: PathEntry) -> Iterator[str]:
    yield ""
    yield "## Sources, in the order they are tried"
    for number, source in enumerate(entry.sources_in_turn, start=1):
        yield ""
        yield f"### {number}. {in_markdown(source.id)}"
        yield ""
        yield from _facts(_source(source))


def _source(source: Source) -> dict[str, str]:
    fields = source.fields
    actor, audience, procedure = fields.child("actor"), fields.child("audience"), fields.child("procedure")
    handoff, auth = actor.child("handoff"), fields.child("auth")
    places = [place for name in ("regions", "communes") for place, _ in audience.texts(name)]
    reported = "an anonymous report that nobody has confirmed" if source.is_unconfirmed else ""
    return {
        "origin": reported,
        "class": source.source_class,
        "priority": f"{fields.raw('priority')}{', only as a fallback' if fields.flag('fallback_only') else ''}",
        "where": ", ".join(places),
        "condition": "; ".join(as_written(each) for each in source.predicates()),
        "sign in": ", ".join([auth.text("method"), *(name for name, _ in auth.texts("supported_providers"))]),
        "procedure": procedure.text("kind"),
        "address": source_address(source),
        "who acts": actor.text("primary"),
        "handed over": handoff.text("when"),
        "the agent": handoff.text("agent_responsibility"),
        "the person": handoff.text("user_responsibility"),
        "goes on": handoff.text("resumption"),
        "notes": fields.text("notes"),
    }


def _facts(facts: dict[str, str]) -> Iterator[str]:
    for name, value in facts.items():
        if value:
            yield f"- {name}: {address_in_markdown(value) if name == 'address' else in_markdown(value)}"
