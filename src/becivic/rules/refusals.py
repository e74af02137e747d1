"""For what a submission of each type can be refused, in the order of the stages (privacy 8.3)."""

from __future__ import annotations

from typing import Final

from becivic.rules.errors import ErrorCategory
from becivic.rules.submissions import SubmissionType

STORE: Final = (ErrorCategory.STAGING_UNAVAILABLE, ErrorCategory.INTERNAL_ERROR)
"""How anything that reaches the store may end."""

_PROPOSALS: Final = (SubmissionType.AMENDMENT, SubmissionType.DRAFT)
_JUDGEMENTS: Final = (SubmissionType.VALIDATION, SubmissionType.RATING)


def refusal_categories(kind: SubmissionType) -> list[ErrorCategory]:
    scrub = ErrorCategory.LAYER2_SCRUB_FAILURE if kind in _PROPOSALS else ErrorCategory.REGEX_FAIL
    found = [
        ErrorCategory.SCHEMA_FAIL,
        ErrorCategory.IDENTITY_FIELD_PRESENT,
        ErrorCategory.DUPLICATE_ID_DIFFERENT_SUBMITTER,
        ErrorCategory.CAPABILITY_MISMATCH,
        scrub,
        ErrorCategory.CROSS_REF_FAIL,
        ErrorCategory.FORBIDDEN,
        ErrorCategory.RATE_LIMIT_EXCEEDED,
        *STORE,
    ]
    if kind is SubmissionType.AMENDMENT:
        found.append(ErrorCategory.DIFF_APPLY_FAILED)
    if kind in _JUDGEMENTS:
        found.append(ErrorCategory.SELF_VALIDATION_BLOCKED)
    return found
