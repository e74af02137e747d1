"""Regions and languages in the three vocabularies that name them, and the one table between (C-39)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Region(StrEnum):
    """As communes and path audiences write it (schemas 6.4)."""

    BRUSSELS = "brussels"
    WALLONIA = "wallonia"
    FLANDERS = "flanders"


class ProfileRegion(StrEnum):
    """As a person's profile writes it (privacy 8.7.4; the fifth value from C-39)."""

    FLANDERS = "Flanders"
    WALLONIA = "Wallonia"
    BRUSSELS = "Brussels-Capital"
    GERMAN_SPEAKING = "German-speaking-community"
    NOT_YET = "not-in-belgium-yet"


REGION_OF_PROFILE: Final = {
    ProfileRegion.FLANDERS: Region.FLANDERS,
    ProfileRegion.WALLONIA: Region.WALLONIA,
    ProfileRegion.BRUSSELS: Region.BRUSSELS,
    ProfileRegion.GERMAN_SPEAKING: Region.WALLONIA,
    ProfileRegion.NOT_YET: None,
}
"""The German-speaking communes lie in the Walloon region."""


class Area(StrEnum):
    """As skills and concerns write where something holds: a region, or the community that differs inside one."""

    BRUSSELS = "brussels"
    FLANDERS = "flanders"
    WALLONIA = "wallonia"
    GERMAN_SPEAKING = "german-speaking-community"


class CommuneLanguage(StrEnum):
    """What a commune may be written to in; never English (law of 18 July 1966; schemas 6.4)."""

    FR = "fr"
    NL = "nl"
    DE = "de"


class Language(StrEnum):
    """What pages, titles and conversations are labelled with (R-CON-03)."""

    FR = "fr"
    NL = "nl"
    DE = "de"
    EN = "en"


ADMINISTRATION_LANGUAGES: Final = ("NL", "FR", "DE")
"""As a profile writes them (privacy 8.7.4)."""

COMMUNE_GROUPS: Final = {"all-19-rbc-communes": Region.BRUSSELS}
"""Names that stand for several communes in `audience.communes` (C-32)."""

PROVINCES_OF: Final = {
    Region.FLANDERS: ("antwerp", "east-flanders", "flemish-brabant", "limburg", "west-flanders"),
    Region.WALLONIA: ("hainaut", "liege", "luxembourg", "namur", "walloon-brabant"),
    Region.BRUSSELS: (),
}
"""Brussels has none."""

PROVINCES: Final = tuple(sorted(name for names in PROVINCES_OF.values() for name in names))
