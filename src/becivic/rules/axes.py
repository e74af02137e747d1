"""What each axis of a profile may hold, for those who speak of axes without a profile at hand (schemas 6.12.5; C-38).

The server never sees a profile: predicates and audiences are checked against this table alone (R-PRED-05).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from becivic.rules.identifiers import NIS5, matches
from becivic.rules.places import ADMINISTRATION_LANGUAGES, ProfileRegion
from becivic.rules.profile import CivicStatus, HasIdCard, NationalityStatus, ResidencyStatus


class AxisKind(StrEnum):
    """The shape of an axis's values."""

    CHOICE = "choice"
    COMMUNE = "commune"
    COUNT = "count"
    NUMBER = "number"
    FLAG = "flag"
    NAMES = "names"


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis. A list axis is asked about one name at a time."""

    kind: AxisKind
    choices: tuple[str, ...] = ()

    @property
    def is_ordered(self) -> bool:
        """Whether `gte` and `lte` mean anything."""
        return self.kind in (AxisKind.COUNT, AxisKind.NUMBER)

    @property
    def wants(self) -> str:
        """What a value looks like, in words."""
        return f"one of: {', '.join(self.choices)}" if self.choices else _WORDS[self.kind]

    def accepts(self, value: object) -> bool:
        match self.kind:
            case AxisKind.CHOICE:
                return value in self.choices
            case AxisKind.COMMUNE:
                return matches(NIS5, value)
            case AxisKind.COUNT:
                return type(value) is int and value >= 0
            case AxisKind.NUMBER:
                return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0
            case AxisKind.FLAG:
                return isinstance(value, bool)
            case _:
                return isinstance(value, str) and bool(value)


_WORDS: Final = {
    AxisKind.COMMUNE: "a commune's five-digit code, in quotes",
    AxisKind.COUNT: "a whole number from 0, without quotes",
    AxisKind.NUMBER: "a number from 0, without quotes",
    AxisKind.FLAG: "true or false, without quotes",
    AxisKind.NAMES: "one name, in quotes",
}


def _choice(*values: str) -> Axis:
    return Axis(AxisKind.CHOICE, tuple(str(value) for value in values))


_FLAG: Final = Axis(AxisKind.FLAG)
_COUNT: Final = Axis(AxisKind.COUNT)
_NAMES: Final = Axis(AxisKind.NAMES)

AXES: Final = {
    "region": _choice(*ProfileRegion),
    "commune_nis5": Axis(AxisKind.COMMUNE),
    "administration_language": _choice(*ADMINISTRATION_LANGUAGES),
    "civic_status": _choice(*CivicStatus),
    "nationality_status": _choice(*NationalityStatus),
    "residency_status": _choice(*ResidencyStatus),
    "dependents.minor_children_count": _COUNT,
    "dependents.adult_dependents_count": _COUNT,
    "dependents.spouse_abroad": _FLAG,
    "document_inventory.has_id_card": _choice(*HasIdCard),
    "document_inventory.has_residence_card": _FLAG,
    "document_inventory.has_work_permit": _FLAG,
    "document_inventory.has_NN": _FLAG,
    "document_inventory.has_passport_BE": _FLAG,
    "document_inventory.has_passport_other": _FLAG,
    "active_procedures": _NAMES,
    "transitions_in_progress": _NAMES,
    "years_legal_residence": Axis(AxisKind.NUMBER),
}
"""By the names of routes.APPLIES_TO_KEYS; a test holds the two together."""
