"""The harness says of an item what a live intake says, wherever that can be known on a person's own machine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from becivic.intake.refusal import Refusal
from becivic.intake.stages import judge
from becivic.intake.stages.parse import parse
from becivic.intake.submission import Submission
from becivic.rules.errors import ErrorCategory
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic.store.store import open_store
from becivic_harness import __version__
from becivic_harness.preflight import VALIDATOR, with_result
from tests.factories.databases import Databases
from tests.factories.intake import AUTHOR, NO_LIMITS, SOMEBODY, Service, desk, service
from tests.factories.mutations import mutated
from tests.factories.payloads import Fixture, submissions
from tests.factories.preflights import look
from tests.requirement import requirement

VALID, INVALID = submissions("valid"), submissions("invalid")

_ROW: Final = "which rows the catalogue has, and which concerns are published, is known to the server alone"
_COMMIT: Final = "which commits are on main is known to the server alone"
_AUTHOR: Final = "who wrote something is known to the server alone, and there only as a hash"
_TAGS: Final = "which uids stand in tags is for the server's tokenizer to say; here it is a warning"
_CORPUS: Final = (
    "authorities, categories and selector values are lists of the corpus that the harness does not carry"
)

NOT_JUDGED_HERE: Final = {
    "concerns/invalid/cross-ref-unknown-reference.json": _ROW,
    "concerns/invalid/cross-ref-unknown-value.json": _ROW,
    "amendments/invalid/reference/cross-ref-unknown-reference.json": _ROW,
    "amendments/invalid/volatile_value/cross-ref-unknown-value.json": _ROW,
    "validations/invalid/cross-ref-unknown-observation.json": _ROW,
    "validations/invalid/cross-ref-unknown-value.json": _ROW,
    "amendments/invalid/skill/diff-skill-commit-drift.json": _COMMIT,
    "validations/invalid/self-validation-attempt.json": _AUTHOR,
    "validations/invalid/self-validation-own-observation.json": _AUTHOR,
    "validations/invalid/self-validation-source-of-own-path.json": _AUTHOR,
    "ratings/invalid/self-validation-creator-rates-own-skill.json": _AUTHOR,
    "amendments/invalid/skill/uid-minted-in-diff.json": _TAGS,
    "drafts/invalid/skill/uid-reference-uid-filled-in.json": _TAGS,
    "drafts/invalid/skill/uid-value-uid-filled-in.json": _TAGS,
    "drafts/invalid/path/cross-ref-category-typo.json": _CORPUS,
    "drafts/invalid/path/cross-ref-unknown-authority.json": _CORPUS,
    "drafts/invalid/skill/cross-ref-category-typo.json": _CORPUS,
    "drafts/invalid/skill/cross-ref-unknown-authority.json": _CORPUS,
    "drafts/invalid/skill/cross-ref-unknown-selector-value.json": _CORPUS,
}
"""What the server refuses and the harness lets go to it, and why."""

_ONLY_THERE: Final = {ErrorCategory.SELF_VALIDATION_BLOCKED, ErrorCategory.DUPLICATE_ID_DIFFERENT_SUBMITTER}


@pytest.fixture(scope="module")
def running(databases: Databases) -> Iterator[Service]:
    with databases.fresh("sqlite") as url:
        store = open_store(url)
        yield service(store, NO_LIMITS)
        store.close()


def _server_says(running: Service, fixture: Fixture) -> dict[str, Any]:
    address = AUTHOR if "self-validation" in fixture.name else SOMEBODY
    said: dict[str, Any] = running.post(
        fixture.type, fixture.read(), address=address, query="?dry_run=1"
    ).json()
    return said


@requirement("R-PIPE-14", "R-CAP-02", "R-CAP-03", "R-CAP-04", "R-SCRUB-05")
@pytest.mark.parametrize(
    "fixture", [each for each in VALID + INVALID if each.name not in NOT_JUDGED_HERE], ids=str
)
def test_the_verdict_is_that_of_a_live_intake(fixture: Fixture, running: Service) -> None:
    found, said = look(fixture.type, running.filled_in(fixture.read())), _server_says(running, fixture)
    assert found.ok is (said.get("status") == "validated"), (found, said)
    if not found.ok:
        assert found.errors[0].error == said["error"]
        assert found.errors[0].pointer.startswith(said["schema_pointer"])
        assert all(each.detail and each.remedy for each in found.errors)


@requirement("R-PIPE-14")
@pytest.mark.parametrize("name", NOT_JUDGED_HERE)
def test_what_only_the_server_can_know_is_left_to_it(name: str, running: Service) -> None:
    fixture = next(each for each in INVALID if each.name == name)
    assert "error" in _server_says(running, fixture)
    found = look(fixture.type, running.filled_in(fixture.read()))
    assert found.ok
    if NOT_JUDGED_HERE[name] is _TAGS:
        assert "uid" in found.warnings[0].detail


@settings(max_examples=400, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_nothing_is_kept_here_that_the_server_would_take_nor_sent_that_its_form_forbids(
    running: Service, data: st.DataObject
) -> None:
    fixture = data.draw(st.sampled_from(VALID))
    payload = running.filled_in(data.draw(mutated(fixture.read())))
    if not isinstance(payload, dict):
        return
    found, parsed = look(fixture.type, payload), parse(json.dumps(payload).encode())
    said: Any = parsed
    if not isinstance(parsed, Refusal):
        submission = Submission(fixture.type, parsed)
        said = running.store.read(lambda connection: judge(submission, desk(connection)))
    if not isinstance(said, Refusal):
        assert found.ok, found.errors
    elif found.ok:
        assert said.category in {ErrorCategory.CROSS_REF_FAIL, ErrorCategory.DIFF_APPLY_FAILED, *_ONLY_THERE}
    else:
        assert found.errors[0].error == said.category.value


# --- what an amendment says of it -----------------------------------------------------------------------------


@requirement("R-AMD-01")
@pytest.mark.parametrize(
    "fixture", [each for each in VALID + INVALID if each.folder == "amendments"], ids=str
)
def test_an_amendment_carries_what_was_found_in_a_form_that_its_schema_takes(
    fixture: Fixture, running: Service
) -> None:
    sent = running.filled_in(fixture.read())
    found = look(fixture.type, sent)
    filled = with_result({"type": "amendment", **sent}, found)
    result = filled["pre_flight_validation_result"]
    at = "/$defs/pre_flight"
    assert packaged_registry().faults(SchemaFile.AMENDMENT, result, at=at) == []
    assert (result["ok"], result["validator"]) == (found.ok, f"becivic-harness/{__version__}")
    assert len(result["errors"]) == min(50, len(found.errors))


@requirement("R-AMD-01")
@pytest.mark.parametrize("fixture", [each for each in VALID if each.folder == "amendments"], ids=str)
def test_what_an_amendment_carries_of_it_is_refused_by_nothing(fixture: Fixture, running: Service) -> None:
    sent = running.filled_in(fixture.read())
    found = look(fixture.type, sent, graph=None, paths=None, skill_body=None, skill_fields=None)
    assert found.ok
    filled = with_result({"type": "amendment", **sent}, found)
    del filled["type"]
    assert look(fixture.type, filled).ok
    assert running.post(fixture.type, filled, query="?dry_run=1").json()["status"] == "validated"


@requirement("R-AMD-01")
@pytest.mark.parametrize("fixture", [each for each in VALID if each.folder != "amendments"][::9], ids=str)
def test_other_types_have_no_place_for_it_so_it_is_only_told(fixture: Fixture) -> None:
    item = {"type": fixture.type.value, **fixture.read()}
    assert with_result(item, look(fixture.type, fixture.read())) == item


def test_the_validator_names_itself_by_its_version() -> None:
    assert VALIDATOR.endswith(f"/{__version__}")
