"""The vocabulary of the scrub rules file (schemas 6.8; R-SCRUB-03). The engine lives elsewhere."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class ScrubCategory(StrEnum):
    """What a rule finds. Direct identifiers refuse everywhere (design 7.7)."""

    DIRECT = "direct_identifier"
    INDIRECT = "indirect_identifier"
    METADATA = "metadata"


ALL_STRINGS: Final = "all_strings"

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
