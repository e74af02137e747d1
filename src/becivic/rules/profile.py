"""The closed lists of a person's profile (privacy 8.7.4). The server defines them and never sees one."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class CivicStatus(StrEnum):
    SINGLE = "single"
    COHABITANT = "cohabitant-legal"
    MARRIED = "married"
    DIVORCED = "divorced"
    WIDOWED = "widowed"


class NationalityStatus(StrEnum):
    BE = "BE"
    EU = "EU"
    NON_EU = "non-EU"
    MULTIPLE = "multiple"


class ResidencyStatus(StrEnum):
    REGISTERED = "registered"
    REGISTERING = "registering"
    EU_CITIZEN = "EU-citizen"
    NON_EU_PERMIT = "non-EU-permit"
    ASYLUM = "asylum"
    UNDOCUMENTED = "undocumented"


class EmploymentType(StrEnum):
    FULL_TIME = "FT"
    PART_TIME = "PT"
    SELF_EMPLOYED = "self-employed"
    STUDENT = "student"
    UNEMPLOYED = "unemployed"
    RETIRED = "retired"


class HasIdCard(StrEnum):
    """Replaces the boolean has_eID (schemas 6.1.x)."""

    YES = "yes"
    WAITING = "not-yet-waiting"
    NO = "no"
    NOT_SURE = "not-sure"


class BrowserDriving(StrEnum):
    DRIVE = "drive-by-default"
    ASK = "ask-each-time"
    NEVER = "never-drive"


PROFILE_FIELDS: Final = (
    "region",
    "commune_nis5",
    "administration_language",
    "conversation_language",
    "civic_status",
    "nationality_status",
    "residency_status",
    "residency_history",
    "dependents",
    "employment_history",
    "education_history",
    "document_inventory",
    "browser_driving_preference",
    "consent",
    "active_procedures",
    "transitions_in_progress",
)
"""The routing rows of the table; C-40: built from the table, not from a count."""

PROFILE_METADATA: Final = ("profile_schema_version", "last_updated_at")
"""Always present (R-PROF-09)."""
