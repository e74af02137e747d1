r"""What the rules are put together from: the shape of a rule, boundaries, and what several topics share.

Patterns keep to what JavaScript, Python in ASCII mode and RE2 read alike (becivic_scrub.dialect). Text comes
folded: spaces, hyphens, digits and full-width forms are plain, and marks that stand apart from their letter
are gone. So a label takes the bare letter beside the accented one, and with the flag "i" an accented letter
stands in both its cases, for ASCII mode folds neither. A space is written [ ], to be seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from becivic.rules.scrub import ALL_STRINGS, ScrubCategory

INDIRECT: Final = ScrubCategory.INDIRECT
IGNORE_CASE: Final = "i"

DIGIT_EDGE: Final = r"(?:\b|[_G-Zg-z])"
r"""Where a number begins or ends. `\b` alone sees no edge in "NRN85073003328" or "nrn_85073003328". Letters a
to f are left out: beside them the digits are a piece of a hash or a UUID."""

WORD_EDGE: Final = r"(?:\b|_)"
"""Where a number begins that opens with a letter: there another letter before it makes another word."""

QUOTES: Final = "'\u2019"
"""The apostrophes of keyboards and of well-set text, to stand in a class."""
APOSTROPHE: Final = f"[{QUOTES}]"

A_UMLAUT: Final = "(?:[äÄ]|ae?)"
O_UMLAUT: Final = "(?:[öÖ]|oe?)"
U_UMLAUT: Final = "(?:[üÜ]|ue?)"
"""As German is typed with an umlaut, on a foreign keyboard, or with its marks lost."""


@dataclass(frozen=True, slots=True)
class ScrubRule:
    """One entry of the rule file. Where the pattern has a group, the group is the identifier."""

    name: str
    description: str
    pattern: str
    flags: str = ""
    checksum: str | None = None
    category: ScrubCategory = ScrubCategory.DIRECT

    def as_json(self) -> dict[str, str | None]:
        return {
            "name": self.name,
            "description": self.description,
            "pattern": self.pattern,
            "flags": self.flags,
            "checksum": self.checksum,
            "applies_to_fields": ALL_STRINGS,
            "category": self.category.value,
        }


def one_of(*blocks: str) -> str:
    """Any of the alternatives. A block holds one a line, so that lists of labels read as lists."""
    return f"(?:{_joined(blocks)})"


def captured(*blocks: str) -> str:
    """Any of the alternatives, as the identifier that is found."""
    return f"({_joined(blocks)})"


def _joined(blocks: tuple[str, ...]) -> str:
    lines = (line.strip() for block in blocks for line in block.split("\n"))
    return "|".join(line for line in lines if line)
