"""What somebody wrote, out of everything that was sent: each text with its place and its language (R-NER-01).

There is no list of fields: a text is left out by how it looks, never by where it stands, so that a new field is read
from its first day.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import unquote

from becivic.publishing.screening.diff_words import brought
from becivic.rules.languages import LANGUAGES
from becivic.rules.schemas import declared_names
from becivic_scrub.strings import strings

DIFF: Final = "/content/body_diff"
_CHANGE: Final = "/content/frontmatter_change/"

_SAYS_NOTHING: Final = re.compile(r"[!-$'-@\[-~]*")
"""One word without a capital: ids, versions, times, closed lists, most web addresses. `small_letters` reads it."""

_BETWEEN_WORDS: Final = re.compile(r"[^\w'\u2019-]+|_+")
_ENTITY: Final = re.compile(r"&#?[0-9A-Za-z]{1,31};")
_MARKUP: Final = re.compile(r"[*`~]+|<[^<>]*>")
_MARKED_WORD: Final = re.compile(r"\w(?:[*`~]{1,9}|</?[A-Za-z][^<>]*>)\w")
_GAP: Final = re.compile(r"\n[ \t]*\n\s*")
_TELLING: Final = 80
"""Characters of a paragraph from which its language shows."""


class FreeText(NamedTuple):
    text: str
    pointer: str
    language: str | None = None
    """Where the place says it."""


class Reading(NamedTuple):
    """One way to read a text, and how many lines below its beginning it starts."""

    text: str
    language: str | None
    line: int = 0


def free_texts(document: Mapping[str, Any], *, masked: bool = True) -> Iterator[FreeText]:
    """Every string, and every key that no schema declares. Of a diff, what it brings.

    A key that somebody chose is not repeated in a pointer: `*` stands for it, unless it is public already.
    """
    changed = _changed_field(document)
    for each in strings(document, _is_chosen if masked else _is_nobodys):
        if each.is_key:
            if _is_chosen(each.text):
                yield FreeText(each.text, each.pointer)
        elif each.pointer == DIFF:
            yield FreeText(brought(each.text), each.pointer)
        else:
            place = changed if each.pointer.startswith(_CHANGE) and changed else each.pointer
            yield FreeText(each.text, each.pointer, _language(place) or _language(each.pointer))


def readings(free: FreeText) -> Iterator[Reading]:
    """As a reader meets it: passage by passage, and without the markup that may part a name."""
    text, language = free.text, free.language
    if _SAYS_NOTHING.fullmatch(text):
        return
    if not re.search(r"\s", text):
        yield Reading(_in_words(text), language)
        return
    yield from [Reading(text, language)] if language else _passages(text)
    bare = without_entities(text)
    if bare != text or _MARKED_WORD.search(bare):
        yield Reading(_without_markup(bare), language)


def without_entities(text: str) -> str:
    """`&#74;` is a letter like any other, once a page shows it."""
    return _ENTITY.sub(lambda entity: html.unescape(entity[0]), text)


def _without_markup(text: str) -> str:
    return _MARKUP.sub(lambda mark: "\n" * mark[0].count("\n"), text)


def _in_words(text: str) -> str:
    """`Given.Surname`, and what is said in a web address."""
    return _BETWEEN_WORDS.sub(" ", unquote(without_entities(text))).strip()


def _passages(text: str) -> Iterator[Reading]:
    """Paragraphs, each in a language of its own. A short one tells none: it goes on with the one before.

    So does a name below a greeting.
    """
    start = line = 0
    gaps = list(_GAP.finditer(text))
    ends = [*(gap.start() for gap in gaps[1:]), len(text)]
    for gap, end in zip(gaps, ends, strict=False):  # no gap, no paragraph behind it
        if end - gap.end() >= _TELLING:
            yield Reading(text[start : gap.start()], None, line)
            line += text.count("\n", start, gap.end())
            start = gap.end()
    yield Reading(text[start:], None, line)


def _changed_field(document: Mapping[str, Any]) -> str:
    """Which field an amendment sets, as a place: `title.fr` says the language of its new value."""
    content = document.get("content")
    change = content.get("frontmatter_change") if isinstance(content, dict) else None
    field = change.get("field_path") if isinstance(change, dict) else None
    return field.replace(".", "/") if isinstance(field, str) else ""


def _language(place: str) -> str | None:
    last = place.rpartition("/")[2]
    return last if last in LANGUAGES else None


def _is_chosen(key: str) -> bool:
    """Whether whoever sent it chose this name of a field."""
    return key not in declared_names()


def _is_nobodys(_: str) -> bool:
    return False
