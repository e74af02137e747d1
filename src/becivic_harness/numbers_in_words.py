"""Finds numbers that were read out: seven number words or more in a row, in four languages, are nobody's amount."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from becivic_harness.patterns import Pattern
from becivic_harness.words.folding import fold
from becivic_harness.words.groups import group

_FEWEST: Final = 7
_WORDS: Final = group("number words")
_BETWEEN: Final = group("and")
_TOKEN: Final = Pattern(r"[^\W\d_]+")
_GAP: Final = Pattern(r"[\s,.;:/-]{1,3}")
_GROWN: Final = re.compile(
    r"(?:een|ein|twee|zwei|drie|drei|vier|vijf|funf|zes|sechs|zeven|sieben|acht|negen|neun)(?:en|und)"
    r"(?:twintig|zwanzig|dertig|dreissig|veertig|vierzig|vijftig|funfzig|zestig|sechzig|zeventig|siebzig|tachtig|achtzig"
    r"|negentig|neunzig)"
)
"""`vierendertig`, `vierunddreissig`: two words that Dutch and German write as one."""


def find(text: str) -> Iterator[tuple[int, int]]:
    """Where such numbers stand. Hundreds and thousands are of amounts, and end a run."""
    start = last = end = count = 0
    for token in _TOKEN.finditer(text):
        folded = fold(token.group())
        worth = 1 if folded in _WORDS else 2 if _GROWN.fullmatch(folded) else 0
        goes_on = count > 0 and _GAP.fullmatch(text, end, token.start()) is not None
        if goes_on and folded in _BETWEEN and not worth:
            end = token.end()
            continue
        if count >= _FEWEST and not (goes_on and worth):
            yield start, last
        start, count = (start, count + worth) if goes_on and worth else (token.start(), worth)
        end = last = token.end()
    if count >= _FEWEST:
        yield start, last
