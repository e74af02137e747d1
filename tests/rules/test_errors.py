"""The closed error vocabulary: each category knows its status and what to do, and never what was sent."""

from __future__ import annotations

import pytest

from becivic.rules.errors import BeCivicError, ErrorCategory, LayerTwoCategory, Remediation
from tests.requirement import requirement

STATUSES = {
    "schema_fail": 400,
    "identity_field_present": 400,
    "invalid_transition": 400,
    "unauthorised": 401,
    "capability_mismatch": 403,
    "self_validation_blocked": 403,
    "forbidden": 403,
    "diff_apply_failed": 409,
    "duplicate_id_different_submitter": 409,
    "regex_fail": 422,
    "layer2_scrub_failure": 422,
    "cross_ref_fail": 422,
    "rate_limit_exceeded": 429,
    "internal_error": 500,
    "staging_unavailable": 503,
}


@requirement("R-API-06", "R-CAP-05")
@pytest.mark.parametrize("category", ErrorCategory)
def test_a_category_has_a_status_and_a_remedy_in_one_sentence_or_two(category: ErrorCategory) -> None:
    assert category.http_status == STATUSES[category.value]
    assert category.remedy.endswith(".")
    assert category.remedy[0].isupper()
    assert "\n" not in category.remedy
    assert len(category.remedy) <= 120


def test_the_vocabulary_is_closed() -> None:
    assert {category.value for category in ErrorCategory} == set(STATUSES)


def test_a_scrub_refusal_has_five_kinds_and_three_remedies() -> None:
    assert [each.value for each in LayerTwoCategory] == [
        "identity", "document_number", "biometric", "address", "other",
    ]  # fmt: skip
    assert [each.value for each in Remediation] == [
        "rewrite_research_notes", "rewrite_canonical", "abandon_submission",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (BeCivicError("It is full."), "It is full."),
        (BeCivicError("is full.", where="disk"), "disk: is full."),
        (BeCivicError("It is full.", remedy="Empty it."), "It is full. Empty it."),
        (BeCivicError("is full.", remedy="Empty it.", where="disk"), "disk: is full. Empty it."),
    ],
)
def test_an_error_says_where_what_and_what_to_do(error: BeCivicError, words: str) -> None:
    assert str(error) == words
    assert (error.message in words, error.remedy in words, error.where in words) == (True, True, True)
