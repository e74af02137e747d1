"""What the steps of a procedure are called, in a few plain words each, for structured data.

Only words that cannot grow old: a step whose first sentence holds a value that may change is named by its number.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import Final

from becivic.corpus.body import Body, Item
from becivic.corpus.load import Corpus
from becivic.corpus.skill import Skill
from becivic.corpus.tokens import Kind, Token
from becivic.rendering.links import found
from becivic.rendering.voice import ENGLISH
from becivic.rules.skills import Section
from becivic.rules.tags import Tag

_VALUE: Final = "\0"
# Bound once: looking up a member of an enum costs more than the loop below has to spend.
_CITING: Final = (Tag.VV.value, Tag.REF.value)
_LEADING: Final = (Tag.SKILL.value, Tag.PATH.value)
_STEPS: Final = {Kind.OPEN: 1, Kind.CLOSE: -1}
_VOID: Final = Kind.VOID
_WORDED: Final = (Kind.TEXT, Kind.CODE)
_STOP: Final = re.compile(r"[.:;?!](?=\s|$)")
_MARKER: Final = re.compile(r"^\s*[0-9]+[.)]\s+")
_MARKUP: Final = re.compile(r"\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)?\)|[*`\[\]]|\(\s*\)")
_STOPS: Final = ".,:;?!"
_MARKING: Final = "*`[]("
"""Without one of these there is no markup to take out."""


def step_names(skill: Skill, corpus: Corpus) -> list[str]:
    """In order, one for each numbered step of the process."""
    body = skill.confirmed_body
    section = body.section(Section.PROCESS.value)
    if section is None:
        return []
    starts = [token.start for token in body.tokens]
    steps = [item for item in body.items(section) if item.number is not None]
    return [_name(body, item, starts, corpus) or f"Step {item.number}" for item in steps]


def _name(body: Body, item: Item, starts: list[int], corpus: Corpus) -> str:
    written = _MARKER.sub("", "".join(_pieces(body, item, starts, corpus))).partition("\n\n")[0]
    found = _STOP.search(written, 1)
    sentence = written[: found.end()] if found else written
    if _VALUE in sentence:
        return ""
    if any(mark in sentence for mark in _MARKING):
        sentence = _MARKUP.sub("", sentence)
    plain = " ".join(sentence.split())
    for stop in _STOPS:
        plain = plain.replace(f" {stop}", stop)
    return plain.rstrip(" .:;(")


def _pieces(body: Body, item: Item, starts: list[int], corpus: Corpus) -> Iterator[str]:
    """Of the tokens of which some part stands in the step; `starts` is where each begins, one where the last ended."""
    wrapped = 0
    first = bisect_right(starts, item.start) - 1
    for token in body.tokens[first : bisect_left(starts, item.end, lo=first)]:
        if token.name in _CITING:
            wrapped += _STEPS.get(token.kind, 0)
            yield _VALUE if token.name == _CITING[0] else ""
        elif token.kind is _VOID:
            yield _title(token, corpus)
        elif token.kind in _WORDED and not wrapped:
            yield body.text[max(token.start, item.start) : min(token.end, item.end)]


def _title(token: Token, corpus: Corpus) -> str:
    """What another procedure or a path is called; of one that is withheld nothing is told (R-QUAR-06)."""
    key = next((each.value for each in token.attributes if each.name == "id"), "")
    link = found(Tag(token.name), key, corpus, ENGLISH.language) if token.name in _LEADING else None
    return link.title if link else ""
