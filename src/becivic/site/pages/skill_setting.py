"""Sets rendered text for a screen: numerals stand by their word, and cells say their column on a phone.

It adds to markup that was rendered before, and knows nothing of what that says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle
from typing import Final

from markupsafe import Markup

from becivic.rendering.markup import EDGES

_NARROW: Final = "\u202f"
"""A small space that no line is broken at."""

_NUMERAL: Final = re.compile('<(?:a|label) class="cite"')
_NUMERAL_ENDS: Final = re.compile(r'(?:class="cite"[^>]*>[0-9]+</a>|(?<!</span>)</span></span>)$')
_ENDS: Final = ("</a>", "</span></span>")
_LOOKED_BACK: Final = 200
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
    for found in _NUMERAL.finditer(text):
        start = found.start()
        pieces.append(_before_numeral(text[position:start], text[max(0, start - _LOOKED_BACK) : start]))
        position = start
    return Markup("".join([*pieces, text[position:]]))  # noqa: S704  rendered text, moved and repeated as it was


def _before_numeral(text: str, around: str) -> str:
    """Close to the word it belongs to; after another numeral, a little apart: 1 and 2 are not 12."""
    close = text.rstrip(EDGES)
    if len(close) == len(text):
        return text
    around = around.rstrip(EDGES)
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
    return words.replace('"', "&quot;").strip(EDGES)
