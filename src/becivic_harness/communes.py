"""The communes of Belgium, in short: by code, by name, and whether a profile's place and languages agree with them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from becivic_harness.question_words import ADMINISTRATION_LANGUAGES, NOT_YET
from becivic_harness.resources import resource
from becivic_harness.schema_keywords import Fault
from becivic_harness.submission_rules import rules
from becivic_harness.word_stems import tokens

_LEAST: Final = 3
"""Letters of the beginning of a name that are worth looking for."""
_MOST: Final = 10
"""Communes that are told to somebody who typed less than a name."""


class Commune(NamedTuple):
    """One commune. `languages` are those it may be written to in, its own first; a name is None where it has none."""

    nis5: str
    slug: str
    name_fr: str | None
    name_nl: str | None
    name_de: str | None
    region: str
    """As paths write it: brussels, flanders, wallonia."""
    profile_region: str
    """As a profile writes it: the German-speaking communes are a place of their own there."""
    languages: tuple[str, ...]
    postal_codes: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Every name it has, each once, its own language first."""
        by_language = {"fr": self.name_fr, "nl": self.name_nl, "de": self.name_de}
        named = (by_language[language] for language in (*self.languages, *by_language))
        return tuple(dict.fromkeys(name for name in named if name))


def commune(nis5: str) -> Commune | None:
    """The commune of a NIS code."""
    return _by_code().get(nis5)


def by_name(text: str) -> list[Commune]:
    """The communes of a name, a slug or a postal code, whatever its case, marks and hyphens; else those it begins."""
    wanted = _folded(text)
    found = [each for each in _by_code().values() if wanted in _called(each)]
    if found or len(wanted) < _LEAST:
        return found
    begun = [each for each in _by_code().values() if any(name.startswith(wanted) for name in _called(each))]
    return begun[:_MOST]


def is_named(text: str) -> bool:
    """Whether a submission may name a commune so: by its code, its slug, or both as `21009-ixelles` (schemas 6.2.1)."""
    code, _, slug = text.partition("-")
    listed = _by_code()
    if code in listed and slug:
        return listed[code].slug == slug
    return text in listed or text in _slugs() or text in rules()["commune_groups"]


def disagreements(profile: Mapping[str, Any]) -> list[Fault]:
    """Where a profile says of a place what cannot be: a commune that is none, in another region, in another language."""
    code, region = profile.get("commune_nis5"), str(profile.get("region"))
    language = profile.get("administration_language")
    place = commune(code) if isinstance(code, str) else None
    found: list[Fault] = []
    if isinstance(code, str) and place is None:
        found.append(Fault("/commune_nis5", "commune", "There is no commune with this NIS code."))
    if place is not None and _is_elsewhere(region, place):
        detail = f"The commune lies elsewhere: its region is {place.profile_region}."
        found.append(Fault("/region", "commune", detail))
    taken = (
        [each.upper() for each in place.languages]
        if place is not None
        else ADMINISTRATION_LANGUAGES.get(region)
    )
    if language is not None and taken is not None and language not in taken:
        whose = "This commune" if place is not None else "A commune there"
        detail = f"{whose} is written to in {' or '.join(taken)}."
        if place is None:
            detail += " Some take one more: say which commune it is."
        found.append(Fault("/administration_language", "commune", detail))
    return found


def _is_elsewhere(region: str, place: Commune) -> bool:
    """Somebody who is still to come may know where."""
    return region in ADMINISTRATION_LANGUAGES and region not in (place.profile_region, NOT_YET)


@lru_cache(maxsize=1)
def _listed() -> dict[str, Any]:
    listed: dict[str, Any] = json.loads(resource("communes.json"))
    return listed


@lru_cache(maxsize=1)
def _by_code() -> dict[str, Commune]:
    regions = _listed()["regions"]
    return {
        row[0]: Commune._make([*row[:5], *regions[row[5]], tuple(row[6]), tuple(row[7])])
        for row in _listed()["communes"]
    }


@lru_cache(maxsize=1)
def _slugs() -> frozenset[str]:
    return frozenset(each.slug for each in _by_code().values())


def _called(place: Commune) -> tuple[str, ...]:
    return (*(_folded(name) for name in (*place.names, place.slug)), *place.postal_codes)


@lru_cache(maxsize=4096)
def _folded(text: str) -> str:
    """Without case, marks and what stands between words."""
    return "".join(tokens(text))
