"""The seven things an agent may send (schemas 6.2; privacy 8.3). Each type owns its own facts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Final

from becivic.rules.capabilities import Tier
from becivic.rules.identifiers import UUID7, matches
from becivic.rules.targets import TargetType

_FAST_PATH: Final = (TargetType.VOLATILE_VALUE, TargetType.REFERENCE)

STAGING_WINDOW: Final = timedelta(hours=24)
"""How long a submitter may still take it back (schemas 6.2 "Staging windows"; R-SUB-13)."""

STAGING_HOURS: Final = STAGING_WINDOW // timedelta(hours=1)
"""The same, as answers say it."""

COMMITTED_CACHE: Final = timedelta(hours=48)
"""How long a committed id is remembered for duplicates and cancels (privacy 8.3; C-67)."""

CLOCK_AHEAD: Final = timedelta(hours=1)
CLOCK_BEHIND: Final = timedelta(days=7)
"""How far `submitted_at` may stand from the server's clock (R-PIPE-08)."""


class SubmissionType(StrEnum):
    """Five feedback types, a rating stream and an analytics stream (R-SUB-01)."""

    CONCERN = "concern"
    AMENDMENT = "amendment"
    VALIDATION = "validation"
    DRAFT = "draft"
    FEEDBACK = "feedback"
    RATING = "rating"
    ANALYTICS = "analytics"

    @property
    def facts(self) -> Facts:
        return _FACTS[self]

    @property
    def schema_file(self) -> str:
        return f"{self.value}.schema.json"

    @property
    def id_field(self) -> str:
        return "analytics_event_id" if self is SubmissionType.ANALYTICS else f"{self.value}_id"

    @property
    def id_pattern(self) -> str:
        return rf"^{self.facts.id_prefix}{UUID7}$"

    @property
    def told(self) -> str:
        """How a sentence begins that is about one of them."""
        if self is SubmissionType.FEEDBACK:
            return "Feedback"
        return f"An {self.value}" if self.value[0] in "ae" else f"A {self.value}"

    def permits(self, target: TargetType) -> bool:
        return target in self.facts.targets

    def tier(self, target: TargetType | None) -> Tier:
        """What the submitter must be able to do (schemas 6.7 table)."""
        if self is SubmissionType.DRAFT:
            return Tier.DRAFT
        if self is SubmissionType.AMENDMENT:
            return Tier.CONCERN if target in _FAST_PATH else Tier.FULL
        if self is SubmissionType.VALIDATION:
            return Tier.CONCERN if target is TargetType.OBSERVATION else Tier.FULL
        return Tier.CONCERN


@dataclass(frozen=True, slots=True)
class Facts:
    """What holds for every submission of one type."""

    id_prefix: str
    route: str
    schema_version: int
    targets: tuple[TargetType, ...]
    staged: bool
    in_envelope: bool = True
    session_id_permitted: bool = False
    auto_merges: bool = True


_ARTEFACTS: Final = (
    TargetType.SKILL,
    TargetType.VOLATILE_VALUE,
    TargetType.REFERENCE,
    TargetType.PATH,
    TargetType.PATH_SOURCE,
)

_FACTS: Final = {
    SubmissionType.CONCERN: Facts("con_", "concerns", 4, (*_ARTEFACTS, TargetType.SKILL_GRAPH), staged=True),
    SubmissionType.AMENDMENT: Facts("amd_", "amendments", 4, _ARTEFACTS, staged=True),
    SubmissionType.VALIDATION: Facts(
        "val_",
        "validations",
        4,
        (*_ARTEFACTS, TargetType.OBSERVATION),
        staged=False,
        session_id_permitted=True,
    ),
    SubmissionType.DRAFT: Facts(
        "drf_", "drafts", 4, (TargetType.SKILL, TargetType.PATH), staged=True, auto_merges=False
    ),
    SubmissionType.FEEDBACK: Facts("fbk_", "feedback-channel", 1, (), staged=True),
    SubmissionType.RATING: Facts(
        "rtg_", "ratings", 1, (TargetType.SKILL, TargetType.AGENT_PROTOCOL, TargetType.SESSION), staged=True
    ),
    SubmissionType.ANALYTICS: Facts("anl_", "analytics", 1, (), staged=False, in_envelope=False),
}


def type_of(submission_id: str) -> SubmissionType | None:
    """The type that an id names by its prefix; None where it is no submission's."""
    return next((kind for kind in SubmissionType if matches(kind.id_pattern, submission_id)), None)


RESERVED_ID_PREFIXES: Final = ("ses_", "run_")
"""Prefixes that are not submissions: a session and a job run (R-SUB-12)."""

RETIRED_ID_PREFIXES: Final = ("obs_", "prop_", "pam_", "pdr_")
RETIRED_TYPES: Final = (
    "observation",
    "skill_amendment",
    "skill_draft",
    "path_amendment",
    "path_draft",
    "path_validation",
)
"""Names from before 2026-05-15: no aliases, no grace (R-ENV-03, R-API-02)."""

SERVER_SET_FIELDS: Final = ("validated_at", "regex_passes", "cohort_anchor")
SERVER_SET_PROVENANCE_FIELDS: Final = ("scrub_summary", "research_report_path")
NEVER_SENT_FIELDS: Final = (*SERVER_SET_FIELDS, "skill_version", "recovery_token")
"""Fields the server resolves or that do not exist; arriving filled they refuse (R-SUB-06, R-SUB-07)."""


class Verdict(StrEnum):
    """A vote (schemas 6.2.3)."""

    CONFIRM = "confirm"
    REJECT = "reject"


class AmendmentSubtype(StrEnum):
    """How an amendment changes its target (schemas 6.2.2)."""

    BODY = "body"
    FRONTMATTER = "frontmatter"
    FIELD_EDIT = "field_edit"
    SOURCE_ADD = "source_add"


class ValueType(StrEnum):
    """A volatile value is a named scalar of one of these (schemas 6.3)."""

    NUMBER = "number"
    INTEGER = "integer"
    STRING = "string"


class ConcernScope(StrEnum):
    """How widely a report holds; all but the first need a specifier (schemas 6.2.1)."""

    GENERAL = "general"
    COMMUNE = "commune-specific"
    REGIONAL = "regional-specific"
    ROLE = "role-specific"


class EvidenceSource(StrEnum):
    """Where a concern comes from; references take the last two only (R-CON-06)."""

    CUSTOMER_REPORT = "customer-report"
    CITATION = "citation"
    CORROBORATION = "corroboration"


class FeedbackTopic(StrEnum):
    """The open channel's optional sorting (schemas 6.2.5)."""

    BUG = "bug"
    SUGGESTION = "suggestion"
    PRAISE = "praise"
    CONFUSION = "confusion"
    ACCESSIBILITY = "accessibility"
    OTHER = "other"


class AnalyticsEvent(StrEnum):
    """The three lifecycle events (schemas 6.2.6)."""

    SESSION_START = "session_start"
    STEP_TRANSITION = "step_transition"
    SESSION_OUTCOME = "session_outcome"


class SessionOutcome(StrEnum):
    """How a session ended (schemas 6.2.6)."""

    SUCCESS = "success"
    ABANDONED = "abandoned"
    ABANDONED_INFERRED = "abandoned_inferred"
    DERAILED = "derailed"


class EnvelopeMode(StrEnum):
    """Validate first, then stage (privacy 8.3.0a)."""

    VALIDATE = "validate"
    STAGE = "stage"


ENVELOPE_HEADER: Final = (
    "submitted_at",
    "submitting_agent",
    "submission_contract_version",
    "declared_capabilities",
)
"""Said once in an envelope and merged into each item, unless the item says its own (R-ENV-04)."""


class SubmissionState(StrEnum):
    """What the status endpoint may answer (R-STAGE-07)."""

    STAGED = "staged"
    COMMITTED = "committed"
    HELD = "ner_held_for_review"
    RELEASED = "released"
    RELEASED_AFTER_EDIT = "released_after_edit"
    DISCARDED = "discarded"
    QUARANTINED = "quarantined"


WRITEBACK_TRANSITIONS: Final = frozenset(
    {
        (SubmissionState.STAGED, SubmissionState.HELD),
        (SubmissionState.COMMITTED, SubmissionState.HELD),
        (SubmissionState.HELD, SubmissionState.RELEASED),
        (SubmissionState.HELD, SubmissionState.RELEASED_AFTER_EDIT),
        (SubmissionState.HELD, SubmissionState.DISCARDED),
    }
)
"""The only moves `PATCH …/status` makes; never staged to committed (R-STAGE-08).

The one after an edit is ours (C-23): it carries the edited payload.
"""
