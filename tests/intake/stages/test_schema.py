from __future__ import annotations

import pytest

from becivic.intake.refusal import Refusal
from becivic.intake.stages.schema import check_schema
from becivic.intake.submission import Submission
from becivic.rules.errors import ErrorCategory
from tests.factories.intake import desk, submission
from tests.factories.payloads import Fixture, edited, submissions
from tests.requirement import requirement

CONCERN = "concerns/valid/skill-commune-ixelles"


@requirement("R-PIPE-02", "R-ENV-12")
def test_a_missing_field_is_named_with_place_and_keyword() -> None:
    found = submission("concerns/invalid/schema-missing-target-id")
    refused = check_schema(found, desk())
    assert isinstance(refused, Refusal)
    assert (refused.category, refused.pointer, refused.keyword, refused.missing) == (
        ErrorCategory.SCHEMA_FAIL,
        "",
        "required",
        "target_id",
    )


def test_all_faults_are_listed_at_once() -> None:
    refused = check_schema(submission(CONCERN, schema_version=3, target_type="planet"), desk())
    assert isinstance(refused, Refusal)
    pointers = [fault["schema_pointer"] for fault in refused.more["faults"]]
    assert {"/schema_version", "/target_type"} <= set(pointers)


def test_a_sound_payload_passes() -> None:
    found = submission(CONCERN)
    assert check_schema(found, desk()) is found


@requirement("R-STAGE-12")
@pytest.mark.parametrize("fixture", submissions("valid")[::9], ids=str)
def test_there_is_no_recovery_token(fixture: Fixture) -> None:
    found = Submission(fixture.type, fixture.read() | {"recovery_token": "x"})
    refused = check_schema(found, desk())
    assert isinstance(refused, Refusal)
    assert refused.pointer == "/recovery_token"


@pytest.mark.parametrize(
    ("name", "pointer", "day"),
    [
        (CONCERN, "/content/evidence_date", "2026-02-30"),
        ("amendments/valid/reference/read-again", "/content/proposed_last_verified", "2025-06-31"),
        (
            "amendments/valid/skill/body-with-provenance",
            "/provenance/first_session_at",
            "2026-02-30T10:00:00Z",
        ),
    ],
)
def test_a_day_that_is_in_no_calendar_is_refused(name: str, pointer: str, day: str) -> None:
    found = submission(name)
    wrong = Submission(found.type, edited(found.payload, {pointer: day}))
    refused = check_schema(wrong, desk())
    assert isinstance(refused, Refusal)
    assert (refused.category, refused.pointer, refused.keyword) == (
        ErrorCategory.SCHEMA_FAIL,
        pointer,
        "format",
    )
