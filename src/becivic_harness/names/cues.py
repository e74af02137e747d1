"""Owns what stands before a name: introductions, titles, labels; and the particles inside one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from becivic_harness.words.groups import group, in_order
from becivic_harness.words.lists import LISTS, ROLE
from becivic_harness.words.tokens import Token

PARTICLES: Final = group("particles")
TITLES: Final = group("titles")
_LARGE_TITLES: Final = group("titles only where written large")
"""Small, these are words of another kind."""
_NO_TITLE_BEHIND: Final = group("no title behind")
_LABELS: Final = group("labels before a colon")
_SAID_GAPS: Final = frozenset(["", ":", ",", "(", "'", '"', "\u201c", "\u00ab", "-"])


def _by_last_word(phrases: Sequence[str]) -> dict[str, list[list[str]]]:
    found: dict[str, list[list[str]]] = {}
    for phrase in phrases:
        words = phrase.split()
        found.setdefault(words[-1], []).append(words[-2::-1])
    return found


_SAID: Final = _by_last_word(in_order("a name follows"))
_SUGGESTED: Final = _by_last_word(in_order("a name may follow"))
"""Weaker: what follows may as well be said of somebody."""


def is_title(token: Token) -> bool:
    """`Mme`, `Herr`, `M.`; but `me` and `heer` written small are words."""
    return token.folded in TITLES and (token.capital or token.folded not in _LARGE_TITLES)


def announces(tokens: Sequence[Token], at: int) -> bool:
    """A name follows behind this word, however it is written."""
    token = tokens[at]
    if is_title(token):
        return _titles_what_follows(token, tokens[at + 1]) and not _is_kin(tokens, at)
    if token.folded in _LABELS and at + 1 < len(tokens) and ":" in tokens[at + 1].gap[:3]:
        return True
    return tokens[at + 1].gap.strip() in _SAID_GAPS and _ends_phrase(tokens, at, _SAID)


def _is_kin(tokens: Sequence[Token], at: int) -> bool:
    """`meine frau arbeitet`: a wife or a woman, and no title."""
    return (
        at > 0 and not tokens[at].capital and tokens[at].joined and tokens[at - 1].folded in _NO_TITLE_BEHIND
    )


def _titles_what_follows(title: Token, behind: Token) -> bool:
    """`Madame, Monsieur` titles nobody, and the `M card` has no dot."""
    return behind.after_a_dot or (behind.joined and len(title.text) > 1)


def suggests(tokens: Sequence[Token], at: int) -> bool:
    """A name may follow behind this word: a role, or the beginning of a letter."""
    return bool(LISTS.sense(tokens[at].folded) & ROLE) or _ends_phrase(tokens, at, _SUGGESTED)


def _ends_phrase(tokens: Sequence[Token], at: int, phrases: dict[str, list[list[str]]]) -> bool:
    for before in phrases.get(tokens[at].folded, ()):
        if len(before) <= at and all(
            tokens[at - 1 - back].folded == word for back, word in enumerate(before)
        ):
            return True
    return False
