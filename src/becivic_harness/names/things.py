"""Owns what bears the name of somebody and is nobody: streets, laws, saints, buildings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from becivic_harness.patterns import Pattern
from becivic_harness.words.groups import group, in_order
from becivic_harness.words.tokens import Token

_STREETS: Final = group("streets and houses")
_LAWS: Final = group("laws called after people")
_BETWEEN: Final = group("between a thing and its name")
_SAINTS: Final = group("saints")
_SAINT: Final = Pattern("(?:saint|sainte|sint|sankt|st|notre|onze)-")
_GROWN: Final = in_order("grown onto a name")
_SHORTEST_GROWN: Final = 8
_BEHIND: Final = group("things behind a name")


def is_saint(folded: str) -> bool:
    """`Sint-Lievenscollege`, `Saint-Michel`: places, schools and days."""
    return _SAINT.match(folded) is not None


def is_head(folded: str) -> bool:
    """`Breyne-Gesetz`, `II-laan`: the thing itself, behind a hyphen."""
    return folded in _GROWN


def grew(folded: str) -> bool:
    """`Poelaertplein`: a thing has grown onto a name."""
    return len(folded) > _SHORTEST_GROWN and folded.endswith(_GROWN)


def is_thing(tokens: Sequence[Token], at: int) -> bool:
    """The words from here bear the name of a street, a law or a building."""
    return _thing_before(tokens, at) or _thing_behind(tokens, at)


def _thing_before(tokens: Sequence[Token], at: int) -> bool:
    probe = at
    while probe > 0 and at - probe < 4 and tokens[probe].joined:
        before = tokens[probe - 1]
        if before.folded in _STREETS or before.folded in _LAWS or before.folded in _SAINTS:
            return True
        if not (before.capital or before.folded in _BETWEEN):
            return False
        probe -= 1
    return False


def _thing_behind(tokens: Sequence[Token], at: int) -> bool:
    for probe in range(at + 1, min(at + 4, len(tokens))):
        token = tokens[probe]
        if not token.joined:
            return False
        if token.folded in _BEHIND or (token.capital and grew(token.folded)):
            return True
        if not token.capital:
            return False
    return False
