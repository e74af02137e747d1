"""What a condition may ask of a profile (R-PRED-03): which answers each axis can have, and which another answer rules out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from becivic_harness.json_values import is_integer, same
from becivic_harness.months import month_number
from becivic_harness.predicate_holds import Profile, value_at
from becivic_harness.question_types import COMMUNE, MONTH, NUMBER, SEVERAL, SINGLE_CHOICE, YES_NO
from becivic_harness.question_words import FIELDS, KEPT_HERE, NOT_SURE, NOT_YET, FieldWords

_NEVER_A_CONDITION: Final = frozenset(
    ("conversation_language", "browser_driving_preference", "employment_history", "education_history")
)
"""How somebody is spoken to and what they did says nothing of what is open to them."""

AXES: Final[Mapping[str, FieldWords]] = {
    name: words for name, words in {**FIELDS, **KEPT_HERE}.items() if name not in _NEVER_A_CONDITION
}

RULED_OUT: Final[Mapping[str, tuple[str, tuple[Any, ...]]]] = {
    "commune_nis5": ("region", (NOT_YET,)),
    **{
        f"document_inventory.validity_end_{name}": (
            f"document_inventory.has_{name}",
            (False, "no", "not-yet-waiting"),
        )
        for name in ("id_card", "residence_card", "work_permit", "passport_BE", "passport_other")
    },
}
"""Fields that another answer leaves empty for good: whoever has no card is not asked until when it is valid."""

_NIS5: Final = re.compile(r"[0-9]{5}")


def is_ruled_out(field: str, profile: Profile) -> bool:
    other, leaves_empty = RULED_OUT.get(field, ("", ()))
    return any(same(value_at(other, profile), each) for each in leaves_empty)


def settles(axis: FieldWords, said: object) -> bool:
    """Whether a profile may hold this, and it is an answer: to be unsure, or anything else, is as good as nothing."""
    return said != NOT_SURE and accepts(axis, said)


def accepts(axis: FieldWords, said: object) -> bool:
    """Whether a profile may hold this there."""
    if axis.type == SEVERAL:
        return isinstance(said, list) and all(isinstance(each, str) for each in said)
    if axis.type == YES_NO:
        return isinstance(said, bool)
    if axis.type == NUMBER:
        return isinstance(said, int) and is_integer(said) and 0 <= said <= axis.most
    if axis.type == SINGLE_CHOICE:
        return isinstance(said, str) and said in axis.values
    if axis.type == MONTH:
        return isinstance(said, str) and month_number(said) is not None
    return axis.type == COMMUNE and isinstance(said, str) and _NIS5.fullmatch(said) is not None
