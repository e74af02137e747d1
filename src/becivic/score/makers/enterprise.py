"""Belgian enterprise numbers, which are also the VAT numbers of one-person businesses."""

from __future__ import annotations

from random import Random
from typing import Final

from becivic.score.makers.spelling import Maker, Spelling, drawn, solutions, spelt


def _numbered(first: str, rng: Random) -> str:
    stem = first + drawn(rng, "######")
    return next(solutions(stem + "{:02d}", "modulo_97_belgian_bce", range(1, 98)))


def enterprise(rng: Random) -> str:
    return _numbered(f"0{4 + rng.randrange(4)}", rng)


def _newest(rng: Random) -> str:
    """Numbers of the series that follows 0999."""
    return _numbered("10", rng)


def _spelling(name: str, make: Maker, *, labelled: bool = False) -> Spelling:
    return Spelling("enterprise_number", name, "enterprise", make, labelled=labelled)


SPELLINGS: Final = (
    _spelling("dots", spelt("####.###.###", enterprise)),
    _spelling("BE glued", spelt("BE##########", enterprise)),
    _spelling("BE and dots", spelt("BE ####.###.###", enterprise)),
    _spelling("BE glued, dots", spelt("BE####.###.###", enterprise)),
    _spelling("BE and spaces", spelt("BE #### ### ###", enterprise)),
    _spelling("BE dash dots", spelt("BE-####.###.###", enterprise)),
    _spelling("bare", enterprise, labelled=True),
    _spelling("spaces", spelt("#### ### ###", enterprise), labelled=True),
    _spelling("newest series, dots", spelt("####.###.###", _newest)),
    _spelling("newest series, BE glued", spelt("BE##########", _newest)),
)
