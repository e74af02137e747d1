"""The whole way on a person's machine against a real server: first contact, the work, the review, the day after."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from becivic.rules.submissions import SubmissionType
from tests.factories.command import becivic
from tests.factories.harness import NOWHERE, Machine, real_time
from tests.factories.numbered import submission_id
from tests.factories.payloads import payload
from tests.factories.servers import Serving, serving
from tests.requirement import requirement

FULL = ("multi_turn", "structured_output", "web_fetch", "tool_execution", "file_read")
SKILL = "nationality-application"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(tmp_path_factory.mktemp("harness-live") / "home") as running:
        yield running


@pytest.fixture
def agent(app: Path, tmp_path: Path, server: Serving) -> Machine:
    """Its clock is four days behind the server's, so that a test can let days pass and still send what was not yet."""
    there = Machine(app, tmp_path, server.url)
    there.now = real_time() - timedelta(days=4)
    return there


def begun(agent: Machine, *more: str) -> dict[str, Any]:
    capabilities = [each for name in FULL for each in ("--capability", name)]
    found: dict[str, Any] = agent("session", "start", "--consent", *capabilities, *more).said
    return found


def concern(body: str) -> tuple[str, ...]:
    fields = {
        "target_type": "skill",
        "target_id": SKILL,
        "context.language_used": "fr",
        "content.scope": "general",
        "content.body": body,
        "content.evidence_date": (real_time() - timedelta(days=9)).date().isoformat(),
        "content.evidence_source": "customer-report",
    }
    return ("buffer", "add", "concern", *(f"{key}={value}" for key, value in fields.items()))


def walked(agent: Machine, path: str, *, works: bool) -> dict[str, Any]:
    """Along a route until it ends: every source fails, or the first that the person can judge succeeds."""
    step: dict[str, Any] = agent("traverse", "start", path).said["step"]
    for _ in range(40):
        state = step["state"]
        if state in ("succeeded", "stopped", "not-for-them", "unavailable"):
            return step
        tell: tuple[str, ...]
        if state == "asking":
            tell = ("--event", "refuse")
        elif state == "awaiting-consent":
            tell = ("--event", "consent-yes")
        elif state == "awaiting-handoff":
            tell = ("--event", "shown")
        elif state == "exhausted":
            tell = ("--event", "choose-skip")
        elif works:
            good = [need for need in step.get("needed", []) if "failure:" not in need["look_for"]]
            told = [f"{need['check']}={need['value']}" for need in good] or [
                "user-confirms-document-received=true"
            ]
            tell = tuple(each for signal in told for each in ("--signal", signal))
        else:
            tell = ("--signal", "response-status=404")
        answer = agent("traverse", "report", path, *tell, expect=None)
        if answer.code:
            tell = ("--event", "decline")
            answer = agent("traverse", "report", path, *tell)
        step = answer.said["step"]
    raise AssertionError(step)


@requirement(
    "R-HARN-03",
    "R-HARN-07",
    "R-HARN-08",
    "R-BUF-01",
    "R-BUF-06",
    "R-BUF-10",
    "R-BUF-14",
    "R-RET-02",
    "R-RET-04",
    "R-PLC-04",
)
def test_a_person_is_led_from_first_contact_to_the_next_session(agent: Machine) -> None:
    looked = agent("session", "start").said
    assert looked["mode"] == "first_contact"
    assert looked["consent"]["needed"]
    assert not agent.data.exists()

    opened = begun(agent)
    assert opened["mode"] == "first_contact"
    assert opened["submissions_possible"]
    assert opened["graph"]["via"] == opened["paths"]["via"] == "http"
    assert "will not keep a copy" in str(opened["opening"])

    agent(
        "profile",
        "set",
        "region=Brussels-Capital",
        "commune_nis5=21009",
        "document_inventory.has_id_card=yes",
    )
    agent(
        "profile",
        "set",
        "residency_status=registered",
        "nationality_status=non-EU",
        "administration_language=FR",
    )
    routed = agent("route", "I would like to become Belgian").said
    assert not routed["gate"]["is_open"]
    assert agent("skill", SKILL).said["gate"]["say"] == routed["say"][0]["say"]
    assert routed["pick"] == SKILL
    asked = [each["field"] for each in routed["ask"]]
    assert "region" not in asked
    assert "employment_history" in asked
    assert agent("progress", "start", SKILL, expect=3).said["error"] == "in_testing"
    agent("progress", "start", SKILL, "--opted-in")
    agent("progress", "step", SKILL, "--at", "collecting documents", "--next", "order the certificate")

    ends = [
        walked(agent, "certificate-of-residence", works=True),
        walked(agent, "birth-certificate-belgian", works=False),
        walked(agent, "household-composition", works=False),
    ]
    assert [end["state"] for end in ends] == ["succeeded", "stopped", "stopped"]
    assert (
        agent("progress", "show", SKILL).said["progress"]["obtained"][0]["path_id"]
        == "certificate-of-residence"
    )

    agent(*concern("The desk asked for two copies of every document."))
    agent("buffer", "add", "rating", "target_type=skill", f"target_id={SKILL}", "skill_quality_stars=4")
    agent("buffer", "add", "feedback", "topic=suggestion", "body=Say which papers may be copies.")
    items = agent("buffer", "list").said["items"]
    assert len(items) >= 6
    assert {"concern", "rating", "feedback", "validation"} == {each["type"] for each in items}
    assert all(each["says"] and each["window"] for each in items)

    assert agent("session", "close", expect=3).said["error"] == "review_first"
    assert agent("submit", expect=3).said["error"] == "nothing_approved"
    agent("buffer", "approve", "--all")
    assert agent("submit", "--only-validate").said["mode"] == "validate"
    sent = agent("submit").said
    assert sent["mode"] == "stage"
    assert all(each["ok"] for each in sent["results"])
    assert sent["left_in_buffer"] == 0
    receipts = [
        json.loads(line)
        for line in (agent.data / "submissions.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    assert {receipt["id"] for receipt in receipts} == {each["id"] for each in items}
    assert all(receipt["cancel_token"] for receipt in receipts if receipt["type"] != "validation")

    mine = next(each["id"] for each in items if each["type"] == "concern")
    assert agent("cancel", mine).said["status"] == "cancelled"
    agent("session", "close", "--outcome", "success")
    assert list((agent.data / "sessions").iterdir()) == []

    again = agent.later(days=1)("session", "start", "--procedure", SKILL).said
    assert again["mode"] == "continuing"
    assert "collecting documents" in str(again["opening"])
    assert again["orphans"] == []


@requirement("R-PRIN-12", "R-HARN-21")
def test_whoever_shares_nothing_is_guided_just_the_same(
    agent: Machine, app: Path, tmp_path: Path, server: Serving
) -> None:
    other = Machine(app, tmp_path / "other", server.url)
    other.now = agent.now
    (tmp_path / "other").mkdir()
    answers = []
    for each, shares in ((agent, "true"), (other, "false")):
        begun(each)
        each("profile", "set", "region=Flanders", f"consent.submissions={shares}")
        routed = each("route", "registering my new address at the commune", "--opted-in").said
        step = each("traverse", "start", "household-composition").said["step"]
        plan = each("plan", "commune-address-registration").said
        answers.append((routed, step, plan["plan"]))
    assert answers[0] == answers[1]
    other(*concern("The desk asked for two copies."))
    assert other("buffer", "approve", "--all", expect=3).said["error"] == "no_consent"
    assert other("submit", expect=3).said["error"] == "no_consent"
    other("session", "close", "--decline")


@requirement("R-HARN-04", "R-HARN-10", "R-BUF-09", "R-BUF-11")
def test_without_a_server_guidance_goes_on_and_nothing_is_lost_or_sent_unseen(
    agent: Machine, server: Serving
) -> None:
    begun(agent)
    agent("profile", "set", "region=Brussels-Capital", "document_inventory.has_id_card=yes")
    agent("skill", SKILL)
    agent(*concern("The desk asked for three copies."))
    agent("buffer", "approve", "--all")
    kept = agent("buffer", "list").said["items"]

    agent.api = NOWHERE
    assert agent("submit", expect=4).said["error"] == "not_reached"
    assert agent("buffer", "list").said["items"] == kept
    assert agent("route", "become Belgian", "--opted-in").said["pick"] == SKILL
    assert agent("skill", SKILL).said["via"] == "cache"
    assert agent("traverse", "start", "certificate-of-residence").said["step"]["state"] != "unavailable"
    assert agent("plan", SKILL).said["plan"]
    agent("session", "close", "--keep")

    opened = agent.later(hours=5)("session", "start").said
    assert opened["graph"]["via"] == "cache"
    assert not opened["submissions_possible"]
    assert [each["items"] for each in opened["orphans"]] == [1]
    agent("buffer", "adopt", opened["orphans"][0]["session_id"])
    agent("buffer", "approve", "--all")
    assert agent("submit", expect=4).said["error"] == "no_rules"
    agent("session", "close", "--keep")

    agent.api = server.url
    opened = begun(agent.later(hours=5))
    orphan = opened["orphans"][0]
    agent("buffer", "adopt", orphan["session_id"])
    assert agent("submit", expect=3).said["error"] == "nothing_approved"
    agent("buffer", "approve", "--all")
    sent = agent("submit").said
    assert [each["id"] for each in sent["results"]] == [kept[0]["id"]]


@requirement("R-BUF-13")
def test_what_cannot_be_taken_back_at_once_is_queued_until_its_deadline(
    agent: Machine, server: Serving
) -> None:
    begun(agent)
    agent(*concern("The desk wanted a stamp on each copy."))
    agent("buffer", "approve", "--all")
    item = agent("submit").said["results"][0]["id"]
    agent.api = NOWHERE
    queued = agent("cancel", item, expect=4).said
    assert queued["status"] == "queued"
    assert list((agent.data / "cancel-retry").iterdir())
    agent.api = server.url
    done = agent.later(minutes=2)("cancel", "--retry").said["queue"]
    assert [each["status"] for each in done] == ["cancelled"]
    assert list((agent.data / "cancel-retry").iterdir()) == []
    assert agent("cancel", item).said["status"] == "cancelled"


@requirement("R-HARN-10")
def test_where_the_host_has_our_tools_the_library_comes_by_them(agent: Machine) -> None:
    opened = begun(agent, "--mcp-tool", "mcp__becivic__find_skill")
    assert opened["tier"]["name"] == "T3"
    assert opened["graph"]["via"] == opened["paths"]["via"] == "mcp"
    by_tools = (agent.data / "cache" / "paths.json").read_text(encoding="utf-8")
    agent("session", "start")
    by_http = (agent.data / "cache" / "paths.json").read_text(encoding="utf-8")
    one, two = (json.loads(each)["document"]["paths"] for each in (by_tools, by_http))
    assert set(one) == set(two)
    assert all(one[key]["sources"] == two[key]["sources"] for key in one)


@requirement("R-ANL-05", "R-ANL-06", "R-ANL-07", "R-ANL-08", "R-HARN-17")
def test_usage_events_wait_for_consent_and_for_the_next_session(agent: Machine) -> None:
    begun(agent)
    outbox = agent.data / "analytics-outbox.jsonl"
    assert not agent("analytics", "event", "session_outcome", "--outcome", "success").said["queued"]
    assert not outbox.exists()
    agent("analytics", "on")
    agent(
        "analytics",
        "event",
        "step_transition",
        "--from-step",
        "collect-documents",
        "--to-step",
        "book-appointment",
    )
    agent("session", "close", "--outcome", "success")
    waiting = [json.loads(line) for line in outbox.read_text(encoding="utf-8").splitlines()]
    assert [line["event"]["event_type"] for line in waiting] == ["step_transition", "session_outcome"]
    assert all("session_id" not in line["event"] for line in waiting)
    opened = agent.later(hours=1)("session", "start").said
    assert opened["outbox"] == {"sent": 2, "kept": 0, "dropped": 0}
    left = agent.later(hours=73)("session", "start").said
    assert left["abandoned_inferred"] == [opened["session_id"]]
    agent("analytics", "off")
    assert not outbox.exists()


def rejects(server: Serving, source: str, number: int) -> None:
    """One vote against a source, from an address of its own."""
    sent = payload("validations/valid/path-source-reject") | {
        "validation_id": submission_id(SubmissionType.VALIDATION, number),
        "submitted_at": f"{real_time():%Y-%m-%dT%H:%M:%SZ}",
        "target_id": source,
    }
    voter = {"X-Forwarded-For": f"198.51.100.{number}"}
    answer = httpx.post(f"{server.url}/api/validations", json=sent, headers=voter, timeout=60)
    assert answer.status_code == 200, answer.text


@requirement("R-PLC-03")
def test_a_deprecated_path_is_offered_by_its_desk_in_every_face_and_walked_there_by_the_harness(
    app: Path, tmp_path: Path
) -> None:
    home, name = tmp_path / "home", "certificate-of-residence"
    with serving(home, env={"BECIVIC_TRUSTED_PROXIES": "127.0.0.0/8"}) as server:
        entry = server.get(f"/api/paths/{name}").json()
        online = [each["id"] for each in entry["sources"] if each["source_class"] != "offline"]
        for number in (1, 2):
            rejects(server, f"{name}:{online[0]}", number)
        done = becivic("run", "promote", "--json", cwd=tmp_path, env={"BECIVIC_HOME": str(home)})
        assert [each["to"] for each in json.loads(done.out)["decisions"]] == ["deprecated"], done.err
        server.eventually(lambda: server.get(f"/api/paths/{name}").json()["status"] == "deprecated")
        told = server.get(f"/api/paths/{name}").json()
        desks = [each["id"] for each in entry["sources"] if each["source_class"] == "offline"]
        assert sorted(told["offered"]) == sorted(desks)
        assert told["sources_in_turn"][: len(desks)] == told["offered"]
        assert "Still offered: At the desk" in server.get(f"/paths/{name}?format=md").text
        assert "Still offered: At the desk" in server.get(f"/paths/{name}").text
        agent = Machine(app, tmp_path, server.url)
        agent.now = real_time()
        begun(agent, "--capability", "path_traversal", "--capability", "path_handoff")
        step = agent("traverse", "start", name).said["step"]
        assert (step["state"], step["reason"]) == ("exhausted", "only-offline")
        step = agent("traverse", "report", name, "--event", "choose-commune").said["step"]
        while step["state"] == "asking":
            step = agent("traverse", "report", name, "--event", "refuse").said["step"]
        assert (step["state"], step["source"] in desks) == ("awaiting-handoff", True)
        assert agent("traverse", "report", name, "--event", "shown").said["step"]["state"] == "handed-off"
