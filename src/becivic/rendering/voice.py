"""To whom a page speaks: the language, and how an address of the site is written for a reader who chose one."""

from __future__ import annotations

from typing import Final, NamedTuple

from becivic.words import Words, words


class Voice(NamedTuple):
    language: str = "en"
    is_chosen: bool = False
    """Whether the address says the language (`/fr/skills/…`); otherwise the reader's browser did."""

    @property
    def t(self) -> Words:
        return words(self.language)

    def link(self, address: str) -> str:
        """A page of the site, in the language that was chosen. What is no page (a feed, a schema) has no language."""
        return f"/{self.language}{address}" if self.is_chosen else address


ENGLISH: Final = Voice()
