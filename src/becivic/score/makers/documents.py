"""Numbers printed on cards, passports and files: eID, residence card, passport, dossier."""

from __future__ import annotations

from random import Random
from typing import Final

from becivic.score.makers.spelling import Maker, Spelling, after, drawn, lowered, solutions, spelt

_CHECK_DIGITS: Final = range(1, 98)


def eid(rng: Random) -> str:
    """Cards begin with 59 these days."""
    stem = f"59{drawn(rng, '########')}"
    return next(solutions(stem + "{:02d}", "modulo_97_belgian_eid", _CHECK_DIGITS))


def residence_card(rng: Random) -> str:
    return drawn(rng, "#########")


def belgian_passport(rng: Random) -> str:
    return rng.choice("EGHJL") + drawn(rng, "@######")


def _dated_file(rng: Random) -> str:
    return f"{2015 + rng.randrange(10)}/{drawn(rng, '######')}"


def _town_file(rng: Random) -> str:
    return (
        f"{rng.choice(('BXL', 'ANT', 'LG', 'GNT', 'EUP'))}-{2015 + rng.randrange(10)}-{drawn(rng, '#####')}"
    )


def foreigner_file(rng: Random) -> str:
    """Files of the immigration office have seven digits."""
    return f"{5 + rng.randrange(5)}{drawn(rng, '######')}"


def _document(kind: str, name: str, make: Maker, *, labelled: bool = True) -> Spelling:
    return Spelling(kind, name, "document", make, labelled=labelled)


SPELLINGS: Final = (
    _document("eid_card", "dashes", spelt("###-#######-##", eid), labelled=False),
    _document("eid_card", "spaces", spelt("### ####### ##", eid), labelled=False),
    _document("eid_card", "bare", eid),
    _document("eid_card", "dots", spelt("###.#######.##", eid)),
    _document("residence_card", "letter glued, check apart", spelt("B####### ##", residence_card)),
    _document("residence_card", "letter apart", spelt("B #########", residence_card)),
    _document("residence_card", "bare", spelt("B#########", residence_card)),
    _document("residence_card", "dashes", spelt("B-#######-##", residence_card)),
    _document("residence_card", "spaces", spelt("B ####### ##", residence_card)),
    _document("passport", "Belgian", belgian_passport),
    _document("passport", "Belgian, space", spelt("## ######", belgian_passport)),
    _document("passport", "Belgian, dash", spelt("##-######", belgian_passport)),
    _document("passport", "Belgian, lower case", lowered(belgian_passport)),
    _document("passport", "nine digits", after("#########")),
    _document("passport", "two letters, seven digits", after("@@#######")),
    _document("passport", "one letter, eight digits", after("@########")),
    _document("passport", "digits, letters, digits", after("##@@#####")),
    _document("dossier", "dots", spelt("#.###.###", foreigner_file)),
    _document("dossier", "bare", foreigner_file),
    _document("dossier", "spaces", spelt("# ### ###", foreigner_file)),
    _document("dossier", "year and serial", _dated_file),
    _document("dossier", "court roll", after("##/####/A")),
    _document("dossier", "town, year, serial", _town_file),
)
