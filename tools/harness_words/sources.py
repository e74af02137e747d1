"""What comes from lists: those of the server's name finder, and the vocabulary beside this file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from becivic.names.lists import entries, folder_entries, section
from becivic.packaged import corpus_folder
from becivic.rules.languages import LANGUAGES
from becivic_harness.words.folding import fold

_VOCABULARY = Path(__file__).resolve().parent / "vocabulary"
_CUES = (
    "behind.txt",
    "calendar.txt",
    "closings.txt",
    "introductions.txt",
    "links.txt",
    "not_people.txt",
    "role_endings.txt",
    "roles.txt",
    "rulings.txt",
    "streets.txt",
    "titles.txt",
    "verbs.txt",
)
_WORD = re.compile(r"[^\W\d_]+(?:[-'\u2019][^\W\d_]+)*")
_ELISION = re.compile("(?:l|d|j|m|t|s|n|c|qu|jusqu|lorsqu|puisqu)['\u2019](?=[^\\W\\d_]{2})", re.IGNORECASE)
_SHORTEST_SURNAME = 4


@cache
def ordinary() -> frozenset[str]:
    """Words of any of the four languages; those of German and Dutch that grow are a list of their own."""
    texts = [
        *folder_entries("function"),
        *(entry for language in ("en", "fr") for entry in _of_language(language)),
        *entries("also_words.txt"),
        *section("words", "ambiguous.txt"),
        *(entry for name in _CUES for entry in entries("cues", name)),
        *_term_names(),
    ]
    words = {word for text in texts for word in words_of(text)}
    return frozenset(words.union(*map(_vocabulary, ("also_names", "civic_en_fr", "en", "fr"))))


@cache
def growing() -> frozenset[str]:
    """Ordinary words of German and Dutch, which grow them together."""
    texts = [
        *(entry for language in ("de", "nl") for entry in _of_language(language)),
        *entries("cues", "grown.txt"),
        *(
            entry
            for kind in ("given names", "surnames")
            for language in ("Dutch", "German")
            for entry in section(f"{kind} that are words in {language}", "also_words.txt")
        ),
        *(entry for name in ("Dutch", "German") for entry in section(name, "cues", "not_people.txt")),
    ]
    words = {word for text in texts for word in words_of(text)}
    return frozenset(words.union(*map(_vocabulary, ("civic_de_nl", "de", "nl"))))


@cache
def proper() -> frozenset[str]:
    """A brand or a law that is called like somebody is left out: `Goffin` alone is a person, `loi Goffin` is not."""
    brands = [*entries("deny", "institutions.txt"), *_authority_names(), *_vocabulary("proper")]
    words = {
        word
        for language in LANGUAGES
        for entry in entries("deny", f"words_{language}.txt")
        for word in words_of(entry)
    }
    return frozenset(
        _phrases([*_belgian_places(), *_times_and_peoples(), *_lines_of("phrases")])
        | (_phrases([*entries("deny", "places_world.txt"), *section("places", "ambiguous.txt")]) - towns())
        | (_vocabulary("cities") - given() - surnames())
        | (_phrases(brands) - given() - surnames())
        | (words & (surnames() - given()))
        | _vocabulary("words_of_office")
    )


@cache
def towns() -> frozenset[str]:
    """Places abroad that people are called after: `à Florence` is one, `Florence a signé` is not."""
    return (
        (_phrases(entries("deny", "places_world.txt")) & given())
        - _vocabulary("places_first")
        - _phrases(_times_and_peoples())
    )


def _belgian_places() -> Iterator[str]:
    yield from entries("deny", "places_belgium.txt")
    yield from _commune_names()


def _times_and_peoples() -> Iterator[str]:
    yield from entries("ordinary", "peoples.txt")
    yield from section("nationalities and languages", "deny", "places_world.txt")
    yield from section("months and days, short and long", "cues", "calendar.txt")
    for feasts in ("feasts and calendar", "feasts and days of belief"):
        yield from section(feasts, "deny", "institutions.txt")


def _phrases(names: Iterable[str]) -> frozenset[str]:
    return frozenset(filter(None, (" ".join(words_of(name)) for name in names)))


@cache
def given() -> frozenset[str]:
    return frozenset(part for name in entries("given_names.txt") for part in words_of(name) if len(part) > 1)


@cache
def surnames() -> frozenset[str]:
    """A surname of several words is known by its last where that is no word: `Van den Broeck` by Broeck."""
    names = [list(words_of(name)) for name in entries("surnames.txt")]
    found = {words[0] for words in names if len(words) == 1 and len(words[0]) > 1}
    last = {words[-1] for words in names if len(words) > 1 and len(words[-1]) >= _SHORTEST_SURNAME}
    return frozenset(found | (last - ordinary() - growing() - _phrases(_belgian_places())))


def surnames_of_several_words() -> frozenset[str]:
    """Those whose last word is something else: `De Backer`."""
    names = (list(words_of(name)) for name in entries("surnames.txt"))
    return frozenset(" ".join(words) for words in names if len(words) > 1 and words[-1] not in surnames())


def kin() -> frozenset[str]:
    return frozenset(
        word
        for language in ("French", "Dutch", "German", "English")
        for entry in section(f"kin and friends in {language}", "cues", "roles.txt")
        for word in words_of(entry)
        if " " not in entry
    )


def roles() -> frozenset[str]:
    return frozenset(
        word for entry in entries("cues", "roles.txt") for word in words_of(entry) if " " not in entry
    )


def words_of(text: str) -> Iterator[str]:
    """Folded, without the `l'` and `d'` that French puts before them."""
    for found in _WORD.finditer(text):
        yield fold(
            _ELISION.sub("", found.group(), count=1) if _ELISION.match(found.group()) else found.group()
        )


def _of_language(language: str) -> Iterator[str]:
    yield from entries("ordinary", f"{language}.txt")
    yield from entries("deny", f"words_{language}.txt")


def _vocabulary(name: str) -> frozenset[str]:
    return frozenset(map(fold, (_VOCABULARY / f"{name}.txt").read_text("utf-8").split()))


def _lines_of(name: str) -> list[str]:
    return (_VOCABULARY / f"{name}.txt").read_text("utf-8").splitlines()


def _data(name: str) -> Any:  # noqa: ANN401  JSON is what it is
    return json.loads((corpus_folder() / "data" / name).read_text("utf-8"))


def _commune_names() -> Iterator[str]:
    for commune in _data("communes.json")["communes"]:
        yield from filter(None, (commune["name_fr"], commune["name_nl"], commune["name_de"]))


def _authority_names() -> Iterator[str]:
    for authority in _data("authorities.json").values():
        yield from authority["name"].values()


def _term_names() -> Iterator[str]:
    for term in _data("terms.json")["terms"]:
        yield from term["name"].values()
        for also in term.get("also", {}).values():
            yield from also
