"""Texts that pages have in several languages: the one that is wanted, or another that is there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LOCALES: Final = ("en", "fr", "nl", "de")


def in_language(texts: object, locale: str = "en") -> str:
    """On one line; nothing where there is no text at all."""
    if not isinstance(texts, Mapping):
        return ""
    found = (texts.get(each) for each in (locale, *LOCALES))
    return next((" ".join(each.split()) for each in found if isinstance(each, str) and each.strip()), "")
