"""Each type owns its facts: prefix, route, version, targets, tier, staging."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from becivic.rules.capabilities import Tier
from becivic.rules.submissions import (
    CLOCK_AHEAD,
    CLOCK_BEHIND,
    COMMITTED_CACHE,
    NEVER_SENT_FIELDS,
    RESERVED_ID_PREFIXES,
    RETIRED_ID_PREFIXES,
    RETIRED_TYPES,
    SERVER_SET_FIELDS,
    SERVER_SET_PROVENANCE_FIELDS,
    STAGING_HOURS,
    STAGING_WINDOW,
    WRITEBACK_TRANSITIONS,
    SubmissionState,
    SubmissionType,
    type_of,
)
from becivic.rules.targets import TargetType
from tests.requirement import requirement

C, A, V, D, F, R, N = SubmissionType

FACTS = {
    # type: prefix, id field, route, version, staged, in envelope, session id, auto-merges
    C: ("con_", "concern_id", "concerns", 4, True, True, False, True),
    A: ("amd_", "amendment_id", "amendments", 4, True, True, False, True),
    V: ("val_", "validation_id", "validations", 4, False, True, True, True),
    D: ("drf_", "draft_id", "drafts", 4, True, True, False, False),
    F: ("fbk_", "feedback_id", "feedback-channel", 1, True, True, False, True),
    R: ("rtg_", "rating_id", "ratings", 1, True, True, False, True),
    N: ("anl_", "analytics_event_id", "analytics", 1, False, False, False, True),
}


@requirement("R-SUB-01", "R-SUB-05", "R-SUB-12", "R-SUB-13", "R-VERS-02")
@pytest.mark.parametrize("each", SubmissionType)
def test_a_type_has_the_facts_of_the_specification(each: SubmissionType) -> None:
    facts = each.facts
    assert FACTS[each] == (
        facts.id_prefix,
        each.id_field,
        facts.route,
        facts.schema_version,
        facts.staged,
        facts.in_envelope,
        facts.session_id_permitted,
        facts.auto_merges,
    )
    assert each.schema_file == f"{each.value}.schema.json"


@requirement("R-SUB-01")
def test_there_are_five_feedback_types_and_two_streams() -> None:
    assert [each.value for each in SubmissionType] == [
        "concern", "amendment", "validation", "draft", "feedback", "rating", "analytics",
    ]  # fmt: skip


PERMITTED = {
    TargetType.SKILL: {C, A, V, D, R},
    TargetType.SKILL_GRAPH: {C},
    TargetType.VOLATILE_VALUE: {C, A, V},
    TargetType.REFERENCE: {C, A, V},
    TargetType.PATH: {C, A, V, D},
    TargetType.PATH_SOURCE: {C, A, V},
    TargetType.OBSERVATION: {V},
    TargetType.AGENT_PROTOCOL: {R},
    TargetType.SESSION: {R},
}


@requirement("R-SUB-02", "R-SUB-04", "R-CON-02")
@pytest.mark.parametrize("target", TargetType)
def test_a_target_is_permitted_exactly_where_the_table_says(target: TargetType) -> None:
    assert {each for each in SubmissionType if each.permits(target)} == PERMITTED[target]


TIERS = [
    *((C, target, Tier.CONCERN) for target in C.facts.targets),
    (F, None, Tier.CONCERN),
    *((R, target, Tier.CONCERN) for target in R.facts.targets),
    (N, None, Tier.CONCERN),
    (A, TargetType.VOLATILE_VALUE, Tier.CONCERN),
    (A, TargetType.REFERENCE, Tier.CONCERN),
    (A, TargetType.SKILL, Tier.FULL),
    (A, TargetType.PATH, Tier.FULL),
    (A, TargetType.PATH_SOURCE, Tier.FULL),
    (V, TargetType.OBSERVATION, Tier.CONCERN),
    (V, TargetType.SKILL, Tier.FULL),
    (V, TargetType.VOLATILE_VALUE, Tier.FULL),
    (V, TargetType.REFERENCE, Tier.FULL),
    (V, TargetType.PATH, Tier.FULL),
    (V, TargetType.PATH_SOURCE, Tier.FULL),
    (D, TargetType.SKILL, Tier.DRAFT),
    (D, TargetType.PATH, Tier.DRAFT),
]


@requirement("R-CAP-02", "R-CAP-03", "R-CAP-04", "R-AMD-07")
@pytest.mark.parametrize(("each", "target", "tier"), TIERS)
def test_a_type_and_target_need_the_tier_of_the_table(
    each: SubmissionType, target: TargetType | None, tier: Tier
) -> None:
    assert each.tier(target) is tier


@requirement("R-CAP-02")
def test_the_table_of_tiers_leaves_no_permitted_cell_out() -> None:
    cells = {(each, target) for each in SubmissionType for target in (each.facts.targets or (None,))}
    assert {(each, target) for each, target, _ in TIERS} == cells


UUID = "01a1de71-2740-74e9-8cd0-3eced276f01a"


@requirement("R-SUB-12")
@pytest.mark.parametrize("each", SubmissionType)
def test_an_id_is_its_prefix_and_a_version_seven_uuid_in_lower_case(each: SubmissionType) -> None:
    prefix = each.facts.id_prefix
    assert type_of(prefix + UUID) is each
    assert re.search(each.id_pattern, prefix + UUID)
    others = {other.facts.id_prefix for other in SubmissionType if other is not each}
    for wrong in (*others, *RESERVED_ID_PREFIXES, *RETIRED_ID_PREFIXES, prefix.upper(), ""):
        assert not re.search(each.id_pattern, wrong + UUID)
    for body in (
        UUID.upper(),
        UUID.replace("-74e9", "-44e9"),
        UUID.replace("-8cd0", "-ccd0"),
        UUID[:-1],
        UUID + "0",
    ):
        assert not re.search(each.id_pattern, prefix + body)


@requirement("R-SUB-12")
def test_prefixes_are_unique_and_retired_names_stay_retired() -> None:
    live = [each.facts.id_prefix for each in SubmissionType]
    taken = [*live, *RESERVED_ID_PREFIXES, *RETIRED_ID_PREFIXES]
    assert len(taken) == len(set(taken))
    assert RETIRED_ID_PREFIXES == ("obs_", "prop_", "pam_", "pdr_")
    assert not set(RETIRED_TYPES) & {each.value for each in SubmissionType}
    assert set(RETIRED_TYPES) == {
        "observation", "skill_amendment", "skill_draft", "path_amendment", "path_draft", "path_validation",
    }  # fmt: skip


@requirement("R-SUB-13")
def test_windows_are_those_of_the_specification() -> None:
    assert timedelta(hours=24) == STAGING_WINDOW
    assert STAGING_HOURS == 24
    assert timedelta(hours=48) == COMMITTED_CACHE
    assert (timedelta(hours=1), timedelta(days=7)) == (CLOCK_AHEAD, CLOCK_BEHIND)


@requirement("R-SUB-06", "R-SUB-07")
def test_fields_the_server_fills_in_are_never_sent() -> None:
    assert set(SERVER_SET_FIELDS) == {"validated_at", "regex_passes", "cohort_anchor"}
    assert set(NEVER_SENT_FIELDS) == {*SERVER_SET_FIELDS, "skill_version", "recovery_token"}
    assert set(SERVER_SET_PROVENANCE_FIELDS) == {"scrub_summary", "research_report_path"}


def test_a_status_is_written_back_only_along_the_four_arrows_and_after_an_edit() -> None:
    assert {(before.value, after.value) for before, after in WRITEBACK_TRANSITIONS} == {
        ("staged", "ner_held_for_review"),
        ("committed", "ner_held_for_review"),
        ("ner_held_for_review", "released"),
        ("ner_held_for_review", "released_after_edit"),
        ("ner_held_for_review", "discarded"),
    }
    assert (SubmissionState.STAGED, SubmissionState.COMMITTED) not in WRITEBACK_TRANSITIONS


def test_a_sentence_about_one_begins_with_the_right_article() -> None:
    assert SubmissionType.AMENDMENT.told == "An amendment"
    assert SubmissionType.CONCERN.told == "A concern"
    assert SubmissionType.FEEDBACK.told == "Feedback"


@pytest.mark.parametrize("prefix", [*RESERVED_ID_PREFIXES, *RETIRED_ID_PREFIXES, "", "con-"])
def test_an_id_that_is_no_submissions_has_no_type(prefix: str) -> None:
    assert type_of(prefix + UUID) is None
