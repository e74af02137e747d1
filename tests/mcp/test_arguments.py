"""Arguments as they were meant: under other names, in other clothes; and what is told of those that cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from becivic.intake.refusal import Refusal
from becivic.mcp.arguments import Taken, pairs, taken
from becivic.mcp.catalogue import tools
from becivic.rules.errors import ErrorCategory


def meant(tool: str, given: Any) -> Taken:
    found = taken(tools()[tool], given)
    assert isinstance(found, Taken), found
    return found


def refused(tool: str, given: Any) -> Refusal:
    found = taken(tools()[tool], given)
    assert isinstance(found, Refusal), found
    return found


@pytest.mark.parametrize(
    ("tool", "given", "values"),
    [
        ("find_skill", {"q": "a"}, {"query": "a"}),
        ("find_skill", {"question": "a", "lang": "fr"}, {"query": "a", "language": "fr"}),
        ("read_skill", {"skill_id": "a"}, {"id": "a"}),
        ("read_skill", {"skillId": "a"}, {"id": "a"}),
        ("read_skill", {"slug": "a", "output-format": "json"}, {"id": "a", "format": "json"}),
        ("get_path_directory", {"id": "a"}, {"path_id": "a"}),
        ("get_skill_observations", {"id": "a"}, {"skill_id": "a"}),
        ("get_skill_graph", {"domain": "nationality"}, {"applies_to": ["nationality"]}),
        ("get_onboarding_form", {"language": "fr"}, {"locale": "fr"}),
        ("get_current_status", {"concern_id": "con_x"}, {"submission_id": "con_x"}),
        ("cancel_submission", {"submission_id": "a", "token": "b"}, {"id": "a", "cancel_token": "b"}),
    ],
)
def test_a_usual_misnaming_is_taken_and_the_right_name_told(
    tool: str, given: dict[str, Any], values: dict[str, Any]
) -> None:
    found = meant(tool, given)
    assert found.values == values
    assert len(found.notes) == len(given)
    assert all(f"`{name}`" in " ".join(found.notes) for name in values)


@pytest.mark.parametrize(
    ("tool", "given", "values"),
    [
        ("find_skill", {"query": "a", "limit": "5"}, {"query": "a", "limit": 5}),
        ("find_skill", {"query": "a", "limit": 5.0}, {"query": "a", "limit": 5}),
        ("find_skill", {"query": "a", "limit": None, "language": ""}, {"query": "a"}),
        ("get_skill_graph", {"status": "alpha, beta"}, {"status": ["alpha", "beta"]}),
        ("get_skill_graph", {"status": '["alpha"]'}, {"status": ["alpha"]}),
        ("get_skill_graph", {"profile_match": '{"region":"x"}'}, {"profile_match": {"region": "x"}}),
        ("submit_feedback", {"body": "5", "dry_run": "false"}, {"body": "5", "dry_run": False}),
        ("submit_concern", {"content": '{"body":"x"}'}, {"content": {"body": "x"}}),
        ("submit_concern", {"content": "{no json"}, {"content": "{no json"}),
        ("submit_rating", {"agent_protocol_stars": "5"}, {"agent_protocol_stars": "5"}),
        ("submit_feedback", {"body": None}, {"body": None}),
    ],
)
def test_a_value_in_other_clothes_is_taken_as_meant_and_a_payload_as_it_is(
    tool: str, given: dict[str, Any], values: dict[str, Any]
) -> None:
    assert meant(tool, given) == (values, ())


def test_an_argument_that_nobody_knows_is_left_out_counted_and_never_repeated() -> None:
    found = meant("find_skill", {"query": "a", "secret_of_mine": 1})
    assert found.values == {"query": "a"}
    assert "ignored" in found.notes[0]
    assert "secret" not in found.notes[0]
    assert "2 arguments" in meant("find_skill", {"query": "a", "b": 1, "c": 2}).notes[0]


def test_said_twice_its_own_name_counts() -> None:
    found = meant("find_skill", {"q": "other", "query": "own"})
    assert found.values == {"query": "own"}
    assert "twice" in found.notes[0]


def test_of_a_payload_every_name_goes_on_to_be_judged() -> None:
    assert meant("submit_feedback", {"body": "x", "user_email": "y"}).values == {
        "body": "x",
        "user_email": "y",
    }


@pytest.mark.parametrize(
    ("tool", "given", "pointer", "keyword"),
    [
        ("find_skill", {}, "", "required"),
        ("find_skill", None, "", "required"),
        ("find_skill", {"query": 5}, "/query", "type"),
        ("find_skill", {"query": "a", "limit": 0}, "/limit", "minimum"),
        ("find_skill", {"query": "a", "limit": "many"}, "/limit", "type"),
        ("find_skill", {"query": "a", "language": "pt"}, "/language", "enum"),
        ("get_skill_graph", {"status": ["golden"]}, "/status/0", "enum"),
        ("get_skill_graph", {"status": {"a": 1}}, "/status", "type"),
        ("read_skill", {"id": "x" * 201}, "/id", "maxLength"),
    ],
)
def test_what_cannot_be_meant_is_refused_by_place_and_rule_with_what_to_do(
    tool: str, given: Any, pointer: str, keyword: str
) -> None:
    found = refused(tool, given)
    assert (found.category, found.pointer, found.keyword) == (ErrorCategory.SCHEMA_FAIL, pointer, keyword)
    assert found.remedy
    assert "golden" not in str(found.said())


@pytest.mark.parametrize("given", [[], "x", 3, True, {"query": float("nan")}, {"query": "\ud800"}])
def test_what_is_no_object_of_sound_values_is_refused(given: Any) -> None:
    assert refused("find_skill", given).remedy


def test_what_nests_without_end_is_refused() -> None:
    deep: dict[str, Any] = {}
    for _ in range(5000):
        deep = {"a": deep}
    assert refused("find_skill", deep).category is ErrorCategory.SCHEMA_FAIL


def test_arguments_become_a_query() -> None:
    given = {"status": ["a", "b"], "limit": 5, "profile_match": {"x": 1}, "flag": True}
    assert list(pairs(given)) == [
        ("status", "a"),
        ("status", "b"),
        ("limit", "5"),
        ("profile_match", '{"x": 1}'),
        ("flag", "true"),
    ]
