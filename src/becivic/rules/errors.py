"""The closed error vocabulary and the one base error (feedback template 8; privacy 8.3; R-API-06)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class ErrorCategory(StrEnum):
    """Everything a caller may be told. A category owns its HTTP status and what to do about it."""

    SCHEMA_FAIL = "schema_fail"
    IDENTITY_FIELD_PRESENT = "identity_field_present"
    CAPABILITY_MISMATCH = "capability_mismatch"
    REGEX_FAIL = "regex_fail"
    LAYER2_SCRUB_FAILURE = "layer2_scrub_failure"
    CROSS_REF_FAIL = "cross_ref_fail"
    DIFF_APPLY_FAILED = "diff_apply_failed"
    DUPLICATE_ID_DIFFERENT_SUBMITTER = "duplicate_id_different_submitter"
    SELF_VALIDATION_BLOCKED = "self_validation_blocked"
    RATE_LIMIT_EXCEEDED = "rate_limit_exceeded"
    INVALID_TRANSITION = "invalid_transition"
    UNAUTHORISED = "unauthorised"
    FORBIDDEN = "forbidden"
    STAGING_UNAVAILABLE = "staging_unavailable"
    INTERNAL_ERROR = "internal_error"

    @property
    def http_status(self) -> int:
        return _HTTP_STATUS[self]

    @property
    def meaning(self) -> str:
        return _MEANINGS[self]

    @property
    def remedy(self) -> str:
        return _REMEDIES[self]


_HTTP_STATUS: Final = {
    ErrorCategory.SCHEMA_FAIL: 400,
    ErrorCategory.IDENTITY_FIELD_PRESENT: 400,
    ErrorCategory.CAPABILITY_MISMATCH: 403,
    ErrorCategory.REGEX_FAIL: 422,
    ErrorCategory.LAYER2_SCRUB_FAILURE: 422,
    ErrorCategory.CROSS_REF_FAIL: 422,
    ErrorCategory.DIFF_APPLY_FAILED: 409,
    ErrorCategory.DUPLICATE_ID_DIFFERENT_SUBMITTER: 409,
    ErrorCategory.SELF_VALIDATION_BLOCKED: 403,
    ErrorCategory.RATE_LIMIT_EXCEEDED: 429,
    ErrorCategory.INVALID_TRANSITION: 400,
    ErrorCategory.UNAUTHORISED: 401,
    ErrorCategory.FORBIDDEN: 403,
    ErrorCategory.STAGING_UNAVAILABLE: 503,
    ErrorCategory.INTERNAL_ERROR: 500,
}

_MEANINGS: Final = {
    ErrorCategory.SCHEMA_FAIL: "The form of what was sent or asked is wrong.",
    ErrorCategory.IDENTITY_FIELD_PRESENT: "A field is named like something that says who somebody is.",
    ErrorCategory.CAPABILITY_MISMATCH: "The declared capabilities do not suffice for this type.",
    ErrorCategory.REGEX_FAIL: "A text holds something that looks like it identifies a person.",
    ErrorCategory.LAYER2_SCRUB_FAILURE: "A draft or an amendment holds something that looks like it identifies a person.",
    ErrorCategory.CROSS_REF_FAIL: "What it is about is not there or not open, or a rule of the corpus would be broken.",
    ErrorCategory.DIFF_APPLY_FAILED: "The text that the diff was made against was changed meanwhile.",
    ErrorCategory.DUPLICATE_ID_DIFFERENT_SUBMITTER: "The id was used before, from another address.",
    ErrorCategory.SELF_VALIDATION_BLOCKED: "The vote is about something that was sent from the same address.",
    ErrorCategory.RATE_LIMIT_EXCEEDED: "A limit of this address is reached.",
    ErrorCategory.INVALID_TRANSITION: "An operator asked for a state that cannot follow the present one.",
    ErrorCategory.UNAUTHORISED: "The token is missing, or opens something else.",
    ErrorCategory.FORBIDDEN: "It is too late to take it back, the address was banned for bogus flags, or a page of another site sent it.",
    ErrorCategory.STAGING_UNAVAILABLE: "The records cannot be written or read just now.",
    ErrorCategory.INTERNAL_ERROR: "Something is wrong here, and not with what was sent.",
}

_REMEDIES: Final = {
    ErrorCategory.SCHEMA_FAIL: "Compare the payload with the schema named for its type and correct the field at the pointer.",
    ErrorCategory.IDENTITY_FIELD_PRESENT: "Remove the field at the pointer: nothing that says who somebody is may be sent.",
    ErrorCategory.CAPABILITY_MISMATCH: "File this from an agent that declares the capabilities its type needs; a concern needs the fewest.",
    ErrorCategory.REGEX_FAIL: "Rewrite the text at the pointer without anything that identifies a person, then send it again.",
    ErrorCategory.LAYER2_SCRUB_FAILURE: "Rewrite the named content without anything that identifies a person, then send it again.",
    ErrorCategory.CROSS_REF_FAIL: "Read what is on main now and correct the field at the pointer.",
    ErrorCategory.DIFF_APPLY_FAILED: "Fetch the current body, make the diff again against it, and send it with the commit you read.",
    ErrorCategory.DUPLICATE_ID_DIFFERENT_SUBMITTER: "Use a fresh id: this one was sent from elsewhere.",
    ErrorCategory.SELF_VALIDATION_BLOCKED: "Leave the vote to others: nobody confirms their own contribution.",
    ErrorCategory.RATE_LIMIT_EXCEEDED: "Wait as many seconds as `retry_after` says and send it again with the same id.",
    ErrorCategory.INVALID_TRANSITION: "Only the transitions in the contract are possible; read the current state first.",
    ErrorCategory.UNAUTHORISED: "Send the right token as `Authorization: Bearer …`, and nowhere else.",
    ErrorCategory.FORBIDDEN: "It is committed and can no longer be taken back; vote on it or file a new submission.",
    ErrorCategory.STAGING_UNAVAILABLE: "Wait as many seconds as `retry_after` says and send it again with the same id: it is never kept twice.",
    ErrorCategory.INTERNAL_ERROR: "Try again later with the same id: it is never kept twice. If it persists, report the request id.",
}


class LayerTwoCategory(StrEnum):
    """What kind of identifying content a scrub refusal found (schemas 6.2.3)."""

    IDENTITY = "identity"
    DOCUMENT_NUMBER = "document_number"
    BIOMETRIC = "biometric"
    ADDRESS = "address"
    OTHER = "other"


class Remediation(StrEnum):
    """What a submitter should rewrite after a scrub refusal (schemas 6.2.3)."""

    REWRITE_RESEARCH_NOTES = "rewrite_research_notes"
    REWRITE_CANONICAL = "rewrite_canonical"
    ABANDON_SUBMISSION = "abandon_submission"


class BeCivicError(Exception):
    """Base of every error a person may see: what happened, where, and what to do."""

    def __init__(self, message: str, *, remedy: str = "", where: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy
        self.where = where

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        return f"{place}{self.message}" + (f" {self.remedy}" if self.remedy else "")
