"""Countries by code or by name: the names of Unicode's CLDR in four languages, and what people call them besides."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Final

from becivic_harness.resources import resource
from becivic_harness.word_stems import tokens

FILE: Final = "countries.json"

_SHORTEST_BEGINNING: Final = 4
_HERE: Final = "be"
_WORDS: Final = re.compile(r"\w+")
_UNION: Final = {"eu": "EU|Europe|Union européenne|EWR|EEA|EER"}
_ARTICLES: Final = frozenset(("the", "la", "le", "les", "l", "de", "het", "die", "der", "das"))


def country_codes(text: str) -> list[str]:
    """The codes that may be meant: one where it is clear, none where nothing fits, several for `Congo`."""
    said = text.strip().lower()
    names = {code: told.split("|") for code, told in json.loads(resource(FILE)).items()}
    if said in names:
        return [said]
    wanted = _plain(text)
    found = [code for code, told in names.items() if wanted in map(_plain, told)]
    if found or len(wanted) < _SHORTEST_BEGINNING:
        return found
    return [code for code, told in names.items() if any(_plain(name).startswith(wanted) for name in told)]


def country_name(code: str) -> str:
    """In English."""
    return str(json.loads(resource(FILE)).get(code, code)).partition("|")[0]


def countries_named(texts: Sequence[str]) -> list[list[str]]:
    """For each text in English: the names, in four languages, of the countries it speaks of, the Union among them.

    Belgium goes without saying.
    """
    told_of = {**json.loads(resource(FILE)), **_UNION}
    names = {told.partition("|")[0].lower(): told for code, told in told_of.items() if code != _HERE}
    found = []
    for text in texts:
        padded = f" {' '.join(_WORDS.findall(text.lower()))} "
        named = [told for english, told in names.items() if f" {english} " in padded]
        found.append([_plain(name) for told in named for name in told.split("|")])
    return found


def _plain(text: str) -> str:
    words = tokens(text)
    return " ".join(words[1:] if words[1:] and words[0] in _ARTICLES else words)
