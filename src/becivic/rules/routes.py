"""What a path and its sources are made of (schemas 6.12): classes, actors, predicates, themes."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from becivic.rules.skills import SERVER_OWNED_FIELDS

SERVER_OWNED_PATH_FIELDS: Final = (*SERVER_OWNED_FIELDS, "sources")
"""On a path nobody amends its sources as one: each is amended by itself (R-AMD-09)."""

SERVER_OWNED_SOURCE_FIELDS: Final = (*SERVER_OWNED_FIELDS, "post_handoff_observed")
"""Whether somebody came through follows from votes, never from an amendment (schemas 6.12.2)."""


class Theme(StrEnum):
    """The closed twelve (schemas 6.12.1a)."""

    IDENTITY_CIVIL_STATUS = "identity-civil-status"
    RESIDENCY_AND_IMMIGRATION = "residency-and-immigration"
    FAMILY = "family"
    HOUSING_AND_PROPERTY = "housing-and-property"
    MOBILITY_AND_VEHICLES = "mobility-and-vehicles"
    WORK_AND_SELF_EMPLOYMENT = "work-and-self-employment"
    SOCIAL_PROTECTION_AND_PENSIONS = "social-protection-and-pensions"
    HEALTH_AND_CARE = "health-and-care"
    EDUCATION_AND_TRAINING = "education-and-training"
    TAXATION_AND_FINANCE = "taxation-and-finance"
    JUSTICE_AND_CIVIC_LIFE = "justice-and-civic-life"
    ENVIRONMENT_AND_ENERGY = "environment-and-energy"


class Purpose(StrEnum):
    """A path's default role, and the role a skill gives it (schemas 6.12.6)."""

    SUBMISSION = "submission"
    PREPARATION = "preparation"
    CHECK_ONLY = "check-only"
    INFORMATIONAL = "informational"
    TOOL = "tool"


class AuthMethod(StrEnum):
    """How a source wants the customer to sign in (schemas 6.12.2)."""

    NONE = "none"
    CSAM = "csam"
    PARTNER_SSO = "partner-sso"
    OTHER = "other"


class Actor(StrEnum):
    """Who does the work (schemas 6.12.4)."""

    AGENT = "agent"
    USER = "user"
    BOTH = "both"


class Handoff(StrEnum):
    """Where the agent's work ends and the customer's begins (schemas 6.12.4)."""

    NONE = "none"
    AUTH_WALL = "auth-wall"
    CAPTCHA = "captcha"
    CONFIRMATION = "confirmation"
    PHYSICAL_PRESENCE = "physical-presence"
    FULL_TAKEOVER = "full-takeover"


class Template(NamedTuple):
    """What the schema branch of a source class asks for (schemas 6.12.3)."""

    priority: int
    kind: str
    success_checks: tuple[str, ...]
    failure_outcomes: tuple[str, ...]
    user_confirms: bool | None


class SourceClass(StrEnum):
    """The closed nine. New ones are a change of protocol (R-SRC-03)."""

    BRUSSELS_TIER1 = "brussels-tier1-quicklink"
    BRUSSELS_TIER2 = "brussels-tier2-inquiry"
    BRUSSELS_TIER3 = "brussels-tier3-noauth"
    FLANDERS_API = "flanders-api-page"
    WALLONIA_SITEMAP = "wallonia-sitemap-page"
    FEDERAL_FORM = "federal-anonymous-form"
    FEDERAL_AUTH = "federal-auth-handoff"
    PARTNER = "partner-portal"
    OFFLINE = "offline"

    @property
    def template(self) -> Template:
        return _TEMPLATES[self]


_TEMPLATES: Final = {
    SourceClass.BRUSSELS_TIER1: Template(
        90,
        "agent-driven-headed-with-user-auth",
        ("response-content-type-includes", "downloaded-bytes-start-with"),
        ("source-retired", "source-temporarily-down", "auth-rejected-or-deeplink-changed"),
        user_confirms=False,
    ),
    SourceClass.BRUSSELS_TIER2: Template(
        70,
        "agent-driven-headed-with-user-auth",
        ("page-text-contains", "form-submitted-successfully"),
        ("source-retired", "form-not-found", "source-temporarily-down"),
        user_confirms=True,
    ),
    SourceClass.BRUSSELS_TIER3: Template(
        75,
        "agent-prepared-user-captcha",
        ("form-loaded-selector-visible", "submit-produces-success-page"),
        (),
        user_confirms=True,
    ),
    SourceClass.FLANDERS_API: Template(
        65,
        "agent-driven-headless",
        ("api-returns-200", "json-path-resolves"),
        ("source-retired", "api-shape-changed", "source-temporarily-down"),
        user_confirms=False,
    ),
    SourceClass.WALLONIA_SITEMAP: Template(
        65,
        "agent-driven-headless",
        ("sitemap-contains-path", "page-loads-200"),
        ("source-retired", "sitemap-entry-removed", "source-temporarily-down"),
        user_confirms=False,
    ),
    SourceClass.FEDERAL_FORM: Template(
        80,
        "agent-walks-user-through-form",
        ("form-loaded-selector-visible", "all-required-fields-fillable", "submit-produces-success-page"),
        ("form-not-loadable", "fields-missing", "source-temporarily-down"),
        user_confirms=True,
    ),
    SourceClass.FEDERAL_AUTH: Template(
        60,
        "agent-reaches-auth-wall-only",
        ("deeplink-reaches-auth-wall", "redirect-chain-matches-pattern"),
        ("404", "redirect-to-unrelated-page", "source-retired"),
        user_confirms=True,
    ),
    SourceClass.PARTNER: Template(40, "varies-per-partner", (), (), user_confirms=None),
    SourceClass.OFFLINE: Template(
        10, "user-confirms", ("user-confirms-document-received",), (), user_confirms=True
    ),
}

TIER3_FAILURE_CHECKS: Final = ("captcha-unsolvable", "form-not-found", "response-status")
OFFLINE_FAILURE_CHECKS: Final = ("user-reports-document-refused", "commune-says-elsewhere")
OFFLINE_PROCEDURE_KINDS: Final = ("commune-visit", "email", "postal")
"""R-SRC-07, R-SRC-13, R-ACT-04."""

AUDITED_CLASS: Final = SourceClass.BRUSSELS_TIER1
"""Each call delivers a real document; another class may say so with a warning (C-35)."""


class PredicateOp(StrEnum):
    """Conjunction only; a disjunction is two sources (schemas 6.12.5)."""

    EQ = "eq"
    IN = "in"
    GTE = "gte"
    LTE = "lte"
    EXISTS = "exists"


PREDICATE_FIELDS: Final = (
    "user.region",
    "user.commune_nis5",
    "user.administration_language",
    "user.civic_status",
    "user.nationality_status",
    "user.residency_status",
    "user.dependents.minor_children_count",
    "user.dependents.adult_dependents_count",
    "user.dependents.spouse_abroad",
    "user.document_inventory.has_id_card",
    "user.document_inventory.has_residence_card",
    "user.document_inventory.has_work_permit",
    "user.document_inventory.has_NN",
    "user.document_inventory.has_passport_BE",
    "user.document_inventory.has_passport_other",
    "user.active_procedures",
    "user.transitions_in_progress",
)
"""The seventeen of schemas 6.12.5 with the profile's own names (R-PRED-03; C-38)."""

COMPUTED_PREDICATE_FIELDS: Final = ("user.years_legal_residence",)
"""Computed on the person's machine from the profile's histories."""

PREDICATE_FIELD_HINTS: Final = {
    "user.document_inventory.has_eID": 'user.document_inventory.has_id_card (eq "yes")',
    "user.has_eid": 'user.document_inventory.has_id_card (eq "yes")',
    "user.has_eID": 'user.document_inventory.has_id_card (eq "yes")',
    "user.has_id_card": "user.document_inventory.has_id_card",
    "user.commune.region": "user.region",
    "user.commune.nis5": "user.commune_nis5",
    "user.commune": "user.commune_nis5",
    "user.civil_status": "user.civic_status",
    "user.language": "user.administration_language",
}
"""Names from older texts, with the one that is right (C-38)."""

APPLIES_TO_KEYS: Final = tuple(
    field.removeprefix("user.") for field in (*PREDICATE_FIELDS, *COMPUTED_PREDICATE_FIELDS)
)
"""A path's coarse `applies_to` uses the same axes, plus `audience_summary` (schemas 6.12.5)."""
