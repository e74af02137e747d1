"""How densely digits stand in whatever a pattern matches, read off the pattern.

Prose holds digits here and there; an identifier holds many in a short stretch. For each number of digits: the
shortest stretch in which every match is certain to have so many.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from becivic_scrub import dialect
from becivic_scrub.needles import members

Stretches = dict[int, int]
"""A number of digits to a number of characters that is certain to hold them."""

_DIGITS: Final = frozenset("0123456789")


class _Piece(NamedTuple):
    """The fewest digits in a match of a piece and its most characters, and what is certain inside it."""

    digits: int
    widest: int
    inside: Stretches


def digit_runs(tree: dialect.Tree, *, ignores_case: bool) -> list[tuple[int, int]]:
    """So many digits within so many characters, for every match: each pair says something the others do not."""
    found = _whole(tree, ignores_case).inside
    return [
        (digits, within)
        for digits, within in sorted(found.items())
        # A stretch with one digit more holds this many once its first digit is cut off.
        if digits + 1 not in found or found[digits + 1] - 1 > within
    ]


def _whole(tree: dialect.Tree, ignores_case: bool) -> _Piece:  # noqa: FBT001  one rule's flag
    if isinstance(tree, str):
        digit = bool(tree) and bool(members(tree, ignores_case)) and members(tree, ignores_case) <= _DIGITS
        return _Piece(int(digit), int(bool(tree)), {1: 1} if digit else {})
    branches = [_sequence(list(_laid_out(sequence, ignores_case))) for sequence in tree]
    least = min(branch.digits for branch in branches)
    certain = set.intersection(*(set(branch.inside) for branch in branches))
    return _Piece(
        least,
        max(branch.widest for branch in branches),
        {digits: max(branch.inside[digits] for branch in branches) for digits in certain},
    )


def _laid_out(sequence: tuple[tuple[dialect.Tree, int, int], ...], ignores_case: bool) -> Iterator[_Piece]:  # noqa: FBT001
    """The pieces of a sequence one after another, each as often as it must stand; then what may follow it."""
    for tree, fewest, often in sequence:
        if isinstance(tree, tuple) and len(tree) == 1:
            once = list(_laid_out(tree[0], ignores_case))
        else:
            once = [_whole(tree, ignores_case)]
        for _ in range(fewest):
            yield from once
        yield _Piece(0, (often - fewest) * sum(piece.widest for piece in once), {})


def _sequence(pieces: list[_Piece]) -> _Piece:
    inside: Stretches = {}
    for first, begun in enumerate(pieces):
        for digits, within in begun.inside.items():
            inside[digits] = min(within, inside.get(digits, within))
        digits = within = 0
        for piece in pieces[first:] if begun.digits else ():
            digits, within = digits + piece.digits, within + piece.widest
            if piece.digits:
                inside[digits] = min(within, inside.get(digits, within))
    whole = _Piece(sum(piece.digits for piece in pieces), sum(piece.widest for piece in pieces), inside)
    return whole._replace(inside=_with_fewer(inside))


def _with_fewer(inside: Stretches) -> Stretches:
    """Where some number of digits is certain, fewer are, and in less: no digit is narrower than a character."""
    every: Stretches = {}
    for digits in range(max(inside, default=0), 0, -1):
        more = every.get(digits + 1)
        known = [inside[digits]] if digits in inside else []
        every[digits] = min([*known, *([] if more is None else [more - 1])])
    return every
