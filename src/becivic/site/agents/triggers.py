"""`/agents/triggers.json`: the words by which a harness knows that somebody needs it (architecture 24.1; R-AGT-04).

Nobody keeps a list: a procedure's own tags and title say what it is about, and the glossary says it in the other
languages.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from becivic.corpus.load import Corpus
from becivic.corpus.terms import Term
from becivic.site.agents.listing import listed_paths, listed_skills
from becivic.site.agents.manifest import Grounds
from becivic.site.agents.surface import Surface, json_surface
from becivic.words import LANGUAGES, words

ADDRESS: Final = "/agents/triggers.json"
SCHEMA_VERSION: Final = 1

_GLOBAL: Final = (
    "administration",
    "paperwork",
    "moving",
    "living",
    "counter",
    "town_hall",
    "permit",
    "document",
)
_AUTHORITY: Final = "authority"
_SHORTEST: Final = 4
"""A word of three letters stands in too many titles."""

_LONGEST: Final = 12
"""Words in a row of a title that may be the name of something."""

_GERMAN: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_BREAKS: Final = re.compile(r"[^a-z0-9]+")


def triggers(grounds: Grounds) -> Surface:
    corpus = grounds.corpus
    glossary = _glossary(corpus.terms.entries)
    return json_surface(
        ADDRESS,
        {
            "schema_version": SCHEMA_VERSION,
            "commit": corpus.commit,
            "matching": "Case and accents do not count. In `tags` a hyphen stands for a blank.",
            "global": {language: _global(language, corpus) for language in LANGUAGES},
            "skills": list(_skills(corpus, glossary)),
            "paths": list(_paths(corpus, glossary)),
            "paste_prompt": {language: _paste(language, grounds.public_url) for language in LANGUAGES},
        },
        indent=None,
    )


def _global(language: str, corpus: Corpus) -> list[str]:
    """Beside our own words the official names of authorities; what else they are called may mean anything."""
    told = [words(language)(f"triggers.{key}") for key in _GLOBAL]
    authorities = [term.name(language) for term in corpus.terms.entries if term.kind == _AUTHORITY]
    return _once([*told, *filter(None, authorities)])


def _paste(language: str, public_url: str) -> str:
    return words(language)("triggers.paste", address=f"{public_url}/agents")


class Known(NamedTuple):
    """A term: its place in the glossary, and its words by language."""

    place: int
    words: Mapping[str, tuple[str, ...]]


Glossary = Mapping[str, list[Known]]
"""By a word as tags have it: the terms it may mean."""


def _glossary(terms: Iterable[Term]) -> Glossary:
    found: dict[str, list[Known]] = {}
    for place, term in enumerate(terms):
        told = list(term.words())
        by_language = {
            language: tuple(word for said, word, _ in told if said == language) for language in LANGUAGES
        }
        for slug in {*_slugs(word for _, word, _ in told)}:
            found.setdefault(slug, []).append(Known(place, by_language))
    return found


def _skills(corpus: Corpus, glossary: Glossary) -> Iterator[dict[str, Any]]:
    """How agents work is nobody's errand: the pages about that wake nothing."""
    for skill in listed_skills(corpus):
        if skill.is_meta:
            continue
        tags = [tag for tag, _ in skill.confirmed_fields.texts("tags")]
        known = _fitting(glossary, tags, skill.confirmed_title)
        yield {
            "id": skill.id,
            "title": skill.confirmed_title,
            "status": skill.status,
            "address": f"/skills/{skill.id}",
            "tags": tags,
            "keywords": {language: _named(language, known) for language in LANGUAGES},
        }


def _paths(corpus: Corpus, glossary: Glossary) -> Iterator[dict[str, Any]]:
    for entry in listed_paths(corpus):
        titles = entry.confirmed_fields.child("title")
        known = _fitting(glossary, [], titles.text("en"))
        yield {
            "id": entry.key,
            "status": entry.status,
            "address": f"/paths/{entry.key}",
            "keywords": {
                language: _once([*filter(None, [titles.text(language)]), *_named(language, known)])
                for language in LANGUAGES
            },
        }


def _fitting(glossary: Glossary, tags: Iterable[str], title: str) -> list[Known]:
    """The terms that a tag or a part of the title is a word for, in the order of the glossary."""
    parts = (part for slug in {*_slugs([title])} for part in _parts(slug) if len(part) >= _SHORTEST)
    found = {known.place: known for word in (*tags, *parts) for known in glossary.get(word, ())}
    return [found[place] for place in sorted(found)]


def _parts(slug: str) -> Iterator[str]:
    """Every run of words in it."""
    told = slug.split("-")
    for start in range(len(told)):
        for end in range(start + 1, min(start + _LONGEST, len(told)) + 1):
            yield "-".join(told[start:end])


def _named(language: str, terms: Iterable[Known]) -> list[str]:
    return _once(word for term in terms for word in term.words[language])


def _once(told: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(told))


def _slugs(told: Iterable[str]) -> Iterator[str]:
    """A word as a tag would have it; tags write German with its two letters, or without its dots."""
    for word in told:
        small = unicodedata.normalize("NFC", word).casefold()
        for spelt in (small, small.translate(_GERMAN)):
            plain = "".join(
                letter for letter in unicodedata.normalize("NFKD", spelt) if not unicodedata.combining(letter)
            )
            yield _BREAKS.sub("-", plain).strip("-")
