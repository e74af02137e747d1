"""What the path schemas accept and refuse, sentence by sentence of schemas 6.12. An absent field never passes."""

from __future__ import annotations

from typing import Any

import pytest

from becivic.packaged import corpus_folder
from becivic.rules.identity import IDENTITY_FIELDS
from becivic.rules.json_text import parse_json
from becivic.rules.places import Language
from becivic.rules.routes import AUDITED_CLASS, Actor, Handoff, PredicateOp, Purpose, SourceClass
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic.rules.statuses import Status
from tests.factories.payloads import ABSENT, edited, payload
from tests.requirement import requirement

CLASSES = list(SourceClass)


def source(source_class: SourceClass, changes: dict[str, Any] | None = None) -> Any:
    return edited(payload(f"path-sources/{source_class.value}/valid-source"), changes or {})


def entry(changes: dict[str, Any] | None = None) -> Any:
    return edited(payload("path-eligibility/operators-all")["path"], changes or {})


def faults(schema: SchemaFile, instance: Any) -> set[tuple[str, str]]:
    """Pointer and keyword, or the name of what is missing."""
    return {
        (fault.pointer, fault.missing or fault.keyword)
        for fault in packaged_registry().faults(schema, instance)
    }


def source_faults(source_class: SourceClass, changes: dict[str, Any]) -> set[tuple[str, str]]:
    return faults(SchemaFile.PATH_SOURCE, source(source_class, changes))


def entry_faults(changes: dict[str, Any]) -> set[tuple[str, str]]:
    return faults(SchemaFile.PATH, entry(changes))


# --- a source of every class ----------------------------------------------------------------------------------


@requirement("R-SRC-01", "R-SRC-04", "R-SRC-16", "R-CI-26")
@pytest.mark.parametrize("each", CLASSES)
@pytest.mark.parametrize(
    "field", ["id", "source_class", "audience", "auth", "procedure", "validation_path", "priority", "actor"]
)
def test_a_source_without_a_required_field_is_refused(each: SourceClass, field: str) -> None:
    assert source_faults(each, {f"/{field}": ABSENT}) == {("", field)}


@requirement("R-SRC-01", "R-SRC-04", "R-SRC-16")
@pytest.mark.parametrize("each", CLASSES)
@pytest.mark.parametrize("field", ["kind", "success_signals", "failure_signals", "user_confirms_required"])
def test_no_class_passes_for_want_of_a_part_of_its_validation_path(each: SourceClass, field: str) -> None:
    assert source_faults(each, {f"/validation_path/{field}": ABSENT}) == {("/validation_path", field)}


@requirement("R-SRC-01", "R-SRC-16")
@pytest.mark.parametrize("each", CLASSES)
def test_a_procedure_has_a_kind_of_its_class(each: SourceClass) -> None:
    assert source_faults(each, {"/procedure/kind": ABSENT}) == {("/procedure", "kind")}
    assert {place for place, _ in source_faults(each, {"/procedure/kind": "teleport"})} == {"/procedure/kind"}


@requirement(
    "R-SRC-05",
    "R-SRC-06",
    "R-SRC-07",
    "R-SRC-08",
    "R-SRC-09",
    "R-SRC-10",
    "R-SRC-11",
    "R-SRC-12",
    "R-SRC-13",
    "R-SRC-16",
)
@pytest.mark.parametrize("each", CLASSES)
def test_the_kind_of_a_validation_path_is_bound_to_the_class(each: SourceClass) -> None:
    place = "/validation_path/kind"
    assert source(each)["validation_path"]["kind"] == each.template.kind
    for other in {other.template.kind for other in SourceClass} - {each.template.kind}:
        assert source_faults(each, {place: other}) == {(place, "const")}


@requirement(
    "R-SRC-05", "R-SRC-06", "R-SRC-07", "R-SRC-08", "R-SRC-09", "R-SRC-10", "R-SRC-11", "R-SRC-13", "R-SRC-16"
)
@pytest.mark.parametrize("each", [each for each in CLASSES if each.template.success_checks])
def test_each_success_check_of_a_class_is_needed(each: SourceClass) -> None:
    place = "/validation_path/success_signals"
    listed = source(each)["validation_path"]["success_signals"]
    for check in each.template.success_checks:
        others = [signal for signal in listed if signal["check"] != check]
        assert (place, "contains") in source_faults(each, {place: others})
        filler = {"check": "something-else", "value": "x"}
        assert source_faults(each, {place: [*others, filler, filler]}) == {(place, "contains")}


FIXED_VALUES = [
    (SourceClass.BRUSSELS_TIER1, "response-content-type-includes", "application/pdf"),
    (SourceClass.BRUSSELS_TIER1, "downloaded-bytes-start-with", "%PDF"),
    (SourceClass.BRUSSELS_TIER2, "form-submitted-successfully", True),
    (SourceClass.FLANDERS_API, "api-returns-200", 200),
    (SourceClass.WALLONIA_SITEMAP, "page-loads-200", 200),
    (SourceClass.FEDERAL_FORM, "all-required-fields-fillable", True),
    (SourceClass.FEDERAL_AUTH, "deeplink-reaches-auth-wall", True),
    (SourceClass.OFFLINE, "user-confirms-document-received", True),
]


@requirement("R-SRC-05", "R-SRC-06", "R-SRC-08", "R-SRC-09", "R-SRC-10", "R-SRC-11", "R-SRC-13")
@pytest.mark.parametrize(("each", "check", "value"), FIXED_VALUES)
def test_a_success_check_with_a_fixed_value_takes_no_other(
    each: SourceClass, check: str, value: str | int
) -> None:
    place = "/validation_path/success_signals"
    listed = source(each)["validation_path"]["success_signals"]
    (position,) = [number for number, signal in enumerate(listed) if signal["check"] == check]
    assert listed[position]["value"] == value
    wrong: tuple[Any, ...] = ("", False, "other", 404, str(value))
    for other in wrong:
        if other != value:
            assert (place, "contains") in source_faults(each, {f"{place}/{position}/value": other})


@requirement(
    "R-SRC-05", "R-SRC-06", "R-SRC-07", "R-SRC-08", "R-SRC-09", "R-SRC-10", "R-SRC-11", "R-SRC-12", "R-SRC-13"
)
@pytest.mark.parametrize("each", CLASSES)
def test_every_class_needs_a_failure_signal_with_check_value_and_outcome(each: SourceClass) -> None:
    place = "/validation_path/failure_signals"
    assert source_faults(each, {place: []}) == {(place, "minItems")}
    for part in ("check", "value", "outcome"):
        assert source_faults(each, {f"{place}/0/{part}": ABSENT}) == {(f"{place}/0", part)}


@requirement("R-SRC-05", "R-SRC-06", "R-SRC-08", "R-SRC-09", "R-SRC-10", "R-SRC-11")
@pytest.mark.parametrize("each", [each for each in CLASSES if each.template.failure_outcomes])
def test_an_outcome_of_another_class_is_refused(each: SourceClass) -> None:
    place = "/validation_path/failure_signals/0/outcome"
    for outcome in each.template.failure_outcomes:
        assert source_faults(each, {place: outcome}) == set()
    known = {outcome for other in SourceClass for outcome in other.template.failure_outcomes}
    for outcome in known - set(each.template.failure_outcomes):
        assert source_faults(each, {place: outcome}) == {(place, "enum")}


@requirement("R-SRC-12")
def test_a_partner_needs_one_signal_of_each_kind_and_decides_about_confirmation() -> None:
    each = SourceClass.PARTNER
    place = "/validation_path/success_signals"
    assert source_faults(each, {place: []}) == {(place, "minItems")}
    for confirms in (True, False):
        assert source_faults(each, {"/validation_path/user_confirms_required": confirms}) == set()
    assert source_faults(each, {"/validation_path/user_confirms_required": "yes"}) == {
        ("/validation_path/user_confirms_required", "type")
    }


@requirement("R-SRC-07", "R-SRC-13")
@pytest.mark.parametrize("each", [SourceClass.BRUSSELS_TIER3, SourceClass.OFFLINE])
def test_a_class_with_closed_failure_checks_takes_no_other(each: SourceClass) -> None:
    place = "/validation_path/failure_signals/0/check"
    assert source_faults(each, {place: "bad-weather"}) == {(place, "enum")}


@requirement("R-SRC-13")
def test_what_somebody_says_about_an_offline_failure_is_short() -> None:
    place = "/validation_path/failure_signals/0/value"
    assert source_faults(SourceClass.OFFLINE, {place: "x" * 200}) == set()
    assert source_faults(SourceClass.OFFLINE, {place: "x" * 201}) == {(place, "maxLength")}


@requirement(
    "R-SRC-05", "R-SRC-06", "R-SRC-07", "R-SRC-08", "R-SRC-09", "R-SRC-10", "R-SRC-11", "R-SRC-13", "R-SRC-16"
)
@pytest.mark.parametrize("each", [each for each in CLASSES if each.template.user_confirms is not None])
def test_whether_the_user_confirms_is_bound_to_the_class(each: SourceClass) -> None:
    place = "/validation_path/user_confirms_required"
    assert source_faults(each, {place: not each.template.user_confirms}) == {(place, "const")}


@requirement("R-SRC-05", "R-SRC-13", "R-SRC-16")
@pytest.mark.parametrize(
    ("each", "field"), [(AUDITED_CLASS, "audited_document_delivery"), (SourceClass.OFFLINE, "fallback_only")]
)
def test_a_flag_that_a_class_implies_must_be_there_and_true(each: SourceClass, field: str) -> None:
    assert source_faults(each, {f"/{field}": ABSENT}) == {("", field)}
    assert source_faults(each, {f"/{field}": False}) == {(f"/{field}", "const")}


@requirement("R-SRC-03")
def test_an_inquiry_that_speaks_of_its_commune_parameter_says_true() -> None:
    each, place = SourceClass.BRUSSELS_TIER2, "/procedure/requires_commune_param"
    assert source_faults(each, {place: True}) == set()
    assert source_faults(each, {place: ABSENT}) == set()
    assert source_faults(each, {place: False}) == {(place, "const")}


@requirement("R-SRC-03")
def test_an_unknown_class_is_refused_and_none_of_the_branches_is_asked() -> None:
    assert source_faults(SourceClass.PARTNER, {"/source_class": "carrier-pigeon"}) == {
        ("/source_class", "enum")
    }


@requirement("R-SRC-02")
@pytest.mark.parametrize(
    ("field", "value", "keyword"),
    [
        ("fallback_only", "no", "type"),
        ("audited_document_delivery", 1, "type"),
        ("post_handoff_observed", "yes", "type"),
        ("notes", "x" * 501, "maxLength"),
        ("preferred_auth_provider", "Not A Provider", "pattern"),
        ("status", "alpha", "additionalProperties"),
        ("last_validated", "2026-11-15", "additionalProperties"),
    ],
)
def test_an_optional_field_of_a_source_has_its_shape_and_no_other_exists(
    field: str, value: object, keyword: str
) -> None:
    assert source_faults(SourceClass.PARTNER, {f"/{field}": value}) == {(f"/{field}", keyword)}


@requirement("R-SRC-01")
@pytest.mark.parametrize("priority", [0, 100])
def test_a_priority_lies_between_nought_and_a_hundred(priority: int) -> None:
    assert source_faults(SourceClass.PARTNER, {"/priority": priority}) == set()
    outside = priority - 1 if priority == 0 else priority + 1
    assert {place for place, _ in source_faults(SourceClass.PARTNER, {"/priority": outside})} == {"/priority"}


@requirement("R-SRC-01")
@pytest.mark.parametrize("part", ["regions", "communes", "predicates"])
def test_an_audience_has_all_three_parts(part: str) -> None:
    assert source_faults(SourceClass.PARTNER, {f"/audience/{part}": ABSENT}) == {("/audience", part)}


@requirement("R-SRC-01")
@pytest.mark.parametrize("part", ["method", "supported_providers"])
def test_a_sign_in_has_both_parts(part: str) -> None:
    assert source_faults(SourceClass.PARTNER, {f"/auth/{part}": ABSENT}) == {("/auth", part)}


@requirement("R-IDB-03")
@pytest.mark.parametrize("field", IDENTITY_FIELDS)
def test_the_identity_names_are_refused_on_paths_and_sources(field: str) -> None:
    assert source_faults(SourceClass.PARTNER, {f"/{field}": "x"}) == {(f"/{field}", "false")}
    assert entry_faults({f"/{field}": "x"}) == {(f"/{field}", "false")}


# --- actor ----------------------------------------------------------------------------------------------------


@requirement("R-ACT-01")
@pytest.mark.parametrize("text", ["agent_responsibility", "user_responsibility", "resumption"])
def test_a_handoff_says_three_things_of_at_most_five_hundred_characters(text: str) -> None:
    place = f"/actor/handoff/{text}"
    assert source_faults(SourceClass.PARTNER, {place: "x" * 500}) == set()
    assert source_faults(SourceClass.PARTNER, {place: "x" * 501}) == {(place, "maxLength")}
    assert source_faults(SourceClass.PARTNER, {place: ABSENT}) == {("/actor/handoff", text)}


@requirement("R-ACT-01", "R-SRC-16")
def test_an_actor_without_its_parts_passes_no_branch() -> None:
    each = SourceClass.PARTNER
    assert source_faults(each, {"/actor/handoff/when": ABSENT}) == {("/actor/handoff", "when")}
    assert source_faults(each, {"/actor/handoff": ABSENT}) == {("/actor", "handoff")}
    assert source_faults(each, {"/actor/handoff/when": "never"}) == {("/actor/handoff/when", "enum")}


@requirement("R-ACT-02", "R-ACT-06", "R-SRC-16")
@pytest.mark.parametrize(
    ("when", "primary"), [(Handoff.NONE, Actor.AGENT), (Handoff.FULL_TAKEOVER, Actor.USER)]
)
def test_a_handoff_that_leaves_one_side_alone_names_it_as_the_actor(when: Handoff, primary: Actor) -> None:
    changes = {"/actor/handoff/when": when.value, "/auth/method": "csam"}
    for actor in Actor:
        wanted = set() if actor is primary else {("/actor/primary", "const")}
        assert source_faults(SourceClass.PARTNER, {**changes, "/actor/primary": actor.value}) == wanted
    assert source_faults(SourceClass.PARTNER, {**changes, "/actor/primary": ABSENT}) == {
        ("/actor", "primary")
    }


@requirement("R-ACT-03", "R-SRC-16")
def test_an_auth_wall_needs_a_way_to_sign_in() -> None:
    changes = {"/actor/handoff/when": Handoff.AUTH_WALL.value}
    assert source_faults(SourceClass.PARTNER, {**changes, "/auth/method": "csam"}) == set()
    assert source_faults(SourceClass.PARTNER, {**changes, "/auth/method": "none"}) == {
        ("/auth/method", "not")
    }
    assert source_faults(SourceClass.PARTNER, {**changes, "/auth/method": ABSENT}) == {("/auth", "method")}
    assert source_faults(SourceClass.PARTNER, {**changes, "/auth": ABSENT}) == {("", "auth")}


@requirement("R-ACT-04", "R-ACT-05")
@pytest.mark.parametrize(
    ("when", "only"),
    [(Handoff.PHYSICAL_PRESENCE, SourceClass.OFFLINE), (Handoff.CAPTCHA, SourceClass.BRUSSELS_TIER3)],
)
@pytest.mark.parametrize("each", CLASSES)
def test_a_handoff_bound_to_a_class_is_refused_on_any_other(
    when: Handoff, only: SourceClass, each: SourceClass
) -> None:
    found = source_faults(each, {"/actor/handoff/when": when.value})
    assert found == (set() if each is only else {("/source_class", "const")})


@requirement("R-ACT-04")
def test_going_somewhere_in_person_is_a_visit_a_mail_or_a_letter() -> None:
    changes = {"/actor/handoff/when": Handoff.PHYSICAL_PRESENCE.value}
    for kind in ("commune-visit", "email", "postal"):
        assert source_faults(SourceClass.OFFLINE, {**changes, "/procedure/kind": kind}) == set()
    assert source_faults(SourceClass.OFFLINE, {**changes, "/procedure/kind": "anonymous-form"}) == {
        ("/procedure/kind", "enum")
    }
    assert source_faults(SourceClass.OFFLINE, {**changes, "/procedure/kind": ABSENT}) == {
        ("/procedure", "kind")
    }


# --- predicates -----------------------------------------------------------------------------------------------

WELL_FORMED: list[tuple[PredicateOp, Any]] = [
    (PredicateOp.EQ, "Wallonia"),
    (PredicateOp.EQ, 1),
    (PredicateOp.EQ, False),
    (PredicateOp.IN, ["Wallonia", "Flanders"]),
    (PredicateOp.GTE, 5),
    (PredicateOp.GTE, "2026-11"),
    (PredicateOp.LTE, 0.5),
    (PredicateOp.LTE, "2026-11-15"),
    (PredicateOp.EXISTS, True),
]
MALFORMED: list[tuple[PredicateOp, Any]] = [
    (PredicateOp.EQ, ["Wallonia"]),
    (PredicateOp.EQ, None),
    (PredicateOp.IN, "Wallonia"),
    (PredicateOp.IN, []),
    (PredicateOp.GTE, "five"),
    (PredicateOp.GTE, True),
    (PredicateOp.LTE, [1]),
    (PredicateOp.EXISTS, False),
    (PredicateOp.EXISTS, "yes"),
]


def _with_predicate(**predicate: object) -> dict[str, Any]:
    return {"/audience/predicates": [{"field": "user.region", **predicate}]}


@requirement("R-PRED-01")
@pytest.mark.parametrize(("op", "value"), WELL_FORMED)
def test_a_value_of_the_operators_kind_is_accepted(op: PredicateOp, value: object) -> None:
    assert source_faults(SourceClass.PARTNER, _with_predicate(op=op.value, value=value)) == set()


@requirement("R-PRED-01", "R-SRC-16")
@pytest.mark.parametrize(("op", "value"), MALFORMED)
def test_a_value_of_another_kind_is_refused(op: PredicateOp, value: object) -> None:
    found = source_faults(SourceClass.PARTNER, _with_predicate(op=op.value, value=value))
    assert {place for place, _ in found} == {"/audience/predicates/0/value"}


@requirement("R-PRED-01", "R-SRC-16")
@pytest.mark.parametrize("op", PredicateOp)
def test_a_predicate_without_a_value_is_refused(op: PredicateOp) -> None:
    found = source_faults(SourceClass.PARTNER, _with_predicate(op=op.value))
    assert found == {("/audience/predicates/0", "value")}


@requirement("R-PRED-01", "R-PRED-02")
@pytest.mark.parametrize("op", ["or", "not", "ne", "gt", ""])
def test_there_is_no_other_operator(op: str) -> None:
    found = source_faults(SourceClass.PARTNER, _with_predicate(op=op, value="x"))
    assert found == {("/audience/predicates/0/op", "enum")}


@requirement("R-PRED-02")
@pytest.mark.parametrize("name", ["any", "or", "not"])
def test_predicates_do_not_nest(name: str) -> None:
    found = source_faults(SourceClass.PARTNER, _with_predicate(op="eq", value="x", **{name: []}))
    assert found == {(f"/audience/predicates/0/{name}", "additionalProperties")}


@requirement("R-PRED-01")
@pytest.mark.parametrize("field", ["region", "customer.region", "user.", "user region"])
def test_a_predicate_is_about_the_user(field: str) -> None:
    found = source_faults(SourceClass.PARTNER, _with_predicate(field=field, op="eq", value="x"))
    assert found == {("/audience/predicates/0/field", "pattern")}


# --- entries and the catalogue --------------------------------------------------------------------------------


@requirement("R-PATH-01")
@pytest.mark.parametrize("field", [*entry()])
def test_an_entry_without_a_required_field_is_refused(field: str) -> None:
    assert entry_faults({f"/{field}": ABSENT}) == {("", field)}


@requirement("R-PATH-02")
@pytest.mark.parametrize("field", ["title", "description"])
def test_an_entry_speaks_at_least_one_of_the_four_languages(field: str) -> None:
    for language in Language:
        assert entry_faults({f"/{field}": {language.value: "x"}}) == set()
    assert entry_faults({f"/{field}": {}}) == {(f"/{field}", "minProperties")}
    assert entry_faults({f"/{field}": {"en": ""}}) == {(f"/{field}/en", "minLength")}
    assert entry_faults({f"/{field}": {"es": "x"}}) == {(f"/{field}/es", "additionalProperties")}


@requirement("R-PATH-02")
def test_a_description_is_at_most_five_hundred_characters_a_language() -> None:
    assert entry_faults({"/description": {"en": "x" * 500, "fr": "x" * 500}}) == set()
    assert entry_faults({"/description": {"en": "x" * 501}}) == {("/description/en", "maxLength")}


@requirement("R-PATH-03")
def test_an_entry_has_one_to_four_themes_of_the_twelve() -> None:
    four = ["family", "health-and-care", "housing-and-property", "taxation-and-finance"]
    assert entry_faults({"/themes": four}) == set()
    assert entry_faults({"/themes": []}) == {("/themes", "minItems")}
    assert entry_faults({"/themes": [*four, "environment-and-energy"]}) == {("/themes", "maxItems")}
    assert entry_faults({"/themes": ["weather"]}) == {("/themes/0", "enum")}
    assert entry_faults({"/themes": ["family", "family"]}) == {("/themes", "uniqueItems")}


@requirement("R-PATH-04")
@pytest.mark.parametrize("purpose", Purpose)
def test_an_entry_has_one_of_five_purposes_and_need_not_end_in_a_document(purpose: Purpose) -> None:
    assert entry_faults({"/purpose": purpose.value, "/outputs": []}) == set()
    assert entry_faults({"/purpose": "fun"}) == {("/purpose", "enum")}


@requirement("R-PATH-05")
def test_applies_to_is_flat_and_its_summary_short() -> None:
    assert entry_faults({"/applies_to": {}}) == set()
    assert (
        entry_faults({"/applies_to": {"civic_status": ["married"], "audience_summary": "x" * 200}}) == set()
    )
    assert entry_faults({"/applies_to/audience_summary": "x" * 201}) == {
        ("/applies_to/audience_summary", "maxLength")
    }
    assert entry_faults({"/applies_to": {"civic_status": {"any": ["married"]}}}) == {
        ("/applies_to/civic_status", "type")
    }


@requirement("R-PATH-06")
@pytest.mark.parametrize("status", Status)
def test_a_successor_is_named_only_by_what_has_ended(status: Status) -> None:
    changes = {"/status": status.value, "/superseded_by": "another-path"}
    assert entry_faults({"/status": status.value}) == set()
    assert entry_faults(changes) == (set() if status.is_terminal else {("/status", "enum")})


@requirement("R-PATH-06")
def test_the_other_optional_fields_have_their_shapes() -> None:
    assert entry_faults({"/previous_stable_sha": "0" * 40, "/version_pin": True}) == set()
    assert entry_faults({"/previous_stable_sha": "abc"}) == {("/previous_stable_sha", "pattern")}
    assert entry_faults({"/lifecycle": "active"}) == {("/lifecycle", "additionalProperties")}


@requirement("R-PATH-07")
def test_an_entry_has_a_source_and_may_have_no_related_skill() -> None:
    assert entry_faults({"/related_skills": []}) == set()
    assert entry_faults({"/sources": []}) == {("/sources", "minItems")}
    many = [source(SourceClass.PARTNER, {"/id": f"partner-{number}"}) for number in range(100)]
    assert entry_faults({"/sources": many}) == set()


@requirement("R-PATH-01")
@pytest.mark.parametrize("uid", ["", "pth-1", "val-00001", "pth-1234567"])
def test_a_published_entry_has_a_uid(uid: str) -> None:
    assert entry_faults({"/uid": uid}) == {("/uid", "pattern")}


@requirement("R-PATH-08", "R-PCAT-01", "R-CI-26")
def test_the_catalogue_holds_entries_down_to_the_signals_of_their_sources() -> None:
    catalogue = parse_json((corpus_folder() / "paths/index.json").read_bytes())
    assert faults(SchemaFile.PATHS_INDEX, catalogue) == set()
    for field in ("schema_version", "version", "generated_at", "paths"):
        assert faults(SchemaFile.PATHS_INDEX, edited(catalogue, {f"/{field}": ABSENT})) == {("", field)}
    name = next(iter(catalogue["paths"]))
    deep = f"/paths/{name}/sources/0/validation_path/kind"
    assert faults(SchemaFile.PATHS_INDEX, edited(catalogue, {deep: "guess"})) == {(deep, "const")}
    wrong_key = edited(catalogue, {"/paths/Wrong_Key": catalogue["paths"][name]})
    assert faults(SchemaFile.PATHS_INDEX, wrong_key) != set()
