"""Every fixture goes through the whole service: valid ones are kept, invalid ones end as their name says.

A refusal repeats nothing that was sent and leaves nothing behind but a count.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import httpx
import pytest

from becivic.packaged import corpus_folder
from becivic.rules.errors import ErrorCategory
from becivic.rules.submissions import EnvelopeMode, SubmissionType
from becivic.store.store import Store, open_store
from becivic.store.tables.keeping import RATE_COUNTERS, SALTS
from becivic.store.tables.submissions import STAGED
from tests.factories.databases import KINDS, Databases
from tests.factories.intake import AUTHOR, NO_LIMITS, SOMEBODY, Service, service
from tests.factories.numbered import concerns, envelope
from tests.factories.payloads import Fixture, fixtures, submissions
from tests.factories.table_contents import contents, rows
from tests.requirement import requirement

VALID, INVALID = submissions("valid"), submissions("invalid")
ONE_OF_EACH = list({(each.type, each.category): each for each in INVALID}.values())
ENVELOPES = fixtures("envelopes/valid/*.json")
MALFORMED = [each for each in fixtures("envelopes/invalid/*.json") if not each.file.name.startswith("item-")]
WITH_A_BAD_ITEM = fixtures("envelopes/invalid/item-*.json")

ERRORS: Final = {
    "schema": ErrorCategory.SCHEMA_FAIL,
    "identity": ErrorCategory.IDENTITY_FIELD_PRESENT,
    "capability": ErrorCategory.CAPABILITY_MISMATCH,
    "pii": ErrorCategory.REGEX_FAIL,
    "cross-ref": ErrorCategory.CROSS_REF_FAIL,
    "diff": ErrorCategory.DIFF_APPLY_FAILED,
    "uid": ErrorCategory.CROSS_REF_FAIL,
    "self-validation": ErrorCategory.SELF_VALIDATION_BLOCKED,
    "timing": ErrorCategory.SCHEMA_FAIL,
}
PROPOSALS: Final = (SubmissionType.DRAFT, SubmissionType.AMENDMENT)

LONG: Final = 13
"""Characters from which on a text is somebody's own."""
STRETCH: Final = 24
"""Characters in a row that are no coincidence."""


@pytest.fixture(scope="module", params=KINDS)
def running(request: pytest.FixtureRequest, databases: Databases) -> Iterator[Service]:
    """One service for all of them: no two fixtures share an id, and nothing is counted here."""
    yield from _running(databases, request.param)


@pytest.fixture(scope="module")
def running_once(databases: Databases) -> Iterator[Service]:
    """On one database: what is refused does not get as far as either."""
    yield from _running(databases, "sqlite")


def _running(databases: Databases, kind: str) -> Iterator[Service]:
    with databases.fresh(kind) as url:
        store = open_store(url)
        yield service(store, NO_LIMITS)
        store.close()


def _error(fixture: Fixture) -> ErrorCategory:
    if fixture.category == "pii" and fixture.folder != "envelopes" and fixture.type in PROPOSALS:
        return ErrorCategory.LAYER2_SCRUB_FAILURE
    return ERRORS[fixture.category]


def _address(fixture: Fixture) -> str:
    return AUTHOR if fixture.category == "self-validation" else SOMEBODY


# --- one by one -----------------------------------------------------------------------------------------------


@requirement("R-API-01", "R-TEST-01", "R-TEST-02", "R-SUB-13")
@pytest.mark.parametrize("fixture", VALID, ids=str)
def test_a_valid_payload_is_validated_then_kept_then_known(fixture: Fixture, running: Service) -> None:
    sent, kind = fixture.read(), fixture.type
    kept = "staged" if kind.facts.staged else "applied"
    for query, status in (("?dry_run=1", "validated"), ("", kept), ("", "duplicate")):
        answer = running.post(kind, sent, query=query)
        assert (answer.status_code, answer.json().get("status")) == (200, status), answer.text
        assert answer.json()[kind.id_field] == sent[kind.id_field]
    if kind.facts.in_envelope:
        state = running.ask("GET", f"/api/{kind.facts.route}/{sent[kind.id_field]}").json()["state"]
        assert state == ("staged" if kind.facts.staged else "committed")


@requirement(
    "R-PRIN-08", "R-PIPE-02", "R-PIPE-03", "R-PIPE-04", "R-PIPE-05", "R-PIPE-06", "R-PIPE-08", "R-PIPE-09",
    "R-PIPE-12", "R-PIPE-14", "R-SALT-03", "R-SALT-04", "R-SALT-07",
)  # fmt: skip
@pytest.mark.parametrize("fixture", INVALID, ids=str)
def test_an_invalid_payload_is_refused_by_the_category_of_its_name_and_leaves_nothing(
    fixture: Fixture, running_once: Service
) -> None:
    _is_refused_and_leaves_nothing(fixture, running_once)


@pytest.mark.parametrize("fixture", ONE_OF_EACH, ids=str)
def test_one_of_each_category_is_refused_on_either_database(fixture: Fixture, running: Service) -> None:
    _is_refused_and_leaves_nothing(fixture, running)


def _is_refused_and_leaves_nothing(fixture: Fixture, running: Service) -> None:
    sent, before = fixture.read(), _all_but_counts(running)
    for query in ("?dry_run=1", ""):
        answer = running.post(fixture.type, sent, address=_address(fixture), query=query)
        _is_refused(answer, fixture)
        _repeats_nothing(answer, running.filled_in(sent))
    assert _all_but_counts(running) == before


def _is_refused(answer: httpx.Response, fixture: Fixture) -> None:
    said, category = answer.json(), _error(fixture)
    assert (said["error"], answer.status_code) == (category.value, category.http_status), answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert said["detail"]
    assert said["remedy"]
    if fixture.category == "timing":
        assert said["schema_pointer"] == "/submitted_at"
    if fixture.category == "schema":
        assert {"schema_pointer", "keyword"} <= set(said)


@requirement("R-PIPE-12")
@pytest.mark.parametrize("fixture", [each for each in INVALID if each.category == "pii"][:3], ids=str)
def test_a_refusal_is_counted_and_counts_against_nobody(fixture: Fixture, running: Service) -> None:
    before = _counts(running)
    running.post(fixture.type, fixture.read())
    after = _counts(running)
    assert after.pop("rejected") == before.pop("rejected", 0) + 1
    assert after == before


# --- envelopes ------------------------------------------------------------------------------------------------


@requirement("R-ENV-01", "R-ENV-02", "R-ENV-04", "R-ENV-05", "R-ENV-06", "R-ENV-08", "R-ENV-10", "R-ENV-11")
@pytest.mark.parametrize("fixture", ENVELOPES, ids=str)
def test_every_item_of_a_valid_envelope_is_validated_then_kept(fixture: Fixture, running: Service) -> None:
    sent = fixture.read()
    for mode in EnvelopeMode:
        answer = running.send({**sent, "mode": mode.value})
        said = answer.json()
        assert answer.status_code == 200
        assert {name: said[name] for name in ("session_id", "mode")} == {
            "session_id": sent["session_id"],
            "mode": mode.value,
        }
        _are_kept(said["results"], sent["items"], mode)


def _are_kept(results: list[dict[str, Any]], items: list[dict[str, Any]], mode: EnvelopeMode) -> None:
    assert len(results) == len(items)
    for index, (result, item) in enumerate(zip(results, items, strict=True)):
        kind = SubmissionType(item["type"])
        head = {"idx": index, "type": kind.value, "ok": True, "id": item[kind.id_field]}
        assert {name: result[name] for name in head} == head
        more = set(result) - set(head) - {"status"}
        if mode is EnvelopeMode.VALIDATE:
            assert (result["status"], more) == ("validated", {"would_stage_for"})
        elif kind.facts.staged:
            assert (result["status"], more) == ("staged", {"cancel_token", "commit_eta"})
        else:
            assert (result["status"], more) == ("applied", {"applied_at"})


@requirement("R-ENV-03", "R-ENV-08", "R-ENV-10", "R-ENV-12", "R-PIPE-12")
@pytest.mark.parametrize("fixture", WITH_A_BAD_ITEM, ids=str)
def test_a_bad_item_is_rejected_alone_in_an_answer_of_200(fixture: Fixture, running: Service) -> None:
    sent, before = fixture.read(), _all_but_counts(running)
    answer = running.send(sent)
    (result,) = answer.json()["results"]
    assert (answer.status_code, result["ok"], result["status"]) == (200, False, "rejected")
    assert result["error"] == _error(fixture).value
    if "schema_pointer" in result:
        pointer = result["schema_pointer"]
        assert pointer.startswith("/items/0") or pointer[1:] in sent  # of an item, or of the header
    _repeats_nothing(answer, sent)
    assert _all_but_counts(running) == before


@requirement("R-ENV-02", "R-ENV-08", "R-ENV-12", "R-PIPE-12")
@pytest.mark.parametrize("fixture", MALFORMED, ids=str)
def test_a_malformed_envelope_is_refused_whole(fixture: Fixture, running: Service) -> None:
    sent, before = fixture.read(), _all_but_counts(running)
    answer = running.send(sent)
    assert answer.status_code == 400
    _is_refused(answer, fixture)
    if "missing" in fixture.file.stem:
        assert answer.json()["missing"]
    _repeats_nothing(answer, sent)
    assert _all_but_counts(running) == before


@requirement("R-ENV-07")
@pytest.mark.parametrize(
    ("mode", "query", "status"),
    [
        ({}, "?dry_run=1", "validated"),
        ({"mode": "validate"}, "?dry_run=1", "validated"),
        ({"mode": "validate"}, "", "validated"),
        ({"mode": "stage"}, "?dry_run=1", "staged"),
    ],
)
def test_dry_run_means_validate_unless_the_body_says_otherwise(
    mode: dict[str, str], query: str, status: str, store: Store
) -> None:
    sent = envelope(concerns([1]))
    del sent["mode"]
    answer = service(store).send({**sent, **mode}, query=query)
    assert [result["status"] for result in answer.json()["results"]] == [status]
    assert len(rows(store, STAGED)) == (status == "staged")


# --- what is said and what is kept ----------------------------------------------------------------------------


def _repeats_nothing(answer: httpx.Response, sent: Any) -> None:
    """No long stretch of anything sent, and nothing whole even where a masked window is told (schemas 6.2.3)."""
    said = answer.json()
    whole = json.dumps(said, ensure_ascii=False)
    plain = json.dumps(_without_windows(said), ensure_ascii=False)
    for value in _texts(sent):
        assert value not in whole
        for start in range(len(value) - STRETCH + 1):
            assert value[start : start + STRETCH] not in plain


def _without_windows(said: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in said.items() if name != "matches"}


def _texts(value: Any) -> Iterator[str]:
    """Every string long enough to mean something that is neither an id nor a word of the published schemas."""
    if isinstance(value, dict):
        for name, held in value.items():
            if not name.endswith("_id"):
                yield from _texts(held)
    elif isinstance(value, list):
        for held in value:
            yield from _texts(held)
    elif isinstance(value, str) and len(value) >= LONG and value not in _own_words():
        yield value


@cache
def _own_words() -> frozenset[str]:
    files = (corpus_folder() / "schemas").glob("*.json")
    return frozenset(word for file in files for word in _strings(json.loads(file.read_text("utf-8"))))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list):
        for held in value:
            yield from _strings(held)
    elif isinstance(value, str):
        yield value


def _all_but_counts(running: Service) -> dict[str, list[tuple[object, ...]]]:
    found = contents(running.store)
    return {name: held for name, held in found.items() if name not in (SALTS.name, RATE_COUNTERS.name)}


def _counts(running: Service) -> dict[str, int]:
    found: dict[str, int] = {}
    for row in rows(running.store, RATE_COUNTERS):
        found[row["counter"]] = found.get(row["counter"], 0) + row["count"]
    return found
