"""The axes of a profile: one table, the same names as the predicates, the same values as the profile's schema."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from becivic.rules.axes import AXES, AxisKind
from becivic.rules.routes import APPLIES_TO_KEYS
from becivic.rules.schemas import SchemaFile, packaged_registry
from tests.requirement import requirement

_COMPUTED = "years_legal_residence"
_VALUES = (
    st.sampled_from(sorted({choice for axis in AXES.values() for choice in axis.choices}))
    | st.from_regex(r"[0-9]{5}", fullmatch=True)
    | st.text(max_size=6)
    | st.integers(-3, 30)
    | st.booleans()
    | st.floats(-2, 9)
    | st.none()
)


@requirement("R-PRED-03")
def test_the_axes_are_those_that_predicates_may_name() -> None:
    assert tuple(AXES) == APPLIES_TO_KEYS


@requirement("R-PRED-01", "R-PRED-03")
@given(st.sampled_from([name for name, axis in AXES.items() if axis.kind is not AxisKind.NAMES]), _VALUES)
def test_an_axis_takes_what_the_schema_of_the_profile_takes(name: str, value: Any) -> None:
    if name == _COMPUTED:
        return  # computed on the person's machine; no profile holds it
    top, _, below = name.partition(".")
    profile = {top: {below: value} if below else value}
    refused = any(
        fault.pointer.startswith(f"/{top}")
        for fault in packaged_registry().faults(SchemaFile.PROFILE, profile)
    )
    if isinstance(value, float) and value.is_integer():
        return  # JSON has one 2 where Python has two; a catalogue writes whole numbers without a point
    assert AXES[name].accepts(value) == (not refused)


def test_only_numbers_have_an_order() -> None:
    ordered = {name for name, axis in AXES.items() if axis.is_ordered}
    assert ordered == {
        "dependents.minor_children_count",
        "dependents.adult_dependents_count",
        "years_legal_residence",
    }


def test_every_axis_says_what_it_wants() -> None:
    assert all(axis.wants for axis in AXES.values())
    assert AXES["administration_language"].wants == "one of: NL, FR, DE"
