"""What the schemas of the seven submissions accept and refuse, sentence by sentence of schemas 6.2."""

from __future__ import annotations

from typing import Any

import pytest

from becivic.rules import caps
from becivic.rules.identity import IDENTITY_FIELDS
from becivic.rules.places import Language
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic.rules.skills import SERVER_OWNED_FIELDS
from becivic.rules.submissions import NEVER_SENT_FIELDS, ConcernScope, SubmissionType
from becivic.rules.targets import RatingAxis
from tests.factories.payloads import ABSENT, Fixture, edited, fixtures, payload, submissions
from tests.requirement import requirement

C, A, V, D, F, R, N = SubmissionType

SKILL_CONCERN = "concerns/valid/skill-general"
VALUE_CONCERN = "concerns/valid/volatile-value-number"
REFERENCE_CONCERN = "concerns/valid/reference-gone"
PATH_CONCERN = "concerns/valid/path-general"
SOURCE_CONCERN = "concerns/valid/path-source-fee"
GRAPH_CONCERN = "concerns/valid/skill-graph-empty-target"
BODY_AMENDMENT = "amendments/valid/skill/body-one-line"
FIELD_AMENDMENT = "amendments/valid/skill/frontmatter-summary"
VALUE_AMENDMENT = "amendments/valid/volatile_value/number"
REFERENCE_AMENDMENT = "amendments/valid/reference/new-address"
PATH_AMENDMENT = "amendments/valid/path/description"
SOURCE_EDIT = "amendments/valid/path_source/field-edit-priority"
SOURCE_ADD = "amendments/valid/path_source/source-add-postal"
SKILL_VOTE = "validations/valid/skill-confirm"
REJECTION = "validations/valid/skill-reject"
FLAG = "validations/valid/skill-confirm-injection"
SOURCE_VOTE = "validations/valid/path-source-confirm"
CONCERN_VOTE = "validations/valid/observation-up"
SKILL_DRAFT = "drafts/valid/skill/main-skill"
PATH_DRAFT = "drafts/valid/path/document-two-sources"
FEEDBACK = "feedback_channel/valid/bug"
SKILL_RATING = "ratings/valid/skill-four"
PROTOCOL_RATING = "ratings/valid/agent-protocol-three"
SESSION_RATING = "ratings/valid/session-four"
START = "analytics/valid/session-start"
STEP = "analytics/valid/step-forward"
OUTCOME = "analytics/valid/outcome-success"

_FOLDER_TYPES = {
    "concerns": C,
    "amendments": A,
    "validations": V,
    "drafts": D,
    "feedback_channel": F,
    "ratings": R,
}


def faults(name: str, changes: dict[str, Any]) -> set[tuple[str, str]]:
    """Pointer and keyword of each fault of a valid payload after some changes."""
    kind = _FOLDER_TYPES.get(name.partition("/")[0], N)
    found = packaged_registry().faults(SchemaFile(kind.schema_file), edited(payload(name), changes))
    return {(fault.pointer, fault.missing or fault.keyword) for fault in found}


ACCEPTED: list[tuple[str, str, dict[str, Any]]] = [
    ("R-CON-03", SKILL_CONCERN, {"/context": {"language_used": "de"}}),
    ("R-CON-03", SKILL_CONCERN, {"/context/country": "be", "/context/region": None, "/context/commune": None}),
    ("R-CON-03", SKILL_CONCERN, {"/context/applies_to_match": {"residency_status": ["registered"]}}),
    ("R-CON-04", SKILL_CONCERN, {"/content/scope": "general"}),
    ("R-CON-05", VALUE_CONCERN, {"/content/observed_value": "€1000", "/content/note": "x"}),
    ("R-CON-09", GRAPH_CONCERN, {"/target_id": "some-missing-skill", "/content/proposed_skill_id": "some-missing-skill"}),
    ("R-AMD-01", FIELD_AMENDMENT, {"/pre_flight_validation_result": {"ok": True}, "/provenance": None}),
    ("R-AMD-05", FIELD_AMENDMENT, {"/content/frontmatter_change": {"field_path": "applies_to.communes", "proposed_value": []}}),
    ("R-AMD-08", REFERENCE_AMENDMENT, {"/content": {"archived_url": "https://example.org/a", "note": "x"}}),
    ("R-VAL-02", REJECTION, {"/injection_flag": True, "/injection_reason": "It tells the agent to pay."}),
    ("R-VAL-02", FLAG, {"/rationale": "The rest is right."}),
    ("R-VAL-01", SKILL_VOTE, {"/session_id": "ses_01a1de8a-c9c0-7b11-b8e8-4b5ad4441e18"}),
    ("R-VAL-08", SOURCE_VOTE, {"/traversal_metadata": {"validates_post_handoff": True}}),
    ("R-DRF-04", PATH_DRAFT, {"/content/entry/uid": ""}),
    ("R-DRF-04", PATH_DRAFT, {"/content/entry/uid": ABSENT}),
    ("R-SUB-10", SKILL_DRAFT, {"/content/body": "x\n" * 100_000}),
    ("R-FBK-01", FEEDBACK, {"/topic": ABSENT, "/pointer": "nationality-application"}),
    ("R-FBK-01", FEEDBACK, {"/pointer": "https://becivic.be/agents"}),
    ("R-RTG-01", SKILL_RATING, {"/would_be_5_stars": "x" * caps.RATING_TEXT}),
    ("R-RTG-01", SKILL_RATING, {"/skill_quality_stars": 1}),
]  # fmt: skip

REFUSED: list[tuple[str, str, dict[str, Any], tuple[str, str]]] = [
    ("R-CON-01", SKILL_CONCERN, {"/context": ABSENT}, ("", "context")),
    ("R-CON-01", SKILL_CONCERN, {"/content": ABSENT}, ("", "content")),
    ("R-CON-01", SKILL_CONCERN, {"/target_id": ABSENT}, ("", "target_id")),
    ("R-CON-01", SKILL_CONCERN, {"/submitting_agent": "runtime"}, ("/submitting_agent", "pattern")),
    ("R-CON-01", SKILL_CONCERN, {"/submitted_at": "2026-11-15"}, ("/submitted_at", "pattern")),
    ("R-CON-03", SKILL_CONCERN, {"/context/language_used": "es"}, ("/context/language_used", "enum")),
    ("R-CON-03", SKILL_CONCERN, {"/context/language_used": ABSENT}, ("/context", "language_used")),
    ("R-CON-03", SKILL_CONCERN, {"/context/country": "BE"}, ("/context/country", "pattern")),
    ("R-CON-03", SKILL_CONCERN, {"/context/applies_to_match": []}, ("/context/applies_to_match", "type")),
    ("R-CON-04", SKILL_CONCERN, {"/content/body": "x" * 501}, ("/content/body", "maxLength")),
    ("R-CON-04", SKILL_CONCERN, {"/content/evidence_date": "15-11-2026"}, ("/content/evidence_date", "pattern")),
    ("R-CON-04", SKILL_CONCERN, {"/content/evidence_source": "rumour"}, ("/content/evidence_source", "enum")),
    ("R-CON-04", SKILL_CONCERN, {"/content/report": "x"}, ("/content/report", "additionalProperties")),
    ("R-CON-05", VALUE_CONCERN, {"/content/vv_uid": "ref-00001"}, ("/content/vv_uid", "pattern")),
    ("R-CON-05", VALUE_CONCERN, {"/content/observed_value": ABSENT}, ("/content", "observed_value")),
    ("R-CON-05", VALUE_CONCERN, {"/content/note": "x" * 501}, ("/content/note", "maxLength")),
    ("R-CON-05", VALUE_CONCERN, {"/content/evidence_date": ABSENT}, ("/content", "evidence_date")),
    ("R-CON-06", REFERENCE_CONCERN, {"/content/evidence_source": "customer-report"}, ("/content/evidence_source", "enum")),
    ("R-CON-06", REFERENCE_CONCERN, {"/content/ref_uid": ABSENT}, ("/content", "ref_uid")),
    ("R-CON-06", REFERENCE_CONCERN, {"/content/body": "x" * 501}, ("/content/body", "maxLength")),
    ("R-CON-07", PATH_CONCERN, {"/content/report": "x" * 2001}, ("/content/report", "maxLength")),
    ("R-CON-07", PATH_CONCERN, {"/content/report": "It said 12345678 twice."}, ("/content/report", "not")),
    ("R-CON-07", PATH_CONCERN, {"/content/body": "x"}, ("/content/body", "additionalProperties")),
    ("R-CON-08", SOURCE_CONCERN, {"/content/body": "x" * 501}, ("/content/body", "maxLength")),
    ("R-CON-08", SOURCE_CONCERN, {"/target_id": "birth-certificate-belgian"}, ("/target_id", "pattern")),
    ("R-CON-08", SOURCE_CONCERN, {"/content/scope": "general"}, ("/content/scope", "additionalProperties")),
    ("R-CON-09", GRAPH_CONCERN, {"/content/proposed_skill_id": "No Such"}, ("/content/proposed_skill_id", "pattern")),
    ("R-CON-09", GRAPH_CONCERN, {"/content/body": "x" * 501}, ("/content/body", "maxLength")),
    ("R-CON-09", GRAPH_CONCERN, {"/content/evidence_date": ABSENT}, ("/content", "evidence_date")),
    ("R-CON-09", GRAPH_CONCERN, {"/target_id": "Not Kebab"}, ("/target_id", "pattern")),
    ("R-AMD-01", FIELD_AMENDMENT, {"/rationale": ABSENT}, ("", "rationale")),
    ("R-AMD-01", FIELD_AMENDMENT, {"/pre_flight_validation_result": "fine"}, ("/pre_flight_validation_result", "type")),
    ("R-AMD-02", BODY_AMENDMENT, {"/content/skill_commit": ABSENT}, ("/content", "skill_commit")),
    ("R-AMD-02", BODY_AMENDMENT, {"/content/body_diff": ABSENT}, ("/content", "body_diff")),
    ("R-AMD-02", BODY_AMENDMENT, {"/content/amendment_subtype": "field_edit"}, ("/content/amendment_subtype", "enum")),
    ("R-AMD-02", FIELD_AMENDMENT, {"/content/frontmatter_change": ABSENT}, ("/content", "frontmatter_change")),
    ("R-AMD-02", FIELD_AMENDMENT, {"/content/frontmatter_change/proposed_value": ABSENT}, ("/content/frontmatter_change", "proposed_value")),
    ("R-AMD-03", FIELD_AMENDMENT, {"/content/skill_commit": "0" * 40}, ("/content/skill_commit", "false")),
    ("R-AMD-03", PATH_AMENDMENT, {"/content/skill_commit": "0" * 40}, ("/content/skill_commit", "additionalProperties")),
    ("R-AMD-03", VALUE_AMENDMENT, {"/content/skill_commit": "0" * 40}, ("/content/skill_commit", "additionalProperties")),
    ("R-AMD-03", SOURCE_EDIT, {"/content/skill_commit": "0" * 40}, ("/content/skill_commit", "additionalProperties")),
    ("R-AMD-05", FIELD_AMENDMENT, {"/content/frontmatter_change/field_path": "two words"}, ("/content/frontmatter_change/field_path", "pattern")),
    ("R-AMD-05", FIELD_AMENDMENT, {"/content/frontmatter_change/field_path": "applies_to..communes"}, ("/content/frontmatter_change/field_path", "not")),
    ("R-AMD-05", FIELD_AMENDMENT, {"/content/frontmatter_change/field_path": "applies_to."}, ("/content/frontmatter_change/field_path", "not")),
    ("R-AMD-07", VALUE_AMENDMENT, {"/content/proposed_value": [1]}, ("/content/proposed_value", "type")),
    ("R-AMD-07", VALUE_AMENDMENT, {"/content/proposed_value": "12"}, ("/content/proposed_value", "type")),
    ("R-AMD-07", VALUE_AMENDMENT, {"/content/value_type": "money"}, ("/content/value_type", "enum")),
    ("R-AMD-07", VALUE_AMENDMENT, {"/content/note": "x" * 501}, ("/content/note", "maxLength")),
    ("R-AMD-08", REFERENCE_AMENDMENT, {"/content": {"note": "x"}}, ("/content", "anyOf")),
    ("R-AMD-08", REFERENCE_AMENDMENT, {"/content/note": "x" * 501}, ("/content/note", "maxLength")),
    ("R-AMD-08", REFERENCE_AMENDMENT, {"/content/proposed_url": "ftp://example.org"}, ("/content/proposed_url", "pattern")),
    ("R-AMD-09", PATH_AMENDMENT, {"/content/amendment_subtype": "source_add"}, ("/content/amendment_subtype", "const")),
    ("R-AMD-09", PATH_AMENDMENT, {"/content/frontmatter_change/field_path": "sources"}, ("/content/frontmatter_change/field_path", "not")),
    ("R-AMD-09", PATH_AMENDMENT, {"/content/frontmatter_change/field_path": "sources.0"}, ("/content/frontmatter_change/field_path", "not")),
    ("R-AMD-10", SOURCE_EDIT, {"/target_id": "birth-certificate-belgian"}, ("/target_id", "pattern")),
    ("R-AMD-10", SOURCE_EDIT, {"/content/source_add": payload(SOURCE_ADD)["content"]["source_add"]}, ("/content/source_add", "false")),
    ("R-AMD-10", SOURCE_ADD, {"/target_id": "birth-certificate-belgian:commune-desk"}, ("/target_id", "pattern")),
    ("R-AMD-10", SOURCE_ADD, {"/content/source_add": ABSENT}, ("/content", "source_add")),
    ("R-AMD-10", SOURCE_ADD, {"/content/frontmatter_change": {"field_path": "notes", "proposed_value": "x"}}, ("/content/frontmatter_change", "false")),
    ("R-AMD-11", SOURCE_ADD, {"/content/source_add/fallback_only": ABSENT}, ("/content/source_add", "fallback_only")),
    ("R-AMD-11", SOURCE_ADD, {"/content/source_add/validation_path/kind": "varies-per-partner"}, ("/content/source_add/validation_path/kind", "const")),
    ("R-SRC-14", SOURCE_ADD, {"/content/source_add/post_handoff_observed": True}, ("/content/source_add/post_handoff_observed", "const")),
    ("R-SRC-14", SOURCE_EDIT, {"/content/frontmatter_change/field_path": "post_handoff_observed"}, ("/content/frontmatter_change/field_path", "not")),
    ("R-VAL-01", SKILL_VOTE, {"/verdict": "maybe"}, ("/verdict", "enum")),
    ("R-VAL-01", SKILL_VOTE, {"/injection_flag": "yes"}, ("/injection_flag", "type")),
    ("R-VAL-01", REJECTION, {"/rationale": ABSENT}, ("", "rationale")),
    ("R-VAL-01", REJECTION, {"/rationale": "x" * 501}, ("/rationale", "maxLength")),
    ("R-VAL-01", FLAG, {"/injection_reason": ABSENT}, ("", "injection_reason")),
    ("R-VAL-01", FLAG, {"/injection_reason": "x" * 301}, ("/injection_reason", "maxLength")),
    ("R-VAL-01", SOURCE_VOTE, {"/traversal_metadata": ABSENT}, ("", "traversal_metadata")),
    ("R-VAL-01", SKILL_VOTE, {"/traversal_metadata": {"validates_post_handoff": True}}, ("/traversal_metadata", "false")),
    ("R-VAL-08", SOURCE_VOTE, {"/traversal_metadata": {}}, ("/traversal_metadata", "validates_post_handoff")),
    ("R-VAL-03", SOURCE_VOTE, {"/target_id": "birth-certificate-belgian"}, ("/target_id", "pattern")),
    ("R-VAL-04", CONCERN_VOTE, {"/injection_flag": True, "/injection_reason": "x"}, ("/injection_flag", "const")),
    ("R-SUB-05", SKILL_VOTE, {"/session_id": "ses_1"}, ("/session_id", "pattern")),
    ("R-DRF-01", SKILL_DRAFT, {"/proposed_id": "Not Kebab"}, ("/proposed_id", "pattern")),
    ("R-DRF-01", SKILL_DRAFT, {"/proposed_id": ABSENT}, ("", "proposed_id")),
    ("R-DRF-01", SKILL_DRAFT, {"/commit_message": "x" * 201}, ("/commit_message", "maxLength")),
    ("R-DRF-01", SKILL_DRAFT, {"/provenance": {"kind": "discovery_session", "session_count": 1}}, ("/provenance", "research_notes_markdown")),
    ("R-DRF-02", SKILL_DRAFT, {"/content/body": ABSENT}, ("/content", "body")),
    ("R-DRF-02", SKILL_DRAFT, {"/content/frontmatter": ABSENT}, ("/content", "frontmatter")),
    ("R-DRF-02", SKILL_DRAFT, {"/content/frontmatter/origin": "be-civic"}, ("/content/frontmatter/origin", "const")),
    ("R-DRF-02", PATH_DRAFT, {"/content/entry/origin": "be-civic"}, ("/content/entry/origin", "const")),
    ("R-DRF-02", PATH_DRAFT, {"/content/entry": ABSENT}, ("/content", "entry")),
    ("R-DRF-04", PATH_DRAFT, {"/content/entry/uid": "pth-00009"}, ("/content/entry/uid", "const")),
    ("R-DRF-05", SKILL_DRAFT, {"/content/frontmatter/status": "draft"}, ("/content/frontmatter/status", "const")),
    ("R-DRF-05", PATH_DRAFT, {"/content/entry/status": "draft"}, ("/content/entry/status", "const")),
    ("R-SRC-14", PATH_DRAFT, {"/content/entry/sources/0/post_handoff_observed": True}, ("/content/entry/sources/0/post_handoff_observed", "const")),
    ("R-FBK-01", FEEDBACK, {"/body": "x" * 2001}, ("/body", "maxLength")),
    ("R-FBK-01", FEEDBACK, {"/topic": "spam"}, ("/topic", "enum")),
    ("R-FBK-01", FEEDBACK, {"/target_type": "skill"}, ("/target_type", "additionalProperties")),
    ("R-FBK-01", FEEDBACK, {"/pointer": "not an address"}, ("/pointer", "pattern")),
    ("R-RTG-01", SKILL_RATING, {"/skill_quality_stars": 0}, ("/skill_quality_stars", "minimum")),
    ("R-RTG-01", SKILL_RATING, {"/skill_quality_stars": 6}, ("/skill_quality_stars", "maximum")),
    ("R-RTG-01", SKILL_RATING, {"/skill_quality_stars": 4.5}, ("/skill_quality_stars", "type")),
    ("R-RTG-01", SKILL_RATING, {"/skill_quality_stars": ABSENT}, ("", "skill_quality_stars")),
    ("R-RTG-01", SKILL_RATING, {"/would_be_5_stars": "x" * 501}, ("/would_be_5_stars", "maxLength")),
    ("R-RTG-02", SKILL_RATING, {"/target_id": "2.1.0"}, ("/target_id", "pattern")),
    ("R-RTG-02", PROTOCOL_RATING, {"/target_id": "nationality-application"}, ("/target_id", "pattern")),
    ("R-RTG-02", SESSION_RATING, {"/target_id": "2.1.0"}, ("/target_id", "pattern")),
    ("R-ANL-01", START, {"/opt_in_consent": False}, ("/opt_in_consent", "const")),
    ("R-ANL-01", START, {"/opt_in_consent": ABSENT}, ("", "opt_in_consent")),
    ("R-ANL-02", START, {"/content": {"why": "curious"}}, ("/content", "maxProperties")),
    ("R-ANL-02", STEP, {"/content": ABSENT}, ("", "content")),
    ("R-ANL-02", STEP, {"/content/to_step": ABSENT}, ("/content", "to_step")),
    ("R-ANL-02", STEP, {"/content/outcome": "success"}, ("/content/outcome", "additionalProperties")),
    ("R-ANL-02", OUTCOME, {"/content/outcome": "bored"}, ("/content/outcome", "enum")),
    ("R-ANL-02", START, {"/event_type": "session_pause"}, ("/event_type", "enum")),
    ("R-ANL-03", START, {"/skill_id": "nationality-application"}, ("/skill_id", "additionalProperties")),
    ("R-ANL-03", STEP, {"/content/skill_id": "x1"}, ("/content/skill_id", "additionalProperties")),
]  # fmt: skip


def _cases(table: list[Any]) -> list[Any]:
    """Each case under the requirement it proves, so that a failure names it."""
    return [pytest.param(*case[1:], id=f"{case[0]}-{number}") for number, case in enumerate(table)]


@requirement(
    "R-AMD-01",
    "R-AMD-05",
    "R-AMD-08",
    "R-CON-03",
    "R-CON-04",
    "R-CON-05",
    "R-CON-09",
    "R-DRF-04",
    "R-FBK-01",
    "R-RTG-01",
    "R-SUB-10",
    "R-VAL-01",
    "R-VAL-02",
    "R-VAL-08",
)
@pytest.mark.parametrize(("name", "changes"), _cases(ACCEPTED))
def test_what_the_specification_allows_is_accepted(name: str, changes: dict[str, Any]) -> None:
    assert faults(name, changes) == set()


@requirement(
    "R-AMD-01",
    "R-AMD-02",
    "R-AMD-03",
    "R-AMD-05",
    "R-AMD-07",
    "R-AMD-08",
    "R-AMD-09",
    "R-AMD-10",
    "R-AMD-11",
    "R-ANL-01",
    "R-ANL-02",
    "R-ANL-03",
    "R-CON-01",
    "R-CON-03",
    "R-CON-04",
    "R-CON-05",
    "R-CON-06",
    "R-CON-07",
    "R-CON-08",
    "R-CON-09",
    "R-DRF-01",
    "R-DRF-02",
    "R-DRF-04",
    "R-DRF-05",
    "R-FBK-01",
    "R-RTG-01",
    "R-RTG-02",
    "R-SRC-14",
    "R-SUB-05",
    "R-VAL-01",
    "R-VAL-03",
    "R-VAL-04",
    "R-VAL-08",
)
@pytest.mark.parametrize(("name", "changes", "fault"), _cases(REFUSED))
def test_what_the_specification_forbids_is_refused_at_its_place(
    name: str, changes: dict[str, Any], fault: tuple[str, str]
) -> None:
    assert faults(name, changes) == {fault}


ONE_OF_EACH = [SKILL_CONCERN, BODY_AMENDMENT, SKILL_VOTE, SKILL_DRAFT, FEEDBACK, SKILL_RATING, START]
RETIRED_EVENTS = [
    "volatile_value", "accuracy_concern", "skill_surface", "document_skill_omitted", "document_skill_overstated",
    "step_skill_omitted", "step_skill_overstated", "session_outcome", "session_pause",
]  # fmt: skip


@requirement("R-SUB-06", "R-SUB-07", "R-IDB-02", "R-IDB-03")
@pytest.mark.parametrize("name", ONE_OF_EACH)
@pytest.mark.parametrize("field", [*NEVER_SENT_FIELDS, *IDENTITY_FIELDS])
def test_a_field_nobody_may_send_is_refused_by_its_name(name: str, field: str) -> None:
    values: tuple[Any, ...] = ("x", None, "", [])
    for value in values:
        assert faults(name, {f"/{field}": value}) == {(f"/{field}", "false")}


@requirement("R-SUB-05")
@pytest.mark.parametrize("name", [each for each in ONE_OF_EACH if each != SKILL_VOTE])
def test_a_session_id_is_refused_on_every_type_but_a_vote(name: str) -> None:
    assert faults(name, {"/session_id": "ses_01a1de8a-c9c0-7b11-b8e8-4b5ad4441e18"}) == {
        ("/session_id", "false")
    }


@requirement("R-SUB-08")
@pytest.mark.parametrize("name", [each for each in ONE_OF_EACH if each != START])
@pytest.mark.parametrize("event", RETIRED_EVENTS)
def test_an_event_type_is_refused_on_feedback_whatever_it_says(name: str, event: str) -> None:
    assert faults(name, {"/event_type": event}) == {("/event_type", "false")}


@requirement("R-VERS-01")
@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_another_schema_version_is_refused(name: str) -> None:
    version = payload(name)["schema_version"]
    for other in (version - 1, version + 1, 3 if version == 4 else 4, str(version), None):
        assert faults(name, {"/schema_version": other}) == {("/schema_version", "const")}


@requirement("R-SUB-12")
@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_an_id_of_another_type_or_of_none_is_refused(name: str) -> None:
    kind = _FOLDER_TYPES.get(name.partition("/")[0], N)
    own = payload(name)[kind.id_field]
    for prefix in ("obs_", "prop_", "pam_", "pdr_", "ses_", "run_"):
        wrong = prefix + own.removeprefix(kind.facts.id_prefix)
        assert faults(name, {f"/{kind.id_field}": wrong}) == {(f"/{kind.id_field}", "pattern")}


@requirement("R-CON-04", "R-CON-07")
@pytest.mark.parametrize("name", [SKILL_CONCERN, PATH_CONCERN])
@pytest.mark.parametrize("scope", ConcernScope)
def test_every_scope_but_general_needs_a_specifier(name: str, scope: ConcernScope) -> None:
    changes = {"/content": {**payload(name)["content"], "scope": scope.value}}
    changes["/content"].pop("specifier", None)
    assert faults(name, changes) == (set() if scope is ConcernScope.GENERAL else {("/content", "specifier")})


@requirement("R-CON-03")
@pytest.mark.parametrize("language", Language)
def test_a_concern_may_be_in_any_of_the_four_languages(language: Language) -> None:
    assert faults(SKILL_CONCERN, {"/context/language_used": language.value}) == set()


@requirement("R-AMD-06")
@pytest.mark.parametrize("name", [FIELD_AMENDMENT, PATH_AMENDMENT, SOURCE_EDIT])
@pytest.mark.parametrize("field", SERVER_OWNED_FIELDS)
@pytest.mark.parametrize("tail", ["", ".deeper", ".0"])
def test_no_amendment_names_a_field_that_only_the_server_writes(name: str, field: str, tail: str) -> None:
    place = "/content/frontmatter_change/field_path"
    assert faults(name, {place: field + tail}) == {(place, "not")}


@requirement("R-RTG-01")
@pytest.mark.parametrize("name", [SKILL_RATING, PROTOCOL_RATING, SESSION_RATING])
def test_a_rating_with_a_second_axis_is_refused(name: str) -> None:
    own = next(axis.value for axis in RatingAxis if axis.value in payload(name))
    for axis in RatingAxis:
        if axis.value != own:
            assert faults(name, {f"/{axis.value}": 5}) == {(f"/{axis.value}", "false")}


@requirement("R-SUB-14")
@pytest.mark.parametrize("name", [each for each in ONE_OF_EACH if each != START])
@pytest.mark.parametrize("field", ["consent", "opt_in_consent", "consent_given"])
def test_consent_is_not_carried_on_feedback(name: str, field: str) -> None:
    assert faults(name, {f"/{field}": True}) == {(f"/{field}", "additionalProperties")}


@requirement("R-CAP-01")
@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_an_unknown_capability_is_refused(name: str) -> None:
    assert faults(name, {"/declared_capabilities": ["telepathy"]}) == {("/declared_capabilities/0", "enum")}


@requirement("R-SUB-12", "R-CON-01", "R-AMD-01", "R-VAL-01", "R-DRF-01", "R-FBK-01", "R-RTG-01", "R-ANL-01")
@pytest.mark.parametrize("fixture", submissions("valid"), ids=str)
def test_each_required_field_of_a_payload_is_missed_by_name(fixture: Fixture) -> None:
    found = fixture.read()
    schema = packaged_registry().documents[fixture.type.schema_file]
    for field in schema["required"]:
        faults_without = packaged_registry().faults(
            SchemaFile(fixture.type.schema_file), {key: value for key, value in found.items() if key != field}
        )
        assert field in {fault.missing for fault in faults_without if fault.pointer == ""}


@requirement("R-DRF-02")
@pytest.mark.parametrize("fixture", fixtures("drafts/valid/skill/*.json"), ids=str)
def test_a_drafted_skill_carries_whole_frontmatter(fixture: Fixture) -> None:
    for field in packaged_registry().documents["skill.schema.json"]["required"]:
        draft = edited(fixture.read(), {f"/content/frontmatter/{field}": ABSENT})
        found = packaged_registry().faults(SchemaFile.DRAFT, draft)
        assert ("/content/frontmatter", field) in {(fault.pointer, fault.missing) for fault in found}
