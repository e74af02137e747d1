"""Phone numbers of the countries people in Belgium come from and write home to."""

from __future__ import annotations

from typing import Final

from becivic.score.makers.spelling import Spelling, after

_PATTERNS: Final = {
    "France": "+33 6 ## ## ## ##",
    "France, bare": "+336########",
    "France, double zero": "0033 7 ## ## ## ##",
    "Germany": "+49 151 ########",
    "Germany, slash": "+49 (0)241 / ######",
    "Netherlands": "+31 6 ########",
    "Netherlands, dash": "+31-6-########",
    "Luxembourg": "+352 621 ### ###",
    "United Kingdom": "+44 7### ######",
    "Morocco": "+212 6## ## ## ##",
    "Morocco, double zero, bare": "002126########",
    "Turkey": "+90 53# ### ## ##",
    "Congo": "+243 81# ### ###",
    "Poland": "+48 5## ### ###",
    "Romania": "+40 72# ### ###",
    "Ukraine": "+380 67 ### ## ##",
    "India": "+91 9#### #####",
    "United States": "+1 (202) 555-01##",
    "United States, dots": "+1.202.555.01##",
    "Portugal, double zero": "00351 91# ### ###",
}


SPELLINGS: Final = tuple(
    Spelling("international_phone", name, "phone", after(pattern)) for name, pattern in _PATTERNS.items()
)
