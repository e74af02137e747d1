"""Every valid fixture is refused by nothing, every invalid one by exactly the category it is named for."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from becivic.rules.identity import identity_pointers
from becivic.rules.places import Area, Language
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic.rules.submissions import (
    RETIRED_TYPES,
    AmendmentSubtype,
    AnalyticsEvent,
    ConcernScope,
    FeedbackTopic,
    SessionOutcome,
    SubmissionType,
    ValueType,
    Verdict,
)
from becivic.rules.targets import TargetType
from tests.factories.oracle import apply_diff, body_before, refusals, schema_faults, without_identity
from tests.factories.payloads import (
    CATEGORIES,
    FIXTURES,
    FOLDERS,
    Fixture,
    fixtures,
    merged_items,
    payload,
    submissions,
)
from tests.requirement import requirement

VALID, INVALID = submissions("valid"), submissions("invalid")
OWN_WORK = [each for each in INVALID if each.category == "self-validation"]


@requirement("R-TEST-01", "R-TEST-02", "R-TEST-05")
@pytest.mark.parametrize("fixture", VALID, ids=str)
def test_a_valid_payload_is_refused_by_nothing(fixture: Fixture) -> None:
    assert refusals(fixture.type, fixture.read()) == set()


@requirement("R-CI-20", "R-TEST-02", "R-TEST-05")
@pytest.mark.parametrize("fixture", INVALID, ids=str)
def test_an_invalid_payload_is_refused_by_the_category_of_its_name_and_no_other(fixture: Fixture) -> None:
    by_author = fixture.category == "self-validation"
    assert refusals(fixture.type, fixture.read(), by_author=by_author) == {fixture.category}


@requirement("R-TEST-07")
@pytest.mark.parametrize("fixture", OWN_WORK, ids=str)
def test_a_vote_on_ones_own_work_is_fine_from_anybody_else(fixture: Fixture) -> None:
    assert refusals(fixture.type, fixture.read()) == set()


@requirement("R-CI-20")
@pytest.mark.parametrize("fixture", [each for each in INVALID if each.category == "schema"], ids=str)
def test_a_schema_fixture_breaks_one_rule_of_the_schema(fixture: Fixture) -> None:
    assert len(schema_faults(fixture.type, fixture.read())) == 1


@requirement("R-IDB-01", "R-IDB-04")
@pytest.mark.parametrize("fixture", [each for each in INVALID if each.category == "identity"], ids=str)
def test_an_identity_fixture_is_at_fault_in_that_one_name_alone(fixture: Fixture) -> None:
    found = fixture.read()
    (pointer,) = identity_pointers(found)
    assert [fault.pointer for fault in schema_faults(fixture.type, found)] == [pointer]
    assert schema_faults(fixture.type, without_identity(found)) == []


# --- envelopes ------------------------------------------------------------------------------------------------

ENVELOPE = SchemaFile.ENVELOPE


def _item_refusals(kind: str, item: Any) -> set[str]:
    known = next((each for each in SubmissionType if each.value == kind and each.facts.in_envelope), None)
    return {"schema"} if known is None else refusals(known, item)


@requirement("R-ENV-02")
@pytest.mark.parametrize("fixture", fixtures("envelopes/valid/*.json"), ids=str)
def test_a_valid_envelope_has_items_that_are_refused_by_nothing(fixture: Fixture) -> None:
    envelope = fixture.read()
    assert packaged_registry().faults(ENVELOPE, envelope) == []
    assert [_item_refusals(*each) for each in merged_items(envelope)] == [set()] * len(envelope["items"])


@requirement("R-CI-20")
@pytest.mark.parametrize("fixture", fixtures("envelopes/invalid/item-*.json"), ids=str)
def test_an_item_is_refused_alone_in_a_well_formed_envelope(fixture: Fixture) -> None:
    envelope = fixture.read()
    faults = packaged_registry().faults(ENVELOPE, envelope)
    assert {fault.pointer for fault in faults} <= {"/items/0"}
    refused = [{"schema"} for _ in faults] or [_item_refusals(*each) for each in merged_items(envelope)]
    assert refused == [{fixture.category}]


@requirement("R-ENV-02", "R-IDB-01", "R-CI-20")
@pytest.mark.parametrize(
    "fixture",
    [each for each in fixtures("envelopes/invalid/*.json") if not each.file.name.startswith("item-")],
    ids=str,
)
def test_a_malformed_envelope_breaks_one_rule(fixture: Fixture) -> None:
    envelope = fixture.read()
    faults = packaged_registry().faults(ENVELOPE, envelope)
    assert len(faults) == 1
    named = [pointer for pointer in identity_pointers(envelope) if pointer.count("/") == 1]
    assert named == ([faults[0].pointer] if fixture.category == "identity" else [])


def test_the_envelope_fixtures_hold_every_type_that_belongs_there_and_one_that_does_not() -> None:
    held = {item["type"] for each in fixtures("envelopes/valid/*.json") for item in each.read()["items"]}
    assert held == {each.value for each in SubmissionType if each.facts.in_envelope}
    refused = {
        kind
        for each in fixtures("envelopes/invalid/item-schema*.json")
        for kind, _ in merged_items(each.read())
    }
    assert {SubmissionType.ANALYTICS.value} <= refused
    assert refused & set(RETIRED_TYPES)


# --- coverage -------------------------------------------------------------------------------------------------


def _valid(kind: SubmissionType) -> list[Any]:
    return [each.read() for each in VALID if each.type is kind]


@requirement("R-TEST-01", "R-TEST-02")
def test_every_permitted_cell_of_type_and_target_has_a_valid_payload() -> None:
    have = {(each.type, each.read().get("target_type", "")) for each in VALID}
    want = {(kind, target.value) for kind in SubmissionType for target in kind.facts.targets}
    want |= {(kind, "") for kind in SubmissionType if not kind.facts.targets}
    assert have == want


@requirement("R-SUB-03")
@pytest.mark.parametrize("kind", [kind for kind in SubmissionType if kind.facts.targets])
@pytest.mark.parametrize("target", TargetType)
def test_a_target_type_that_the_table_does_not_permit_fails_the_schema(
    kind: SubmissionType, target: TargetType
) -> None:
    if kind.permits(target):
        return
    for found in _valid(kind):
        faults = schema_faults(kind, {**found, "target_type": target.value})
        assert [fault.pointer for fault in faults if fault.keyword == "enum"] == ["/target_type"]


@requirement("R-TEST-02")
def test_valid_concerns_speak_of_every_region_language_and_scope() -> None:
    concerns = _valid(SubmissionType.CONCERN)
    assert {each["context"].get("region") for each in concerns} >= {each.value for each in Area}
    assert {each["context"]["language_used"] for each in concerns} == {each.value for each in Language}
    for target in (TargetType.SKILL, TargetType.PATH):
        scopes = {each["content"]["scope"] for each in concerns if each["target_type"] == target.value}
        assert scopes == {each.value for each in ConcernScope}


@requirement("R-TEST-08")
def test_amendments_lie_by_target_type_and_cover_each_way_to_change_it() -> None:
    ways: set[tuple[str, str]] = set()
    for each in VALID + INVALID:
        if each.type in (SubmissionType.AMENDMENT, SubmissionType.DRAFT):
            folder = each.file.parent.name
            assert folder in {target.value for target in each.type.facts.targets}
        if each in VALID and each.type is SubmissionType.AMENDMENT:
            found = each.read()
            assert found["target_type"] == each.file.parent.name
            ways.add((found["target_type"], found["content"].get("amendment_subtype", "")))
    assert ways == {
        ("skill", AmendmentSubtype.BODY.value),
        ("skill", AmendmentSubtype.FRONTMATTER.value),
        ("path", AmendmentSubtype.FIELD_EDIT.value),
        ("path_source", AmendmentSubtype.FIELD_EDIT.value),
        ("path_source", AmendmentSubtype.SOURCE_ADD.value),
        ("volatile_value", ""),
        ("reference", ""),
    }
    kinds = {each["content"].get("value_type") for each in _valid(SubmissionType.AMENDMENT)}
    assert kinds >= {each.value for each in ValueType}


@requirement("R-TEST-02", "R-VAL-04")
def test_valid_votes_cover_every_verdict_and_flag_on_every_target() -> None:
    have = {
        (each["target_type"], each["verdict"], each.get("injection_flag", False))
        for each in _valid(SubmissionType.VALIDATION)
    }
    targets = [
        target for target in SubmissionType.VALIDATION.facts.targets if target is not TargetType.OBSERVATION
    ]
    want = {
        (target.value, verdict.value, flag)
        for target in targets
        for verdict in Verdict
        for flag in (True, False)
    }
    want |= {(TargetType.OBSERVATION.value, verdict.value, False) for verdict in Verdict}
    assert have == want


@requirement("R-TEST-01", "R-FBK-01", "R-ANL-02")
def test_every_topic_and_every_event_has_a_valid_payload() -> None:
    topics = {each.get("topic") for each in _valid(SubmissionType.FEEDBACK)}
    assert topics == {None, *(each.value for each in FeedbackTopic)}
    events = _valid(SubmissionType.ANALYTICS)
    assert {each["event_type"] for each in events} == {each.value for each in AnalyticsEvent}
    outcomes = {each["content"]["outcome"] for each in events if "outcome" in each.get("content", {})}
    assert outcomes == {each.value for each in SessionOutcome}


NAMED_CASES = [
    "concerns/invalid/schema-missing-target-id",
    "concerns/invalid/pii-nrn-in-body",
    "amendments/invalid/skill/capability-below-full-tier",
    "amendments/invalid/skill/schema-oversized-rationale",
    "amendments/invalid/skill/identity-submitter-name",
    "amendments/invalid/skill/diff-skill-commit-drift",
    "amendments/invalid/path_source/schema-source-class-nonconformant",
    "drafts/invalid/skill/schema-missing-frontmatter-title",
    "drafts/invalid/skill/schema-oversized-commit-message",
    "drafts/invalid/skill/cross-ref-missing-requires",
    "drafts/invalid/skill/cross-ref-proposed-id-exists",
    "drafts/invalid/path/cross-ref-proposed-id-exists",
    "validations/invalid/self-validation-attempt",
    "validations/invalid/schema-oversized-rationale",
    "validations/invalid/schema-oversized-injection-reason",
    "validations/invalid/schema-missing-rationale-on-reject",
    "validations/invalid/schema-missing-injection-reason",
    # C-64: listed as invalid in lifecycle 12, accepted by the resolver, so it lies with the valid ones.
    "concerns/valid/skill_graph_with_resolvable_target_id",
]


@requirement("R-TEST-07")
@pytest.mark.parametrize("name", NAMED_CASES)
def test_a_case_that_the_specification_names_is_there(name: str) -> None:
    assert payload(name)


@requirement("R-TEST-01", "R-CI-20")
def test_every_file_lies_where_a_test_reads_it_and_has_a_category_for_a_name() -> None:
    known = {
        *FOLDERS,
        "envelopes",
        "profiles",
        "path-sources",
        "path-eligibility",
        "bodies",
        "pii-samples",
        "nrn-checksum",
        "scrub-set",
        "held-out-set",
        "starter-traversal",
        "hostile",
    }
    assert {each.name for each in FIXTURES.iterdir() if each.is_dir()} == known
    for folder in (*FOLDERS, "envelopes", "profiles"):
        assert {each.name for each in (FIXTURES / folder).iterdir()} == {"valid", "invalid"}
    for each in (*INVALID, *fixtures("envelopes/invalid/*.json"), *fixtures("profiles/invalid/*.json")):
        assert each.category in CATEGORIES


@requirement("R-SUB-12")
def test_no_two_payloads_share_an_id() -> None:
    deliberate = re.compile(r"schema-(missing|id-)")
    ids = [
        each.read()[each.type.id_field] for each in VALID + INVALID if not deliberate.match(each.file.stem)
    ]
    assert len(ids) == len(set(ids))


def test_every_file_is_written_the_same_way() -> None:
    for file in FIXTURES.rglob("*.json"):
        text = file.read_text(encoding="utf-8")
        assert text == json.dumps(json.loads(text), indent=2, ensure_ascii=False) + "\n", file.name


# --- the oracle's own diff ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fixture",
    [each for each in fixtures("amendments/valid/skill/*.json") if "body_diff" in each.read()["content"]],
    ids=str,
)
def test_a_valid_diff_changes_the_body_it_was_made_against(fixture: Fixture) -> None:
    after = apply_diff(body_before(), fixture.read()["content"]["body_diff"])
    assert after not in (None, body_before())
