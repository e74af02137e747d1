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


# Bound once: looking up a member of an enum costs more than the scanner has to spend.
_TEXT, _OPEN, _CLOSE, _VOID = Kind.TEXT, Kind.OPEN, Kind.CLOSE, Kind.VOID


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


COMMENT_NAME: Final = "!--"
"""What a fault calls a comment."""

_FENCE: Final = r"^[ \t]*+(`{3,}|~{3,})([^\n]*)$"
_FENCE_LINE: Final = re.compile(_FENCE, re.MULTILINE)
_BLOCK_START: Final = re.compile(rf"{_FENCE}|^[ \t]*+(<!--)", re.MULTILINE)
_BLOCK_HINTS: Final = ("```", "~~~", "<!--")
"""What no block begins without: far quicker to look for than the beginning of every line."""
_COMMENT_END: Final = "-->"
_INLINE: Final = re.compile(r"\\[\\`<\[]|``*|<!--|<(/?)([A-Z][A-Za-z0-9]*)|\[([a-z][a-z0-9-]*)\](?![(\[])")
_BLOCK_END: Final = re.compile(r"\n(?=[ \t]*+(?:\n|>|#{1,6}[ \t]|(?:[-*+]|[0-9]{1,9}[.)])[ \t]))")
_LINE_START: Final = re.compile(r"(?:^|\n) {0,3}$")
"""Looked for in the four characters before: a marker indented further is part of something else."""
_GAP: Final = r"[ \t]*+(?:\n[ \t]*+)?+"
"""Blanks with at most one line break: a tag does not reach across a blank line."""
_ATTRIBUTE: Final = re.compile(
    rf"(?=[ \t\n]){_GAP}([A-Za-z_][A-Za-z0-9_-]*)"
    rf"""(?:{_GAP}={_GAP}(?:"([^"\n]*(?:\n(?![ \t]*\n)[^"\n]*)*)"|'([^'\n]*(?:\n(?![ \t]*\n)[^'\n]*)*)'))?"""
)
_TAG_END: Final = re.compile(rf"{_GAP}(/?)>")
_PLAIN_TAG: Final = re.compile(r"""((?: [a-z_]++="[^"\n&]*+")*+) ?(/?)>""")
_PLAIN_ATTRIBUTE: Final = re.compile(r'([a-z_]++)="([^"]*+)"')
"""How nearly every tag is written: on one line, double quotes, nothing escaped. Read in two steps, not ten."""


def tokenize(text: str) -> tuple[list[Token], list[TagFault]]:
    """The body as tokens, and the tags that could not be read."""
    scanner = _Scanner(text)
    position = 0
    for block in _blocks(text):
        scanner.inline(position, block.start)
        scanner.emit(block)
        position = block.end
    scanner.inline(position, len(text))
    scanner.flush(len(text))
    return scanner.tokens, scanner.faults


def begins_line(text: str, offset: int) -> bool:
    """Whether nothing but an indent stands before an offset in its line."""
    return _LINE_START.search(text[max(0, offset - 4) : offset]) is not None


def fenced_blocks(text: str) -> list[Token]:
    """Fenced code alone, from the line that opens it to the end of the one that closes it."""
    return [block for block in _blocks(text) if block.kind is Kind.CODE]


def _blocks(text: str) -> list[Token]:
    """Fenced code, and comments that begin a line: inside either the other does not count (CommonMark)."""
    hints = [hint for hint in _BLOCK_HINTS if hint in text]
    if not hints:
        return []
    hinted = re.compile("|".join(hints))
    blocks: list[Token] = []
    position, last_comment_end = 0, text.rfind(_COMMENT_END)
    while hint := hinted.search(text, position):
        start = text.rfind("\n", max(position - 1, 0), hint.start()) + 1 or position
        match = _BLOCK_START.match(text, start)
        position = (match or hint).end()
        if match is None:
            continue
        if match.group(3) is None:
            if match.group(1)[0] == "~" or "`" not in match.group(2):
                position = _fence_end(text, match)
                blocks.append(Token(Kind.CODE, match.start(), position))
        elif last_comment_end >= position - 2:
            position = text.index(_COMMENT_END, position - 2) + len(_COMMENT_END)
            blocks.append(Token(Kind.COMMENT, match.start(3), position))
    return blocks


def _fence_end(text: str, opened: re.Match[str]) -> int:
    """A fence is closed by one at least as long, or by the end."""
    fence = opened.group(1)
    for match in _FENCE_LINE.finditer(text, opened.end()):
        if match.group(1).startswith(fence) and not match.group(2).strip():
            return match.end()
    return len(text)


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[Token] = []
        self.faults: list[TagFault] = []
        self._text_start = 0
        self._ticks: dict[int, list[int]] | None = None
        self._block_ends: list[int] = []

    def flush(self, end: int) -> None:
        """Close the running text at `end`."""
        if end > self._text_start:
            self.tokens.append(Token(_TEXT, self._text_start, end))
        self._text_start = end

    def emit(self, token: Token) -> None:
        if token.start > self._text_start:
            self.tokens.append(Token(_TEXT, self._text_start, token.start))
        self.tokens.append(token)
        self._text_start = token.end

    def inline(self, position: int, end: int) -> None:
        """Scan a stretch that holds no fenced code."""
        text = self.text
        last_comment_end = text.rfind(_COMMENT_END, position, end)
        while match := _INLINE.search(text, position, end):
            position = match.end()
            first = text[match.start()]
            if first == "`":
                position = self._code_span(match, end)
            elif first == "[":
                self._bracket(match)
            elif match.group(2) is not None:
                position = self._tag(match, end)
            elif first == "<":
                position = self._comment(match, closed=last_comment_end >= position - 2)

    def _code_span(self, match: re.Match[str], end: int) -> int:
        """Inline code ends at the next run of as many backticks in the same block; else it is text."""
        start, after = match.span()
        ticks = self._runs().get(after - start, ())
        following = bisect_left(ticks, after)
        close = ticks[following] if following < len(ticks) else len(self.text)
        if close >= min(end, self._block_end(after)):
            return after
        stop = close + after - start
        self.emit(Token(Kind.CODE, start, stop))
        return stop

    def _runs(self) -> dict[int, list[int]]:
        """Where each run of backticks begins, by its length. An escaped backtick still belongs to its run:
        inside code a backslash is a backslash."""
        if self._ticks is None:
            self._ticks = {}
            for run in re.finditer(r"`+", self.text):
                self._ticks.setdefault(run.end() - run.start(), []).append(run.start())
            self._block_ends = [found.start() for found in _BLOCK_END.finditer(self.text)]
        return self._ticks

    def _block_end(self, position: int) -> int:
        following = bisect_left(self._block_ends, position)
        return self._block_ends[following] if following < len(self._block_ends) else len(self.text)

    def _bracket(self, match: re.Match[str]) -> None:
        """A citation by name. `[name]: …` at the start of a line defines a link instead."""
        start, end = match.span()
        if self.text.startswith(":", end) and begins_line(self.text, start):
            return
        self.emit(Token(Kind.BRACKET, start, end, match.group(3)))

    def _comment(self, match: re.Match[str], *, closed: bool) -> int:
        if not closed:
            self.faults.append(
                TagFault(match.start(), COMMENT_NAME, "the comment is never closed with `-->`")
            )
            return match.end()
        stop = self.text.index(_COMMENT_END, match.end() - 2) + len(_COMMENT_END)
        self.emit(Token(Kind.COMMENT, match.start(), stop))
        return stop

    def _tag(self, match: re.Match[str], end: int) -> int:
        if plain := _PLAIN_TAG.match(self.text, match.end(), end):
            return self._plain_tag(match, plain)
        slash, name = match.group(1), match.group(2)
        position, attributes = match.end(), []
        while found := _ATTRIBUTE.match(self.text, position, end):
            double, single = found.group(2), found.group(3)
            if double is None and single is None:
                return self._refuse(match, "an attribute has no quoted value")
            value = html.unescape(double if double is not None else single)
            attributes.append(Attribute(found.group(1), value, found.start(1)))
            position = found.end()
        closing = _TAG_END.match(self.text, position, end)
        if closing is None:
            return self._refuse(match, "the tag does not end with `>` where it should")
        if slash and (attributes or closing.group(1)):
            return self._refuse(match, "a closing tag holds nothing but its name")
        kind = _CLOSE if slash else _VOID if closing.group(1) else _OPEN
        self.emit(Token(kind, match.start(), closing.end(), name, tuple(attributes)))
        return closing.end()

    def _plain_tag(self, match: re.Match[str], plain: re.Match[str]) -> int:
        slash, name, _ = match.groups()
        written, void = plain.groups()
        if slash and (written or void):
            return self._refuse(match, "a closing tag holds nothing but its name")
        attributes: list[Attribute] = []
        offset = plain.start() + 1
        for key, value in _PLAIN_ATTRIBUTE.findall(written):
            attributes.append(Attribute(key, value, offset))
            offset += len(key) + len(value) + len(' =""')
        kind, end = _CLOSE if slash else _VOID if void else _OPEN, plain.end()
        self.emit(Token(kind, match.start(), end, name, tuple(attributes)))
        return end

    def _refuse(self, match: re.Match[str], reason: str) -> int:
        self.faults.append(TagFault(match.start(), match.group(2), reason))
        return match.end()
