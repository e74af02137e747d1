"""The six languages of the form, which way each is written, and which one somebody gets who asks for a locale."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

LOCALES: Final = ("en", "fr", "nl", "de", "ar", "uk")
FALLBACK: Final = "en"

_RIGHT_TO_LEFT: Final = frozenset({"ar"})


class FallbackReason(StrEnum):
    """Why the form is in English although nobody asked for it. Never what was asked for."""

    NOT_GIVEN = "locale_not_given"
    NOT_SUPPORTED = "locale_not_supported"


@dataclass(frozen=True, slots=True)
class ChosenLocale:
    code: str
    fallback: FallbackReason | None = None


def chosen_locale(asked: str | None) -> ChosenLocale:
    """`fr-BE` and `FR_be` are French; whatever is not known is English, with the reason."""
    if not asked:
        return ChosenLocale(FALLBACK, FallbackReason.NOT_GIVEN)
    code = asked.strip().replace("_", "-").partition("-")[0].lower()
    if code in LOCALES:
        return ChosenLocale(code)
    return ChosenLocale(FALLBACK, FallbackReason.NOT_SUPPORTED)


def direction(code: str) -> str:
    """The `dir` of a text in this language."""
    return "rtl" if code in _RIGHT_TO_LEFT else "ltr"
