"""The vocabulary of the scrub rules file (schemas 6.8; R-SCRUB-03), as the engine below all of this knows it."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from becivic_scrub import rules


class ScrubCategory(StrEnum):
    """What a rule finds. Direct identifiers refuse everywhere (design 7.7)."""

    DIRECT = rules.DIRECT
    INDIRECT = rules.INDIRECT
    METADATA = rules.METADATA


ALL_STRINGS: Final = rules.ALL_STRINGS

BASELINE_RULES: Final = (
    "belgian_nrn",
    "iban",
    "email",
    "eu_phone",
    "international_phone",
    "us_ssn",
    "uk_national_insurance",
    "belgian_bce",
)
"""At least these are shipped (R-SCRUB-02)."""

FLAGS: Final = "im"
"""The flags that mean the same in JavaScript, Python and RE2."""
