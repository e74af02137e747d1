"""The words of a stretch of a body, values in place, with a mark wherever something is cited.

What is cut out of it still knows what it rests on. It knows nothing of what the words are for.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property
from itertools import islice
from operator import attrgetter
from typing import Final, NamedTuple

from becivic.corpus.body import Body, Element
from becivic.corpus.tokens import Kind
from becivic.rendering.rows_html import value_words
from becivic.rendering.shown import ShownReference, ShownRows, ShownValue
from becivic.rendering.voice import Voice
from becivic.rules.tags import UNRESOLVED, Tag

MARK: Final = "[\U000f0000-\U0010ffff]"
"""A pattern: the characters that stand for a citation. No author's text keeps one."""

_FIRST: Final = 0xF0000
_MARKS: Final = re.compile(MARK)
_END: Final = attrgetter("end")
_WHOLE: Final = (Tag.VV.value, Tag.REF.value)


class _Cited(NamedTuple):
    uid: str
    """Of a reference; empty where a value rests on none."""
    is_value: bool


class CitedText:
    """A stretch of a body, from one offset to another."""

    def __init__(self, body: Body, rows: ShownRows, voice: Voice, span: tuple[int, int]) -> None:
        self._rows, self._voice = rows, voice
        self._cited: list[_Cited] = []
        self._body = body
        self.text = "".join(self._pieces(body, *span))

    @cached_property
    def _uids(self) -> dict[str, str]:
        """By the names by which the body cites."""
        named = ((element.get("name") or "", self._row(element)) for element in self._body.named(Tag.REF))
        return {name: row.uid for name, row in named if row}

    def has_value(self, piece: str) -> bool:
        return any(each.is_value for each in self._in(piece))

    def sources(self, piece: str, around: str) -> tuple[str, ...]:
        """The uids of what a piece rests on: cited in it, or what its values rest on, or cited in the words around it."""
        cited = [each.uid for each in self._in(piece) if not each.is_value]
        rested = [each.uid for each in self._in(piece) if each.is_value]
        beside = [each.uid for each in self._in(around) if not each.is_value]
        found = (_those(uids) for uids in (cited, rested, beside))
        return next(filter(None, found), ())

    def _in(self, piece: str) -> list[_Cited]:
        return [self._cited[ord(mark) - _FIRST] for mark in _MARKS.findall(piece)]

    def _pieces(self, body: Body, start: int, end: int) -> Iterable[str]:
        inside = {element.start: element for element in body.elements_in(start, end)}
        position = start
        for token in islice(body.tokens, bisect_right(body.tokens, start, key=_END), None):
            if token.start >= end:
                break
            if token.end <= position:
                continue  # inside a citation
            element = inside.get(token.start)
            if element is not None:
                yield self._element(element)
                position = element.end if element.name in _WHOLE else element.open.end
            elif token.kind is Kind.BRACKET:
                yield self._mark(self._uids.get(token.name, token.name))
            elif token.kind in (Kind.TEXT, Kind.CODE):
                yield without_marks(body.text[max(token.start, position) : min(token.end, end)])

    def _row(self, element: Element) -> ShownReference | None:
        return self._rows.reference(element.get("uid") or "", element.get("name") or "")

    def _element(self, element: Element) -> str:
        if element.name == Tag.REF.value:
            row = self._row(element)
            return self._mark(row.uid if row else "")
        if element.name == Tag.VV.value:
            return self._value(self._rows.value(element.get("uid") or "", element.get("name") or ""))
        return ""

    def _value(self, row: ShownValue | None) -> str:
        if row is None or row.held or not row.is_resolved:
            return self._mark("", is_value=True) + UNRESOLVED
        return self._mark(row.source, is_value=True) + without_marks(value_words(row, self._voice))

    def _mark(self, uid: str, *, is_value: bool = False) -> str:
        self._cited.append(_Cited(uid, is_value))
        return chr(_FIRST + len(self._cited) - 1)


def without_marks(text: str) -> str:
    return text if text.isascii() else _MARKS.sub("", text)


def _those(uids: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, uids)))
