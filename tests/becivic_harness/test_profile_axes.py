"""What a condition may ask is what a profile may hold: the fields and values of the published schema, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic.rules.routes import COMPUTED_PREDICATE_FIELDS, PREDICATE_FIELDS
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic_harness.profile_axes import AXES, RULED_OUT, accepts, is_ruled_out, settles
from becivic_harness.question_types import ROWS, SEVERAL
from tests.factories.walks import HEADER, answers_to, with_answer
from tests.requirement import requirement


def faults(profile: dict[str, Any]) -> list[Any]:
    return packaged_registry().faults(SchemaFile.PROFILE, profile)


@requirement("R-PRED-03")
def test_every_axis_that_a_predicate_may_name_can_be_asked_about() -> None:
    axes = {field.removeprefix("user.") for field in (*PREDICATE_FIELDS, *COMPUTED_PREDICATE_FIELDS)}
    assert axes - set(AXES) == {"years_legal_residence"}
    assert AXES["residency_history"].type == ROWS


@given(st.sampled_from(sorted(AXES)), st.data())
def test_what_an_axis_accepts_is_what_the_schema_accepts(name: str, data: st.DataObject) -> None:
    axis = AXES[name]
    odd = st.sampled_from(
        [True, 0, 31, -1, "yes", "Wallonia", "2027-13", "2027-05", "2100", "21009", ["a"], [1]]
    )
    said = data.draw(st.one_of(answers_to(axis), odd))
    if axis.type != ROWS:
        is_valid = faults(with_answer(HEADER, name, said)) == []
        assert accepts(axis, said) or not is_valid
        # The schema bounds the letters of a name; whether it is one of ours is not asked here.
        assert is_valid or not accepts(axis, said) or axis.type == SEVERAL


def test_to_be_unsure_may_be_written_down_and_settles_nothing() -> None:
    card = AXES["document_inventory.has_id_card"]
    assert accepts(card, "not-sure")
    assert not settles(card, "not-sure")
    assert settles(card, "no")
    assert not settles(card, "perhaps")


@pytest.mark.parametrize("name", RULED_OUT)
def test_a_field_that_another_answer_leaves_empty_is_one_and_so_is_the_other(name: str) -> None:
    other, values = RULED_OUT[name]
    assert {name, other} <= set(AXES)
    fitting = [value for value in values if accepts(AXES[other], value)]
    assert fitting
    assert all(is_ruled_out(name, with_answer({}, other, value)) for value in fitting)
    assert not is_ruled_out(name, {})
