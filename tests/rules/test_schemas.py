"""The registry names every fault at once, by place and rule, and never repeats what was sent."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from becivic.packaged import corpus_folder
from becivic.rules import caps
from becivic.rules.schemas import (
    SchemaFault,
    SchemaFile,
    SchemaRegistry,
    packaged_registry,
    read_schemas,
    safe_pointer,
)
from tests.factories.mutations import mutated, parent_of, paths
from tests.factories.payloads import payload, valid_instances
from tests.requirement import requirement


def _registry(schema: dict[str, Any]) -> SchemaRegistry:
    return SchemaRegistry({SchemaFile.SKILL.value: {"$id": "https://becivic.be/schemas/x", **schema}})


def _faults(schema: dict[str, Any], instance: Any) -> list[SchemaFault]:
    return _registry(schema).faults(SchemaFile.SKILL, instance)


@requirement("R-ENV-12")
def test_all_faults_come_at_once_with_place_rule_and_missing_name() -> None:
    concern = payload("concerns/valid/skill-general")
    del concern["submitted_at"]
    concern["user_id"] = "x"
    concern["surplus"] = 1
    concern["content"]["scope"] = "galactic"
    concern["content"]["body"] = "x" * 501
    faults = packaged_registry().faults(SchemaFile.CONCERN, concern)
    assert [(fault.pointer, fault.keyword, fault.missing) for fault in faults] == [
        ("", "required", "submitted_at"),
        ("/content/body", "maxLength", None),
        ("/content/scope", "enum", None),
        ("/surplus", "additionalProperties", None),
        ("/user_id", "false", None),
    ]


def test_a_valid_instance_has_no_faults() -> None:
    registry = packaged_registry()
    for schema, instance in valid_instances():
        assert registry.faults(schema, instance) == []
        assert registry.is_valid(schema, instance)


def test_every_schema_has_a_valid_instance_to_start_from() -> None:
    assert {schema for schema, _ in valid_instances()} == set(SchemaFile)


@pytest.mark.parametrize(
    ("schema", "instance", "words"),
    [
        ({"enum": ["a", 1]}, "b", "must be one of: a, 1"),
        ({"const": True}, 1, "must be true"),
        ({"type": "string"}, 1, "must be of type string"),
        ({"type": ["string", "null"]}, 1, "must be of type null or string"),
        ({"pattern": "^a$"}, "b", "must match ^a$"),
        ({"maxLength": 1}, "ab", "must be at most 1 characters"),
        ({"maxItems": 1}, [1, 2], "must be at most 1 entries"),
        ({"maxProperties": 0}, {"a": 1}, "must be at most 0 fields"),
        ({"maximum": 1}, 2, "must be at most 1"),
        ({"minLength": 1}, "", "must be at least 1 characters"),
        ({"minItems": 1}, [], "must be at least 1 entries"),
        ({"minProperties": 1}, {}, "must be at least 1 fields"),
        ({"minimum": 1}, 0, "must be at least 1"),
        ({"contains": {"const": 1}}, [2], "an entry that this kind of thing needs is missing"),
        ({"uniqueItems": True}, [1, 1], "must not repeat an entry"),
        ({"not": {}}, 1, "has a form that is not allowed here"),
        ({"not": {"enum": ["id", "uid"]}}, "id", "must not be one of: id, uid"),
        ({"not": {"pattern": "[0-9]{8,}"}}, "12345678", "must not match [0-9]{8,}"),
        ({"anyOf": [{"const": 1}]}, 2, "does not satisfy `anyOf`"),
    ],
)
def test_a_fault_says_what_the_schema_wants(schema: dict[str, Any], instance: Any, words: str) -> None:
    assert [fault.message for fault in _faults(schema, instance)] == [words]


@pytest.mark.parametrize(
    ("schema", "instance", "fault"),
    [
        ({"properties": {"a": False}}, {"a": 1}, SchemaFault("/a", "false", "this field must not be sent")),
        ({"required": ["a"]}, {}, SchemaFault("", "required", "the field `a` is missing", "a")),
        (
            {"properties": {"a": {"items": {"type": "string"}}}},
            {"a": ["x", 1]},
            SchemaFault("/a/1", "type", "must be of type string"),
        ),
        (
            {"properties": {"a": {}}, "additionalProperties": False},
            {"some.odd-name": 1},
            SchemaFault("/some.odd-name", "additionalProperties", "the schema knows no such field"),
        ),
    ],
)
def test_a_fault_points_at_its_place(schema: dict[str, Any], instance: Any, fault: SchemaFault) -> None:
    assert _faults(schema, instance) == [fault]


@pytest.mark.parametrize(
    "key",
    [
        "jeanne@example.org",
        "85.07.30-033.28",
        "85073003328",
        "007",
        "+7",
        "a b",
        "a/b",
        "x" * 101,
        "\u00e9",
        "a\n",
    ],
)
def test_a_key_that_does_not_look_like_a_field_name_is_cut_from_the_pointer(key: str) -> None:
    assert [fault.pointer for fault in _faults({"additionalProperties": False}, {key: 1})] == [""]
    nested = {"additionalProperties": {"properties": {"a": {"type": "string"}}}}
    assert [fault.pointer for fault in _faults(nested, {key: {"a": 1}})] == [""]


def test_faults_are_the_same_whatever_the_order_of_the_keys() -> None:
    schema = {"properties": {"a": {"type": "string"}, "b": {"type": "string"}}}
    assert _faults(schema, {"a": 1, "b": 2}) == _faults(schema, {"b": 2, "a": 1})


def test_the_packaged_registry_is_compiled_once_and_keeps_its_documents() -> None:
    assert packaged_registry() is packaged_registry()
    assert packaged_registry().documents == read_schemas(corpus_folder() / "schemas")


def test_a_hostile_instance_has_as_many_faults_listed_as_the_law_says() -> None:
    catalogue: dict[str, Any] = {"paths": {f"p{number}": {} for number in range(20_000)}}
    assert len(packaged_registry().faults(SchemaFile.PATHS_INDEX, catalogue)) == caps.LISTED_FAULTS
    frontmatter = {f"key_{number}": 1 for number in range(20_000)}
    assert len(packaged_registry().faults(SchemaFile.SKILL, frontmatter)) <= caps.LISTED_FAULTS + 1


def test_a_fault_far_into_a_large_instance_is_found() -> None:
    values = [1] * caps.LISTED_VALUES * 2
    schema = {"properties": {"a": {"items": {"type": "integer"}}}}
    assert _faults(schema, {"a": [*values, "x"]}) == [
        SchemaFault(f"/a/{len(values)}", "type", "must be of type integer")
    ]


def test_what_lies_beyond_the_listed_beginning_is_never_said_to_be_missing() -> None:
    many = {f"key{'x' * (number % 50)}{number}": 1 for number in range(caps.LISTED_VALUES * 2)}
    schema = {"properties": {"a": {"required": ["last"]}, "b": {"type": "string"}}}
    assert _faults(schema, {"b": 1, "a": {**many, "last": 1}}) == [
        SchemaFault("/b", "type", "must be of type string")
    ]


@settings(max_examples=300, deadline=None)
@given(st.data(), st.integers(min_value=1, max_value=60))
def test_listing_the_beginning_alone_tells_no_lies(data: st.DataObject, listed: int) -> None:
    schema, valid = data.draw(st.sampled_from(valid_instances()))
    instance = data.draw(mutated(valid))
    registry = packaged_registry()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(caps, "LISTED_VALUES", 10**9)
        patch.setattr(caps, "LISTED_FAULTS", 10**9)
        whole = registry.faults(schema, instance)
        patch.setattr(caps, "LISTED_VALUES", listed)
        beginning = registry.faults(schema, instance)
    assert set(beginning) <= set(whole)
    assert bool(beginning) is bool(whole)


NUMBER = "85073003328"
SECRET = "Qz7\u00e9-jeanne.dupont@85073003328"


@st.composite
def _with_secret(draw: st.DrawFn) -> tuple[SchemaFile, Any]:
    """A valid instance, broken, with a secret as a value or as a name somewhere in it."""
    schema, valid = draw(st.sampled_from(valid_instances()))
    instance = draw(mutated(valid)) if draw(st.booleans()) else copy.deepcopy(valid)
    places = list(paths(instance))
    if not places:
        return schema, {SECRET: SECRET, NUMBER: NUMBER}
    path = draw(st.sampled_from(places))
    parent = parent_of(instance, path)
    if isinstance(parent, dict) and draw(st.booleans()):
        parent[draw(st.sampled_from((SECRET, NUMBER)))] = parent.pop(path[-1])
    else:
        parent[path[-1]] = draw(st.sampled_from((SECRET, [SECRET], {SECRET: SECRET}, f"x {SECRET} y")))
    return schema, instance


@settings(max_examples=400, deadline=None)
@given(_with_secret())
def test_no_fault_repeats_what_was_sent(case: tuple[SchemaFile, Any]) -> None:
    schema, instance = case
    for fault in packaged_registry().faults(schema, instance):
        said = f"{fault.pointer}\n{fault.message}\n{fault.keyword}\n{fault.missing}"
        assert SECRET not in said
        assert "jeanne" not in said
        assert NUMBER not in said


def test_a_part_of_a_schema_judges_by_itself() -> None:
    registry = packaged_registry()
    source = payload("amendments/valid/path_source/source-add-postal")["content"]
    at = "/$defs/of_path_source"
    assert registry.is_valid(SchemaFile.AMENDMENT, source, at=at)
    assert registry.faults(SchemaFile.AMENDMENT, source, at=at) == []
    (fault,) = registry.faults(SchemaFile.AMENDMENT, {**source, "note": "x"}, at=at)
    assert (fault.pointer, fault.keyword) == ("/note", "additionalProperties")
    assert not registry.is_valid(SchemaFile.AMENDMENT, source)


@pytest.mark.parametrize(
    ("pointer", "safe"),
    [
        ("/content/body", "/content/body"),
        ("/items/12/context/commune", "/items/12/context/commune"),
        ("/targt_id", "/targt_id"),
        ("/content/BE71_0961_2345_6769", "/content"),
        ("/content/x85.07.30-033.28/body", "/content"),
        ("/content/Jan", "/content"),
        ("/content/" + "a" * 41, "/content"),
        ("/a~1b", ""),
        ("", ""),
    ],
)
def test_a_pointer_told_to_a_stranger_repeats_no_strange_key(pointer: str, safe: str) -> None:
    assert safe_pointer(pointer) == safe
