"""GET /metrics: for the machine itself and for the operator, in the format, and without anybody in it."""

from __future__ import annotations

import asyncio
import re

import httpx
import pytest

from becivic.rules.submissions import SubmissionType
from becivic.store.store import Store
from tests.factories.intake import OPERATOR_TOKEN, SOMEBODY, Service, service
from tests.factories.mcp_calls import headers, request, speaking
from tests.factories.payloads import payload
from tests.factories.prometheus import read, value
from tests.requirement import requirement

CONCERN = "concerns/valid/skill-general"


def asked(running: Service, said: dict[str, str], client: str = "127.0.0.1") -> httpx.Response:
    async def once() -> httpx.Response:
        transport = httpx.ASGITransport(running.app, client=(client, 4000))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as asking:
            return await asking.get("/metrics", headers=said)

    return asyncio.run(once())


def page(running: Service) -> str:
    answer = asked(running, {})
    assert answer.status_code == 200
    return answer.text


@pytest.fixture
def running(sqlite_store: Store) -> Service:
    return service(sqlite_store)


def test_a_program_on_the_machine_reads_it_as_it_is(running: Service) -> None:
    answer = asked(running, {})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    assert asked(running, {"host": "localhost:8000"}).status_code == 200
    assert asked(running, {"host": "[::1]:8000"}, client="::1").status_code == 200


@pytest.mark.parametrize(
    ("said", "client"),
    [
        ({}, "192.0.2.1"),
        ({"x-forwarded-for": "198.51.100.7"}, "127.0.0.1"),
        ({"x-forwarded-for": "127.0.0.1"}, "127.0.0.1"),
        ({"forwarded": "for=198.51.100.7"}, "127.0.0.1"),
        ({"x-real-ip": "198.51.100.7"}, "127.0.0.1"),
        ({"via": "1.1 proxy"}, "127.0.0.1"),
        ({"host": "becivic.example"}, "127.0.0.1"),
        ({"authorization": "Bearer wrong"}, "192.0.2.1"),
    ],
)
def test_whoever_comes_from_elsewhere_is_asked_for_the_token(
    running: Service, said: dict[str, str], client: str
) -> None:
    answer = asked(running, said, client)
    assert answer.status_code == 401
    assert answer.json()["error"] == "unauthorised"
    assert "BECIVIC_OPERATOR_TOKEN" in answer.json()["remedy"]
    assert "becivic_" not in answer.text


def test_the_operator_reads_it_from_anywhere(running: Service) -> None:
    bearer = {"authorization": f"Bearer {OPERATOR_TOKEN}", "x-forwarded-for": "198.51.100.7"}
    assert asked(running, bearer, "192.0.2.1").status_code == 200


@requirement("R-PRIN-19", "R-PIPE-13")
def test_what_was_sent_is_counted_by_type_and_outcome_and_nobody_is_in_it(running: Service) -> None:
    sent = payload(CONCERN)
    assert running.post(SubmissionType.CONCERN, sent).json()["status"] == "staged"
    running.post(SubmissionType.CONCERN, sent)
    running.post(SubmissionType.CONCERN, {})
    running.ask("POST", "/api/concerns", raw=b"{}", headers={"content-type": "text/plain"})
    running.ask("POST", "/api/feedback", raw=b"[")
    running.ask("DELETE", f"/api/concerns/{sent['concern_id']}")
    told = page(running)
    counted = {
        tuple(label for _, label in labels): number
        for (_, labels), number in read(told)["becivic_submissions_total"].samples.items()
    }
    assert counted == {
        ("staged", "concern"): 1,
        ("duplicate", "concern"): 1,
        ("schema_fail", "concern"): 2,
        ("schema_fail", "envelope"): 1,
        ("unauthorised", "concern"): 1,
    }
    assert value(told, "becivic_requests_total", group="api_write", status="200") == 2
    assert value(told, "becivic_requests_total", group="api_write", status="401") == 1
    assert SOMEBODY not in told
    assert sent["concern_id"] not in told
    assert not re.search(r"[0-9]+\.[0-9]+\.[0-9]+\.[0-9]+|/api/|/skills/", told)


def test_taking_back_and_every_item_of_an_envelope_are_counted(running: Service) -> None:
    sent = payload(CONCERN)
    token = running.post(SubmissionType.CONCERN, sent).json()["cancel_token"]
    running.ask("DELETE", f"/api/concerns/{sent['concern_id']}", headers={"authorization": f"Bearer {token}"})
    running.send(payload("envelopes/valid/six-types"), query="?dry_run=1")
    told = page(running)
    assert value(told, "becivic_submissions_total", type="concern", outcome="cancelled") == 1
    items = read(told)["becivic_submissions_total"].samples
    assert sum(items.values()) == 2 + len(payload("envelopes/valid/six-types")["items"])


def test_records_that_are_away_are_told_and_nothing_is_guessed(running: Service) -> None:
    running.store.close()
    sent = payload(CONCERN)
    running.post(SubmissionType.CONCERN, sent)
    address = f"/api/concerns/{sent['concern_id']}"
    running.ask("DELETE", address, headers={"authorization": "Bearer token"})
    running.ask("GET", address)
    told = page(running)
    assert value(told, "becivic_up", part="records") == 0
    assert value(told, "becivic_up", part="corpus") == 1
    assert not {"becivic_queue_items", "becivic_job_overdue", "becivic_database_bytes"} & set(read(told))
    assert value(told, "becivic_submissions_total", type="concern", outcome="staging_unavailable") == 2


def test_calls_of_tools_are_counted_hot_ones_too_and_share_the_id_of_their_request(running: Service) -> None:
    async def calls() -> list[httpx.Response]:
        async with speaking(running.app) as client:
            good = request(
                "tools/call", {"name": "read_skill", "arguments": {"id": "nationality-application"}}
            )
            bad = request("tools/call", {"name": "read_skill", "arguments": {"id": "no-such-skill"}})
            none = request("tools/call", {"name": "secret_name", "arguments": {}})
            return [
                await client.post("/mcp", json=each, headers=headers(each))
                for each in (good, good, bad, none)
            ]

    answers = asyncio.run(calls())
    assert len({answer.headers["x-request-id"] for answer in answers}) == 4
    told = page(running)
    assert value(told, "becivic_mcp_calls_total", tool="read_skill", outcome="ok") == 2
    assert sum(read(told)["becivic_mcp_calls_total"].samples.values()) == 4
    assert value(told, "becivic_mcp_calls_total", tool="other", outcome="error") == 1
    assert "secret_name" not in told
    counted = read(told)["becivic_requests_total"].samples
    groups = {dict(labels)["group"] for (_, labels), number in counted.items() if number}
    assert groups == {"mcp"}  # what a tool asks inside the process is part of its call
