from __future__ import annotations

from typing import Any

import pytest

from becivic.intake.envelope import Envelope, open_envelope
from becivic.intake.refusal import Refusal
from becivic.intake.submission import Submission
from becivic.rules.errors import ErrorCategory
from becivic.rules.schemas import packaged_registry
from becivic.rules.submissions import RETIRED_TYPES, EnvelopeMode
from tests.factories.payloads import merged_items, payload
from tests.requirement import requirement

SIX = "envelopes/valid/six-types"


def opened(value: Any, *, dry_run: bool = False) -> Envelope | Refusal:
    return open_envelope(value, packaged_registry(), dry_run=dry_run)


@requirement("R-ENV-02", "R-ENV-04", "R-SUB-05")
def test_the_header_is_merged_into_each_item_and_only_a_vote_gets_the_session() -> None:
    sent = payload(SIX)
    envelope = opened(sent)
    assert isinstance(envelope, Envelope)
    for item, (kind, merged) in zip(envelope.items, merged_items(sent), strict=True):
        assert isinstance(item, Submission)
        assert (item.type.value, item.payload) == (kind, merged)
        assert item.session_id == sent["session_id"]
        assert ("session_id" in item.payload) == (kind == "validation")


@requirement("R-ENV-04")
def test_an_item_may_say_its_own_time_and_version() -> None:
    sent = payload(SIX)
    sent["items"][0] |= {"submitted_at": "2026-11-14T08:00:00Z", "submission_contract_version": "2.0.0"}
    envelope = opened(sent)
    assert isinstance(envelope, Envelope)
    first = envelope.items[0]
    assert isinstance(first, Submission)
    assert first.payload["submitted_at"] == "2026-11-14T08:00:00Z"
    assert first.payload["submission_contract_version"] == "2.0.0"


@requirement("R-ENV-03")
@pytest.mark.parametrize("word", [*RETIRED_TYPES, "analytics", "", "Concern"])
def test_a_type_that_is_not_one_of_the_six_fails_that_item_alone(word: str) -> None:
    sent = payload(SIX)
    sent["items"][1]["type"] = word
    envelope = opened(sent)
    assert isinstance(envelope, Envelope)
    wrong = envelope.items[1]
    assert isinstance(wrong, Refusal)
    assert (wrong.category, wrong.pointer) == (ErrorCategory.SCHEMA_FAIL, "/items/1/type")
    assert envelope.type_of(1) == "unknown"
    assert sum(isinstance(item, Submission) for item in envelope.items) == 5


@requirement("R-ENV-07")
@pytest.mark.parametrize(
    ("mode", "dry_run", "expected"),
    [
        (None, True, EnvelopeMode.VALIDATE),
        ("stage", True, EnvelopeMode.STAGE),
        ("validate", False, EnvelopeMode.VALIDATE),
        ("stage", False, EnvelopeMode.STAGE),
    ],
)
def test_the_mode_in_the_body_wins_over_the_query(
    mode: str | None, dry_run: bool, expected: EnvelopeMode
) -> None:
    sent = payload(SIX)
    sent.pop("mode")
    envelope = opened(sent | ({"mode": mode} if mode else {}), dry_run=dry_run)
    assert isinstance(envelope, Envelope)
    assert envelope.mode is expected


@requirement("R-ENV-08")
@pytest.mark.parametrize(
    "name",
    ["schema_version", "session_id", "submitted_at", "submitting_agent", "submission_contract_version",
     "declared_capabilities", "mode", "items"],
)  # fmt: skip
def test_a_missing_field_of_the_envelope_is_named(name: str) -> None:
    sent = payload(SIX)
    del sent[name]
    refused = opened(sent)
    assert isinstance(refused, Refusal)
    assert (refused.category, refused.status, refused.missing) == (ErrorCategory.SCHEMA_FAIL, 400, name)


@requirement("R-IDB-01")
def test_a_banned_name_in_the_header_refuses_the_envelope_and_in_an_item_that_item() -> None:
    refused = opened(payload(SIX) | {"device_id": "x"})
    assert isinstance(refused, Refusal)
    assert refused.category is ErrorCategory.IDENTITY_FIELD_PRESENT
    sent = payload(SIX)
    sent["items"][0]["device_id"] = "x"
    assert isinstance(opened(sent), Envelope)
