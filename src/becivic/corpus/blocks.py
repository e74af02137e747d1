"""A body cut into the blocks that can make a claim: paragraphs, list items at every level, table rows.

A subset of CommonMark and of GitHub's tables, read line by line: a quoted paragraph is a paragraph, an item's
further paragraphs are blocks of their own, and a line that only goes on belongs to the block above it. Headings,
fenced code, thematic breaks, lone comments, lone html tags and definitions of links are no blocks. Code by
indentation alone is not known here, nor to the tokenizer: it reads as prose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Final, NamedTuple

from becivic.corpus.body import Body
from becivic.corpus.masking import masked
from becivic.corpus.tokens import Kind, Token

_COMMENT: Final = "\0"
"""Stands for every character of a comment, line breaks included: a comment never splits a block."""
_LINE: Final = re.compile(
    r"""^(?P<lead>(?:[ \t]*+>)*+[ \t\0]*+)
    (?:(?P<blank>$)
      |(?P<rule>(?P<stroke>[-*_])(?:[ \t]*+(?P=stroke)){2,}+[ \t]*+$)
      |(?P<marker>(?:[-*+]|(?P<number>[0-9]{1,9})[.)])(?:[ \t]++|$))
    )?[^\n]*+""",
    re.MULTILINE | re.VERBOSE,
)
_DELIMITER: Final = re.compile(
    r"[ \t>]*+\|?(?=[^\n]*-)(?:[ \t]*+:?-++:?[ \t]*+\|)*+(?:[ \t]*+:?-++:?)?[ \t]*+$"
)
_TAG: Final = re.compile(r"[ \t>]*+(?:</?[a-z][a-z0-9]*+[ \t]*+/?>[ \t]*+)++$")
"""A line of nothing but html tags. One with attributes is text: the alternative of an image is read out."""
_DEFINITION: Final = re.compile(
    r"[ \t>]*+\[(?!\^)[^\[\]\n]++\]:[ \t]*+<?(?:https?://|mailto:|[/#])\S*+[ \t]*+$"
)
"""Where a link leads, without a title: a title is shown. A footnote is text."""
_FENCE: Final = re.compile(r"[ \t]*+(?:~~~|```[^`\n]*+$)", re.MULTILINE)
_TAB: Final = 4
_LAZY: Final = 4
"""A marker indented this much further than the text above it goes on with that text."""


class Shape(IntEnum):
    """What a block is. The head of a table, with the row below it that draws the line, makes no claim."""

    PARAGRAPH = 0
    ITEM = 1
    HEAD = 2
    ROW = 3


class Block(NamedTuple):
    """Whole lines `[start, end)`. A marker stands at `indent`; the text of an item begins at `column`."""

    shape: Shape
    start: int
    end: int
    indent: int
    column: int


def blocks(body: Body) -> list[Block]:
    """In order; an item ends where the first item inside it begins."""
    return _Splitter(body).split()


def led_into(said: str, every: Sequence[Block], index: int) -> Iterator[int]:
    """The rows of the table, or the items of the list, that a block leads into, whatever it ends with.

    Nothing but blanks parts them in `said`, the body without what a reader does not see. A head leads into its rows.
    An item is asked for by the blocks around it only, so that all calls together take no longer than the text.
    """
    block, inside = every[index], every[index].shape is Shape.HEAD
    for number in range(index + 1, len(every)):
        following = every[number]
        if said[every[number - 1].end : following.start].strip(" \t\n>"):
            return
        if inside and following.shape is Shape.ROW:
            yield number
        elif number == index + 1 and following.shape is Shape.HEAD:
            inside = True
        elif not inside and following.shape is Shape.ITEM and following.indent >= block.column:
            yield number
        else:
            return


def _is_fence(text: str, token: Token) -> bool:
    """Fenced code begins a line; inline code that begins one with three backticks has more of them in it."""
    begins = token.start == 0 or text[token.start - 1] == "\n"
    return begins and _FENCE.match(text, token.start) is not None


class _Line(NamedTuple):
    """A line of the readable text; `indent` is how far in its text begins, `depth` how often it is quoted."""

    start: int
    end: int
    indent: int
    depth: int
    marker: str | None
    number: str | None
    is_rule: bool


class _Splitter:
    def __init__(self, body: Body) -> None:
        self.blocks: list[Block] = []
        self._headings = body.headings
        self._text = _readable(body)
        self._open = False  # whether the last block may go on
        self._in_table = False
        self._depth = 0  # of quoting
        self._column = 0  # where the text of the innermost item begins
        self._last_line = 0

    def split(self) -> list[Block]:
        headings = iter(self._headings)
        heading = next(headings, None)
        for found in _LINE.finditer(self._text):
            start = found.start()
            while heading is not None and heading.content < start:
                heading = next(headings, None)
            if heading is not None and heading.start <= start:
                self._close(column=0)
            elif found["blank"] is None:
                self._read(_line(found))
            elif _COMMENT not in found["lead"]:
                self._close(column=self._column)
            else:
                self._annotate(start, found.end())
        return self.blocks

    def _read(self, line: _Line) -> None:
        if self._in_table:
            if line.depth == self._depth and line.marker is None and not line.is_rule:
                self._add(Shape.ROW, line)
                return
            self._close(column=self._column)
        if self._draws_a_table(line):
            self._begin_table(line)
        elif line.is_rule:
            self._close(column=0)
        elif line.marker is not None and self._begins_item(line):
            self._column = line.indent + _inside(line.marker)
            self._add(Shape.ITEM, line)
        elif _TAG.match(self._text, line.start, line.end):
            self._close(column=self._column)
        elif self._open and line.depth <= self._depth:
            self._go_on(line.start, line.end)
        elif _DEFINITION.match(self._text, line.start, line.end):
            self._close(column=min(self._column, line.indent))
        else:
            self._column = min(self._column, line.indent)
            self._add(Shape.PARAGRAPH, line)

    def _close(self, *, column: int) -> None:
        self._open = self._in_table = False
        self._column = column

    def _add(self, shape: Shape, line: _Line) -> None:
        self._open = True
        self._depth = line.depth
        self._last_line = line.start
        self.blocks.append(Block(shape, line.start, line.end, line.indent, self._column))

    def _go_on(self, start: int, end: int) -> None:
        self._last_line = start
        self.blocks[-1] = self.blocks[-1]._replace(end=end)

    def _annotate(self, start: int, end: int) -> None:
        """A mark right below a block is the block's own; what stands below the mark is not."""
        if self.blocks and self.blocks[-1].end + 1 == start:
            self._go_on(start, end)
        self._close(column=self._column)

    def _begins_item(self, line: _Line) -> bool:
        """Inside a paragraph a year with a dot after it is no marker, nor is anything indented far."""
        if not self._open or line.indent < self._column:
            return True
        return line.indent < self._column + _LAZY and (line.number is None or int(line.number) == 1)

    def _draws_a_table(self, line: _Line) -> bool:
        """A row of dashes and bars right below a line that has bars."""
        return (
            self._open
            and "|" in self._text[self._last_line : line.start]
            and "|" in self._text[line.start : line.end]
            and _DELIMITER.match(self._text, line.start, line.end) is not None
        )

    def _begin_table(self, line: _Line) -> None:
        above, head = self.blocks.pop(), self._last_line
        if above.start < head:  # a paragraph stands right above the table
            self.blocks.append(above._replace(end=head - 1))
        self._add(Shape.HEAD, line._replace(start=head))
        self._in_table = True


def _line(found: re.Match[str]) -> _Line:
    lead, _, rule, _, marker, number = found.groups()
    indent = len(lead.expandtabs(_TAB)) if lead else 0
    return _Line(found.start(), found.end(), indent, lead.count(">"), marker, number, rule is not None)


def _inside(marker: str) -> int:
    """How far behind its marker the text of an item begins; code may stand further in."""
    width, bare = len(marker.expandtabs(_TAB)), len(marker.rstrip())
    return width if bare < width <= bare + _TAB else bare + 1


def _readable(body: Body) -> str:
    """The text with fenced code as blank lines and comments as one word each."""
    text = body.text
    if not body.opaque:
        return text
    fences = [
        (each.start, each.end) for each in body.opaque if each.kind is Kind.CODE and _is_fence(text, each)
    ]
    comments = [(each.start, each.end) for each in body.opaque if each.kind is Kind.COMMENT]
    return masked(masked(text, comments, _COMMENT), fences, "\n")
