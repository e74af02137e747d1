"""A skill's body, read: tags matched into elements, sections, list items, and what it cites."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import cached_property
from operator import attrgetter
from typing import Final, NamedTuple

from becivic.corpus.tokens import Attribute, Kind, TagFault, Token, begins_line, tokenize
from becivic.rules.tags import Tag

_HEADING: Final = re.compile(r"#(#{0,5})(?:[ \t]+([^\n]*))?$", re.MULTILINE)
_UNDERLINE: Final = re.compile(r"\n {0,3}(=+|-+)[ \t]*$", re.MULTILINE)
_NO_PARAGRAPH: Final = re.compile(r"[ \t]|#{1,6}[ \t]|>|(?:[-*+]|[0-9]{1,9}[.)])[ \t]|$")
_LIST_OR_QUOTE: Final = re.compile(r"[ \t]+\S|>|(?:[-*+]|[0-9]{1,9}[.)])[ \t]")
_ITEM: Final = re.compile(r"\n( {0,3}(?:[-*+]|([0-9]{1,9})[.)])(?:[ \t]+|$))", re.MULTILINE)
_CITING: Final = (Tag.VV.value, Tag.REF.value)
# Bound once: looking up a member of an enum costs more than the loops below have to spend.
_TEXT, _OPEN, _CLOSE, _VOID, _BRACKET = Kind.TEXT, Kind.OPEN, Kind.CLOSE, Kind.VOID, Kind.BRACKET
_OPAQUE: Final = (Kind.CODE, Kind.COMMENT)
_START: Final = attrgetter("start")


class Element(NamedTuple):
    """A tag and what it wraps. `close` is None for a self-closing tag; both offsets count in the body."""

    name: str
    attributes: tuple[Attribute, ...]
    open: Token
    close: Token | None
    start: int
    end: int

    def get(self, attribute: str) -> str | None:
        for item in self.attributes:  # a loop, not a generator: rules ask this for every tag of a corpus
            if item.name == attribute:
                return item.value
        return None

    def at(self, attribute: str) -> int:
        """The offset of an attribute, or of the tag where it has none of that name."""
        return next((item.offset for item in self.attributes if item.name == attribute), self.start)


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

    def forget(self) -> None:
        """Drop what was worked out; it is worked out again when asked for."""
        self.__dict__ = {"text": self.text, "first_line": self.first_line}

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

    @cached_property
    def _by_name(self) -> dict[str, list[Element]]:
        groups: dict[str, list[Element]] = {}
        for element in self.elements:
            groups.setdefault(element.name, []).append(element)
        return groups

    def named(self, tag: Tag) -> list[Element]:
        return self._by_name.get(tag.value, [])

    @cached_property
    def citations(self) -> list[Element]:
        """The volatile values and references it cites by tag."""
        return [element for element in self.elements if element.name in _CITING]

    def inner(self, element: Element) -> str:
        """What a wrapper wraps, as written."""
        return self.text[element.open.end : element.close.start] if element.close else ""

    @cached_property
    def brackets(self) -> list[Token]:
        return [token for token in self.tokens if token.kind is _BRACKET]

    @cached_property
    def opaque(self) -> list[Token]:
        """Code and comments: nothing in them is prose."""
        return [token for token in self.tokens if token.kind in _OPAQUE]

    @cached_property
    def _opaque_starts(self) -> list[int]:
        return [token.start for token in self.opaque]

    def is_opaque(self, offset: int) -> bool:
        before = bisect_right(self._opaque_starts, offset)
        return before > 0 and offset < self.opaque[before - 1].end

    @cached_property
    def headings(self) -> list[Sectioned]:
        """All headings outside code, with the stretch each governs."""
        found = sorted([*self._hashed_headings(), *self._underlined_headings()])
        ends = [len(self.text)] * 7  # by level: where the next heading of that level or higher begins
        sections: list[Sectioned] = []
        for start, content, level, title in reversed(found):
            sections.append(Sectioned(level, title, start, content, ends[level]))
            ends[level:] = [start] * (7 - level)
        return sections[::-1]

    def _hashed_headings(self) -> Iterator[tuple[int, int, int, str]]:
        for match in _HEADING.finditer(self.text):
            if begins_line(self.text, match.start()) and not self.is_opaque(match.start()):
                start = self.text.rfind("\n", 0, match.start()) + 1
                title = _without_closing_hashes(match.group(2) or "")
                yield start, match.end(), len(match.group(1)) + 1, title

    def _underlined_headings(self) -> Iterator[tuple[int, int, int, str]]:
        """A paragraph with `===` or `---` right below it is a heading too; its last line is the title here."""
        for match in _UNDERLINE.finditer(self.text):
            start, title = self._line_before(match.start())
            above = self._line_before(start - 1)[1]
            if _NO_PARAGRAPH.match(title) or _LIST_OR_QUOTE.match(above) or self.is_opaque(start):
                continue
            yield start, match.end(), 1 if match.group(1)[0] == "=" else 2, title.strip()

    def _line_before(self, end: int) -> tuple[int, str]:
        """The line that ends at an offset; the line before the first one is empty."""
        end = max(0, end)
        start = self.text.rfind("\n", 0, end) + 1
        return start, self.text[start:end]

    @cached_property
    def sections(self) -> list[Sectioned]:
        """The H2 sections, in order."""
        return [heading for heading in self.headings if heading.level == 2]

    def section(self, title: str) -> Sectioned | None:
        return next((section for section in self.sections if section.title == title), None)

    @property
    def intro_end(self) -> int:
        """Where the first section begins."""
        return self.sections[0].start if self.sections else len(self.text)

    @property
    def intro(self) -> str:
        """What stands before the first section."""
        return self.text[: self.intro_end]

    def content(self, section: Sectioned) -> str:
        return self.text[section.content : section.end]

    def items(self, section: Sectioned) -> list[Item]:
        """The top-level list items of a section; an item runs to the next one or to the section's end."""
        starts: list[tuple[int, int | None]] = []
        inside = 4  # the column from which a marker belongs to the item above; no marker stands that far in
        for match in _ITEM.finditer(self.text, section.content, section.end):
            marker = match.group(1)
            indent = len(marker) - len(marker.lstrip(" "))
            if indent < inside and not self.is_opaque(match.start(1)):
                starts.append((match.start(1), int(match.group(2)) if match.group(2) else None))
                bare = len(marker.rstrip())
                inside = len(marker) if bare < len(marker) <= bare + 4 else bare + 1
        ends = [*(start for start, _ in starts[1:]), section.end][: len(starts)]
        return [Item(start, end, number) for (start, number), end in zip(starts, ends, strict=True)]

    @cached_property
    def _element_starts(self) -> list[int]:
        return [element.start for element in self.elements]

    def elements_in(self, start: int, end: int) -> list[Element]:
        starts = self._element_starts
        return self.elements[bisect_left(starts, start) : bisect_left(starts, end)]

    def prose(self, *, outside: tuple[Tag, ...] = ()) -> Iterator[tuple[int, str]]:
        """Stretches of plain text with their offsets, leaving out what the named tags wrap."""
        return self._texts(outside, wrapped=False)

    def prose_within(self, tag: Tag) -> Iterator[tuple[int, str]]:
        """Stretches of plain text that a tag wraps, however deep."""
        return self._texts((tag,), wrapped=True)

    def _texts(self, tags: tuple[Tag, ...], *, wrapped: bool) -> Iterator[tuple[int, str]]:
        names = {tag.value for tag in tags}
        spans = [(element.start, element.end) for element in self.elements if element.name in names]
        index, covered = 0, 0
        for token in self.tokens:
            while index < len(spans) and spans[index][0] <= token.start:
                covered = max(covered, spans[index][1])
                index += 1
            if token.kind is _TEXT and (token.start < covered) is wrapped:
                yield token.start, self.text[token.start : token.end]


def _without_closing_hashes(title: str) -> str:
    """`## Title ##` is called Title; `## C#` is called C#."""
    title = title.strip(" \t")
    shorter = title.rstrip("#")
    return shorter.rstrip(" \t") if not shorter or shorter[-1] in " \t" else title


def _match(tokens: list[Token]) -> tuple[list[Element], list[Unmatched]]:
    """Pair opening and closing tags by name; what crosses or dangles is reported, never guessed."""
    elements: list[Element] = []
    unmatched: list[Unmatched] = []
    stack: list[Token] = []
    waiting: dict[str, int] = {}
    for token in tokens:
        if token.kind is _VOID:
            elements.append(Element(token.name, token.attributes, token, None, token.start, token.end))
        elif token.kind is _OPEN:
            stack.append(token)
            waiting[token.name] = waiting.get(token.name, 0) + 1
        elif token.kind is _CLOSE:
            if not waiting.get(token.name):
                unmatched.append(Unmatched(token, f"</{token.name}> closes nothing"))
                continue
            while (opened := stack.pop()).name != token.name:
                waiting[opened.name] -= 1
                unmatched.append(Unmatched(opened, f"<{opened.name}> is not closed before </{token.name}>"))
            waiting[token.name] -= 1
            elements.append(Element(opened.name, opened.attributes, opened, token, opened.start, token.end))
    unmatched += [Unmatched(opened, f"<{opened.name}> is never closed") for opened in stack]
    elements.sort(key=_START)
    return elements, unmatched
