"""What must hold for a list of communes beyond its schema (schemas 6.4; R-COMM-01, R-COMM-02).

One definition for the check of a corpus and for the refresh that makes the list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from becivic.corpus.fields import Fields
from becivic.rules.places import PROVINCES_OF, CommuneLanguage, Region

COMMUNE_FIELDS: Final = (
    "nis_code",
    "slug",
    "name_fr",
    "name_nl",
    "name_de",
    "region",
    "province",
    "postal_codes",
    "languages_available",
)
"""All nine are always present; null where one does not apply."""

_SLUG: Final = re.compile(r"[a-z]+(-[a-z0-9]+)*")
_NAMES: Final = ("name_fr", "name_nl", "name_de")
_PROVINCES: Final = {region.value: names for region, names in PROVINCES_OF.items()}
_REGION_LANGUAGES: Final = {
    Region.FLANDERS.value: frozenset({CommuneLanguage.NL.value}),
    Region.WALLONIA.value: frozenset({CommuneLanguage.FR.value, CommuneLanguage.DE.value}),
}
_BRUSSELS: Final = frozenset({CommuneLanguage.FR.value, CommuneLanguage.NL.value})


class CommuneFault(NamedTuple):
    """What is wrong with one entry: its position, the field, and the words."""

    position: int
    field: str
    message: str


def list_faults(communes: Sequence[Any]) -> list[CommuneFault]:
    """Every fault of a list, in its order. Entries of the wrong shape are the schema's business."""
    faults: list[CommuneFault] = []
    seen: dict[tuple[str, str], int] = {}
    for index, value in enumerate(communes):
        entry = Fields.of(value)
        for field in ("nis_code", "slug"):
            key = (field, entry.text(field))
            if key[1] and seen.setdefault(key, index) != index:
                faults.append(
                    CommuneFault(index, field, f"{field} `{key[1]}` already belongs to another commune")
                )
        faults += [CommuneFault(index, field, message) for field, message in _entry_faults(entry)]
    return faults


def _entry_faults(entry: Fields) -> Iterator[tuple[str, str]]:
    if entry.text("slug") and not _SLUG.fullmatch(entry.text("slug")):
        yield "slug", "slug must be lowercase kebab-case without diacritics"
    if not any(entry.text(name) for name in _NAMES):
        yield "name_fr", "a commune needs a name in at least one of its languages"
    yield from _region_faults(entry)


def _region_faults(entry: Fields) -> Iterator[tuple[str, str]]:
    languages = {language for language, _ in entry.texts("languages_available")}
    if entry.text("region") == Region.BRUSSELS:
        if entry.raw("province") is not None:
            yield "province", "a commune of Brussels belongs to no province"
        if languages and languages != _BRUSSELS:
            yield "languages_available", "a commune of Brussels is written to in French or Dutch"
    elif provinces := _PROVINCES.get(entry.text("region")):
        if entry.text("province") not in provinces:
            yield "province", f"a commune of this region belongs to one of: {', '.join(provinces)}"
        if languages and _REGION_LANGUAGES[entry.text("region")].isdisjoint(languages):
            yield "languages_available", "the language of the region is missing"
