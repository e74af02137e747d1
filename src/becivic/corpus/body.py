"""A skill's body, read: tags matched into elements, sections, list items, and what it cites."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import Final, NamedTuple

from becivic.corpus.tokens import Attribute, Kind, TagFault, Token, tokenize
from becivic.rules.tags import Tag

_HEADING: Final = re.compile(r"^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$", re.MULTILINE)
_ITEM: Final = re.compile(r"^ {0,3}(?:[-*+]|([0-9]{1,9})[.)])[ \t]+", re.MULTILINE)


class Element(NamedTuple):
    """A tag and what it wraps. `close` is None for a self-closing tag; both offsets count in the body."""

    name: str
    attributes: tuple[Attribute, ...]
    open: Token
    close: Token | None

    @property
    def start(self) -> int:
        return self.open.start

    @property
    def end(self) -> int:
        return self.close.end if self.close else self.open.end

    def get(self, attribute: str) -> str | None:
        return next((item.value for item in self.attributes if item.name == attribute), None)


class Unmatched(NamedTuple):
    """An opening tag without its close, or the reverse."""

    token: Token
    reason: str


class Sectioned(NamedTuple):
    """A heading and the stretch below it, up to the next heading of the same level or higher."""

    level: int
    title: str
    start: int
    content: int
    end: int


class Item(NamedTuple):
    """A top-level list item; `number` is None in a bulleted list."""

    start: int
    end: int
    number: int | None


class Body:
    """Everything derived from the text is worked out once, when first asked for."""

    def __init__(self, text: str, first_line: int = 1) -> None:
        self.text = text
        self.first_line = first_line

    @cached_property
    def _tokenized(self) -> tuple[list[Token], list[TagFault]]:
        return tokenize(self.text)

    @property
    def tokens(self) -> list[Token]:
        return self._tokenized[0]

    @property
    def tag_faults(self) -> list[TagFault]:
        return self._tokenized[1]

    @cached_property
    def _newlines(self) -> list[int]:
        return [match.start() for match in re.finditer("\n", self.text)]

    def line(self, offset: int) -> int:
        """The line in the file of an offset in the body."""
        return self.first_line + bisect_right(self._newlines, offset - 1)

    @cached_property
    def _matched(self) -> tuple[list[Element], list[Unmatched]]:
        return _match(self.tokens)

    @property
    def elements(self) -> list[Element]:
        """Every tag in the order it opens."""
        return self._matched[0]

    @property
    def unmatched(self) -> list[Unmatched]:
        return self._matched[1]

    def named(self, tag: Tag) -> list[Element]:
        return [element for element in self.elements if element.name == tag.value]

    def inner(self, element: Element) -> str:
        """What a wrapper wraps, as written."""
        return self.text[element.open.end : element.close.start] if element.close else ""

    @property
    def brackets(self) -> Iterator[Token]:
        return (token for token in self.tokens if token.kind is Kind.BRACKET)

    @cached_property
    def opaque(self) -> list[Token]:
        """Code and comments: nothing in them is prose."""
        return [token for token in self.tokens if token.kind in (Kind.CODE, Kind.COMMENT)]

    def is_opaque(self, offset: int) -> bool:
        return any(token.start <= offset < token.end for token in self.opaque)

    @cached_property
    def headings(self) -> list[Sectioned]:
        """All headings outside code, with the stretch each governs."""
        found = [
            (len(match.group(1)), match.group(2), match.start(), match.end())
            for match in _HEADING.finditer(self.text)
            if not self.is_opaque(match.start())
        ]
        return [
            Sectioned(level, title, start, content, self._section_end(found, index, level))
            for index, (level, title, start, content) in enumerate(found)
        ]

    def _section_end(self, found: list[tuple[int, str, int, int]], index: int, level: int) -> int:
        following = (start for other, _, start, _ in found[index + 1 :] if other <= level)
        return next(following, len(self.text))

    @cached_property
    def sections(self) -> list[Sectioned]:
        """The H2 sections, in order."""
        return [heading for heading in self.headings if heading.level == 2]

    def section(self, title: str) -> Sectioned | None:
        return next((section for section in self.sections if section.title == title), None)

    @property
    def intro(self) -> str:
        """What stands before the first section."""
        return self.text[: self.sections[0].start] if self.sections else self.text

    def content(self, section: Sectioned) -> str:
        return self.text[section.content : section.end]

    def items(self, section: Sectioned) -> list[Item]:
        """The top-level list items of a section; an item runs to the next one or to the section's end."""
        starts = [
            (match.start(), int(match.group(1)) if match.group(1) else None)
            for match in _ITEM.finditer(self.text, section.content, section.end)
            if not self.is_opaque(match.start())
        ]
        ends = [start for start, _ in starts[1:]] + [section.end]
        return [Item(start, end, number) for (start, number), end in zip(starts, ends, strict=True)]

    def elements_in(self, start: int, end: int) -> list[Element]:
        return [element for element in self.elements if start <= element.start < end]

    def prose(self, *, outside: tuple[Tag, ...] = ()) -> Iterator[tuple[int, str]]:
        """Stretches of plain text with their offsets, leaving out what the named tags wrap."""
        skipped = sorted((e.start, e.end) for e in self.elements if e.name in {tag.value for tag in outside})
        index, covered = 0, 0
        for token in self.tokens:
            while index < len(skipped) and skipped[index][0] <= token.start:
                covered = max(covered, skipped[index][1])
                index += 1
            if token.kind is Kind.TEXT and token.start >= covered:
                yield token.start, self.text[token.start : token.end]


def _match(tokens: list[Token]) -> tuple[list[Element], list[Unmatched]]:
    """Pair opening and closing tags by name; what crosses or dangles is reported, never guessed."""
    elements: list[Element] = []
    unmatched: list[Unmatched] = []
    stack: list[Token] = []
    waiting: dict[str, int] = {}
    for token in tokens:
        if token.kind is Kind.VOID:
            elements.append(Element(token.name, token.attributes, token, None))
        elif token.kind is Kind.OPEN:
            stack.append(token)
            waiting[token.name] = waiting.get(token.name, 0) + 1
        elif token.kind is Kind.CLOSE:
            if not waiting.get(token.name):
                unmatched.append(Unmatched(token, f"</{token.name}> closes nothing"))
                continue
            while (opened := stack.pop()).name != token.name:
                waiting[opened.name] -= 1
                unmatched.append(Unmatched(opened, f"<{opened.name}> is not closed before </{token.name}>"))
            waiting[token.name] -= 1
            elements.append(Element(opened.name, opened.attributes, opened, token))
    unmatched += [Unmatched(opened, f"<{opened.name}> is never closed") for opened in stack]
    elements.sort(key=lambda element: element.start)
    return elements, unmatched
