from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from becivic.api.arrivals import answering
from becivic.rules import caps
from becivic.rules.errors import ErrorCategory
from becivic.rules.submissions import RETIRED_TYPES, SubmissionType
from becivic.store.store import Store
from tests.factories.intake import SOMEBODY, service
from tests.factories.payloads import payload
from tests.factories.table_contents import counts
from tests.requirement import requirement

CONCERN = "concerns/valid/skill-commune-ixelles"
ROUTES = [f"/api/{kind.facts.route}" for kind in SubmissionType] + ["/api/feedback"]


@pytest.fixture
def store(sqlite_store: Store) -> Store:
    """One is enough: the SQL that runs here is tested on both databases beside what it belongs to."""
    return sqlite_store


@requirement("R-API-01")
@pytest.mark.parametrize("route", ROUTES)
def test_every_write_route_answers_post_alone(store: Store, route: str) -> None:
    running = service(store)
    assert running.ask("POST", route, {}).status_code == 400
    put = running.ask("PUT", route, {})
    assert (put.status_code, "POST" in put.headers["allow"]) == (405, True)


@requirement("R-API-02")
@pytest.mark.parametrize(
    "route",
    [
        "observations",
        "skill-amendments",
        "skill-drafts",
        "path-amendments",
        "path-drafts",
        "path-validations",
    ],
)
def test_the_routes_of_before_do_not_exist(store: Store, route: str) -> None:
    assert len(RETIRED_TYPES) == 6
    assert service(store).ask("POST", f"/api/{route}", {}).status_code == 404


@requirement("R-API-03", "R-ANL-04")
@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_an_analytics_event_can_neither_be_asked_for_nor_taken_back(store: Store, method: str) -> None:
    sent = payload("analytics/valid/session-start")
    running = service(store)
    running.post(SubmissionType.ANALYTICS, sent)
    assert running.ask(method, f"/api/analytics/{sent['analytics_event_id']}").status_code == 404


@requirement("R-API-05", "R-API-06", "R-PIPE-12")
@pytest.mark.parametrize(
    ("raw", "headers", "status"),
    [
        (b"{", {}, 400),
        (b"[1]", {}, 400),
        (b'{"a":"' + b"x" * caps.BODY_BYTES + b'"}', {}, 413),
        (b"{}", {"content-type": "text/plain"}, 415),
        (b"{}", {"content-encoding": "gzip"}, 415),
    ],
)
def test_a_body_that_cannot_be_read_is_refused_in_the_one_shape(
    store: Store, raw: bytes, headers: dict[str, str], status: int
) -> None:
    running = service(store)
    for route in ROUTES:
        answer = running.ask("POST", route, raw=raw, headers=headers)
        said = answer.json()
        assert (answer.status_code, said["status"], said["error"]) == (status, status, "schema_fail")
        assert answer.headers["content-type"] == "application/problem+json"
        assert said["remedy"]
        assert said["schema_pointer"] == ""


@requirement("R-API-05")
def test_a_refusal_says_category_place_and_what_to_do(store: Store) -> None:
    answer = service(store).post(SubmissionType.CONCERN, payload("concerns/invalid/schema-missing-target-id"))
    assert answer.json() == {
        "type": "about:blank",
        "title": "Bad Request",
        "status": 400,
        "detail": "The field `target_id` is missing.",
        "error": "schema_fail",
        "remedy": ErrorCategory.SCHEMA_FAIL.remedy,
        "schema_pointer": "",
        "keyword": "required",
        "missing": "target_id",
    }


@requirement("R-ENV-05", "R-PIPE-14", "R-ENV-11")
def test_validating_says_when_it_would_be_committed_and_keeps_nothing(store: Store) -> None:
    running, sent = service(store), payload("envelopes/valid/six-types") | {"mode": "validate"}
    before = counts(store)
    said = running.send(sent).json()
    assert (said["mode"], said["session_id"]) == ("validate", sent["session_id"])
    assert [result["status"] for result in said["results"]] == ["validated"] * 6
    assert [result["idx"] for result in said["results"]] == list(range(6))
    assert {result["would_stage_for"] for result in said["results"]} == {
        "2026-11-16T10:30:00Z",
        "2026-11-15T10:30:00Z",  # a vote would count at once
    }
    assert counts(store) == before


@requirement("R-ENV-05", "R-NER-01")
def test_a_dry_run_of_what_will_be_held_for_a_name_says_so_without_the_name(store: Store) -> None:
    running, sent = service(store), payload(CONCERN)
    sent["content"]["body"] = "The desk told Pieter Janssens to come back with the lease."
    before = counts(store)
    answered = running.post(SubmissionType.CONCERN, sent, query="?dry_run=1")
    said = answered.json()
    assert said["status"] == "validated"
    (warning,) = said["warnings"]
    assert (warning["rule"], warning["schema_pointer"]) == ("person_name", "/content/body")
    assert "held until a person has looked at it" in warning["summary"]
    assert "Janssens" not in answered.text
    assert counts(store) == before


@requirement("R-ENV-07")
@pytest.mark.parametrize("query", ["?dry_run=1", "?dry_run=true"])
def test_a_single_one_can_be_validated_too(store: Store, query: str) -> None:
    running, before = service(store), None
    before = counts(store)
    said = running.post(SubmissionType.CONCERN, payload(CONCERN), query=query).json()
    assert said == {
        "concern_id": payload(CONCERN)["concern_id"],
        "status": "validated",
        "would_stage_for": "2026-11-16T10:30:00Z",
    }
    assert counts(store) == before
    assert (
        running.post(SubmissionType.CONCERN, payload(CONCERN), query="?dry_run=0").json()["status"]
        == "staged"
    )


@requirement("R-ENV-07")
@pytest.mark.parametrize("query", ["?dry_run=yes", "?dry_run=", "?dry_run=1&dry_run=0", "?dry_run=TRUE"])
def test_a_dry_run_that_cannot_be_understood_never_stages(store: Store, query: str) -> None:
    running = service(store)
    before = counts(store)
    for answer in (
        running.post(SubmissionType.CONCERN, payload(CONCERN), query=query),
        running.send(payload("envelopes/valid/six-types"), query=query),
    ):
        assert (answer.status_code, answer.json()["error"]) == (400, "schema_fail")
    assert counts(store) == before


@requirement("R-ENV-06", "R-ENV-01")
def test_staging_an_envelope_gives_each_item_its_own_answer(store: Store) -> None:
    sent = payload("envelopes/valid/six-types")
    said = service(store).send(sent).json()
    by_type = {result["type"]: result for result in said["results"]}
    for kind, result in by_type.items():
        common = {"idx", "type", "ok", "status", "id"}
        more = {"applied_at"} if kind == "validation" else {"cancel_token", "commit_eta"}
        assert set(result) == common | more
        assert result["ok"] is True


@requirement("R-ENV-08")
def test_one_bad_item_aborts_no_other(store: Store) -> None:
    running, sent = service(store), payload("envelopes/valid/six-types")
    sent["items"][0].pop("target_id")
    sent["items"][2]["type"] = "path_validation"
    sent["items"][4]["user_email"] = "x"
    answer = running.send(sent)
    assert answer.status_code == 200
    results = answer.json()["results"]
    assert [result["ok"] for result in results] == [False, True, False, True, False, True]
    first, third, fifth = (results[index] for index in (0, 2, 4))
    assert (first["error"], first["schema_pointer"], first["missing"]) == (
        "schema_fail",
        "/items/0",
        "target_id",
    )
    assert first["id"] == sent["items"][0]["concern_id"]
    assert (third["type"], third["schema_pointer"]) == ("unknown", "/items/2/type")
    assert (fifth["error"], fifth["schema_pointer"]) == ("identity_field_present", "/items/4/user_email")
    assert "id" not in third


@requirement("R-ENV-08")
def test_an_empty_envelope_is_well_formed(store: Store) -> None:
    sent = payload("envelopes/valid/empty")
    assert service(store).send(sent).json() == {
        "session_id": sent["session_id"],
        "mode": sent["mode"],
        "results": [],
    }


@requirement("R-ENV-08")
@pytest.mark.parametrize("raw", [b"{", b"[]", b'{"items": []}'])
def test_a_malformed_envelope_is_400(store: Store, raw: bytes) -> None:
    answer = service(store).ask("POST", "/api/feedback", raw=raw)
    assert (answer.status_code, answer.json()["error"]) == (400, "schema_fail")


@requirement("R-ENV-09")
def test_two_items_with_one_id_are_one_and_a_duplicate_in_both_modes(store: Store) -> None:
    running, sent = service(store), payload("envelopes/valid/one-concern-stage")
    sent["items"] *= 2
    validated = running.send(sent | {"mode": "validate"}).json()["results"]
    staged = running.send(sent).json()["results"]
    assert [result["status"] for result in validated] == ["validated", "duplicate"]
    assert [result["status"] for result in staged] == ["staged", "duplicate"]
    assert "cancel_token" not in staged[1]


@requirement("R-STAGE-06")
def test_when_the_records_cannot_be_reached_nothing_is_answered_as_kept(store: Store) -> None:
    running = service(store)
    store.close()
    for method, path, body in (
        ("POST", "/api/concerns", payload(CONCERN)),
        ("POST", "/api/feedback", payload("envelopes/valid/six-types")),
        ("GET", f"/api/concerns/{payload(CONCERN)['concern_id']}", None),
        ("DELETE", f"/api/concerns/{payload(CONCERN)['concern_id']}", None),
    ):
        answer = running.ask(method, path, body, headers={"authorization": f"Bearer {'x' * 43}"})
        assert (answer.status_code, answer.json()["error"]) == (503, "staging_unavailable"), path
        assert answer.headers["retry-after"] == str(answer.json()["retry_after"])


def test_a_caller_who_leaves_is_no_error() -> None:
    async def leaves(_: Request) -> Response:
        raise ClientDisconnect

    answer = asyncio.run(_awaited(answering(leaves)))
    assert answer.status_code == 400


async def _awaited(endpoint: Any) -> Response:
    found: Response = await endpoint(Request({"type": "http", "headers": []}))
    return found


@requirement("R-API-08")
def test_nothing_but_the_submission_is_asked_of_a_submitter(store: Store) -> None:
    async def bare() -> httpx.Response:
        running = service(store)
        transport = httpx.ASGITransport(running.app)
        async with httpx.AsyncClient(
            transport=transport, base_url="http://becivic.test", headers={}
        ) as client:
            # The media type is all that is asked for: a page of another site cannot send it unasked (ADR 43).
            said = {"content-type": "application/json"}
            return await client.post("/api/concerns", content=json.dumps(payload(CONCERN)), headers=said)

    assert asyncio.run(bare()).status_code == 200


def test_a_proxy_that_is_not_trusted_cannot_choose_an_address(store: Store) -> None:
    running = service(store)
    sent = payload(CONCERN)
    assert running.post(SubmissionType.CONCERN, sent, address=f"{SOMEBODY}, 203.0.113.50").status_code == 200
    again = running.post(SubmissionType.CONCERN, sent, address="203.0.113.50")
    assert again.json()["status"] == "duplicate"


@requirement("R-ENV-08")
def test_an_item_that_is_none_is_rejected_alone(store: Store) -> None:
    sent = payload("envelopes/valid/one-concern-stage")
    sent["items"] += [1, "text", [], {}, {"type": 7}, {"type": "skill_draft", "user_email": "x"}]
    answer = service(store).send(sent)
    assert answer.status_code == 200
    first, *others = answer.json()["results"]
    assert first["status"] == "staged"
    assert [other["error"] for other in others] == ["schema_fail"] * 5 + ["identity_field_present"]
    assert [other["schema_pointer"] for other in others[:5]] == [
        "/items/1", "/items/2", "/items/3", "/items/4", "/items/5/type",
    ]  # fmt: skip
    assert others[3]["missing"] == "type"


@requirement("R-ENV-10", "R-ENV-04")
def test_an_item_cannot_declare_more_than_its_envelope(store: Store) -> None:
    sent = payload("envelopes/invalid/item-capability-below-full-tier")
    sent["items"][0]["declared_capabilities"] = [
        "multi_turn",
        "structured_output",
        "web_fetch",
        "tool_execution",
    ]
    (result,) = service(store).send(sent).json()["results"]
    assert (result["error"], result["schema_pointer"]) == ("capability_mismatch", "/declared_capabilities")


def test_a_pointer_to_a_field_of_the_header_leads_to_the_header(store: Store) -> None:
    sent = payload("envelopes/valid/one-concern-stage") | {"submitted_at": "2026-10-01T10:00:00Z"}
    running = service(store)
    (result,) = running.send(sent).json()["results"]
    assert result["schema_pointer"] == "/submitted_at"
    sent["items"][0]["submitted_at"] = sent["submitted_at"]
    (result,) = running.send(sent).json()["results"]
    assert result["schema_pointer"] == "/items/0/submitted_at"


@requirement("R-STAGE-04")
def test_a_duplicate_is_told_what_is_known_of_the_first_except_its_token(store: Store) -> None:
    running = service(store)
    staged = running.post(SubmissionType.CONCERN, payload(CONCERN)).json()
    again = running.post(SubmissionType.CONCERN, payload(CONCERN)).json()
    assert again == {
        "concern_id": staged["concern_id"],
        "status": "duplicate",
        "state": "staged",
        "commit_eta": staged["commit_eta"],
    }
    vote = payload("validations/valid/skill-confirm")
    running.post(SubmissionType.VALIDATION, vote)
    assert running.post(SubmissionType.VALIDATION, vote).json()["state"] == "committed"


@requirement("R-SCRUB-06")
def test_what_a_rule_noticed_in_a_draft_is_told_and_noted(store: Store) -> None:
    sent = payload("drafts/valid/skill/main-skill")
    sent["content"]["body"] = sent["content"]["body"].replace(
        "\n\n", "\n\nGo to Rue de la Loi 16. <!-- advice -->\n\n", 1
    )
    said = service(store).post(SubmissionType.DRAFT, sent, query="?dry_run=1").json()
    assert said["status"] == "validated"
    assert {warning["schema_pointer"] for warning in said["warnings"]} == {"/content/body"}
    assert any(warning["rule"].startswith("street_address") for warning in said["warnings"])


def test_notes_are_measured_in_bytes(store: Store) -> None:
    sent = payload("amendments/valid/skill/body-with-provenance")
    sent["provenance"]["research_notes_markdown"] = "é" * (caps.RESEARCH_NOTES // 2 + 1)
    answer = service(store).post(SubmissionType.AMENDMENT, sent)
    assert (answer.status_code, answer.json()["error"]) == (400, "schema_fail")
    assert answer.json()["schema_pointer"] == "/provenance/research_notes_markdown"
