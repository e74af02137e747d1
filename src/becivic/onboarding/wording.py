"""What the form says in each of its languages: one TOML file each, the same keys in all."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from becivic.onboarding.questions import Choice, Kind, Said

_HINTS: Final = {Kind.MONTH_OR_CURRENT: Kind.MONTH}


@dataclass(frozen=True, slots=True)
class Wording:
    """The sayings of one language."""

    locale: str
    tables: Mapping[str, Any]

    @property
    def own_name(self) -> str:
        """What the language calls itself."""
        return str(self.tables["name"])

    def table(self, name: str) -> Mapping[str, str]:
        found: Mapping[str, str] = self.tables[name]
        return found

    def said(self, table: str, key: str) -> Said:
        return Said(self.table(table)[key], self.locale)

    def help(self, key: str) -> Said | None:
        text = self.table("helps").get(key)
        return None if text is None else Said(text, self.locale)

    def hint(self, kind: Kind) -> Said | None:
        """How to write an answer of this kind, where that needs saying."""
        text = self.table("form").get(f"{_HINTS.get(kind, kind)}_hint")
        return None if text is None else Said(text, self.locale)

    def choices(self, key: str, values: tuple[str, ...]) -> tuple[Choice, ...]:
        """The values of a closed list, each as people say it."""
        words: Mapping[str, str] = self.tables["choices"][key]
        return tuple(Choice(value, Said(words[value], self.locale)) for value in values)


@cache
def wording(locale: str) -> Wording:
    text = (files("becivic.onboarding") / "words" / f"{locale}.toml").read_text(encoding="utf-8")
    return Wording(locale, tomllib.loads(text))
