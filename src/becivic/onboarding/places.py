"""Communes as the form offers them, and the languages that an administration takes, by region (R-FORM-06)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from becivic.corpus.fields import Fields
from becivic.corpus.reference_data import Communes
from becivic.rules.places import ADMINISTRATION_LANGUAGES, CommuneLanguage, ProfileRegion, Region

_REGIONS: Final[Mapping[str, ProfileRegion]] = {
    Region.BRUSSELS.value: ProfileRegion.BRUSSELS,
    Region.FLANDERS.value: ProfileRegion.FLANDERS,
    Region.WALLONIA.value: ProfileRegion.WALLONIA,
}


@dataclass(frozen=True, slots=True)
class OfferedCommune:
    """One line of the list that a person picks from."""

    nis5: str
    label: str
    """Every name it has, its own language first; no two are the same."""
    postal_codes: str
    region: ProfileRegion
    languages: tuple[str, ...]
    """As a profile writes them."""


@lru_cache(maxsize=2)  # the edition that is served, and the next
def offered_communes(communes: Communes) -> tuple[OfferedCommune, ...]:
    """By label. Where two would read the same, the code tells them apart."""
    found = [_offered(code, entry) for code, entry in communes.by_code.items()]
    times = Counter(each.label.casefold() for each in found)
    told_apart = [
        replace(each, label=f"{each.label} ({each.nis5})") if times[each.label.casefold()] > 1 else each
        for each in found
    ]
    return tuple(sorted(told_apart, key=lambda each: (each.label.casefold(), each.nis5)))


def languages_by_region(offered: tuple[OfferedCommune, ...]) -> Mapping[str, tuple[str, ...]]:
    """What every commune of a region takes; all there are where somebody is not here yet, or nothing is known.

    A commune may take one more than its region does: whoever names theirs is shown its own.
    """
    return {region.value: _shared(region, offered) for region in ProfileRegion}


def _shared(region: ProfileRegion, offered: tuple[OfferedCommune, ...]) -> tuple[str, ...]:
    taken = [set(each.languages) for each in offered if each.region is region]
    shared = set.intersection(*taken) if taken else set(ADMINISTRATION_LANGUAGES)
    return tuple(language for language in ADMINISTRATION_LANGUAGES if language in shared)


def _offered(code: str, entry: Fields) -> OfferedCommune:
    languages = [language for language, _ in entry.texts("languages_available")]
    names = [entry.text(f"name_{language}") for language in (*languages, *CommuneLanguage)]
    return OfferedCommune(
        code,
        " / ".join(dict.fromkeys(name for name in names if name)) or code,
        " ".join(postal for postal, _ in entry.texts("postal_codes")),
        _region(entry.text("region"), languages),
        tuple(language.upper() for language in languages),
    )


def _region(name: str, languages: list[str]) -> ProfileRegion:
    """The German-speaking communes lie in Wallonia and are a place of their own to a profile (C-39)."""
    if languages[:1] == [CommuneLanguage.DE]:
        return ProfileRegion.GERMAN_SPEAKING
    return _REGIONS.get(name, ProfileRegion.NOT_YET)
