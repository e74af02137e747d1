r"""Words without which a pattern cannot match, read off the pattern: one of them stands in every match.

In the manner of RE2's prefilter. A piece of a pattern that matches few strings is written out whole; the pieces of a
sequence each ask for words of their own, alternatives for the rarest words of one of them. Words are written as
`gates.outline` writes a text, with a boundary at either end where one is certain.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from becivic_scrub import dialect
from becivic_scrub.gates import BOUNDARY, outline
from becivic_scrub.word_sets import (
    ANYTHING,
    MOST_NEEDLES,
    MOST_STRINGS,
    Words,
    first_characters,
    implies,
    joined,
    last_characters,
    rank,
    rarity,
    rounds,
    telling,
    union,
)

_MOST_LISTS: Final = 3
_MOST_SHAPES: Final = 20
"""Words that are nothing but a number: in more ways of writing it they say little beyond how dense its digits are."""
_SHAPE: Final = frozenset("0 .,-/_()" + BOUNDARY)
_TELLING: Final = 6.0
"""Bits. Words that nearly every text holds are not worth looking for."""

_MOST_MEMBERS: Final = 16
_FEW_MEMBERS: Final = 6
"""Characters of a class that is written out; a wider one says little."""
_ONE_TO_ONE: Final = 0x100
"""Below this, a character in lower case is one character, whatever stands around it."""
_EVERY: Final = "".join(map(chr, (*range(0x10000), 0x1F600)))
"""What any class can tell apart: no pattern names a character beyond the first plane."""


class _Known(NamedTuple):
    """What is known of the matches of a piece: all of them, where they are few; sets of words, of each of which they
    hold one; and with what they begin and end."""

    strings: Words | None
    needed: tuple[Words, ...]
    begins: Words = ANYTHING
    ends: Words = ANYTHING


def needles(tree: dialect.Tree, *, ignores_case: bool) -> list[list[str]]:
    """Of each of these lists one word stands in the outline of every match, the rarest first; none where nothing can
    be said that `digit_runs` does not say."""
    kept: list[Words] = []
    for words in sorted(_known(tree, ignores_case).needed, key=rank, reverse=True):
        shape = len(words) > _MOST_SHAPES and all(_SHAPE.issuperset(word) for word in words)
        if not shape and rarity(words) > _TELLING and not any(implies(other, words) for other in kept):
            kept.append(words)
    return [sorted(words) for words in kept[:_MOST_LISTS]]


@lru_cache(maxsize=4096)
def members(atom: str, ignores_case: bool) -> frozenset[str]:  # noqa: FBT001  one rule's flag
    """The characters that a piece of one character takes; none where they are too many to say."""
    found = re.findall(atom, _EVERY, re.ASCII | re.IGNORECASE if ignores_case else re.ASCII)
    return frozenset(found if len(found) <= _MOST_MEMBERS else ())


def _known(tree: dialect.Tree, ignores_case: bool) -> _Known:  # noqa: FBT001
    if isinstance(tree, str):
        return _of_character(tree, ignores_case)
    branches = [_of_sequence(sequence, ignores_case) for sequence in tree]
    if len(branches) == 1:
        return branches[0]
    strings = union([branch.strings for branch in branches], MOST_STRINGS)
    if strings is not None:
        return _written_out(strings)
    needed = union([max(branch.needed, key=rank, default=None) for branch in branches], MOST_NEEDLES)
    return _Known(
        None,
        () if needed is None else (needed,),
        first_characters(frozenset().union(*(branch.begins for branch in branches))),
        last_characters(frozenset().union(*(branch.ends for branch in branches))),
    )


def _of_character(atom: str, ignores_case: bool) -> _Known:  # noqa: FBT001
    if not atom:
        return _written_out(frozenset([BOUNDARY]))
    found = members(atom, ignores_case)
    if not found or max(map(ord, found)) >= _ONE_TO_ONE:
        return _Known(None, ())
    outlines = frozenset(map(outline, found))
    return _written_out(outlines) if len(outlines) <= _FEW_MEMBERS else _Known(None, ())


def _of_sequence(sequence: tuple[tuple[dialect.Tree, int, int], ...], ignores_case: bool) -> _Known:  # noqa: FBT001
    """Strings that follow one another are joined while they stay few; what cannot be joined begins anew."""
    told: list[Words] = []
    begins = None
    ending = ANYTHING
    for tree, fewest, often in sequence:
        piece = _repeated(_known(tree, ignores_case), fewest, often)
        longer = joined(ending, piece.begins)
        if piece.strings is not None and longer is not None:
            ending = longer
            continue
        begins = begins or longer or ending
        told += [longer or ending, *piece.needed]
        # What may be left out leaves what stands before it beside what stands behind.
        ending = piece.ends if fewest else last_characters(piece.ends | ending)
    if begins is None:
        return _written_out(ending)
    return _Known(None, telling([*told, ending]), begins, ending)


def _repeated(piece: _Known, fewest: int, often: int) -> _Known:
    if fewest == often == 1:
        return piece
    every = None if piece.strings is None else rounds(piece.strings, fewest, often)
    if every is not None:
        return _written_out(every)
    if fewest:
        return piece._replace(strings=None)
    return _Known(None, (), piece.begins | ANYTHING, piece.ends)


def _written_out(strings: Words) -> _Known:
    return _Known(strings, telling([strings]), strings, strings)
