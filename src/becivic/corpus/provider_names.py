"""Finds the private providers that a text names (R-BODY-09).

A text is folded first, so that what cannot be seen hides no name: every blank is a space, soft hyphens and characters
without width are dropped, entities are what they stand for. Both looks, the fast and the exact one, read the same.

Not seen are addresses and the hosts that links lead to, as an authority's page may carry a name; a name with emphasis
or a comment in the midst of it; the diagram in process.mmd; and the glossary.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from becivic.corpus.sieve import Sieve
from becivic.rules.providers import PROVIDERS, PROVIDERS_AS_WRITTEN, ProviderKind

_ADDRESS: Final = r"(?:https?://|www\.)[^\s<>\"]++"
_UNSEEN: Final = r"\u00ad\u034f\u061c\u180e\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff"
_BLANK: Final = r"[^\S\t\n\v\f\r\x1c-\x1f ]"
_BETWEEN: Final = r"(?:[\s\v\x1c-\x1f]+|-)"
"""Between two words. RE2 takes fewer characters for a blank than Python does."""
_FOLDING: Final = re.compile(
    rf"(?P<entity>&#?\w{{1,32}};)|(?P<unseen>[{_UNSEEN}])|(?P<blank>{_BLANK})|(?P<hyphen>[\u2010\u2011])|[\u0130\u0131]"
)
"""The last two are the Turkish i's: Python takes either for an i whatever its capitals, and folds neither to one."""


class Named(NamedTuple):
    """A provider's name as the law writes it, and where the text has it."""

    offset: int
    name: str
    kind: ProviderKind


def _by_name(listed: Mapping[ProviderKind, Iterable[str]]) -> dict[str, tuple[str, ProviderKind]]:
    return {_key(name): (name, kind) for kind, names in listed.items() for name in names}


def _key(name: str) -> str:
    return " ".join(name.replace("-", " ").split()).casefold()


def _any_of(listed: Mapping[ProviderKind, Iterable[str]]) -> str:
    """Longer names first; a name may be broken over two lines, or its words joined by a hyphen."""
    names = sorted((name for names in listed.values() for name in names), key=len, reverse=True)
    return "|".join(re.sub(r"\\[ -]", lambda _: _BETWEEN, re.escape(name)) for name in names)


_LISTED: Final = {**_by_name(PROVIDERS), **_by_name(PROVIDERS_AS_WRITTEN)}
_SIEVE: Final = Sieve(
    rf"(?:^|[^0-9A-Za-z])(?:{_any_of(PROVIDERS)}|{_any_of(PROVIDERS_AS_WRITTEN)})(?:$|[^0-9A-Za-z])"
)
_PATTERN: Final = re.compile(
    rf"{_ADDRESS}|(?<![^\W_])((?i:{_any_of(PROVIDERS)})|{_any_of(PROVIDERS_AS_WRITTEN)})(?![^\W_])"
)


def may_name_one(text: str) -> bool:
    """A fast first look: whether it is worth asking for names at all."""
    return _SIEVE.catches(_Folded(text).text)


def named_in(text: str) -> Iterator[Named]:
    folded = _Folded(text)
    for match in _PATTERN.finditer(folded.text):
        if written := match[1]:
            name, kind = _LISTED[_key(written)]
            yield Named(folded.offset(match.start()), name, kind)


class _Folded:
    """A text as it is looked at, and where each of its characters stood."""

    def __init__(self, text: str) -> None:
        self._ends: list[int] = []  # in the folded text, of what became shorter or longer
        self._shifts: list[int] = []  # how much further on the original is from there
        self.text = text if text.isascii() and "&" not in text else self._fold(text)

    def offset(self, folded: int) -> int:
        before = bisect_right(self._ends, folded)
        return folded + self._shifts[before - 1] if before else folded

    def _fold(self, text: str) -> str:
        pieces: list[str] = []
        position = length = 0
        for found in _FOLDING.finditer(text):
            start, end = found.span()
            new = _folded(found)
            pieces += text[position:start], new
            length += start - position + len(new)
            position = end
            self._ends.append(length)
            self._shifts.append(end - length)
        return "".join((*pieces, text[position:]))


def _folded(found: re.Match[str]) -> str:
    match found.lastgroup:
        case "entity":
            meant = html.unescape(found[0])
            return meant if meant == found[0] else _FOLDING.sub(_folded, meant)
        case "unseen":
            return ""
        case "blank":
            return " "
        case "hyphen":
            return "-"
        case _:
            return "i"
