"""Tempting clean sentences: numbers, dates, codes and words about identifiers, with nobody's identifier in them.

In the data `{12-40}` stands for a number between the two, `{hex 8}` for so many hexadecimal digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Final

from becivic.rules.languages import LANGUAGES
from becivic.score.frames import DATA, lines
from becivic.score.item import Item

_MARK: Final = re.compile(r"\{(?:(\d+)-(\d+)|hex (\d+))\}")
_HEX: Final = "0123456789abcdef"


def _filled(sentence: str, rng: Random) -> str:
    def fill(mark: re.Match[str]) -> str:
        low, high, width = mark.groups()
        if width:
            return "".join(rng.choice(_HEX) for _ in range(int(width)))
        return str(int(low) + rng.randrange(int(high) - int(low) + 1))

    return _MARK.sub(fill, sentence)


def generate(rng: Random) -> Iterator[Item]:
    """Every sentence of every language, in the order of the data."""
    for lang in LANGUAGES:
        for number, sentence in enumerate(lines(DATA / "clean" / f"{lang}.txt"), 1):
            yield Item(f"clean.{lang}.{number:03d}", lang, _filled(sentence, rng), None, ())
