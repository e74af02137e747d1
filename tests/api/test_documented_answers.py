"""Whatever the application answers is in its document: over the whole life of submissions, and to any JSON at all."""

from __future__ import annotations

import asyncio
import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from becivic.api.openapi.answers import TRACKED
from becivic.rules import caps
from becivic.rules.limits import Limit
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic.rules.submissions import SubmissionState, SubmissionType
from becivic.store.store import Store, open_store
from tests.factories.databases import Databases
from tests.factories.documented import assert_documented, operations
from tests.factories.intake import DEFAULT_LIMITS, NO_LIMITS, OPERATOR_TOKEN, Service, service
from tests.factories.mutations import mutated, parent_of, paths
from tests.factories.oracle import body_before
from tests.factories.payloads import payload
from tests.requirement import requirement

POSTS = [path for method, path, _ in operations() if method == "post"]
SENT_TO = {f"/api/{kind.facts.route}": SchemaFile(kind.schema_file) for kind in SubmissionType} | {
    "/api/feedback": SchemaFile.ENVELOPE
}


@pytest.fixture
def store(sqlite_store: Store) -> Store:
    """One is enough: the SQL that runs here is tested on both databases beside what it belongs to."""
    return sqlite_store


def example(kind: SubmissionType) -> Any:
    return packaged_registry().documents[kind.schema_file]["examples"][-1]


@pytest.fixture
def asked(store: Store) -> Service:
    return service(store, NO_LIMITS)


@pytest.fixture(scope="module")
def attacked(databases: Databases) -> Iterator[Service]:
    """On one database for all attacks: what one leaves behind is there for the next."""
    with databases.fresh("sqlite") as url:
        store = open_store(url)
        yield service(store, NO_LIMITS)
        store.close()


def check(response: httpx.Response, status: int) -> Any:
    assert_documented(response)
    assert response.status_code == status, response.text
    return response.json() if response.content else None


def bearing(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


# --- the life of a submission ---------------------------------------------------------------------------------


@requirement("R-API-04", "R-STAGE-07")
@pytest.mark.parametrize("kind", SubmissionType)
def test_sending_is_documented(kind: SubmissionType, asked: Service) -> None:
    assert check(asked.post(kind, example(kind), query="?dry_run=1"), 200)["status"] == "validated"
    kept = "staged" if kind.facts.staged else "applied"
    assert check(asked.post(kind, example(kind)), 200)["status"] == kept
    assert check(asked.post(kind, example(kind)), 200)["status"] == "duplicate"
    check(asked.post(kind, example(kind), address="203.0.113.9"), 409)


@requirement("R-STAGE-05", "R-STAGE-06")
@pytest.mark.parametrize("kind", [kind for kind in TRACKED if kind.facts.staged])
def test_asking_and_taking_back_are_documented(kind: SubmissionType, asked: Service) -> None:
    address = f"/api/{kind.facts.route}/{example(kind)[kind.id_field]}"
    check(asked.ask("GET", address), 404)
    token = check(asked.post(kind, example(kind)), 200)["cancel_token"]
    assert check(asked.ask("GET", address), 200)["state"] == "staged"
    check(asked.ask("DELETE", address, headers=bearing("no-such-token")), 401)
    check(asked.ask("DELETE", address), 401)
    check(asked.ask("DELETE", address, headers=bearing(token)), 200)
    check(asked.ask("GET", address), 404)


@requirement("R-STAGE-08", "R-STAGE-10")
@pytest.mark.parametrize("kind", [kind for kind in TRACKED if kind.facts.staged])
def test_changing_a_status_is_documented(kind: SubmissionType, asked: Service) -> None:
    address = f"/api/{kind.facts.route}/{example(kind)[kind.id_field]}"
    status = f"{address}/status"
    check(asked.as_operator("PATCH", status, {"state": SubmissionState.HELD}), 404)
    token = check(asked.post(kind, example(kind)), 200)["cancel_token"]
    check(asked.ask("PATCH", status, {"state": SubmissionState.HELD}), 401)
    check(asked.as_operator("PATCH", status, {"state": "elsewhere"}), 400)
    check(asked.as_operator("PATCH", status, {"state": SubmissionState.COMMITTED}), 400)
    for state in (SubmissionState.HELD, SubmissionState.DISCARDED):
        assert check(asked.as_operator("PATCH", status, {"state": state}), 200)["state"] == state
        assert check(asked.ask("GET", address), 200)["state"] == state
    check(asked.ask("DELETE", address, headers=bearing(token)), 403)


def test_a_vote_can_be_asked_about_and_not_taken_back(asked: Service) -> None:
    kind = SubmissionType.VALIDATION
    address = f"/api/{kind.facts.route}/{example(kind)[kind.id_field]}"
    check(asked.post(kind, example(kind)), 200)
    check(asked.ask("GET", address), 200)
    check(asked.ask("DELETE", address, headers=bearing("x" * 43)), 401)


@requirement("R-STAGE-11", "R-ENV-06")
def test_a_session_is_documented(asked: Service) -> None:
    validate, stage = packaged_registry().documents[SchemaFile.ENVELOPE]["examples"]
    check(asked.send(validate), 200)
    check(asked.send(stage), 200)
    assert {each["status"] for each in check(asked.send(stage), 200)["results"]} == {"duplicate"}
    address = f"/api/feedback/sessions/{stage['session_id']}"
    assert len(check(asked.ask("GET", address), 200)["items"]) == 3
    check(asked.ask("GET", "/api/feedback/sessions/nobody"), 400)


def test_what_operators_ask_is_documented(asked: Service) -> None:
    entry = {"type": "reference", "name": "just-made-for-a-test"}
    assert check(asked.as_operator("POST", "/api/_internal/catalogue-entries", entry), 200)["new"]
    assert not check(asked.as_operator("POST", "/api/_internal/catalogue-entries", entry), 200)["new"]
    check(asked.as_operator("POST", "/api/_internal/catalogue-entries", {"type": "skill"}), 400)
    about = "?target_type=skill&target_id=nationality-application"
    check(asked.as_operator("GET", f"/api/_internal/artefact-stats{about}"), 200)
    check(asked.as_operator("GET", "/api/_internal/artefact-stats"), 400)
    check(asked.as_operator("GET", "/api/_internal/rating-stats"), 200)
    for name in ("catalogue-entries", "artefact-stats", "rating-stats"):
        method = "POST" if name == "catalogue-entries" else "GET"
        check(asked.ask(method, f"/api/_internal/{name}"), 401)


def test_what_the_service_says_of_itself_is_documented(asked: Service) -> None:
    check(asked.ask("GET", "/api/health"), 200)
    document = asked.ask("GET", "/api/openapi.json")
    check(document, 200)
    check(asked.ask("GET", "/api/openapi.json", headers={"if-none-match": document.headers["etag"]}), 304)
    assert_documented(asked.ask("GET", "/api/docs"))


# --- refusals -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", POSTS)
def test_a_body_that_is_no_json_too_large_or_called_something_else_is_documented(
    path: str, asked: Service
) -> None:
    def send(raw: bytes, media_type: str = "application/json") -> httpx.Response:
        headers = {"content-type": media_type, **bearing(OPERATOR_TOKEN)}
        return asked.ask("POST", path, raw=raw, headers=headers)

    check(send(b"{"), 400)
    check(send(b"{}", "text/plain"), 415)
    check(send(b" " * (caps.BODY_BYTES + 1)), 413)


@requirement("R-RATE-01")
def test_limits_are_documented(store: Store) -> None:
    asked = service(store, {**DEFAULT_LIMITS, Limit.COMBINED: 0, Limit.ANALYTICS: 0, Limit.VALIDATE_MODE: 0})
    for kind in SubmissionType:
        check(asked.post(kind, example(kind)), 429)
        check(asked.post(kind, example(kind), query="?dry_run=1"), 429)
    for envelope in packaged_registry().documents[SchemaFile.ENVELOPE]["examples"]:
        assert len(check(asked.send(envelope), 429)["results"]) == 3


@requirement("R-STAGE-06")
def test_a_store_that_cannot_be_reached_is_documented(asked: Service) -> None:
    asked.store.close()
    for kind in SubmissionType:
        check(asked.post(kind, example(kind)), 503)
    for kind in TRACKED:
        address = f"/api/{kind.facts.route}/{example(kind)[kind.id_field]}"
        check(asked.ask("GET", address), 503)
        check(asked.ask("DELETE", address, headers=bearing("x" * 43)), 503)
        check(asked.as_operator("PATCH", f"{address}/status", {"state": SubmissionState.HELD}), 503)


@pytest.mark.parametrize("path", POSTS)
def test_another_method_is_405_and_says_which_there_are(path: str, asked: Service) -> None:
    answer = asked.ask("PUT", path)
    documented = {method.upper() for method, each, _ in operations() if each == path}
    allowed = documented | ({"HEAD"} if "GET" in documented else set())
    assert (answer.status_code, answer.headers["allow"]) == (405, ", ".join(sorted(allowed)))


# --- any JSON at all ------------------------------------------------------------------------------------------

ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)


Attack = Callable[[str, Any], None]


@pytest.fixture
def send(attacked: Service) -> Iterator[Attack]:
    """One event loop for all requests of an attack. The operator's own routes are attacked by the operator."""
    with asyncio.Runner() as loop:

        def sent(path: str, body: Any) -> None:
            raw = json.dumps(attacked.filled_in(body)).encode()
            response = loop.run(attacked.asking("POST", path, raw=raw, headers=bearing(OPERATOR_TOKEN)))
            assert response.status_code < 500
            assert_documented(response)

        yield sent


@requirement("R-API-05")
@pytest.mark.parametrize("path", POSTS)
def test_any_json_value_is_answered_as_documented(path: str, send: Attack) -> None:

    @settings(max_examples=60, derandomize=True, database=None)
    @given(ANYTHING)
    def attack(body: Any) -> None:
        send(path, body)

    attack()


@requirement("R-API-05")
@pytest.mark.parametrize("path", SENT_TO)
def test_any_broken_example_is_answered_as_documented(path: str, send: Attack) -> None:
    """Nearer to what is accepted, so that it comes further: an example with one to three things changed."""
    examples = packaged_registry().documents[SENT_TO[path]]["examples"]

    @settings(max_examples=120, derandomize=True, database=None)
    @given(st.sampled_from(examples).flatmap(mutated), st.sampled_from(("", "?dry_run=1")))
    def attack(body: Any, query: str) -> None:
        send(f"{path}{query}", body)

    attack()


FRAGMENTS = (
    "<VV name=\"a-b\" uid=\"\">", "</VV>", "<Ref", "<Path id=\"nowhere\" />", "\n---\n", "```\n", "## Process\n", "[x]",
    "@@ -1,1 +1,1 @@\n", "-a\n+b\n", "\\ No newline at end of file\n", "--- a\n+++ b\n", "\x00", "\u2028", "<!--", ": ",
)  # fmt: skip


@st.composite
def retold(draw: st.DrawFn, kind: SubmissionType) -> Any:
    """An example under a fresh id with something written into one of its texts, so that it comes to the last stages."""
    told = copy.deepcopy(draw(st.sampled_from(packaged_registry().documents[kind.schema_file]["examples"])))
    drawn = draw(st.binary(min_size=15, max_size=15)).hex()
    parts = (drawn[:8], drawn[8:12], f"7{drawn[12:15]}", f"8{drawn[15:18]}", drawn[18:])
    told[kind.id_field] = kind.facts.id_prefix + "-".join(parts)
    texts = [path for path in paths(told) if path[0] in ("content", "provenance", "rationale")]
    path = draw(st.sampled_from([each for each in texts if isinstance(parent_of(told, each)[each[-1]], str)]))
    text = parent_of(told, path)[path[-1]]
    at = draw(st.integers(0, len(text)))
    parent_of(told, path)[path[-1]] = text[:at] + draw(st.sampled_from(FRAGMENTS)) + text[at:]
    return told


@requirement("R-API-05")
@pytest.mark.parametrize("kind", [SubmissionType.AMENDMENT, SubmissionType.DRAFT])
def test_any_text_in_a_proposal_is_answered_as_documented(kind: SubmissionType, send: Attack) -> None:
    @settings(max_examples=120, derandomize=True, database=None)
    @given(retold(kind))
    def attack(body: Any) -> None:
        send(f"/api/{kind.facts.route}", body)

    attack()


def test_a_body_that_breaks_a_rule_is_taken_with_a_warning_that_is_documented(asked: Service) -> None:
    lines = body_before().splitlines(keepends=True)
    at = next(index for index, line in enumerate(lines) if "<Observations" in line)
    sent = payload("amendments/valid/skill/body-one-line")
    sent["content"]["body_diff"] = f"--- a\n+++ b\n@@ -{at + 1} +{at},0 @@\n-{lines[at]}"
    validated = check(asked.post(SubmissionType.AMENDMENT, sent, query="?dry_run=1"), 200)
    staged = check(asked.post(SubmissionType.AMENDMENT, sent), 200)
    assert validated["warnings"] == staged["warnings"] != []
