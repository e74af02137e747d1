"""Which fields an amendment may name, and which values they take."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic.corpus.field_paths import SERVER_OWNED, fits, is_server_owned, resolve, set_field
from becivic.rules.schemas import SchemaFile
from becivic.rules.targets import TargetType
from tests.factories.schema_tree import lookup, validator_of
from tests.requirement import requirement

SKILL, PATH, SOURCE = SchemaFile.SKILL, SchemaFile.PATH, SchemaFile.PATH_SOURCE


@requirement("R-AMD-05", "R-XREF-07", "R-XREF-08")
@pytest.mark.parametrize(
    ("schema", "path", "fitting", "wrong"),
    [
        (SKILL, "summary", "One sentence.", 7),
        (SKILL, "tags", ["a-tag"], "a-tag"),
        (SKILL, "applies_to", {"communes": ["21009"]}, {"communes": [21009]}),
        (SKILL, "applies_to.residency_status", ["registered"], ["elsewhere"]),
        (SKILL, "last_verified", "2026-11-15", "yesterday"),
        (SKILL, "recurring", True, "yes"),
        (SKILL, "requires", [{"id": "a-skill"}], [{"skill": "a-skill"}]),
        (PATH, "title.en", "A title", ""),
        (PATH, "applies_to.audience_summary", "anybody", ["anybody"]),
        (PATH, "themes", ["family"], []),
        (SOURCE, "priority", 5, 500),
        (SOURCE, "procedure.kind", "postal", 1),
        (SOURCE, "actor.handoff.resumption", "Says so.", None),
        (SOURCE, "audience.predicates", [{"field": "user.region", "op": "exists", "value": True}], [{"op": "eq"}]),
    ],
)  # fmt: skip
def test_a_declared_field_takes_what_it_is_declared_with(
    schema: SchemaFile, path: str, fitting: Any, wrong: Any
) -> None:
    declared = resolve(schema, path)
    assert declared is not None
    assert (fits(declared, fitting), fits(declared, wrong)) == (True, False)
    reference = validator_of(lookup(f"{declared.file.removesuffix('.schema.json')}#{declared.pointer}"))
    assert (reference.is_valid(fitting), reference.is_valid(wrong)) == (True, False)


@requirement("R-AMD-05", "R-AMD-09", "R-XREF-07", "R-XREF-08")
@pytest.mark.parametrize(
    ("schema", "path"),
    [
        (SKILL, "no_such_field"), (SKILL, "summary.more"), (SKILL, "tags.0"), (SKILL, "requires.id"), (SKILL, "inputs.0.name"),
        (SKILL, ""), (SKILL, "."), (SKILL, "applies_to."), (SKILL, "lifecycle"), (SKILL, "cohort_stats"), (SKILL, "sources"),
        (PATH, "title.it"), (PATH, "user_email"), (PATH, "sources.priority"), (PATH, "applies_to.region"), (PATH, "requires"),
        (SOURCE, "title"), (SOURCE, "user_email"), (SOURCE, "audience.predicates.field"), (SOURCE, "a" * 300_000),
        (SOURCE, "." * 300_000),
    ],
)  # fmt: skip
def test_what_is_not_declared_or_stands_in_a_list_is_no_field(schema: SchemaFile, path: str) -> None:
    assert resolve(schema, path) is None


@requirement("R-AMD-06")
@pytest.mark.parametrize(
    ("target", "definition"),
    [
        (TargetType.SKILL, "field_change"),
        (TargetType.PATH, "path_field_change"),
        (TargetType.PATH_SOURCE, "source_field_change"),
    ],
)
def test_what_the_service_owns_is_what_the_amendment_schema_refuses(
    target: TargetType, definition: str
) -> None:
    refused = lookup(f"amendment#/$defs/{definition}/properties/field_path/not/anyOf/0").value["enum"]
    assert SERVER_OWNED[target] == set(refused)
    for name in refused:
        assert is_server_owned(target, name)
        assert is_server_owned(target, f"{name}.below")
        assert not is_server_owned(target, f"{name}s")
        assert not is_server_owned(target, f"applies_to.{name}")


_JSON = st.recursive(
    st.none() | st.integers() | st.text(max_size=3), lambda x: st.dictionaries(st.text(max_size=2), x)
)


@given(
    st.dictionaries(st.text(max_size=2), _JSON), st.lists(st.text(max_size=2), min_size=1, max_size=3), _JSON
)
def test_setting_a_field_leaves_everything_else_and_the_original(
    fields: dict[str, Any], keys: list[str], value: Any
) -> None:
    before = repr(fields)
    after = set_field(fields, keys, value)
    assert repr(fields) == before
    assert {key: each for key, each in after.items() if key != keys[0]} == {
        key: each for key, each in fields.items() if key != keys[0]
    }
    found: Any = after
    for key in keys:
        found = found[key]
    assert found == value
