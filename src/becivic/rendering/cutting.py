"""Where a long text is cut: at a heading, else between paragraphs, between lines, between characters. Pure."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from becivic.rendering.fences import Fence, Fences

_PLACES: Final = ("\n\n", "\n")
"""After these a text may be cut, the better place first."""


class Piece(NamedTuple):
    """A stretch of a text as it is told, and where it ends."""

    text: str
    end: int


def json_weight(text: str) -> int:
    """Bytes of a text inside of JSON, without its quotes."""
    return len(json.dumps(text, ensure_ascii=False).encode()) - 2


class Cutting:
    """Of one text, whose headings begin at `headings`."""

    def __init__(self, text: str, headings: Sequence[int]) -> None:
        self._text: Final = text
        self._headings: Final = headings
        self.fences: Final = Fences(text)

    def piece(self, start: int, end: int, most: int) -> Piece:
        """What of the text from `start` to `end` is told in so many bytes of JSON; never nothing."""
        whole = self.fences.told(start, end)
        if json_weight(whole) <= most:
            return Piece(whole, end)
        furthest = self._furthest(start, end, lambda to: self._fits(start, to, most, closed=False))
        fence = self.fences.around(furthest)
        before = "" if fence is None else self._text[start : fence.start]
        if fence is not None and not before.strip() and json_weight(before) * 2 < most:
            rest = most - json_weight(before)
            inside = self._inside(fence, max(start, fence.start), min(furthest, fence.stop), rest)
            return Piece(before + inside.text, inside.end)
        cut = self._place(start, furthest) or (furthest if fence is None else fence.start)
        return Piece(self.fences.told(start, cut), cut)

    def _fits(self, start: int, to: int, most: int, *, closed: bool) -> bool:
        return json_weight(self.fences.told(start, to, closed=closed)) <= most

    def _furthest(self, start: int, end: int, fits: Callable[[int], bool]) -> int:
        """The last offset up to which it fits, by halving: the more of it, the longer."""
        low, high = start + 1, end
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if fits(middle) else (low, middle - 1)
        return low

    def _inside(self, fence: Fence, start: int, end: int, most: int) -> Piece:
        """Part of what one fence holds. With the last of it goes its closing line."""
        cut = self._furthest(start, end, lambda to: self._fits(start, to, most, closed=True))
        if cut < fence.stop:
            line = self._text.rfind("\n", max(start, fence.begin), cut) + 1
            cut = line or cut
        return Piece(self.fences.told(start, cut), self.fences.after(cut))

    def _place(self, start: int, furthest: int) -> int:
        """The best place to cut up to there; 0 where there is none."""
        before = bisect_right(self._headings, furthest)
        if before and self._headings[before - 1] > start:
            return self._headings[before - 1]
        places = (self._last(mark, start, furthest) for mark in _PLACES)
        return next((place for place in places if place), 0)

    def _last(self, mark: str, start: int, furthest: int) -> int:
        """After the last mark that stands outside of fences and has words before it; 0 where there is none."""
        place = furthest
        while (found := self._text.rfind(mark, start, place)) >= 0:
            fence = self.fences.around(found + len(mark))
            if fence is None:
                return found + len(mark) if self._text[start:found].strip() else 0
            place = fence.start
        return 0
