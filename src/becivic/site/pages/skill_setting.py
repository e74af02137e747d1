"""Sets rendered text for a screen: what opens a note flows as text, and cells say their column on a phone.

It adds to markup that was rendered before, and knows nothing of what that says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle
from typing import Final

from markupsafe import Markup

_NARROW: Final = "\u202f"
"""A small space that no line is broken at."""

_CITED: Final = re.compile(
    r'<(?:a class="cite"|button type="button" class="(vv-value|term-word|cite)"([^>]*)>(.*?)</button>)',
    re.DOTALL,
)
"""What opens a note, or leads to one."""
_LANGUAGE: Final = re.compile(r' lang="[a-z]+"')
_NUMERAL_ENDS: Final = re.compile(r'(?:class="cite"[^>]*>[0-9]+</a>|(?<!</span>)</span></span>)$')
_ENDS: Final = ("</a>", "</span></span>")
_LOOKED_BACK: Final = 200
_SHORT: Final = 16
"""Letters of a value that stays on one line: no figure is parted from its unit."""
_COLUMNS: Final = 3
"""From which on a table is too wide for a phone."""
_TABLE: Final = re.compile(r"<table>.*?</table>", re.DOTALL)
_HEAD: Final = re.compile(r"<th(?: [^>]*)?>(.*?)</th>", re.DOTALL)
_PLACE: Final = re.compile(r"<(tr|td)(?=[ >])")
_MARKUP: Final = re.compile(r"<[^>]*>")


def typeset(html: Markup) -> Markup:
    text = str(html)
    if "<table>" in text:
        text = _TABLE.sub(_labelled, text)
    pieces: list[str] = []
    position = 0
    for found in _CITED.finditer(text):
        before = text[position : found.start()]
        kind = found.group(1)
        if kind is None or kind == "cite":
            before = _before_numeral(before, text[max(0, found.start() - _LOOKED_BACK) : found.start()])
        pieces += before, found.group() if kind is None else _in_a_line(found)
        position = found.end()
    return Markup("".join([*pieces, text[position:]]))  # noqa: S704  rendered text, moved and repeated as it was


def _in_a_line(found: re.Match[str]) -> str:
    """A button is a box that no line is broken in; the label of one is text, and pressing it presses the button."""
    kind, attributes, words = found.groups()
    name = "" if kind == "cite" else f' aria-label="{_plain(words)}"'  # a numeral's says what it is already
    language = _LANGUAGE.search(words)
    button = f'<button type="button"{attributes}{name}{language.group() if language else ""}></button>'
    if kind == "vv-value" and len(words) <= _SHORT:
        kind = "vv-value vv-value--short"
    return f'<label class="{kind}">{button}<span aria-hidden="true">{words}</span></label>'


def _before_numeral(text: str, around: str) -> str:
    """Close to the word it belongs to; after another numeral, a little apart: 1 and 2 are not 12."""
    close = text.rstrip()
    if len(close) == len(text):
        return text
    around = around.rstrip()
    is_after = around.endswith(_ENDS) and _NUMERAL_ENDS.search(around)
    return close + (_NARROW if is_after else "")


def _labelled(found: re.Match[str]) -> str:
    """On a phone a row stands by itself: each cell then says which column it is of."""
    table = found.group()
    names = [_plain(head.split("<span popover")[0]) for head in _HEAD.findall(table)]
    if len(names) < _COLUMNS:
        return _with_corner(table)
    places: Iterator[str] = iter(())

    def placed(cell: re.Match[str]) -> str:
        nonlocal places
        if cell.group(1) == "tr":
            places = cycle(names)
            return cell.group()
        return f'{cell.group()} data-label="{next(places)}"'

    return _with_corner(_PLACE.sub(placed, table)).replace("<table>", '<table class="rows">', 1)


def _with_corner(table: str) -> str:
    """A heading without words heads nothing: the corner of a table is an empty cell."""
    return table.replace('<th scope="col"></th>', "<td></td>")


def _plain(markup: str) -> str:
    words = _MARKUP.sub("", markup) if "<" in markup else markup
    return words.replace('"', "&quot;").strip()
