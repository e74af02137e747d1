"""National identifiers of other countries: US SSN, UK NINO, French NIR, Dutch BSN, Polish PESEL."""

from __future__ import annotations

from random import Random
from typing import Final

from becivic.score.makers.spelling import Maker, Spelling, drawn, lowered, solutions, spelt

# Letters the British administration hands out, first and second.
_NINO_FIRST: Final = "ABCEHJLMPRSWXY"
_NINO_SECOND: Final = "ABCEHJLMPRSTWXYZ"


def _ssn(rng: Random) -> str:
    area, group, serial = 100 + rng.randrange(500), 1 + rng.randrange(99), 1 + rng.randrange(9999)
    return f"{area}{group:02d}{serial:04d}"


def _nino(rng: Random) -> str:
    return f"{rng.choice(_NINO_FIRST)}{rng.choice(_NINO_SECOND)}{drawn(rng, '######')}{rng.choice('ABCD')}"


def _nir(department: str, rng: Random) -> str:
    sex, year, month = 1 + rng.randrange(2), rng.randrange(100), 1 + rng.randrange(12)
    commune, order = 1 + rng.randrange(500), 1 + rng.randrange(899)
    stem = f"{sex}{year:02d}{month:02d}{department}{commune:03d}{order:03d}"
    return next(solutions(stem + "{:02d}", "modulo_97_french_nir", range(1, 98)))


def _mainland(rng: Random) -> str:
    return _nir(f"{21 + rng.randrange(70):02d}", rng)


def _corsica(rng: Random) -> str:
    return _nir(rng.choice(("2A", "2B")), rng)


def _without_key(rng: Random) -> str:
    return _mainland(rng)[:-2]


def _bsn(rng: Random) -> str:
    """One stem in eleven has no check digit that fits: take the next stem then."""
    stem = 10_000_000 + rng.randrange(80_000_000)
    return next(solutions("{:09d}", "modulo_11_dutch_bsn", range(stem * 10, stem * 10 + 100)))


def _pesel(rng: Random) -> str:
    """Poland adds twenty to the month of those born since 2000."""
    year = 1945 + rng.randrange(75)
    month = 1 + rng.randrange(12) + (20 if year >= 2000 else 0)
    stem = f"{year % 100:02d}{month:02d}{1 + rng.randrange(28):02d}{drawn(rng, '####')}"
    return next(solutions(stem + "{}", "modulo_10_polish_pesel", range(10)))


def _spelling(kind: str, name: str, make: Maker, *, labelled: bool = False) -> Spelling:
    return Spelling(kind, name, "abroad", make, labelled=labelled)


SPELLINGS: Final = (
    _spelling("us_ssn", "dashes", spelt("###-##-####", _ssn)),
    _spelling("us_ssn", "spaces", spelt("### ## ####", _ssn), labelled=True),
    _spelling("us_ssn", "bare", _ssn, labelled=True),
    _spelling("uk_nino", "pairs", spelt("## ## ## ## #", _nino)),
    _spelling("uk_nino", "bare", _nino),
    _spelling("uk_nino", "three groups", spelt("## ###### #", _nino)),
    _spelling("uk_nino", "lower case", lowered(_nino), labelled=True),
    _spelling("french_nir", "spaces", spelt("# ## ## ## ### ### ##", _mainland)),
    _spelling("french_nir", "bare", _mainland),
    _spelling("french_nir", "key apart", spelt("############# ##", _mainland)),
    _spelling("french_nir", "without its key", spelt("# ## ## ## ### ###", _without_key), labelled=True),
    _spelling("french_nir", "born in Corsica", spelt("# ## ## ## ### ### ##", _corsica)),
    _spelling("dutch_bsn", "bare", _bsn, labelled=True),
    _spelling("dutch_bsn", "dots", spelt("###.###.###", _bsn), labelled=True),
    _spelling("dutch_bsn", "four, two, three", spelt("####.##.###", _bsn), labelled=True),
    _spelling("dutch_bsn", "spaces", spelt("### ### ###", _bsn), labelled=True),
    _spelling("polish_pesel", "bare", _pesel),
    _spelling("polish_pesel", "date apart", spelt("###### #####", _pesel), labelled=True),
)
