"""What a skill's frontmatter and body are made of (schemas 6.1, 6.6; architecture 24.2)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from becivic.rules.axes import AxisKind

REQUIRED_FIELDS: Final = (
    "id",
    "title",
    "schema_version",
    "version",
    "status",
    "origin",
    "category",
    "submission_contract_version",
)
"""Present at every status; there is no carve-out for skeletons (R-FM-02)."""

OPTIONAL_FIELDS: Final = (
    "summary",
    "superseded_by",
    "previous_stable_sha",
    "regional_variation",
    "recurring",
    "walked_at",
    "authority_id",
    "applies_to",
    "requires",
    "requires_paths",
    "inputs",
    "outputs",
    "requires_capabilities",
    "last_verified",
    "verification_notes",
    "user_context_needed",
    "version_pin",
    "reported",
)
"""R-FM-03."""

GRAPH_FIELDS: Final = ("description", "domain", "tags", "prerequisites", "related", "profile_requirements")
"""Optional fields that the skill graph serves; `domain` goes out as `applies_to` (design 7.2)."""

LEGACY_FIELDS: Final = ("volatile_values", "references", "volatile_value_ids")
"""Tolerated while content migrates to catalogue rows and tags (R-FM-13)."""

RETIRED_FIELDS: Final = {
    "lifecycle": "status alone carries the lifecycle; remove the field",
    "routing_risk": 'remove the field and wrap the risky step in <Risk reason="…">',
    "proposal_id": "remove it: an artefact lives in one canonical.md at one status",
    "version_status": "remove it: status carries the meaning",
    "corpus_status": "remove it: status carries the meaning",
    "skill_version": "remove it: the server resolves versions",
}
"""Fields of earlier rounds, each with what to do instead (R-FM-14, R-CI-04)."""

COMPUTED_FIELD: Final = "cohort_stats"
"""Derived at render time, never authored (R-FM-15)."""

SERVER_OWNED_FIELDS: Final = (
    "id",
    "uid",
    "status",
    "version",
    "version_pin",
    "origin",
    "schema_version",
    "previous_stable_sha",
    "superseded_by",
    "reported",
)
"""An amendment may never touch these: it would promote itself (R-AMD-06; C-20)."""

META_CATEGORY: Final = "meta"
FALLBACK_SKILL: Final = "meta-no-skill-fallback"
"""The routing floor: in every graph answer, whatever the filters (R-READ-04)."""

SKILL_FILES: Final = ("canonical.md", "process.mmd", "research-report.md")
SKILL_FOLDERS: Final = ("templates",)
RETIRED_FOLDERS: Final = ("proposals", "archive")
"""One folder per skill with one body file (R-REPO-03)."""

CATEGORY_DISTANCE: Final = 2
"""A new category this close to an existing one is a typo (R-FM-09)."""


class Domain(StrEnum):
    """The graph's area, one per skill (architecture 24.2; design 7.2)."""

    NATIONALITY = "nationality"
    RESIDENCY = "residency"
    EMPLOYMENT = "employment"
    CIVIC_STATUS = "civic-status"
    SOCIAL_SECURITY = "social-security"
    EDUCATION = "education"
    TAXATION = "taxation"
    FAMILY = "family"
    HOUSING = "housing"
    TRAVEL_DOCUMENTS = "travel-documents"
    META = "meta"


CATEGORY_DOMAINS: Final = {
    "belgium-federal-civil-status": Domain.CIVIC_STATUS,
    "belgium-federal-residence": Domain.RESIDENCY,
    "belgium-federal-justice": Domain.CIVIC_STATUS,
    "belgium-federal-social-security": Domain.SOCIAL_SECURITY,
    "belgium-federal-taxation": Domain.TAXATION,
    "origin-us-federal": Domain.CIVIC_STATUS,
    "origin-us-state": Domain.CIVIC_STATUS,
    "origin-united-kingdom": Domain.CIVIC_STATUS,
    "origin-india": Domain.CIVIC_STATUS,
    "origin-morocco": Domain.CIVIC_STATUS,
    META_CATEGORY: Domain.META,
}
"""The area of a skill whose frontmatter names none, where its category leaves no doubt."""


class Selector(StrEnum):
    """Keys of `selects_on` (R-GRAPH-03; C-70)."""

    REGION = "region"
    ORIGIN_COUNTRY = "origin_country"
    SPONSOR_TYPE = "sponsor_type"
    ENTRY_TYPE = "entry_type"
    CARD_OUTCOME = "card_outcome"
    SUB_CATEGORY = "sub_category"


class Timing(StrEnum):
    """When a required path is walked (schemas 6.1)."""

    PRE_FILING = "pre-filing"
    MONTHS_BEFORE_FILING = "months-before-filing"
    AT_FILING = "at-filing"
    POST_FILING = "post-filing"
    ANY = "any"


class IoType(StrEnum):
    """Types of inputs and outputs; extended through schemas/types.json (R-FM-11)."""

    COUNTRY_CODE = "country_code"
    COMMUNE = "commune"
    DOCUMENT_ARTEFACT = "document_artefact"
    STRING = "string"
    NUMBER = "number"
    DATE = "date"
    BOOL = "bool"


class FormType(StrEnum):
    """Types an input may have in the onboarding form (R-FORM-01)."""

    SINGLE_CHOICE = "single_choice"
    TEXT = "text"
    YES_NO = "yes_no"
    COUNTRY_CODE = "country_code"
    COMMUNE = "commune"
    MONTH_YEAR = "month_year"
    MONTH_YEAR_OR_CURRENT = "month_year_or_current"
    ROW_LIST = "row_list"


INPUT_AXES: Final = {
    AxisKind.COMMUNE: (FormType.COMMUNE,),
    AxisKind.COUNT: (IoType.NUMBER,),
    AxisKind.FLAG: (IoType.BOOL, FormType.YES_NO),
}
"""Kinds of axis that an input may say it is, and the types it then may have (ADR 32)."""


class Section(StrEnum):
    """The H2 sections of a procedure, in order (R-BODY-01)."""

    BASIS = "Authoritative basis"
    BRANCHING = "Branching layer"
    DOCUMENTS = "Required documents"
    PROCESS = "Process"
    SURPRISES = "Known surprises"
    OBSERVATIONS = "Community observations"
    REQUESTS = "Requests for contributions"

    @property
    def is_optional(self) -> bool:
        """Only a process that forks has a branching layer."""
        return self is Section.BRANCHING


RETIRED_SECTION: Final = "Verify with"
"""Dropped in round 7.2; a body that still has it does not conform (R-BODY-07)."""

NO_REQUESTS: Final = "No outstanding requests at this time."
"""What the last section says when nothing qualifies (R-BODY-06)."""

DISCLAIMER: Final = "verify with your commune"
"""At the top of every skill and in the README (R-PRIN-05)."""

RISK_VERBS_BANNED: Final = ("advise", "tell")
RISK_VERB_FORMS_BANNED: Final = (
    "advise",
    "advises",
    "advised",
    "advising",
    "tell",
    "tells",
    "told",
    "telling",
)
RISK_VERB: Final = "suggest"
"""R-BODY-08."""

IMPLEMENTATION_WORDS: Final = (
    "cancel_token",
    "canonical.md",
    "dogfood",
    "feedback-buffer",
    "feedback_buffer",
    "observations-buffer",
    "orphan recovery",
    "profile.json",
    "regex-rules",
    "scrub",
    "session_id",
    "sprint",
    "submissions.jsonl",
    "~/.be-civic",
    ".be-civic/",
)
"""Words that betray session, submission or state logic in a customer-facing body (R-BODY-10)."""
