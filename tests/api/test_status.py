"""GET /api/status: how the service stands, and what became of one submission."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from becivic.api.openapi.answers import TRACKED
from becivic.api.status import ADDRESS
from becivic.reading.service import by_status
from becivic.rules.moments import rfc3339
from becivic.rules.reading import PART_BYTES
from becivic.rules.schemas import packaged_registry
from becivic.rules.submissions import SubmissionType
from becivic.store.store import Store
from tests.factories.documented import assert_documented
from tests.factories.intake import NO_LIMITS, Service, service

UNKNOWN = "con_019a8000-0000-7000-8000-0000000000ff"


@pytest.fixture
def store(sqlite_store: Store) -> Store:
    """One is enough: the SQL that runs here is tested on both databases beside what it belongs to."""
    return sqlite_store


@pytest.fixture
def asked(store: Store) -> Service:
    return service(store, NO_LIMITS)


def read(asked: Service, query: str = "", status: int = 200) -> Any:
    answer = asked.ask("GET", f"{ADDRESS}{query}")
    assert_documented(answer)
    assert answer.status_code == status, answer.text
    assert answer.headers["cache-control"] == "no-store"
    assert len(answer.content) <= PART_BYTES
    return answer.json()


def test_it_says_what_health_says_and_how_much_is_served(asked: Service) -> None:
    told, health = read(asked), asked.ask("GET", "/api/health").json()
    edition = asked.library.edition
    assert {name: told[name] for name in ("status", "commit", "version", "now")} == {
        name: health[name] for name in ("status", "commit", "version", "now")
    }
    assert told["corpus_made_at"] == rfc3339(edition.made_at)
    assert told["by_status"] == by_status(edition.corpus)
    assert told["skills"] == sum(told["by_status"]["skills"].values())
    assert "submission" not in told


def test_the_scrub_rules_that_it_names_are_those_that_are_served(asked: Service) -> None:
    rules = read(asked)["scrub_rules"]
    assert hashlib.sha256(asked.ask("GET", rules["address"]).content).hexdigest() == rules["sha256"]


def test_what_it_says_of_sending_is_what_the_manifest_says(asked: Service) -> None:
    send, manifest = read(asked)["send"], asked.ask("GET", "/agents/manifest.json").json()
    versions = manifest["versions"]
    assert send["submission_contract_version"] == versions["submission_contract_version"]
    assert send["schema_versions"].pop("envelope") == versions["envelope"]["schema_version"]
    assert send["schema_versions"].items() <= versions["schema_version"].items()


@pytest.mark.parametrize("kind", TRACKED)
def test_a_submission_is_told_exactly_as_at_its_own_address(kind: SubmissionType, asked: Service) -> None:
    example = packaged_registry().documents[kind.schema_file]["examples"][-1]
    submission_id = example[kind.id_field]
    missing = read(asked, f"?submission_id={submission_id}", 404)
    own = asked.ask("GET", f"/api/{kind.facts.route}/{submission_id}")
    assert (missing["error"], missing["detail"]) == ("not_found", own.json()["detail"])
    asked.post(kind, example)
    told = read(asked, f"?submission_id={submission_id}")["submission"]
    own = asked.ask("GET", f"/api/{kind.facts.route}/{submission_id}").json()
    assert told == {"id": submission_id, "type": kind.value, **own}


@pytest.mark.parametrize(
    "submission_id",
    [
        "",
        "con_1",
        "val-00001",
        "ses_01a1e438-a540-7d5a-9fd1-2aabfe228f21",
        "anl_01a1e438-a540-7d5a-9fd1-2aabfe228f21",
        "obs_01a1e438-a540-7d5a-9fd1-2aabfe228f21",
    ],
)
def test_an_id_of_no_known_form_is_refused_and_not_repeated(submission_id: str, asked: Service) -> None:
    told = read(asked, f"?submission_id={submission_id}", 400)
    assert (told["schema_pointer"], told["keyword"]) == ("/submission_id", "pattern")
    assert not submission_id or submission_id not in str(told)


def test_two_submissions_at_once_are_refused(asked: Service) -> None:
    told = read(asked, f"?submission_id={UNKNOWN}&submission_id={UNKNOWN}", 400)
    assert told["keyword"] == "maxItems"


def test_while_the_records_are_away_it_says_so_and_guesses_nothing_of_a_submission(asked: Service) -> None:
    asked.store.close()
    assert read(asked)["status"] == "degraded"
    answer = asked.ask("GET", f"{ADDRESS}?submission_id={UNKNOWN}")
    assert_documented(answer)
    assert answer.status_code == 503
