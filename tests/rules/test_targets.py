"""What a submission may be about, and how it names it."""

from __future__ import annotations

import pytest

from becivic.rules.identifiers import matches
from becivic.rules.targets import COHORT_ANCHORED, OBSERVATION_GROUPS, RATING_AXIS, RatingAxis, TargetType
from tests.requirement import requirement

SESSION = "ses_01a1de8a-c9c0-7b11-b8e8-4b5ad4441e18"

WRITTEN = {
    TargetType.SKILL: (["nationality-application", "a1"], ["", "a", "1a", "A-b", "a_b", "x:y"]),
    TargetType.SKILL_GRAPH: (["", "a-missing-skill"], ["A", "1-x", " "]),
    TargetType.VOLATILE_VALUE: (
        ["val-00001", "val-123456"],
        ["val-0001", "val-1234567", "val_00001", "ref-00001"],
    ),
    TargetType.REFERENCE: (["ref-00001"], ["val-00001", "ref-1"]),
    TargetType.PATH: (["birth-certificate", "1a"], ["-a", "a-", "a:b", "pth-00001-", ""]),
    TargetType.PATH_SOURCE: (["path:source", "p1:s-1"], ["path", "path:", ":source", "a:b:c", "path:So"]),
    TargetType.OBSERVATION: (["con-00001"], ["obs-00001", "con_00001"]),
    TargetType.AGENT_PROTOCOL: (["2.1.0"], ["2.1", "v2.1.0", "2.1.0-beta", "02.1.0"]),
    TargetType.SESSION: ([SESSION], [SESSION.removeprefix("ses_"), SESSION.upper(), "ses_1"]),
}


@requirement("R-VAL-03", "R-CON-09", "R-RTG-02")
@pytest.mark.parametrize("target", TargetType)
def test_a_target_id_has_the_shape_of_its_type(target: TargetType) -> None:
    right, wrong = WRITTEN[target]
    assert [text for text in right if not matches(target.id_pattern, text)] == []
    assert [text for text in wrong if matches(target.id_pattern, text)] == []
    assert not matches(target.id_pattern, right[0] + "\n")


def test_only_a_gap_in_the_graph_need_not_exist() -> None:
    assert [target for target in TargetType if not target.must_resolve] == [TargetType.SKILL_GRAPH]


@requirement("R-RTG-01")
def test_each_rating_target_has_its_own_axis() -> None:
    assert RATING_AXIS == {
        TargetType.SKILL: RatingAxis.SKILL_QUALITY,
        TargetType.AGENT_PROTOCOL: RatingAxis.AGENT_PROTOCOL,
        TargetType.SESSION: RatingAxis.USER_EXPERIENCE,
    }


def test_cohorts_and_groups_are_the_tables_of_the_specification() -> None:
    assert COHORT_ANCHORED == (TargetType.SKILL, TargetType.PATH)
    assert [target.value for target in OBSERVATION_GROUPS] == [
        "skill", "volatile_value", "reference", "path", "path_source",
    ]  # fmt: skip
