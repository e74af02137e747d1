"""What the harness fills in, and that the server reads an envelope back as the items that went into it."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic.intake.envelope import Envelope, open_envelope
from becivic.intake.submission import Submission
from becivic.rules import caps
from becivic.rules.contract import CONTRACT_VERSION
from becivic.rules.limits import ENVELOPE_ITEMS
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic.rules.submissions import ENVELOPE_HEADER, SubmissionType, type_of
from becivic_harness import schema
from becivic_harness.items import STAGE, VALIDATE, Header, completed, envelopes, payload_of
from becivic_harness.refusals import Refused
from tests.factories.payloads import Fixture, submissions
from tests.requirement import requirement

ALL = ("file_read", "structured_output", "multi_turn", "tool_execution", "web_fetch")
HEADER = Header(
    "ses_01a1de8a-3d7d-7927-a14d-214dbf8f4761",
    datetime(2026, 11, 15, 10, 30, 0, 250_000, tzinfo=UTC),
    "example-runtime/1.4.0",
    ALL,
    lambda count: bytes(range(count)),
)
VALID = submissions("valid")


def _written(fixture: Fixture) -> dict[str, Any]:
    """As an agent writes it: what it is about, and no head."""
    head = {"schema_version", fixture.type.id_field, "session_id", *ENVELOPE_HEADER}
    return {
        "type": fixture.type.value,
        **{name: each for name, each in fixture.read().items() if name not in head},
    }


@requirement("R-BUF-04")
@pytest.mark.parametrize("fixture", VALID, ids=str)
def test_what_an_agent_leaves_out_is_filled_in_so_that_the_schema_holds(fixture: Fixture) -> None:
    whole = completed(_written(fixture), HEADER)
    assert schema.faults(fixture.type.value, payload_of(whole)) == []
    assert type_of(whole[fixture.type.id_field]) is fixture.type
    assert whole["submission_contract_version"] == CONTRACT_VERSION
    assert whole["submitted_at"] == "2026-11-15T10:30:00Z"
    assert (whole.get("session_id") == HEADER.session_id) is fixture.type.facts.session_id_permitted


@requirement("R-BUF-11")
@given(st.sampled_from(VALID), st.one_of(st.none(), st.text(max_size=5), st.just("con_of-mine")))
def test_an_id_that_is_there_is_never_overwritten(fixture: Fixture, named: Any) -> None:
    again = completed({**_written(fixture), fixture.type.id_field: named}, HEADER)
    assert again[fixture.type.id_field] == named


def test_a_retry_has_the_same_id_and_the_time_of_sending() -> None:
    first = completed(_written(VALID[0]), HEADER)
    later = HEADER._replace(now=datetime(2026, 11, 16, tzinfo=UTC), declared_capabilities=("multi_turn",))
    again = completed(first, later)
    assert again == {**first, "submitted_at": "2026-11-16T00:00:00Z", "declared_capabilities": ["multi_turn"]}


def test_an_item_keeps_the_contract_it_was_written_under_and_a_version_that_it_says() -> None:
    said = {**_written(VALID[0]), "submission_contract_version": "2.0.0", "schema_version": 3}
    whole = completed(said, HEADER)
    assert (whole["submission_contract_version"], whole["schema_version"]) == ("2.0.0", 3)
    other = completed(_written(VALID[0]), HEADER._replace(submission_contract_version="2.0.0"))
    assert other["submission_contract_version"] == "2.0.0"


@pytest.mark.parametrize("item", [{}, {"type": "observation"}, {"type": 1}, {"type": None}])
def test_an_item_of_no_type_is_refused(item: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="must be one of: concern, ") as refused:
        completed(item, HEADER)
    assert refused.value.error == "schema_fail"


# --- envelopes ------------------------------------------------------------------------------------------------

TRAVELS = [each for each in VALID if each.type.facts.in_envelope]


def _opened(envelope: dict[str, Any]) -> Envelope:
    sent = json.loads(json.dumps(envelope))
    assert packaged_registry().faults(SchemaFile.ENVELOPE, sent) == []
    opened = open_envelope(sent, packaged_registry(), dry_run=False)
    assert isinstance(opened, Envelope)
    return opened


@requirement("R-ENV-02", "R-ENV-04")
@pytest.mark.parametrize("mode", [VALIDATE, STAGE])
def test_the_server_reads_back_what_went_into_an_envelope(mode: str) -> None:
    items = [completed(_written(each), HEADER) for each in TRAVELS]
    items[0]["submission_contract_version"] = "2.0.0"
    (*_, last) = envelopes(items, HEADER, mode)
    assert last["mode"] == mode
    read = [item for envelope in envelopes(items, HEADER, mode) for item in _opened(envelope).items]
    assert [(each.type.value, each.payload) for each in read if isinstance(each, Submission)] == [
        (item["type"], payload_of(item)) for item in items
    ]


@requirement("R-ENV-04")
def test_what_the_envelope_says_is_not_said_again_by_its_items() -> None:
    (envelope,) = envelopes([completed(_written(TRAVELS[0]), HEADER)], HEADER, STAGE)
    assert not set(ENVELOPE_HEADER) & set(envelope["items"][0])


def test_more_than_an_envelope_holds_goes_into_several_in_order() -> None:
    items = [completed(_written(TRAVELS[0]), HEADER) for _ in range(ENVELOPE_ITEMS + 1)]
    assert [len(each["items"]) for each in envelopes(items, HEADER, STAGE)] == [ENVELOPE_ITEMS, 1]
    made = list(envelopes([_large()] * 5, HEADER, STAGE))
    assert sum(len(each["items"]) for each in made) == 5
    assert len(made) > 1
    assert all(len(json.dumps(each, ensure_ascii=False).encode()) <= caps.BODY_BYTES for each in made)
    assert list(envelopes([], HEADER, STAGE)) == []


def _large() -> dict[str, Any]:
    item = completed(_written(TRAVELS[0]), HEADER)
    return {**item, "content": "é" * (caps.BODY_BYTES // 5)}


@requirement("R-ENV-03")
def test_an_event_for_analytics_travels_alone() -> None:
    event = next(each for each in VALID if each.type is SubmissionType.ANALYTICS)
    with pytest.raises(Refused, match="sent alone") as refused:
        list(envelopes([completed(_written(event), HEADER)], HEADER, STAGE))
    assert "/api/analytics" in refused.value.remedy
