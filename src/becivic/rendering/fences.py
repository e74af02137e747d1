"""Fences of a markdown text, and how a stretch of it is told that begins or ends inside of one. Pure.

Fences hold what nobody checked: wherever a text is cut, none of it may stand outside of a fence (R-OBSV-05).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from becivic.corpus.tokens import fenced_blocks

_OPENS: Final = re.compile(r"[ \t]*+(`{3,}|~{3,})([^\n]*)")
_LABEL: Final = 40
"""Characters of what an opening line says that are said again."""
_PLAIN: Final = 80
"""Characters of an opening line that is told again as it is; nobody writes a longer one for a reader."""
_SHORTEST: Final = 3
_ALIVE: Final = re.compile(r" {0,3}(?:`{3}|~{3}|<(?:script|pre|style|textarea|[!?]))", re.IGNORECASE)
"""Words inside of a line that would hide or free what follows, if a text began with them (CommonMark 4.5, 4.6)."""


@dataclass(frozen=True, slots=True)
class Fence:
    """Offsets into the text: of its opening line, of what it holds, of its closing line, and of that line's end."""

    start: int
    begin: int
    stop: int
    end: int
    mark: str
    label: str

    @property
    def is_plain(self) -> bool:
        return self.begin - self.start <= _PLAIN

    def mark_for(self, held: str) -> str:
        """Its own, unless that is of no human length, or these words could close it once their line is cut."""
        kind = self.mark[0]
        longest = max((len(run) for run in re.findall(f"{kind}+", held)), default=0)
        own = len(self.mark) if self.is_plain else _SHORTEST
        return kind * max(longest + 1, own)


class Fences:
    """Of one text."""

    def __init__(self, text: str) -> None:
        self._text: Final = text
        self._all: Final = list(_fences(text))
        self._starts: Final = [fence.start for fence in self._all]

    def around(self, offset: int) -> Fence | None:
        """The one that a cut here would go through."""
        before = bisect_right(self._starts, offset - 1)
        fence = self._all[before - 1] if before else None
        return fence if fence is not None and offset < fence.end else None

    def after(self, offset: int) -> int:
        """The same place, or the next from which something is left to read: not a closing line, nor half of one."""
        fence = self.around(offset)
        return fence.end if fence is not None and offset >= fence.stop else offset

    def told(self, start: int, end: int, *, closed: bool = True) -> str:
        """The text from `start` to `end`; what is cut in a fence is fenced on both sides of the cut."""
        begun, ended = self._begun(start, end), self.around(end)
        last = end if ended is None else min(end, ended.stop)
        if begun is not None:
            return self._reopened(begun, start, end, closed=closed)
        told = self._guarded(start, last)
        return told if ended is None or not closed else _closed(told, ended.mark)

    def _reopened(self, fence: Fence, start: int, end: int, *, closed: bool) -> str:
        """What begins in a fence, and whatever follows it. It ends with the mark that it begins with."""
        held = self._text[max(start, fence.begin) : min(end, fence.stop)]
        mark = fence.mark_for(held)
        more = " (continued)" if start > fence.start else ""
        told = f"{mark}{fence.label}{more}\n{held}"
        if end >= fence.end:
            return _closed(told, mark) + self.told(fence.end, end, closed=closed)
        return _closed(told, mark) if closed else told

    def _begun(self, start: int, end: int) -> Fence | None:
        """The fence that has to be opened for what begins at `start`. One that begins there has its own opening line."""
        fence = self.around(start)
        if fence is not None:
            return fence
        ended = self.around(end)
        return ended if ended is not None and ended.start == start and not ended.is_plain else None

    def _guarded(self, start: int, end: int) -> str:
        """What began inside of a line begins nothing else now: a backslash before it says so."""
        is_inside = start > 0 and self._text[start - 1] != "\n"
        guard = "\\" if is_inside and _ALIVE.match(self._text, start) else ""
        return guard + self._text[start:end]


def _closed(told: str, mark: str) -> str:
    return f"{told}{mark}" if told.endswith("\n") else f"{told}\n{mark}"


def _fences(text: str) -> Iterator[Fence]:
    for block in fenced_blocks(text):
        opened = _OPENS.match(text, block.start, block.end)
        assert opened is not None  # the tokenizer has looked
        mark, said = opened.group(1), opened.group(2).strip()
        begin = min(opened.end() + 1, block.end)
        last = max(text.rfind("\n", begin, block.end) + 1, begin)
        closing = text[last : block.end].strip()
        is_closed = last < block.end and closing.startswith(mark) and not closing.strip(mark[0])
        yield Fence(block.start, begin, last if is_closed else block.end, block.end, mark, said[:_LABEL])
