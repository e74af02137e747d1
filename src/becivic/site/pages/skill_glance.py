"""The first facts of a procedure, a line each, taken from its own text: what it costs, how long it takes, what can go wrong.

Nothing is made up: a line is a row of a table or a sentence of the body, with its values as the catalogue has them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from becivic.corpus.body import Body, Element, Sectioned
from becivic.corpus.skill import Skill
from becivic.corpus.tokens import Kind
from becivic.rendering.rows_html import value_words
from becivic.rendering.shown import ShownReference, ShownRows
from becivic.rendering.voice import Voice
from becivic.rules.tags import UNRESOLVED, Tag

COST: Final = "What it costs"
TERM: Final = "How long it takes"
_LINES: Final = 3
_LONGEST: Final = 240
_VALUE: Final = "\ue000"
"""Stands before a value while a line is looked for that has one; no author's text keeps it."""

_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z*(\"“])")
_SPARE: Final = re.compile(r"\(\s*[,;]?\s*\)|\s+(?=[.,;:)])|(?<=\()\s+|(?<=\()[,;]\s*|[*`\\]")
_DANGLING: Final = re.compile(r"[,;:]\s*(?=\))|(?:[,;]\s*)+(?=[,;.])|[,;:(\s]+$")


@dataclass(frozen=True, slots=True)
class Line:
    text: str
    source: ShownReference | None = None
    """What its first value rests on."""


def lines(skill: Skill, title: str, rows: ShownRows, voice: Voice) -> list[Line]:
    """The foremost things said under a heading: rows or a sentence that hold a value, else its first sentence."""
    body = skill.body
    section = next((each for each in body.headings if each.title == title), None)
    return [] if section is None else _foremost(body, section, rows, voice)


def first_risk(skill: Skill) -> str:
    """Why the first risky step is one, in the author's words."""
    return next((reason for each in skill.body.named(Tag.RISK) if (reason := each.get("reason"))), "")


def _foremost(body: Body, section: Sectioned, rows: ShownRows, voice: Voice) -> list[Line]:
    told = _plain(body, section, rows, voice)
    listed = [line for line in told.splitlines() if line.startswith("|")]
    cells = [text for line in listed[2:] if _VALUE in line and (text := _row(line))]
    sentences = [each for each in _sentences(told) if each]
    found = cells or [each for each in sentences if _VALUE in each][:1] or sentences[:1]
    cited = _sources(body, section, rows)
    return [Line(_shortened(text), cited if _VALUE in text else None) for text in found[:_LINES]]


def _sentences(told: str) -> Iterator[str]:
    for paragraph in told.splitlines():
        if not paragraph.startswith("|"):
            yield from map(_tidy, _SENTENCE.split(paragraph.strip(" -")))


def _row(line: str) -> str:
    """A row of a table as `what: how much`; of what it is called only the first part."""
    what, *rest = (_tidy(cell) for cell in line.strip("| ").split("|"))
    value = next((cell for cell in rest if _VALUE in cell), "")
    return f"{re.split('[;(]', what)[0].strip()}: {value}" if value else ""


def _tidy(text: str) -> str:
    text = _SPARE.sub("", " ".join(text.split()))
    return _DANGLING.sub("", text).strip()


def _shortened(text: str) -> str:
    text = text.replace(_VALUE, "")
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST].rsplit(' ', 1)[0].rstrip(',;:')}…"


def _sources(body: Body, section: Sectioned, rows: ShownRows) -> ShownReference | None:
    for element in body.elements_in(section.content, section.end):
        if element.name == Tag.VV.value:
            row = rows.value(element.get("uid") or "", element.get("name") or "")
            source = rows.references.get(row.source) if row else None
            return source if source and source.is_resolved and not source.held else None
    return None


def _plain(body: Body, section: Sectioned, rows: ShownRows, voice: Voice) -> str:
    """The words of a section: values in place, citations and comments left out."""
    inside = {element.start: element for element in body.elements_in(section.content, section.end)}
    pieces: list[str] = []
    position = section.content
    for token in body.tokens:
        if token.end <= position or token.start >= section.end:
            continue
        element = inside.get(token.start)
        if element is not None:
            pieces.append(_element(element, rows, voice))
            position = element.end if element.name in (Tag.VV.value, Tag.REF.value) else element.open.end
        elif token.kind in (Kind.TEXT, Kind.CODE):
            pieces.append(
                body.text[max(token.start, position) : min(token.end, section.end)].replace(_VALUE, "")
            )
    return "".join(pieces)


def _element(element: Element, rows: ShownRows, voice: Voice) -> str:
    if element.name != Tag.VV.value:
        return ""
    row = rows.value(element.get("uid") or "", element.get("name") or "")
    if row is None or row.held or not row.is_resolved:
        return _VALUE + UNRESOLVED
    return _VALUE + value_words(row, voice)
