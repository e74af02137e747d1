"""The fast validator and the reference one never disagree: not on a fixture, not on anything made from one."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from becivic.rules.schemas import SchemaFile, packaged_registry
from tests.factories.mutations import mutated
from tests.factories.payloads import Fixture, instances, valid_instances
from tests.factories.schema_tree import reference_validator


def _agree(schema: SchemaFile, instance: Any) -> bool:
    fast = packaged_registry().is_valid(schema, instance)
    assert fast is reference_validator(schema).is_valid(instance)
    assert fast is (packaged_registry().faults(schema, instance) == [])
    return fast


@pytest.mark.parametrize(("schema", "fixture"), instances(), ids=str)
def test_both_validators_say_the_same_of_a_fixture(schema: SchemaFile, fixture: Fixture) -> None:
    _agree(schema, fixture.read())


@pytest.mark.parametrize("schema", SchemaFile)
def test_both_validators_accept_what_is_valid(schema: SchemaFile) -> None:
    assert all(_agree(schema, instance) for each, instance in valid_instances() if each is schema)


@st.composite
def _broken(draw: st.DrawFn, schemas: list[SchemaFile]) -> tuple[SchemaFile, Any]:
    schema = draw(st.sampled_from(schemas))
    valid = draw(st.sampled_from([instance for each, instance in valid_instances() if each is schema]))
    return schema, draw(mutated(valid))


@settings(max_examples=400, deadline=None)
@given(_broken(list(SchemaFile)))
def test_both_validators_say_the_same_of_a_broken_instance(case: tuple[SchemaFile, Any]) -> None:
    _agree(*case)


_anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda children: (
        st.lists(children, max_size=3) | st.dictionaries(st.text(max_size=5), children, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(SchemaFile), _anything)
def test_both_validators_say_the_same_of_anything(schema: SchemaFile, instance: Any) -> None:
    _agree(schema, instance)
