"""rule-15: committed rows are about things that exist."""

from __future__ import annotations

import json

import pytest

from becivic.corpus.checks import rule_15
from tests.factories.corpora import APPLICATION, Files, assert_caught, assert_clean
from tests.requirement import requirement

CONCERNS = "data-snapshot/concerns.jsonl"
VALIDATIONS = "data-snapshot/validations.jsonl"
EXISTING = {
    "skill": "demo-application",
    "volatile_value": "val-00001",
    "reference": "ref-00001",
    "path": "demo-certificate",
    "path_source": "demo-certificate:commune-desk",
}
ABSENT = {
    "skill": "demo-lost",
    "volatile_value": "val-00099",
    "reference": "ref-00099",
    "path": "demo-lost",
    "path_source": "demo-certificate:lost-desk",
}


def rows(file: str, *given: object) -> Files:
    return with_rows(Files.valid(), file, *given)


def with_rows(files: Files, file: str, *given: object) -> Files:
    return files.with_file(file, "".join(json.dumps(row) + "\n" for row in given))


def about(target_type: object, target_id: object, uid: str = "con-00001") -> dict[str, object]:
    return {"uid": uid, "target_type": target_type, "target_id": target_id}


def test_a_corpus_without_snapshots_is_clean() -> None:
    assert_clean(Files.valid(), rule_15.check)


@requirement("R-CI-16")
@pytest.mark.parametrize("file", [CONCERNS, VALIDATIONS])
def test_rows_about_things_that_exist_are_clean(file: str) -> None:
    assert_clean(rows(file, *(about(*each) for each in EXISTING.items())), rule_15.check)


@requirement("R-CI-16")
@pytest.mark.parametrize("file", [CONCERNS, VALIDATIONS])
@pytest.mark.parametrize("target_type", ABSENT)
def test_a_row_about_something_absent_is_caught_at_its_line(file: str, target_type: str) -> None:
    files = rows(file, about("skill", "demo-clock"), about(target_type, ABSENT[target_type]))
    assert_caught(files, rule_15.check, file, 2, says=ABSENT[target_type])


@requirement("R-CI-16")
def test_a_source_of_a_path_that_is_absent_is_caught() -> None:
    assert_caught(rows(CONCERNS, about("path_source", "demo-lost:commune-desk")), rule_15.check, CONCERNS, 1)


@requirement("R-CI-16")
@pytest.mark.parametrize("target_id", ["", None, "demo-missing", "demo-clock"])
def test_a_concern_about_the_graph_need_not_resolve(target_id: object) -> None:
    assert_clean(rows(CONCERNS, about("skill_graph", target_id)), rule_15.check)


@requirement("R-CI-16")
@pytest.mark.parametrize(
    ("file", "target_type"),
    [
        (VALIDATIONS, "skill_graph"),
        (CONCERNS, "observation"),
        (CONCERNS, "session"),
        (VALIDATIONS, "agent_protocol"),
        (CONCERNS, "unheard_of"),
        (CONCERNS, None),
        (VALIDATIONS, 7),
        (VALIDATIONS, []),
    ],
)
def test_a_target_type_that_is_not_permitted_is_caught(file: str, target_type: object) -> None:
    finding = assert_caught(
        rows(file, about(target_type, "demo-clock")), rule_15.check, file, 1, says="target_type"
    )
    assert "path_source" in finding.remedy


@requirement("R-CI-16")
def test_a_vote_on_a_concern_needs_the_concern() -> None:
    vote = about("observation", "con-00007")
    assert_caught(rows(VALIDATIONS, vote), rule_15.check, VALIDATIONS, 1, says="con-00007")
    files = rows(CONCERNS, about("skill", "demo-clock", uid="con-00007"))
    assert_clean(with_rows(files, VALIDATIONS, vote), rule_15.check)


@requirement("R-CI-16")
@pytest.mark.parametrize(
    ("target_type", "target_id"),
    [
        ("skill", "Somebody Private"),
        ("skill", None),
        ("volatile_value", "val-1"),
        ("path_source", "demo-certificate"),
        ("reference", 7),
        ("skill_graph", "Somebody Private"),
    ],
)
def test_a_target_id_of_another_form_is_caught_without_being_repeated(
    target_type: str, target_id: object
) -> None:
    finding = assert_caught(
        rows(CONCERNS, about(target_type, target_id)), rule_15.check, CONCERNS, 1, says="not written like"
    )
    assert "Somebody" not in finding.message + finding.remedy


def test_lines_that_are_not_json_are_reported_and_the_rest_is_still_checked() -> None:
    files = Files.valid().with_file(
        CONCERNS, '{"a": \n\n' + json.dumps(about("skill", "demo-lost")) + "\n[]\n"
    )
    found = files.findings([rule_15.check])
    assert [(each.rule, each.place.line) for each in found] == [
        ("rule-15", 1),
        ("rule-15", 3),
        ("rule-15", 4),
    ]


def test_a_skill_that_cannot_be_read_is_left_to_the_loader() -> None:
    files = rows(CONCERNS, about("skill", "demo-application")).with_file(APPLICATION, "no frontmatter\n")
    assert [each.rule for each in files.findings([rule_15.check])] == ["unreadable"]
