"""Belgian national numbers of people of both centuries, and BIS numbers of people without a file."""

from __future__ import annotations

from random import Random
from typing import Final

from becivic.score.makers.spelling import Maker, Spelling, laid, spelt

_OFFICIAL: Final = "##.##.##-###.##"
_PATTERNS: Final = {
    "official": _OFFICIAL,
    "bare": "###########",
    "spaces": "## ## ## ### ##",
    "date, dash, dashes": "######-###-##",
    "date, dash, dot": "######-###.##",
    "date, space, rest": "###### #####",
    "date, spaces": "###### ### ##",
    "slashes": "##/##/##-###/##",
    "dots alone": "##.##.##.###.##",
    "dashes alone": "##-##-##-###-##",
    "spaces round the dash": "##.##.## - ###.##",
    "spaces and dash": "## ## ##-### ##",
    "dots, spaces": "##.##.## ### ##",
}
_YOUNGER: Final = ("official", "bare", "spaces", "date, dash, dashes", "dots alone", "slashes")
_BIS: Final = (
    "official",
    "bare",
    "spaces",
    "date, dash, dashes",
    "date, space, rest",
    "slashes",
    "dots alone",
)


def _number(rng: Random, year: int, month_shift: int) -> str:
    """Day 1 to 28 exists in every month.

    The registry's test accepts either century, a maker must know which one it made: hence the sum here.
    """
    month, day, counter = 1 + rng.randrange(12) + month_shift, 1 + rng.randrange(28), 1 + rng.randrange(997)
    nine = f"{year % 100:02d}{month:02d}{day:02d}{counter:03d}"
    check = 97 - int(nine if year < 2000 else f"2{nine}") % 97
    return f"{nine}{check:02d}"


def born_before_2000(rng: Random) -> str:
    return _number(rng, 1935 + rng.randrange(65), 0)


def born_since_2000(rng: Random) -> str:
    return _number(rng, 2000 + rng.randrange(25), 0)


def bis(rng: Random) -> str:
    return _number(rng, 1945 + rng.randrange(80), rng.choice((20, 40)))


def official(rng: Random) -> str:
    """A national number as the card prints it."""
    return laid(_OFFICIAL, born_before_2000(rng))


def _spellings(kind: str, suffix: str, maker: Maker, names: tuple[str, ...]) -> tuple[Spelling, ...]:
    return tuple(
        Spelling(kind, f"{name}{suffix}", "national", spelt(_PATTERNS[name], maker)) for name in names
    )


SPELLINGS: Final = (
    *_spellings("national_number", "", born_before_2000, tuple(_PATTERNS)),
    *_spellings("national_number", ", born since 2000", born_since_2000, _YOUNGER),
    *_spellings("bis_number", "", bis, _BIS),
)
