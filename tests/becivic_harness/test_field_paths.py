"""A field path names here what it names on the server."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from becivic.corpus import field_paths as of_server
from becivic.rules.schemas import SchemaFile, declared_names, packaged_registry
from becivic_harness.field_paths import resolve, with_field
from tests.requirement import requirement

_SCHEMAS = {"skill": SchemaFile.SKILL, "path": SchemaFile.PATH, "path-source": SchemaFile.PATH_SOURCE}
_TOP = sorted(
    {name for file in _SCHEMAS.values() for name in packaged_registry().documents[file].get("properties", {})}
)


@requirement("R-AMD-05")
@given(
    st.sampled_from(sorted(_SCHEMAS)),
    st.lists(st.sampled_from((*_TOP, *sorted(declared_names()), "none")), min_size=1, max_size=3),
)
@example("skill", ["applies_to", "residency_status"])
@example("path", ["description", "en"])
@example("path-source", ["actor", "handoff", "when"])
@example("path-source", ["procedure", "steps"])
def test_a_path_leads_to_the_declaration_that_the_server_finds(name: str, keys: list[str]) -> None:
    ours, theirs = resolve(name, ".".join(keys)), of_server.resolve(_SCHEMAS[name], ".".join(keys))
    assert (ours is None) is (theirs is None)
    if ours is not None and theirs is not None:
        assert (f"{ours.schema_name}.schema.json", ours.pointer) == (theirs.file, theirs.pointer)


@pytest.mark.parametrize("name", _TOP)
def test_every_field_at_the_top_is_found(name: str) -> None:
    for schema, file in _SCHEMAS.items():
        assert (resolve(schema, name) is None) is (of_server.resolve(file, name) is None)


def test_a_value_is_set_where_the_keys_lead_and_nothing_else_changes() -> None:
    before = {"a": {"b": 1, "c": 2}, "d": 3}
    assert with_field(before, ["a", "b"], 9) == {"a": {"b": 9, "c": 2}, "d": 3}
    assert with_field(before, ["e", "f", "g"], 9) == {**before, "e": {"f": {"g": 9}}}
    assert with_field(before, ["d", "x"], 9) == {"a": {"b": 1, "c": 2}, "d": {"x": 9}}
    assert before == {"a": {"b": 1, "c": 2}, "d": 3}


def test_a_field_that_is_declared_through_a_reference_is_found_and_one_below_a_refused_one_is_not() -> None:
    assert resolve("path", "title.en") == ("common", "/$defs/localised_title/properties/en")
    assert resolve("path", "themes.0") is None
    assert resolve("skill", "applies_to.regions.0") is None
    assert resolve("skill", "no_such_field") is None
    assert resolve("amendment", "content.proposed_value.anything") is None  # of a value that may be anything
