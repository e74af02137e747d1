"""Every spelling there is: those of each family, then a choice of them under each disguise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.score.makers import (
    abroad,
    addresses,
    banking,
    birth_dates,
    documents,
    enterprise,
    mail_addresses,
    national,
    phones,
    phones_abroad,
    plates,
    query_strings,
)
from becivic.score.makers.disguises import (
    DIGIT_DISGUISES,
    HYPHEN_DISGUISES,
    INVISIBLE_DISGUISES,
    SPACE_DISGUISES,
    Disguise,
    disguised,
)
from becivic.score.makers.spelling import Spelling

PLAIN: Final[tuple[Spelling, ...]] = (
    *national.SPELLINGS,
    *documents.SPELLINGS,
    *banking.SPELLINGS,
    *enterprise.SPELLINGS,
    *phones.SPELLINGS,
    *phones_abroad.SPELLINGS,
    *mail_addresses.SPELLINGS,
    *plates.SPELLINGS,
    *abroad.SPELLINGS,
    *addresses.SPELLINGS,
    *birth_dates.SPELLINGS,
    *query_strings.SPELLINGS,
)

# Disguises, then the spellings that have something for them to change.
_WORN: Final[tuple[tuple[dict[str, Disguise], tuple[tuple[str, str], ...]], ...]] = (
    (
        SPACE_DISGUISES,
        (
            ("national_number", "spaces"),
            ("iban", "BE in fours"),
            ("mobile_phone", "spaces in twos"),
            ("payment_card", "in fours"),
        ),
    ),
    (
        HYPHEN_DISGUISES,
        (
            ("national_number", "date, dash, dashes"),
            ("eid_card", "dashes"),
            ("mobile_phone", "dashes"),
            ("plate", "dashes"),
        ),
    ),
    (
        DIGIT_DISGUISES,
        (
            ("national_number", "official"),
            ("bis_number", "bare"),
            ("iban", "BE bare"),
            ("landline", "slash and dots"),
        ),
    ),
    (
        INVISIBLE_DISGUISES,
        (
            ("national_number", "bare"),
            ("iban", "FR in fours"),
            ("landline", "spaces"),
            ("enterprise_number", "dots"),
        ),
    ),
)
_PAIRS: Final = (("fr", "de"), ("nl", "en"))


def _under_disguise() -> Iterator[Spelling]:
    """Each in two languages, by turns."""
    found = {(spelling.kind, spelling.name): spelling for spelling in PLAIN}
    for disguises, wearers in _WORN:
        for turn, (name, disguise) in enumerate(disguises.items()):
            for place, wearer in enumerate(wearers):
                yield disguised(found[wearer], name, disguise, _PAIRS[(turn + place) % 2])


SPELLINGS: Final[tuple[Spelling, ...]] = (*PLAIN, *_under_disguise())
