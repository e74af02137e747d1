"""The words of the interface in four languages: one TOML file for each part of it, one table for each saying.

A saying may hold `{name}` for what is put in; one that counts has `one` and `other` for each language, and is put in `n`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

LANGUAGES: Final = ("en", "fr", "nl", "de")
OWN_NAMES: Final = {"en": "English", "fr": "Français", "nl": "Nederlands", "de": "Deutsch"}

Saying = str | Mapping[str, str]


@cache
def sayings() -> Mapping[str, Mapping[str, Saying]]:
    """`part.key` to language to saying."""
    found: dict[str, Mapping[str, Saying]] = {}
    folder = files("becivic.words")
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        part = file.name.removesuffix(".toml")
        if part != file.name:
            told: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
            found |= {f"{part}.{key}": value for key, value in told.items()}
    return found


class Words:
    """The sayings of one language, as templates use them: `{{ t("frame.skip") }}`."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.said = {key: said[language] for key, said in sayings().items()}

    def __call__(self, key: str, **values: object) -> str:
        saying = self.said.get(key)
        if saying is None:  # a key made of data that nobody may have checked: it is said as it is
            return key.partition(".")[2].partition("-")[2] or key
        if not isinstance(saying, str):
            saying = saying["one" if values["n"] == 1 else "other"]
        return saying.format(**values) if values else saying


@cache
def words(language: str) -> Words:
    return Words(language)
