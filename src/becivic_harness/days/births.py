"""Owns what says that somebody was born: then nothing of the date stays. A birth certificate says no such thing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from becivic_harness.patterns import Pattern
from becivic_harness.words.folding import fold
from becivic_harness.words.groups import group

_WORD: Final = Pattern(r"[^\W\d_]+")
_BORN: Final = group("words of birth")
_BORN_WITH_ACCENT: Final = frozenset(["né", "née", "nés", "nées", "neé"])
_PAPERS: Final = group("papers of birth")
_BORN_BEHIND: Final = group("words of birth behind a date")
_LINKS_TO_YEAR: Final = group("between birth and year")
_SIGNS: Final = ("°", "(*", " *", "(b.", " b.")
_FARTHEST_PAPER: Final = 3


def born_before(before: str) -> bool:
    """Whether the words before a date speak of a birth."""
    return before.rstrip(" :").endswith(_SIGNS) or _last_birth(_WORD.findall(before)) is not None


def born_behind(behind: str) -> bool:
    """`op 12 maart 1985 geboren`."""
    words = _WORD.findall(behind[:24])
    return bool(words) and fold(words[0]) in _BORN_BEHIND


def born_in(before: str) -> bool:
    """`né en`: nothing stands between the birth and what follows but words that link them."""
    words = _WORD.findall(before)
    last = _last_birth(words)
    if before.rstrip(" :").endswith(_SIGNS):
        return True
    return last is not None and all(fold(word) in _LINKS_TO_YEAR for word in words[last + 1 :])


def _last_birth(words: Sequence[str]) -> int | None:
    for at in range(len(words) - 1, -1, -1):
        if _is_birth(words, at) and not _is_paper(words, at):
            return at
    return None


def _is_birth(words: Sequence[str], at: int) -> bool:
    low = words[at].casefold()
    if low in _BORN_WITH_ACCENT or fold(low) in _BORN:
        return True
    return (
        low == "ne" and at + 1 < len(words) and words[at + 1].casefold() in ("le", "en")
    )  # written without its accent


def _is_paper(words: Sequence[str], at: int) -> bool:
    near = [*words[max(0, at - _FARTHEST_PAPER) : at], *words[at + 1 : at + 2]]
    return any(fold(word) in _PAPERS for word in near)
