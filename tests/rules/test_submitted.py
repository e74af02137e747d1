"""What a schema cannot say of a payload."""

from __future__ import annotations

from typing import Final

import pytest

from becivic.rules import caps
from becivic.rules.schemas import packaged_registry
from becivic.rules.submissions import SubmissionType
from becivic.rules.submitted import impossible_day, payload_faults
from tests.factories.payloads import edited, payload

SENT: Final = "amendments/valid/skill/body-with-provenance"
NOTES: Final = "/provenance/research_notes_markdown"


@pytest.mark.parametrize(
    ("pointer", "text", "keywords"),
    [
        (NOTES, "n" * caps.RESEARCH_NOTES, []),
        (NOTES, "n" + "é" * (caps.RESEARCH_NOTES // 2), ["maxLength"]),
        ("/provenance/first_session_at", "2026-02-30T10:00:00Z", ["format"]),
        ("/provenance/first_session_at", "last week", ["pattern"]),
    ],
)
def test_days_that_exist_and_bytes_that_fit_are_asked_for_once_the_schema_is_content(
    pointer: str, text: str, keywords: list[str]
) -> None:
    sent = edited(payload(SENT), {pointer: text})
    faults = payload_faults(SubmissionType.AMENDMENT, sent, packaged_registry())
    assert [(fault.pointer, fault.keyword) for fault in faults] == [(pointer, word) for word in keywords]


def test_what_has_no_provenance_has_no_notes() -> None:
    sent = payload("concerns/valid/skill-commune-ixelles")
    assert payload_faults(SubmissionType.CONCERN, sent, packaged_registry()) == []


def test_a_leap_day_a_list_and_a_text_that_only_begins_like_a_day_pass() -> None:
    for fine in ("2024-02-29", "2026-02-28T23:59:59.123456789+01:00", "2026-02-30 was never", ["2024-02-29"]):
        assert impossible_day({"a": fine}) is None
    assert impossible_day({"a": ["x", "2023-02-29"]}) == "/a/1"
