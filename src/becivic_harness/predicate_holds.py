"""Whether one predicate is true of a profile: two values, no doubt (schemas 6.12.5). predicates.py adds the third."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from becivic_harness.json_values import is_number, same
from becivic_harness.months import month_number

_USER: Final = "user"

Profile = Mapping[str, Any]
Predicate = Mapping[str, Any]


def holds(predicate: Predicate, profile: Profile) -> bool:
    """Whether one predicate is true of a profile with its computed axes. What the profile does not say never holds."""
    said = said_of(predicate, profile)
    if said is None:
        return False
    wanted, op = predicate.get("value"), predicate.get("op")
    if op == "eq":
        return any(same(each, wanted) for each in _listed(said))
    if op == "in":
        return any(same(each, option) for each in _listed(said) for option in _options(wanted))
    if op == "gte":
        return _in_order(wanted, said)
    if op == "lte":
        return _in_order(said, wanted)
    return op == "exists" and wanted is True


def axis_name(predicate: Predicate) -> str:
    user, _, name = str(predicate.get("field")).partition(".")
    return name if user == _USER else ""


def said_of(predicate: Predicate, profile: Profile) -> Any:  # noqa: ANN401  whatever the profile holds there
    name = axis_name(predicate)
    return value_at(name, profile) if name else None


def value_at(field: str, profile: Profile) -> Any:  # noqa: ANN401
    """By its dotted name."""
    value: Any = profile
    for step in field.split("."):
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


def _listed(said: object) -> list[object]:
    """A list axis is asked about one name at a time."""
    return said if isinstance(said, list) else [said]


def _options(wanted: object) -> list[object]:
    return wanted if isinstance(wanted, list) else []


def _in_order(low: object, high: object) -> bool:
    """Numbers by size, months and days by calendar; anything else has no order."""
    if isinstance(low, str) and isinstance(high, str):
        # A profile knows months at best, so a day counts as its month.
        first, last = month_number(low[:7]), month_number(high[:7])
        return first is not None and last is not None and first <= last
    if isinstance(low, (int, float)) and isinstance(high, (int, float)):
        return is_number(low) and is_number(high) and low <= high
    return False
