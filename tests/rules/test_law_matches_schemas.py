"""The JSON Schemas say what the law says: each list, pattern, cap and version in both, compared both ways.

A word added to one side alone fails here, whichever side it is. What has no counterpart is listed, so that
a new list cannot slip in without somebody deciding where its law is.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable
from enum import StrEnum
from typing import Any

import pytest

import becivic.rules
from becivic.corpus.commune_rules import COMMUNE_FIELDS
from becivic.packaged import corpus_folder
from becivic.rules import (
    caps,
    consensus,
    contract,
    freshness,
    identifiers,
    limits,
    profile,
    routes,
    scrub,
    skills,
)
from becivic.rules.axes import AXES, AxisKind
from becivic.rules.capabilities import Capability
from becivic.rules.changes import ChangeState
from becivic.rules.errors import ErrorCategory, LayerTwoCategory, Remediation
from becivic.rules.freshness import SENT_READ_AS, ReadAs
from becivic.rules.identifiers import UidPrefix
from becivic.rules.identity import IDENTITY_FIELDS
from becivic.rules.json_text import parse_json
from becivic.rules.places import (
    ADMINISTRATION_LANGUAGES,
    Area,
    CommuneLanguage,
    Language,
    ProfileRegion,
    Region,
)
from becivic.rules.providers import ProviderKind
from becivic.rules.publishing import Failure, HoldReason, MessagePrefix
from becivic.rules.routes import Handoff, PredicateOp, SourceClass
from becivic.rules.schemas import RETIRED_SCHEMA_FILES, SchemaFile
from becivic.rules.skills import FormType, IoType, Section, Selector
from becivic.rules.statuses import SEED_STATUSES, Origin, Status
from becivic.rules.submissions import (
    NEVER_SENT_FIELDS,
    SERVER_SET_PROVENANCE_FIELDS,
    AmendmentSubtype,
    AnalyticsEvent,
    ConcernScope,
    EnvelopeMode,
    EvidenceSource,
    FeedbackTopic,
    SessionOutcome,
    SubmissionState,
    SubmissionType,
    ValueType,
    Verdict,
)
from becivic.rules.tags import Tag
from becivic.rules.targets import COHORT_ANCHORED, RATING_AXIS, RatingAxis, TargetType
from tests.factories.schema_tree import BASE, Node, address, documents, lookup, root, subschemas
from tests.requirement import requirement

TERMINAL = tuple(status for status in Status if status.is_terminal)
LIVING = tuple(status for status in Status if not status.is_terminal)
FORM_OR_IO: tuple[IoType | FormType, ...] = (*IoType, *FormType)
NOT_IN_COLUMNS = (FormType.ROW_LIST,)
PLAIN_INPUTS = tuple(each for each in FORM_OR_IO if each not in (FormType.SINGLE_CHOICE, FormType.ROW_LIST))


def _axes(*kinds: AxisKind) -> tuple[str, ...]:
    return tuple(axis for axis, told in AXES.items() if told.kind in kinds)


ENUMS: dict[str, Iterable[Any]] = {
    "activity#/$defs/active/properties/target_type": COHORT_ANCHORED,
    "amendment#/$defs/field_change/properties/field_path/not/anyOf/0": skills.SERVER_OWNED_FIELDS,
    "amendment#/$defs/path_field_change/properties/field_path/not/anyOf/0": (
        *skills.SERVER_OWNED_FIELDS,
        "sources",
    ),
    "amendment#/$defs/source_field_change/properties/field_path/not/anyOf/0": (
        *skills.SERVER_OWNED_FIELDS,
        "post_handoff_observed",
    ),
    "amendment#/$defs/of_skill/properties/amendment_subtype": (
        AmendmentSubtype.BODY,
        AmendmentSubtype.FRONTMATTER,
    ),
    "amendment#/$defs/of_path_source/properties/amendment_subtype": (
        AmendmentSubtype.FIELD_EDIT,
        AmendmentSubtype.SOURCE_ADD,
    ),
    "amendment#/$defs/of_value/properties/value_type": ValueType,
    "amendment#/$defs/of_reference/properties/read_as": SENT_READ_AS,
    "analytics#/properties/event_type": AnalyticsEvent,
    "analytics#/allOf/2/then/properties/content/properties/outcome": SessionOutcome,
    "authorities#/$defs/authority/properties/languages/items": Language,
    "catalogue-seed#/$defs/volatile_value/properties/value_type": ValueType,
    "catalogue-seed#/$defs/volatile_value/properties/status": SEED_STATUSES,
    "catalogue-seed#/$defs/reference/properties/status": SEED_STATUSES,
    "catalogue-seed#/$defs/reference/properties/language": Language,
    "common#/$defs/capability": Capability,
    "common#/$defs/read_as": ReadAs,
    "common#/$defs/status": Status,
    "common#/$defs/origin": Origin,
    "common#/$defs/role": routes.Purpose,
    "common#/$defs/domain": skills.Domain,
    "common#/$defs/region": Area,
    "common#/$defs/io_type": IoType,
    "communes#/$defs/commune/properties/region": Region,
    "communes#/$defs/commune/properties/languages_available/items": CommuneLanguage,
    "concern#/$defs/context/properties/language_used": Language,
    "concern#/$defs/context/properties/region": (*Area, None),
    "concern#/$defs/about_skill/properties/scope": ConcernScope,
    "concern#/$defs/about_path/properties/scope": ConcernScope,
    "concern#/$defs/about_skill/properties/evidence_source": EvidenceSource,
    "concern#/$defs/about_path/properties/evidence_source": EvidenceSource,
    "concern#/$defs/about_path_source/properties/evidence_source": EvidenceSource,
    "concern#/$defs/about_reference/properties/evidence_source": (
        EvidenceSource.CITATION,
        EvidenceSource.CORROBORATION,
    ),
    "feedback-envelope#/properties/mode": EnvelopeMode,
    "feedback#/properties/topic": FeedbackTopic,
    "path-source#/properties/source_class": SourceClass,
    "path-source#/properties/audience/properties/regions/items": Region,
    "path-source#/properties/auth/properties/method": routes.AuthMethod,
    "path-source#/$defs/predicate/properties/op": PredicateOp,
    "path-source#/$defs/predicate/allOf/2/if/properties/op": (PredicateOp.GTE, PredicateOp.LTE),
    "path-source#/$defs/procedure/properties/languages/items": Language,
    "path-source#/$defs/actor/properties/primary": routes.Actor,
    "path-source#/$defs/actor/properties/handoff/properties/when": Handoff,
    "path#/$defs/entry/properties/themes/items": routes.Theme,
    "path#/$defs/entry/dependentSchemas/superseded_by/properties/status": TERMINAL,
    "profile#/properties/region": ProfileRegion,
    "profile#/properties/administration_language": ADMINISTRATION_LANGUAGES,
    "profile#/properties/civic_status": profile.CivicStatus,
    "profile#/properties/nationality_status": profile.NationalityStatus,
    "profile#/properties/residency_status": profile.ResidencyStatus,
    "profile#/properties/employment_history/items/properties/type": profile.EmploymentType,
    "profile#/properties/document_inventory/properties/has_id_card": profile.HasIdCard,
    "profile#/properties/browser_driving_preference": profile.BrowserDriving,
    "regex-rules#/properties/rules/items/properties/category": scrub.ScrubCategory,
    "skill-graph#/properties/filters_applied/properties/customer_locale": [
        each.value.upper() for each in Language
    ],
    "skill-graph#/properties/edges/items/properties/type": ("requires", "prerequisites", "related"),
    "skill-graph#/$defs/status": LIVING,
    "skill-graph#/$defs/node/properties/applies_to": (*skills.Domain, None),
    "skill#/properties/schema_version": (contract.SKILL_SCHEMA_VERSION_LEGACY, contract.SKILL_SCHEMA_VERSION),
    "skill#/properties/requires_paths/items/properties/timing": skills.Timing,
    "skill#/dependentSchemas/superseded_by/properties/status": TERMINAL,
    "skill#/$defs/audience/properties/residency_status/items": profile.ResidencyStatus,
    "skill#/$defs/audience/properties/civic_status/items": profile.CivicStatus,
    "skill#/$defs/audience/properties/nationality_status/items": profile.NationalityStatus,
    "skill#/$defs/input/properties/type": FORM_OR_IO,
    "skill#/$defs/input/allOf/2/if/properties/type": PLAIN_INPUTS,
    "skill#/$defs/input/properties/axis": _axes(*skills.INPUT_AXES),
    "skill#/$defs/input/allOf/4/if/properties/axis": _axes(AxisKind.COUNT),
    "skill#/$defs/input/allOf/5/if/properties/axis": _axes(AxisKind.FLAG),
    "skill#/$defs/input/allOf/5/then/properties/type": skills.INPUT_AXES[AxisKind.FLAG],
    "skill#/$defs/column/properties/type": (
        *(each for each in FormType if each not in NOT_IN_COLUMNS),
        IoType.NUMBER,
    ),
    "validation#/properties/verdict": Verdict,
    **{
        f"{each.value}#/properties/target_type": each.facts.targets
        for each in SubmissionType
        if each.facts.targets
    },
}
"""Where a schema lists words, and the law they come from."""

SCHEMA_ONLY_ENUMS = {
    "authorities#/$defs/authority/properties/level",
    "catalogue-seed#/$defs/volatile_value/properties/unit",
    "common#/$defs/provenance/properties/research_sources/items/properties/kind",
    "terms#/$defs/term/properties/kind",
    "validation#/$defs/traversal_metadata/properties/outcome",
}
"""Words that label data and that no code decides on; the schema is their only home."""

NO_ENUM_IN_SCHEMAS = {
    ChangeState,
    consensus.DecisionKind,
    consensus.NotCounted,
    consensus.Rule,
    consensus.Ruling,
    AxisKind,
    ErrorCategory,
    Failure,
    HoldReason,
    LayerTwoCategory,
    MessagePrefix,
    ProviderKind,
    Remediation,
    RatingAxis,
    SchemaFile,
    Section,
    Selector,
    SubmissionState,
    SubmissionType,
    Tag,
    UidPrefix,
}
"""Lists of the law that no instance carries as a value: answers, headings, kinds of axis, property and
file names, prefixes.

RatingAxis, Selector, SubmissionType and UidPrefix are compared below in the form the schemas give them.
"""

CLASS_BRANCHES = "path-source#/allOf/"
"""The nine source-class branches are compared template by template below."""


def _plain(values: Iterable[Any]) -> list[Any]:
    return [each.value if isinstance(each, StrEnum) else each for each in values]


def _law_enums() -> set[type[StrEnum]]:
    found: set[type[StrEnum]] = set()
    for module in pkgutil.iter_modules(becivic.rules.__path__, "becivic.rules."):
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, type) and issubclass(value, StrEnum) and value.__module__ == module.name:
                found.add(value)
    return found


def _enums_in_schemas() -> dict[str, list[Any]]:
    return {
        address(node): node.value["enum"]
        for file in documents()
        for node in subschemas(file)
        if isinstance(node.value.get("enum"), list)
    }


@requirement(
    "R-SUB-02", "R-CON-02", "R-CON-03", "R-VAL-01", "R-PATH-03", "R-PATH-04", "R-PROF-04", "R-CAP-01"
)
@pytest.mark.parametrize("place", ENUMS)
def test_a_list_of_words_is_the_law_word_for_word(place: str) -> None:
    listed = lookup(place).value["enum"]
    assert len(listed) == len(set(listed)), "the schema repeats a word"
    assert set(listed) == set(_plain(ENUMS[place]))


def test_every_list_in_a_schema_is_compared_with_its_law() -> None:
    found = {place for place in _enums_in_schemas() if not place.startswith(CLASS_BRANCHES)}
    assert found - set(ENUMS) == SCHEMA_ONLY_ENUMS


def test_every_list_of_the_law_is_in_some_schema_or_named_as_an_exception() -> None:
    # Pairs, because the members of two lists that share a word are equal as text.
    said = {
        (type(each), each.value) for values in ENUMS.values() for each in values if isinstance(each, StrEnum)
    }
    covered = {law for law, _ in said}
    assert _law_enums() - covered == NO_ENUM_IN_SCHEMAS
    for law in covered - {TargetType}:
        assert {word for owner, word in said if owner is law} == {each.value for each in law}, law.__name__


# --- versions and files ---------------------------------------------------------------------------------------

VERSIONS = {
    **{each.value: each.facts.schema_version for each in SubmissionType},
    "feedback-envelope": contract.ENVELOPE_SCHEMA_VERSION,
    "paths-index": contract.PATH_SCHEMA_VERSION,
    "skills-index": contract.SKILLS_INDEX_SCHEMA_VERSION,
    "paths-activity": contract.PATHS_ACTIVITY_SCHEMA_VERSION,
    "activity": contract.ACTIVITY_SCHEMA_VERSION,
    "regex-rules": contract.REGEX_RULES_SCHEMA_VERSION,
    "catalogue-seed": contract.SEED_SCHEMA_VERSION,
}


@requirement("R-VERS-01", "R-VERS-02", "R-PCAT-01")
@pytest.mark.parametrize("name", VERSIONS)
def test_a_schema_accepts_its_own_version_and_no_other(name: str) -> None:
    schema = root(f"{name}.schema.json")
    assert schema.at("properties", "schema_version").value["const"] == VERSIONS[name]
    assert "schema_version" in schema.value["required"]


@requirement("R-VERS-02", "R-PATH-01")
def test_a_path_entry_carries_the_path_version() -> None:
    entry = lookup("path#/$defs/entry")
    assert entry.at("properties", "schema_version").value["const"] == contract.PATH_SCHEMA_VERSION
    assert "schema_version" in entry.value["required"]


@requirement("R-PATH-08")
def test_the_files_on_disk_are_the_files_of_the_law() -> None:
    assert set(documents()) == {each.value for each in SchemaFile}
    assert not set(documents()) & set(RETIRED_SCHEMA_FILES)
    for name, document in documents().items():
        assert document["$id"] == BASE + name


# --- submissions ----------------------------------------------------------------------------------------------

TYPES = list(SubmissionType)


def _schema(each: SubmissionType) -> Node:
    return root(each.schema_file)


@requirement("R-SUB-12", "R-CON-01", "R-AMD-01", "R-VAL-01", "R-DRF-01", "R-ANL-01", "R-RTG-01", "R-FBK-01")
@pytest.mark.parametrize("each", TYPES)
def test_an_id_has_the_prefix_and_shape_of_its_type(each: SubmissionType) -> None:
    schema = _schema(each)
    assert schema.at("properties", each.id_field).value["pattern"] == each.id_pattern
    assert each.id_field in schema.value["required"]


@requirement("R-SUB-02", "R-FBK-01", "R-ANL-03")
@pytest.mark.parametrize("each", [each for each in TYPES if not each.facts.targets])
def test_a_type_without_targets_knows_no_target_fields(each: SubmissionType) -> None:
    schema = _schema(each)
    assert not {"target_type", "target_id", "skill_id"} & set(schema.value["properties"])
    assert schema.value["additionalProperties"] is False


CELLS = [
    (each, target)
    for each in (
        SubmissionType.CONCERN,
        SubmissionType.AMENDMENT,
        SubmissionType.VALIDATION,
        SubmissionType.RATING,
    )
    for target in each.facts.targets
    if (each, target) != (SubmissionType.AMENDMENT, TargetType.PATH_SOURCE)
]


@requirement("R-SUB-02", "R-VAL-03", "R-CON-08", "R-CON-09", "R-RTG-02")
@pytest.mark.parametrize(("each", "target"), CELLS)
def test_a_target_id_is_written_as_its_target_type_says(each: SubmissionType, target: TargetType) -> None:
    branch = _schema(each).branch(target_type=target.value)
    assert branch.at("properties", "target_id").value["pattern"] == target.id_pattern
    assert "target_id" in branch.value["required"]


@requirement("R-AMD-10")
@pytest.mark.parametrize(
    ("subtype", "pattern"),
    [
        (AmendmentSubtype.FIELD_EDIT, TargetType.PATH_SOURCE.id_pattern),
        (AmendmentSubtype.SOURCE_ADD, TargetType.PATH.id_pattern),
    ],
)
def test_a_source_is_named_with_its_path_and_a_new_one_by_its_path_alone(
    subtype: AmendmentSubtype, pattern: str
) -> None:
    wanted = {"const": subtype.value}
    found = [
        Node("amendment.schema.json", "", branch["then"])
        for branch in root("amendment.schema.json").value["allOf"]
        if branch["if"]["properties"].get("content", {}).get("properties", {}).get("amendment_subtype")
        == wanted
    ]
    assert [node.at("properties", "target_id").value["pattern"] for node in found] == [pattern]
    assert found[0].value["required"] == ["target_id"]


@requirement("R-DRF-01")
@pytest.mark.parametrize(
    ("target", "pattern"),
    [(TargetType.SKILL, identifiers.KEBAB), (TargetType.PATH, identifiers.NEW_PATH_ID)],
)
def test_a_proposed_id_is_one_that_tags_can_name(target: TargetType, pattern: str) -> None:
    branch = root("draft.schema.json").branch(target_type=target.value)
    assert branch.at("properties", "proposed_id").value["pattern"] == pattern
    assert set(branch.value["required"]) == {"proposed_id", "content"}


@requirement("R-IDB-02", "R-IDB-03", "R-PROF-13")
@pytest.mark.parametrize(
    "node",
    [
        *(_schema(each) for each in TYPES),
        root("feedback-envelope.schema.json"),
        root("profile.schema.json"),
        root("path-source.schema.json"),
        lookup("path#/$defs/entry"),
    ],
    ids=address,
)
def test_the_nine_identity_names_are_declared_false(node: Node) -> None:
    assert set(IDENTITY_FIELDS) <= node.forbidden
    assert node.value["additionalProperties"] is False


@requirement("R-SUB-05", "R-SUB-06", "R-SUB-07", "R-SUB-08", "R-ANL-03")
@pytest.mark.parametrize("each", TYPES)
def test_names_nobody_may_send_are_declared_false_and_nothing_else_is(each: SubmissionType) -> None:
    wanted = {*IDENTITY_FIELDS, *NEVER_SENT_FIELDS}
    if not each.facts.session_id_permitted:
        wanted.add("session_id")
    if each is not SubmissionType.ANALYTICS:
        wanted.add("event_type")
    assert _schema(each).forbidden == wanted


@requirement("R-SUB-05", "R-ENV-02")
def test_a_session_id_has_one_shape_wherever_it_is_permitted() -> None:
    for place in ("validation#/properties/session_id", "feedback-envelope#/properties/session_id"):
        assert lookup(place).resolved().value["pattern"] == identifiers.SESSION_ID
    permitted = {each for each in SubmissionType if each.facts.session_id_permitted}
    assert permitted == {each for each in SubmissionType if "session_id" in _schema(each).permitted}


@requirement("R-SUB-07")
def test_the_server_fills_in_its_part_of_the_provenance() -> None:
    provenance = lookup("common#/$defs/provenance")
    assert provenance.forbidden == set(SERVER_SET_PROVENANCE_FIELDS)
    assert provenance.value["additionalProperties"] is False


@requirement("R-SUB-14", "R-ANL-01")
def test_only_analytics_carries_consent_and_only_as_true() -> None:
    carrying = {each for each in SubmissionType if "opt_in_consent" in _schema(each).value["properties"]}
    assert carrying == {SubmissionType.ANALYTICS}
    analytics = _schema(SubmissionType.ANALYTICS)
    assert analytics.value["properties"]["opt_in_consent"] == {"const": True}
    assert "opt_in_consent" in analytics.value["required"]
    for each in SubmissionType:
        assert not {name for name in _schema(each).permitted if "consent" in name} - {"opt_in_consent"}


HEADER = ("submitted_at", "submitting_agent", "submission_contract_version", "declared_capabilities")


@requirement("R-CON-01", "R-AMD-01", "R-VAL-01", "R-DRF-01", "R-RTG-01", "R-FBK-01", "R-ANL-01")
@pytest.mark.parametrize("each", TYPES)
def test_every_type_requires_the_same_header(each: SubmissionType) -> None:
    schema = _schema(each)
    # C-69: an analytics event may leave its capabilities out.
    wanted = HEADER[:-1] if each is SubmissionType.ANALYTICS else HEADER
    assert set(wanted) <= set(schema.value["required"])
    concern = _schema(SubmissionType.CONCERN)
    assert all(schema.value["properties"][name] == concern.value["properties"][name] for name in HEADER)


@requirement("R-RTG-01")
@pytest.mark.parametrize("target", RATING_AXIS)
def test_a_rating_fills_exactly_the_axis_of_its_target(target: TargetType) -> None:
    schema = root("rating.schema.json")
    axis = RATING_AXIS[target]
    branch = schema.branch(target_type=target.value)
    assert axis.value in branch.value["required"]
    assert branch.forbidden == {each.value for each in RatingAxis} - {axis.value}
    stars = schema.at("properties", axis.value).value
    assert (stars["type"], stars["minimum"], stars["maximum"]) == ("integer", *caps.STARS)


@requirement("R-RTG-01")
def test_the_rating_axes_are_the_star_fields_of_the_schema() -> None:
    permitted = root("rating.schema.json").permitted
    assert {name for name in permitted if name.endswith("_stars") and name != "would_be_5_stars"} == {
        each.value for each in RatingAxis
    }
    assert set(RATING_AXIS.values()) == set(RatingAxis)


@requirement("R-AMD-06", "R-SRC-14")
@pytest.mark.parametrize("name", ["field_change", "path_field_change", "source_field_change"])
def test_a_field_only_the_server_writes_is_no_amendment_target_at_any_depth(name: str) -> None:
    denied = lookup(f"amendment#/$defs/{name}/properties/field_path/not/anyOf")
    names, first_segment, empty_segment = denied.value
    assert set(skills.SERVER_OWNED_FIELDS) <= set(names["enum"])
    assert first_segment["pattern"] == rf"^({'|'.join(names['enum'])})\."
    assert empty_segment["pattern"] == r"\.(\.|$)"


@requirement("R-ENV-02")
def test_an_envelope_holds_at_most_the_items_the_law_allows() -> None:
    items = lookup("feedback-envelope#/properties/items").value
    assert items["maxItems"] == limits.ENVELOPE_ITEMS
    assert "minItems" not in items


# --- caps -----------------------------------------------------------------------------------------------------

NARRATIVE_CAPS = {
    "concern#/$defs/about_skill/properties/body": caps.CONCERN_BODY,
    "concern#/$defs/about_reference/properties/body": caps.CONCERN_BODY,
    "concern#/$defs/about_path_source/properties/body": caps.CONCERN_BODY,
    "concern#/$defs/about_skill_graph/properties/body": caps.CONCERN_BODY,
    "concern#/$defs/about_value/properties/note": caps.CONCERN_NOTE,
    "concern#/$defs/about_path/properties/report": caps.CONCERN_REPORT,
    "amendment#/properties/rationale": caps.AMENDMENT_RATIONALE,
    "amendment#/$defs/of_value/properties/note": caps.AMENDMENT_NOTE,
    "amendment#/$defs/of_reference/properties/note": caps.AMENDMENT_NOTE,
    "draft#/properties/commit_message": caps.DRAFT_COMMIT_MESSAGE,
    "validation#/properties/rationale": caps.VALIDATION_RATIONALE,
    "validation#/properties/injection_reason": caps.INJECTION_REASON,
    "feedback#/properties/body": caps.FEEDBACK_BODY,
    "rating#/properties/would_be_5_stars": caps.RATING_TEXT,
}
"""Narrative with a cap of its own (schemas 6.2)."""

OTHER_CAPS = {
    "common#/$defs/provenance/properties/research_notes_markdown": caps.RESEARCH_NOTES,
    "common#/$defs/provenance/properties/research_sources/items/properties/claim": caps.OTHER_NARRATIVE,
    "skill#/properties/summary": caps.SUMMARY_MAX,
    "skill#/properties/requires_paths/items/properties/notes": caps.REQUIRES_PATH_NOTES,
    "path#/$defs/entry/properties/applies_to/properties/audience_summary": caps.AUDIENCE_SUMMARY,
    **{f"common#/$defs/localised_text/properties/{each.value}": caps.PATH_DESCRIPTION for each in Language},
    **{
        f"path-source#/$defs/actor/properties/handoff/properties/{name}": caps.ACTOR_TEXT
        for name in ("agent_responsibility", "user_responsibility", "resumption")
    },
    "path-source#/properties/notes": caps.SOURCE_NOTES,
    "profile#/properties/conversation_language": caps.CONVERSATION_LANGUAGE,
}

SINGLE_LINE = r"^[^\r\n]*$"


@requirement(
    "R-SUB-09", "R-AMD-07", "R-AMD-08", "R-PATH-02", "R-PATH-05", "R-SRC-02", "R-ACT-01", "R-PROF-03"
)
@pytest.mark.parametrize(("place", "cap"), [*NARRATIVE_CAPS.items(), *OTHER_CAPS.items()])
def test_a_text_is_capped_where_the_law_caps_it(place: str, cap: int) -> None:
    assert lookup(place).value["maxLength"] == cap


@requirement("R-SUB-09")
@pytest.mark.parametrize("each", TYPES)
def test_any_other_narrative_on_a_submission_is_at_most_the_general_cap(each: SubmissionType) -> None:
    for node in subschemas(each.schema_file):
        narrative = node.value.get("pattern") == SINGLE_LINE
        if narrative and address(node) not in NARRATIVE_CAPS:
            assert node.value["maxLength"] <= caps.OTHER_NARRATIVE, address(node)


@requirement("R-SUB-11")
@pytest.mark.parametrize("place", NARRATIVE_CAPS)
def test_narrative_is_one_line(place: str) -> None:
    assert lookup(place).value["pattern"] == SINGLE_LINE


@requirement("R-SUB-09")
@pytest.mark.parametrize("each", TYPES)
def test_no_string_of_a_submission_is_without_bounds_but_corpus_content(each: SubmissionType) -> None:
    unbounded = {
        address(node)
        for node in subschemas(each.schema_file)
        if node.value.get("type") == "string" and not {"maxLength", "pattern", "enum"} & set(node.value)
    }
    assert unbounded <= {
        "draft#/$defs/new_skill/properties/body",
        "amendment#/$defs/of_skill/properties/body_diff",
    }


@requirement("R-SUB-10")
def test_the_body_of_a_drafted_skill_has_no_cap() -> None:
    assert "maxLength" not in lookup("draft#/$defs/new_skill/properties/body").value


@requirement("R-PATH-03", "R-PATH-07", "R-SRC-01")
def test_counts_and_ranges_are_those_of_the_law() -> None:
    themes = lookup("path#/$defs/entry/properties/themes").value
    assert (themes["minItems"], themes["maxItems"]) == caps.THEMES_PER_PATH
    priority = lookup("path-source#/properties/priority").value
    assert (priority["minimum"], priority["maximum"]) == caps.PRIORITY_RANGE
    sources = lookup("path#/$defs/entry/properties/sources").value
    assert (sources["minItems"], "maxItems" in sources) == (1, False)


# --- patterns -------------------------------------------------------------------------------------------------

SHARED_PATTERNS = {
    "skill_id": identifiers.KEBAB,
    "category": identifiers.KEBAB,
    "path_id": identifiers.PATH_ID,
    "source_id": identifiers.PATH_ID,
    "path_source_target": TargetType.PATH_SOURCE.id_pattern,
    "value_uid": UidPrefix.VOLATILE_VALUE.pattern,
    "reference_uid": UidPrefix.REFERENCE.pattern,
    "concern_uid": UidPrefix.CONCERN.pattern,
    "path_uid": UidPrefix.PATH.pattern,
    "session_id": identifiers.SESSION_ID,
    "commit_sha": identifiers.GIT_SHA,
    "semver": identifiers.SEMVER,
    "date": identifiers.DATE,
    "month": identifiers.MONTH,
    "page_date": freshness.PAGE_DATE,
    "country": identifiers.COUNTRY,
    "nis5": identifiers.NIS5,
    "catalogue_name": identifiers.CATALOGUE_NAME,
}

OTHER_PATTERNS = {
    "paths-index#/properties/paths/propertyNames": identifiers.PATH_ID,
    "profile#/properties/commune_nis5": identifiers.NIS5,
    "profile#/$defs/month": identifiers.MONTH,
    "profile#/$defs/country": identifiers.COUNTRY,
    "concern#/$defs/about_path/properties/report/not": identifiers.DIGIT_RUN,
    "regex-rules#/properties/rules/items/properties/applies_to_fields": f"^{scrub.ALL_STRINGS}$",
    "regex-rules#/properties/rules/items/properties/flags": f"^{''.join(flag + '?' for flag in scrub.FLAGS)}$",
    "skill#/properties/profile_requirements/items": (
        f"^({'|'.join(name for name in profile.PROFILE_FIELDS if name != 'consent')})(\\.[A-Za-z_]{{1,40}})?$"
    ),
}


@requirement("R-PATH-01", "R-CON-07", "R-PROF-10")
@pytest.mark.parametrize(
    ("place", "pattern"),
    [*((f"common#/$defs/{name}", law) for name, law in SHARED_PATTERNS.items()), *OTHER_PATTERNS.items()],
)
def test_an_identifier_has_the_pattern_of_the_law(place: str, pattern: str) -> None:
    assert lookup(place).value["pattern"] == pattern


# --- source classes -------------------------------------------------------------------------------------------


def _class_branch(source_class: SourceClass) -> Node:
    return root("path-source.schema.json").branch(source_class=source_class.value)


def _success_checks(signals: dict[str, Any]) -> tuple[str, ...]:
    wanted = [each["contains"] for each in signals.get("allOf", ())]
    wanted += [signals["contains"]] if "contains" in signals else []
    for each in wanted:
        assert set(each["required"]) == {"check", "value"}
    return tuple(each["properties"]["check"]["const"] for each in wanted)


@requirement(
    "R-SRC-04",
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
@pytest.mark.parametrize("source_class", SourceClass)
def test_the_branch_of_a_source_class_is_its_template(source_class: SourceClass) -> None:
    template, branch = source_class.template, _class_branch(source_class)
    path = branch.at("properties", "validation_path")
    assert path.value["properties"]["kind"] == {"const": template.kind}
    assert _success_checks(path.value["properties"]["success_signals"]) == template.success_checks
    failures = path.at("properties", "failure_signals").value
    assert failures["minItems"] == 1
    outcomes = failures.get("items", {}).get("properties", {}).get("outcome", {}).get("enum", ())
    assert tuple(outcomes) == template.failure_outcomes
    confirms = path.value["properties"]["user_confirms_required"]
    assert confirms == (
        {"type": "boolean"} if template.user_confirms is None else {"const": template.user_confirms}
    )
    assert {"procedure", "validation_path"} <= set(branch.value["required"])
    assert set(path.value["required"]) == set(path.value["properties"])


@requirement("R-SRC-07", "R-SRC-13", "R-ACT-04")
def test_closed_failure_checks_and_offline_kinds_are_the_law() -> None:
    checks = (
        "properties",
        "validation_path",
        "properties",
        "failure_signals",
        "items",
        "properties",
        "check",
    )
    assert (
        tuple(_class_branch(SourceClass.BRUSSELS_TIER3).at(*checks).value["enum"])
        == routes.TIER3_FAILURE_CHECKS
    )
    offline = _class_branch(SourceClass.OFFLINE)
    assert tuple(offline.at(*checks).value["enum"]) == routes.OFFLINE_FAILURE_CHECKS
    assert offline.at(*checks[:-1], "value").value["maxLength"] == caps.OFFLINE_SIGNAL_VALUE
    kinds = offline.at("properties", "procedure", "properties", "kind").value["enum"]
    assert tuple(kinds) == routes.OFFLINE_PROCEDURE_KINDS


@requirement("R-SRC-05", "R-SRC-13", "R-SRC-16")
def test_only_the_audited_class_must_say_so_and_only_offline_must_be_a_fallback() -> None:
    for name, bound in (
        ("audited_document_delivery", routes.AUDITED_CLASS),
        ("fallback_only", SourceClass.OFFLINE),
    ):
        for each in SourceClass:
            branch = _class_branch(each)
            assert (name in branch.value["required"]) is (each is bound)
        assert _class_branch(bound).value["properties"][name] == {"const": True}


# --- frontmatter, profile, data files -------------------------------------------------------------------------


@requirement("R-FM-02", "R-FM-03")
def test_frontmatter_has_the_fields_of_the_law_and_no_others() -> None:
    schema = root("skill.schema.json")
    known = {*skills.REQUIRED_FIELDS, *skills.OPTIONAL_FIELDS, *skills.GRAPH_FIELDS, *skills.LEGACY_FIELDS}
    assert set(schema.value["required"]) == set(skills.REQUIRED_FIELDS)
    assert set(schema.value["properties"]) == known
    assert schema.value["additionalProperties"] is False
    assert not known & {*skills.RETIRED_FIELDS, skills.COMPUTED_FIELD}
    assert set(skills.SERVER_OWNED_FIELDS) - {"uid"} <= known


@requirement("R-PROF-01", "R-PROF-09")
def test_a_profile_has_the_fields_of_the_table_and_no_others() -> None:
    schema = root("profile.schema.json")
    assert schema.permitted == {*profile.PROFILE_FIELDS, *profile.PROFILE_METADATA}
    assert set(schema.value["required"]) == set(profile.PROFILE_METADATA)


@requirement("R-PRED-03")
def test_predicate_fields_name_things_a_profile_can_say() -> None:
    schema = root("profile.schema.json")
    for field in routes.PREDICATE_FIELDS:
        user, *steps = field.split(".")
        assert user == "user"
        node = schema
        for step in steps:
            node = node.at("properties", step)
    assert len(routes.PREDICATE_FIELDS) == 17
    pattern = lookup("path-source#/$defs/predicate/properties/field").value["pattern"]
    for field in (*routes.PREDICATE_FIELDS, *routes.COMPUTED_PREDICATE_FIELDS):
        assert identifiers.matches(pattern, field)


@requirement("R-GRAPH-03")
def test_selectors_are_the_same_in_frontmatter_types_and_law() -> None:
    assert set(lookup("skill#/$defs/selects_on").value["properties"]) == {each.value for each in Selector}
    listed = lookup("types#/properties/selects_on").value
    # Countries have a list of their own in types.json.
    assert set(listed["properties"]) == {each.value for each in Selector} - {Selector.ORIGIN_COUNTRY.value}
    assert set(listed["required"]) == set(listed["properties"])


@requirement("R-FM-11")
def test_the_type_vocabulary_holds_every_type_of_the_law() -> None:
    types = parse_json((corpus_folder() / "schemas/types.json").read_bytes())
    for name, law in (("io_types", IoType), ("form_types", FormType)):
        words = {each.value for each in law}
        assert set(lookup(f"types#/properties/{name}").value["required"]) == words
        assert set(types[name]) == words
    assert set(types["selects_on"][Selector.REGION.value]) == {each.value for each in Area}


@requirement("R-COMM-01")
def test_a_commune_has_the_nine_fields_of_the_law() -> None:
    commune = lookup("communes#/$defs/commune").value
    assert set(commune["properties"]) == set(commune["required"]) == set(COMMUNE_FIELDS)


@requirement("R-SCRUB-01", "R-SCRUB-02", "R-SCRUB-03")
def test_the_scrub_rules_hold_the_baseline_and_have_the_named_parts() -> None:
    rule = lookup("regex-rules#/properties/rules/items").value
    parts = {"name", "description", "pattern", "flags", "checksum", "applies_to_fields", "category"}
    assert set(rule["properties"]) == set(rule["required"]) == parts
    shipped = parse_json((corpus_folder() / "scrub/regex-rules.json").read_bytes())["rules"]
    names = [each["name"] for each in shipped]
    assert set(scrub.BASELINE_RULES) <= set(names)
    assert len(names) == len(set(names))


@requirement("R-PATH-01")
def test_a_path_entry_requires_every_field_of_the_table() -> None:
    required = {
        "id", "title", "description", "themes", "authority_id", "schema_version", "version", "status", "origin",
        "category", "purpose", "applies_to", "outputs", "sources", "related_skills", "last_verified",
    }  # fmt: skip
    assert set(lookup("path#/$defs/entry").value["required"]) == required
    assert root("path.schema.json").value["required"] == ["uid"]


@requirement("R-SRC-01", "R-SRC-02", "R-ACT-01")
def test_a_source_knows_the_fields_of_the_table_and_no_others() -> None:
    schema = root("path-source.schema.json")
    by_branch = {"procedure", "validation_path"}
    required = {"id", "source_class", "audience", "auth", "priority", "actor"}
    optional = {
        "fallback_only",
        "preferred_auth_provider",
        "audited_document_delivery",
        "post_handoff_observed",
        "reported",
        "notes",
    }
    assert set(schema.value["required"]) == required
    assert schema.permitted == required | by_branch | optional
    handoff = schema.at("properties", "actor", "properties", "handoff").value
    assert set(handoff["required"]) == {"when", "agent_responsibility", "user_responsibility", "resumption"}
