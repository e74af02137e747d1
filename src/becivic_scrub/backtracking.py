"""How far a pattern can send an engine that backtracks astray, counted without running it.

Python cannot stop a search that it has begun, so a pattern that came from elsewhere is judged first. On a text of
one character repeated, the paths through a pattern can be counted exactly; nested and neighbouring repetitions
that take the same character multiply there. What goes wrong only on a mixture of characters is left to the time
limit of a window.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from becivic_scrub import dialect

MOST_STEPS: Final = 5000
"""From one place in a text. The rules that ship take some hundred at worst."""

_ALWAYS: Final = "aZ0 .-_\u00e9"
_BOUNDLESS: Final = 1e12


def refuse_runaway(pattern: str, flags: str) -> None:
    """PatternRefused for a pattern that some text could keep busy for ever."""
    tree = dialect.tree(pattern, flags)
    characters = _telling(pattern, _atoms(tree), "i" in flags)
    if max(_piece(tree, character, "i" in flags)[1] for character in characters) > MOST_STEPS:
        raise dialect.PatternRefused("can be kept busy without end by an engine that backtracks")


def _atoms(tree: dialect.Tree) -> frozenset[str]:
    """The sources of single characters in a pattern, each once."""
    if isinstance(tree, str):
        return frozenset([tree]) - {""}
    return frozenset().union(*(_atoms(piece) for sequence in tree for piece, _, _ in sequence))


def _telling(pattern: str, atoms: frozenset[str], ignores_case: bool) -> Iterable[str]:  # noqa: FBT001
    """One character of each sort: those that the same pieces take behave alike."""
    sorts = {
        tuple(_takes(atom, character, ignores_case) for atom in atoms): character
        for character in sorted({*_ALWAYS, *pattern})
    }
    return sorts.values()


def _piece(tree: dialect.Tree, character: str, ignores_case: bool) -> tuple[float, float]:  # noqa: FBT001  one rule's flag
    """In how many ways the piece takes a run of the character, and how many steps trying them all takes."""
    if not isinstance(tree, str):
        return _alternatives(tree, character, ignores_case)
    if not tree:
        return 1.0, 0.0
    return float(_takes(tree, character, ignores_case)), 1.0


def _alternatives(tree: dialect.Branches, character: str, ignores_case: bool) -> tuple[float, float]:  # noqa: FBT001
    ways = steps = 0.0
    for sequence in tree:
        sequence_ways, sequence_steps = 1.0, 0.0
        for piece, fewest, often in sequence:
            piece_ways, piece_steps = _repeated(*_piece(piece, character, ignores_case), fewest, often)
            sequence_steps += sequence_ways * piece_steps
            sequence_ways = min(sequence_ways * piece_ways, _BOUNDLESS)
        ways, steps = ways + sequence_ways, min(steps + sequence_steps, _BOUNDLESS)
    return ways, steps


def _repeated(ways: float, steps: float, fewest: int, often: int) -> tuple[float, float]:
    if fewest == often == 1:
        return ways, steps
    rounds, all_ways, all_steps = 1.0, 0.0, 0.0
    for times in range(often + 1):
        if times >= fewest:
            all_ways += rounds
        if times < often:
            all_steps += rounds * steps
        rounds = min(rounds * ways, _BOUNDLESS)
    return min(all_ways, _BOUNDLESS), min(all_steps, _BOUNDLESS)


@lru_cache(maxsize=65536)
def _takes(source: str, character: str, ignores_case: bool) -> bool:  # noqa: FBT001
    flags = re.ASCII | re.IGNORECASE if ignores_case else re.ASCII
    return re.match(source, character, flags) is not None
