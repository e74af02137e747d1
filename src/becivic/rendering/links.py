"""What a path or a skill is called for a reader, and where it stands. What is withheld from readers has no name."""

from __future__ import annotations

from typing import NamedTuple

from becivic.corpus.load import Corpus
from becivic.rendering.lifted import Phrase
from becivic.rendering.plain import attributes, in_html
from becivic.rendering.voice import Voice
from becivic.rules.statuses import is_withheld
from becivic.rules.tags import UNRESOLVED, Tag


class Link(NamedTuple):
    title: str
    language: str
    """Of the title."""
    address: str
    """Without a language in front."""


def found(tag: Tag, key: str, corpus: Corpus, language: str) -> Link | None:
    return path_link(key, corpus, language) if tag is Tag.PATH else skill_link(key, corpus)


def path_link(key: str, corpus: Corpus, language: str) -> Link | None:
    entry = corpus.paths.entries.get(key)
    if entry is None or is_withheld(entry.status):
        return None
    title = entry.confirmed_fields.child("title").text(language)
    return Link(title or entry.confirmed_title, language if title else "en", f"/paths/{key}")


def skill_link(key: str, corpus: Corpus) -> Link | None:
    skill = corpus.skills.get(key)
    if skill is None or is_withheld(skill.status):
        return None
    return Link(skill.confirmed_title or key, "en", f"/skills/{key}")


def link_phrase(tag: Tag, key: str, corpus: Corpus, voice: Voice) -> Phrase:
    link, kind = found(tag, key, corpus, voice.language), tag.value.lower()
    if link is None:
        told = {"data-id": key, "data-resolution-status": "unresolved"}
        return Phrase(f'<span class="{kind} unresolved"{attributes(told)}>{UNRESOLVED}</span>', UNRESOLVED)
    words = in_html(link.title)
    lang = "" if link.language == voice.language == "en" else link.language
    told = {"href": voice.link(link.address), "lang": lang, "data-id": key}
    return Phrase(f'<a class="{kind}"{attributes(told)}>{words}</a>', words)
