"""Whom a path or a procedure says it is for (`applies_to`), as predicates over a profile: one table between the vocabularies (C-39).

A path names axes of the profile; a procedure has keys of its own, regions in small letters among them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from becivic_harness.predicate_holds import Predicate, Profile
from becivic_harness.question_words import NOT_YET

REGION: Final = "region"
ORIGIN: Final = "origin_country"

REGIONS: Final = {
    "brussels": ("Brussels-Capital",),
    "flanders": ("Flanders",),
    "wallonia": ("Wallonia", "German-speaking-community"),
    "german-speaking-community": ("German-speaking-community",),
}
"""As skills write where something holds, and as a profile does: the German-speaking communes lie in the Walloon region."""

_AXES: Final = {
    "regions": REGION,
    "communes": "commune_nis5",
    "origin_countries": ORIGIN,
    "visa_categories": "visa_category",
}
"""The keys of a procedure's audience that are no axes, and the axis that each of them is about."""
_PLACES: Final = ("regions", "communes")
_SUMMARY: Final = "audience_summary"


def audience_of(page: Mapping[str, Any]) -> list[Predicate]:
    return [
        {"field": f"user.{_AXES.get(key, key)}", "op": "in", "value": _values(key, value)}
        for key, value in _told(page).items()
        if key != _SUMMARY
    ]


def seen_by(page: Mapping[str, Any], profile: Profile) -> Profile:
    """Where a procedure names places, somebody who is not here yet has none: where they will live is still open."""
    return settled(profile) if any(key in _told(page) for key in _PLACES) else profile


def settled(profile: Profile) -> Profile:
    """Without the region of somebody who is not here yet."""
    return {name: value for name, value in profile.items() if name != REGION or value != NOT_YET}


def regions(named: Sequence[str]) -> list[str]:
    """As a profile writes them."""
    return [name for each in named for name in REGIONS.get(each, (each,))]


def _told(page: Mapping[str, Any]) -> Mapping[str, Any]:
    told = page.get("applies_to")
    return told if isinstance(told, Mapping) else {}


def _values(key: str, value: object) -> list[Any]:
    values = value if isinstance(value, list) else [value]
    return regions([str(each) for each in values]) if key == "regions" else values
