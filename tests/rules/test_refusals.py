"""What a submission can be refused for."""

from __future__ import annotations

import pytest

from becivic.rules.errors import ErrorCategory
from becivic.rules.refusals import refusal_categories
from becivic.rules.submissions import SubmissionType


@pytest.mark.parametrize("kind", SubmissionType)
def test_no_category_is_named_twice(kind: SubmissionType) -> None:
    found = refusal_categories(kind)
    assert len(found) == len(set(found))


def test_only_an_amendment_has_a_diff_that_may_not_apply() -> None:
    having = [kind for kind in SubmissionType if ErrorCategory.DIFF_APPLY_FAILED in refusal_categories(kind)]
    assert having == [SubmissionType.AMENDMENT]


def test_proposals_are_told_what_to_rewrite_and_the_rest_only_where() -> None:
    layered = [
        kind for kind in SubmissionType if ErrorCategory.LAYER2_SCRUB_FAILURE in refusal_categories(kind)
    ]
    assert layered == [SubmissionType.AMENDMENT, SubmissionType.DRAFT]
    for kind in SubmissionType:
        assert (ErrorCategory.REGEX_FAIL in refusal_categories(kind)) is (kind not in layered)


def test_only_who_judges_can_be_told_that_it_is_their_own() -> None:
    judging = [
        kind for kind in SubmissionType if ErrorCategory.SELF_VALIDATION_BLOCKED in refusal_categories(kind)
    ]
    assert judging == [SubmissionType.VALIDATION, SubmissionType.RATING]
