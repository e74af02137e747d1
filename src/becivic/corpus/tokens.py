"""The tokenizer of the MDX subset that bodies are written in (schemas 6.10).

Tokens are lossless: laid end to end they are the body again. Fenced code, inline code and comments are left
alone, a stray `<` is text, and a tag that cannot be read is text too, with a fault that says why. Time is
linear in the length of the text whatever it holds.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_left
from enum import IntEnum
from typing import Final, NamedTuple


class Kind(IntEnum):
    """What a stretch of the body is."""

    TEXT = 0
    CODE = 1
    COMMENT = 2
    OPEN = 3
    CLOSE = 4
    VOID = 5
    BRACKET = 6


class Attribute(NamedTuple):
    """A tag's attribute, unescaped, with the offset of its name."""

    name: str
    value: str
    offset: int


class Token(NamedTuple):
    """A stretch `[start, end)` of the body. Tags have a name; a bracket's name is what stands inside it."""

    kind: Kind
    start: int
    end: int
    name: str = ""
    attributes: tuple[Attribute, ...] = ()


class TagFault(NamedTuple):
    """A tag that could not be read, with the offset of its `<`."""

    offset: int
    name: str
    reason: str


_FENCE: Final = re.compile(r"^[ \t]*(`{3,}|~{3,})([^\n]*)$", re.MULTILINE)
_INLINE: Final = re.compile(
    r"\\[\\`<\[]|`+|<!--|<(/?)([A-Z][A-Za-z0-9]*)(?=[\s/>]|$)|\[([a-z][a-z0-9-]*)\](?![(\[:])"
)
_BLANK_LINE: Final = re.compile(r"\n[ \t]*\n")
_ATTRIBUTE: Final = re.compile(
    r"""\s+([A-Za-z_][A-Za-z0-9_-]*)(?:\s*=\s*(?:"([^"\n]*(?:\n(?![ \t]*\n)[^"\n]*)*)"|'([^'\n]*(?:\n(?![ \t]*\n)[^'\n]*)*)'))?"""
)
_TAG_END: Final = re.compile(r"\s*(/?)>")


def tokenize(text: str) -> tuple[list[Token], list[TagFault]]:
    """The body as tokens, and the tags that could not be read."""
    scanner = _Scanner(text)
    position = 0
    for start, end in _code_blocks(text):
        scanner.inline(position, start)
        scanner.emit(Token(Kind.CODE, start, end))
        position = end
    scanner.inline(position, len(text))
    scanner.flush(len(text))
    return scanner.tokens, scanner.faults


def _code_blocks(text: str) -> list[tuple[int, int]]:
    """Fenced blocks, by CommonMark's rule: closed by a fence at least as long, or by the end."""
    if "```" not in text and "~~~" not in text:
        return []
    blocks: list[tuple[int, int]] = []
    opened: re.Match[str] | None = None
    for match in _FENCE.finditer(text):
        fence, rest = match.group(1), match.group(2)
        if opened is None:
            if fence[0] == "~" or "`" not in rest:
                opened = match
        elif fence[0] == opened.group(1)[0] and len(fence) >= len(opened.group(1)) and not rest.strip():
            blocks.append((opened.start(), match.end()))
            opened = None
    if opened is not None:
        blocks.append((opened.start(), len(text)))
    return blocks


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[Token] = []
        self.faults: list[TagFault] = []
        self._text_start = 0
        self._ticks: dict[int, list[int]] | None = None
        self._blank_lines: list[int] = []

    def flush(self, end: int) -> None:
        """Close the running text at `end`."""
        if end > self._text_start:
            self.tokens.append(Token(Kind.TEXT, self._text_start, end))
        self._text_start = end

    def emit(self, token: Token) -> None:
        self.flush(token.start)
        self.tokens.append(token)
        self._text_start = token.end

    def inline(self, position: int, end: int) -> None:
        """Scan a stretch that holds no fenced code."""
        text = self.text
        while match := _INLINE.search(text, position, end):
            position = match.end()
            first = text[match.start()]
            if first == "`":
                position = self._code_span(match, end)
            elif first == "<":
                position = self._comment(match, end) if match.group(2) is None else self._tag(match, end)
            elif first == "[":
                self.emit(Token(Kind.BRACKET, match.start(), position, match.group(3)))

    def _code_span(self, match: re.Match[str], end: int) -> int:
        """Inline code ends at the next run of as many backticks in the same paragraph; else it is text."""
        start, after = match.span()
        if self._ticks is None:
            self._index()
        ticks = (self._ticks or {})[after - start]
        following = bisect_left(ticks, after)
        close = ticks[following] if following < len(ticks) else len(self.text)
        if close >= min(end, self._paragraph_end(after)):
            return after
        stop = close + after - start
        self.emit(Token(Kind.CODE, start, stop))
        return stop

    def _index(self) -> None:
        self._ticks = {}
        for run in re.finditer(r"`+", self.text):
            self._ticks.setdefault(run.end() - run.start(), []).append(run.start())
        self._blank_lines = [blank.start() for blank in _BLANK_LINE.finditer(self.text)]

    def _paragraph_end(self, position: int) -> int:
        following = bisect_left(self._blank_lines, position)
        return self._blank_lines[following] if following < len(self._blank_lines) else len(self.text)

    def _comment(self, match: re.Match[str], end: int) -> int:
        close = self.text.find("-->", match.end(), end)
        stop = end if close < 0 else close + 3
        self.emit(Token(Kind.COMMENT, match.start(), stop))
        return stop

    def _tag(self, match: re.Match[str], end: int) -> int:
        slash, name = match.group(1), match.group(2)
        position, attributes = match.end(), []
        while found := _ATTRIBUTE.match(self.text, position, end):
            double, single = found.group(2), found.group(3)
            if double is None and single is None:
                return self._refuse(match, f"the attribute `{found.group(1)}` has no quoted value")
            value = html.unescape(double if double is not None else single)
            attributes.append(Attribute(found.group(1), value, found.start(1)))
            position = found.end()
        closing = _TAG_END.match(self.text, position, end)
        if closing is None:
            return self._refuse(match, "the tag does not end with `>` where it should")
        if slash and (attributes or closing.group(1)):
            return self._refuse(match, "a closing tag holds nothing but its name")
        kind = Kind.CLOSE if slash else Kind.VOID if closing.group(1) else Kind.OPEN
        self.emit(Token(kind, match.start(), closing.end(), name, tuple(attributes)))
        return closing.end()

    def _refuse(self, match: re.Match[str], reason: str) -> int:
        self.faults.append(TagFault(match.start(), match.group(2), reason))
        return match.end()
