"""The first facts of a procedure, a line each, taken from its own text: what it costs, how long it takes, what can go wrong.

Nothing is made up: a line is a row of a table or a sentence of the body, with its values as the catalogue has them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from becivic.corpus.skill import Skill
from becivic.rendering.shown import ShownRows
from becivic.rendering.voice import Voice
from becivic.rules.tags import Tag
from becivic.site.pages.cited_text import MARK, CitedText, without_marks

COST: Final = "What it costs"
TERM: Final = "How long it takes"
_LINES: Final = 3
_LONGEST: Final = 240

_SENTENCE: Final = re.compile(rf"(?:(?<=[.!?])|(?<=[.!?] {MARK}))\s+(?=[A-Z*(\"“])")
_SPARE: Final = re.compile(r"\s*\(\s*[,;]?\s*\)|\s+(?=[.,;:)])|(?<=\()\s+|(?<=\()[,;]\s*|[*`\\]")
_DANGLING: Final = re.compile(r"[,;:] ?(?=\))|[,;] ?(?=[,;.])")
"""Of blanks there is one at most by then: each stop is looked at once, whatever stands around it."""
_LOOKED_AT: Final = 8 * _LONGEST
"""Letters of a sentence that matter: what is longer is cut anyway."""


@dataclass(frozen=True, slots=True)
class Line:
    text: str
    sources: tuple[str, ...] = ()
    """The uids of the references that it rests on."""


@dataclass(frozen=True, slots=True)
class _Found:
    """Words with their marks, and the block in which they stand."""

    words: str
    block: str


def lines(skill: Skill, title: str, rows: ShownRows, voice: Voice) -> list[Line]:
    """The foremost things said under a heading: rows or a sentence that hold a value, else its first sentence."""
    body = skill.confirmed_body
    section = next((each for each in body.headings if each.title == title), None)
    if section is None:
        return []
    told = CitedText(body, rows, voice, (section.content, section.end))
    return [
        Line(_shortened(_tidy(found.words)), told.sources(found.words, found.block))
        for found in _foremost(told)[:_LINES]
    ]


def first_risk(skill: Skill, rows: ShownRows, voice: Voice) -> Line | None:
    """Why the first risky step is one, in the author's words, and what that step rests on."""
    body = skill.confirmed_body
    for element in body.named(Tag.RISK):
        if reason := element.get("reason"):
            step = CitedText(body, rows, voice, _lines_of(body.text, element.start, element.end))
            return Line(reason, step.sources(step.text, ""))
    return None


def _lines_of(text: str, start: int, end: int) -> tuple[int, int]:
    """The whole lines in which a stretch stands."""
    return text.rfind("\n", 0, start) + 1, (text + "\n").index("\n", end)


def _foremost(told: CitedText) -> list[_Found]:
    listed = [line for line in told.text.splitlines() if line.startswith("|")]
    cells = [found for line in listed[2:] if (found := _row(told, line))]
    sentences = [found for found in _sentences(told.text) if _tidy(found.words)]
    return cells or [each for each in sentences if told.has_value(each.words)][:1] or sentences[:1]


def _sentences(text: str) -> Iterator[_Found]:
    for paragraph in text.splitlines():
        if not paragraph.startswith("|"):
            for sentence in _SENTENCE.split(paragraph.strip(" -")):
                yield _Found(sentence, paragraph)


def _row(told: CitedText, line: str) -> _Found | None:
    """A row of a table as `what: how much`; of what it is called only the first part."""
    what, *rest = line.strip("| ").split("|")
    value = next((cell for cell in rest if told.has_value(cell)), "")
    return _Found(f"{re.split('[;(]', what)[0].strip()}: {value}", line) if value else None


def _tidy(text: str) -> str:
    text = _SPARE.sub("", " ".join(without_marks(text)[:_LOOKED_AT].split()))
    return _DANGLING.sub("", text).rstrip(",;:( ").lstrip()


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST].rsplit(' ', 1)[0].rstrip(',;:')}…"
