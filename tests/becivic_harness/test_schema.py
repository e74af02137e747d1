"""The harness's validator and the server's never disagree: not on a fixture, not on anything made from one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from becivic.rules.schemas import SchemaFile, SchemaRegistry, packaged_registry
from becivic_harness import schema, schema_loading
from becivic_harness.schema_loading import SUFFIX, SchemaRefused, located, vet
from tests.factories.mutations import mutated
from tests.factories.payloads import Fixture, edited, instances, payload, valid_instances
from tests.requirement import requirement

_LARGE = (SchemaFile.PATHS_INDEX, SchemaFile.CATALOGUE_SEED, SchemaFile.REGEX_RULES)
"""Of these the server lists the faults of the beginning only."""


def _name(file: SchemaFile) -> str:
    return file.value.removesuffix(SUFFIX)


def _agree(file: SchemaFile, instance: Any, at: str = "") -> list[schema.Fault]:
    ours = schema.faults(_name(file), instance, at=at, most=100_000)
    theirs = packaged_registry().faults(file, instance, at=at)
    assert bool(ours) is bool(theirs)
    assert schema.is_valid(_name(file), instance, at=at) is not bool(ours)
    if file not in _LARGE:
        assert [tuple(each) for each in ours] == [
            (each.pointer, each.keyword, f"{each.message[:1].upper()}{each.message[1:]}.", each.missing)
            for each in theirs
        ]
    return ours


@requirement("R-PROF-01", "R-SUB-09")
@pytest.mark.parametrize(("file", "fixture"), instances(), ids=str)
def test_it_says_of_a_fixture_what_the_server_says_fault_for_fault(
    file: SchemaFile, fixture: Fixture
) -> None:
    _agree(file, fixture.read())


@pytest.mark.parametrize("file", SchemaFile)
def test_it_accepts_what_is_valid_by_every_schema_there_is(file: SchemaFile) -> None:
    assert not any(_agree(file, instance) for each, instance in valid_instances() if each is file)


@st.composite
def _broken(draw: st.DrawFn) -> tuple[SchemaFile, Any]:
    """Something dropped, added, lengthened, nulled, of another type, or a word from another list."""
    file = draw(st.sampled_from(SchemaFile))
    valid = draw(st.sampled_from([instance for each, instance in valid_instances() if each is file]))
    return file, draw(mutated(valid))


@settings(max_examples=300)
@given(_broken())
def test_it_says_of_a_broken_instance_what_the_server_says(case: tuple[SchemaFile, Any]) -> None:
    _agree(*case)


_anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda below: st.lists(below, max_size=3) | st.dictionaries(st.text(max_size=5), below, max_size=3),
    max_leaves=8,
)


@settings(max_examples=200)
@given(st.sampled_from(SchemaFile), _anything)
def test_it_says_of_anything_what_the_server_says(file: SchemaFile, instance: Any) -> None:
    assert schema.is_valid(_name(file), instance) is packaged_registry().is_valid(file, instance)


@pytest.mark.parametrize(("at", "value", "fits"), [
    ("/$defs/semver", "1.2.3", True),
    ("/$defs/semver", "1.2", False),
    ("/$defs/capabilities", ["vision", "vision"], False),
    ("/$defs/provenance", None, True),
])  # fmt: skip
def test_a_part_of_a_schema_can_be_asked_by_its_pointer(at: str, value: Any, fits: bool) -> None:
    assert (not _agree(SchemaFile.COMMON, value, at)) is fits


CONCERN = payload("concerns/valid/path-general")


@requirement("R-SCRUB-12")
@given(st.text(alphabet="0123456789", min_size=9, max_size=9))
@example("850730033")
def test_a_fault_never_repeats_what_it_is_about(number: str) -> None:
    for where in (
        "/target_id",
        "/context/language_used",
        f"/{number}",
        f"/content/{number}",
        "/content/scope",
    ):
        (first, *rest) = schema.faults("concern", edited(CONCERN, {where: f"mine is {number}"}))
        assert not any(number in str(each) for each in (first, *rest))


def test_no_more_faults_are_listed_than_asked_for() -> None:
    many = {f"field_{letter}{other}": 1 for letter in "abcdefghij" for other in "abcdefghij"}
    assert len(schema.faults("concern", many)) == 50
    assert len(schema.faults("concern", many, most=3)) == 3


def test_true_is_not_one_and_one_point_nought_is() -> None:
    consent = payload("analytics/valid/session-start")
    assert schema.faults("analytics", {**consent, "opt_in_consent": 1})
    assert not schema.faults("analytics", {**consent, "schema_version": 1.0})
    assert schema.faults("analytics", {**consent, "schema_version": True})


def test_what_nests_without_end_is_a_fault_and_no_crash() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    (fault,) = schema.faults("concern", {**CONCERN, "schema_version": deep})
    assert (fault.keyword, fault.pointer) == ("depth", "")


# --- what cannot be judged here -------------------------------------------------------------------------------


@pytest.mark.parametrize("refused", [
    {"unevaluatedProperties": False},
    {"prefixItems": [True]},
    {"multipleOf": 2},
    {"properties": {"a": {"allOf": [{"$dynamicRef": "#x"}]}}},
    {"type": "strnig"},
    {"type": ["string", "text"]},
    {"format": "email"},
    {"pattern": "(?=a)"},
    {"patternProperties": {"\\bword": True}},
    {"$ref": "https://example.org/other.schema.json"},
    {"$ref": "#anchor"},
    {"$ref": "../other.schema.json"},
    {"items": [True, False]},
    {"not": "a"},
])  # fmt: skip
def test_a_schema_that_asks_for_something_unknown_is_refused_whole(refused: Any) -> None:
    with pytest.raises(SchemaRefused, match=r"^mine\.schema\.json: "):
        vet({"type": "object", **refused}, "mine.schema.json")


def test_a_refused_file_judges_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema_loading, "resource", lambda _: b'{"then": {"minContains": 1}}')
    for _ in range(2):
        with pytest.raises(SchemaRefused, match="minContains"):
            schema.faults("unheard-of", {})


@pytest.mark.parametrize("pointer", ["/$defs/none", "/title/x", "/required/99", "/required/x"])
def test_a_reference_to_nothing_is_refused(pointer: str) -> None:
    with pytest.raises(SchemaRefused, match="has nothing at"):
        located("concern.schema.json", pointer)


def test_only_the_files_that_a_question_needs_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema_loading, "_DOCUMENTS", {})
    schema.faults("profile", {})
    assert list(schema_loading._DOCUMENTS) == ["profile.schema.json"]
    schema.faults("concern", CONCERN)
    assert list(schema_loading._DOCUMENTS) == [
        "profile.schema.json",
        "concern.schema.json",
        "common.schema.json",
    ]


@given(st.data())
def test_else_and_one_of_are_judged_as_the_server_judges_them(data: st.DataObject) -> None:
    """Two schemas use them, and few instances come there."""
    file = data.draw(st.sampled_from((SchemaFile.SKILL, SchemaFile.SKILLS_INDEX)))
    valid = data.draw(st.sampled_from([instance for each, instance in valid_instances() if each is file]))
    _agree(file, data.draw(mutated(valid)))


@pytest.mark.parametrize(("schema_of_it", "value", "faults"), [
    ({"propertyNames": {"pattern": "^[a-z]+$"}}, {"A": 1, "b": 2}, [("", "propertyNames")]),
    ({"oneOf": [{"type": "string"}, {"minLength": 2}]}, "ab", [("", "oneOf")]),
    ({"oneOf": [{"type": "string"}, {"type": "number"}]}, None, [("", "oneOf")]),
    ({"oneOf": [{"type": "string"}, {"type": "number"}]}, 1, []),
    ({"not": {"enum": ["a"]}}, "a", [("", "not")]),
    ({"not": {"required": ["a"]}}, {"a": 1}, [("", "not")]),
    ({"if": {"type": "string"}, "else": {"minimum": 2}}, 1, [("", "minimum")]),
    ({"if": {"type": "string"}, "else": {"minimum": 2}}, "a", []),
    ({"additionalProperties": {"type": "string"}, "properties": {"a": True}}, {"a": 1, "b": 1}, [("/b", "type")]),
    ({"additionalProperties": True, "patternProperties": {"^x": False}}, {"a": 1, "xy": 1}, [("/xy", "false")]),
    ({"properties": {"a": {"items": {"type": "null"}}}, "dependentSchemas": {"a": {"required": ["b"]}}}, {"a": [None, 1]},
     [("", "required"), ("/a/1", "type")]),
    ({"properties": {"12345": {"type": "null"}}}, {"12345": 1}, [("", "type")]),
    ({"contains": {"const": 1}}, [True], [("", "contains")]),
])  # fmt: skip
def test_every_keyword_is_judged_as_the_server_judges_it(
    schema_of_it: Any, value: Any, faults: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = {"$id": "https://becivic.be/schemas/mine.schema.json", **schema_of_it}
    monkeypatch.setattr(schema_loading, "resource", lambda _: json.dumps(whole).encode())
    monkeypatch.setattr(schema_loading, "_DOCUMENTS", {})
    ours = [(each.pointer, each.keyword) for each in schema.faults("mine", value)]
    theirs = SchemaRegistry({"mine": whole}).faults("mine", value)
    assert ours == [(each.pointer, each.keyword) for each in theirs] == faults
