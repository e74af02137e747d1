"""A way of writing one kind of identifier, and the few moves every maker is built from.

Patterns: `#` stands for a digit, `@` for a capital letter, anything else for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from becivic.rules.languages import LANGUAGES
from becivic_scrub.checksums import CHECKSUMS

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIGITS: Final = "0123456789"

Maker = Callable[[Random], str]


@dataclass(frozen=True, slots=True)
class Spelling:
    """`family` names the sentences it fits in; `labelled` is for what means nothing without its label.

    `around` is text glued to the identifier that is no part of it, such as `tel:` or the rest of an address.
    """

    kind: str
    name: str
    family: str
    make: Maker
    langs: tuple[str, ...] = LANGUAGES
    labelled: bool = False
    around: str = "{}"


def drawn(rng: Random, pattern: str) -> str:
    """Fill every mark of the pattern at random."""
    pools = {"#": DIGITS, "@": LETTERS}
    return "".join(rng.choice(pools[mark]) if mark in pools else mark for mark in pattern)


def laid(pattern: str, characters: str) -> str:
    """Lay the characters, in order, over the `#` marks of the pattern."""
    rest = iter(characters)
    spelt = "".join(next(rest) if mark == "#" else mark for mark in pattern)
    if next(rest, None) is not None:
        raise ValueError(f"the pattern {pattern!r} has too few marks")
    return spelt


def after(pattern: str) -> Maker:
    """A number that chance alone fills in."""
    return lambda rng: drawn(rng, pattern)


def spelt(pattern: str, maker: Maker) -> Maker:
    """The same number, written after a pattern."""
    return lambda rng: laid(pattern, maker(rng))


def lowered(maker: Maker) -> Maker:
    return lambda rng: maker(rng).lower()


def solutions(template: str, checksum: str, candidates: Iterable[int]) -> Iterator[str]:
    """The numbers of the template that pass their checksum: check digits are found by trying."""
    return filter(CHECKSUMS[checksum], map(template.format, candidates))
