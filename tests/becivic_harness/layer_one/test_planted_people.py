"""The property layer 1 is held to: whoever is planted in a text, nothing of them can be read afterwards."""

from __future__ import annotations

from datetime import date

from hypothesis import HealthCheck, given, settings

from becivic_harness import free_text
from becivic_scrub import Engine
from tests.becivic_harness.layer_one import planting
from tests.becivic_harness.layer_one.planting import Planted
from tests.requirement import requirement

_thoroughly = settings(
    max_examples=250,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@requirement("R-SCRUB-08")
@_thoroughly
@given(planting.named())
def test_no_name_is_left_of_somebody_named(engine: Engine, today: date, planted: Planted) -> None:
    assert planted.left_in(free_text.clean(planted.text, engine, today).text) == []


@requirement("R-SCRUB-08")
@_thoroughly
@given(planting.named_in_small_letters())
def test_no_name_is_left_when_it_is_written_small(engine: Engine, today: date, planted: Planted) -> None:
    assert planted.left_in(free_text.clean(planted.text, engine, today).text) == []


@requirement("R-SCRUB-08")
@_thoroughly
@given(planting.numbered())
def test_no_number_is_left(engine: Engine, today: date, planted: Planted) -> None:
    assert planted.left_in(free_text.clean(planted.text, engine, today).text) == []


@requirement("R-SCRUB-08", "R-PROF-10")
@_thoroughly
@given(planting.born())
def test_no_birth_date_is_left(engine: Engine, today: date, planted: Planted) -> None:
    assert planted.left_in(free_text.clean(planted.text, engine, today).text) == []


@requirement("R-SCRUB-08")
@_thoroughly
@given(planting.housed())
def test_no_address_is_left(engine: Engine, today: date, planted: Planted) -> None:
    assert planted.left_in(free_text.clean(planted.text, engine, today).text) == []


@requirement("R-SCRUB-08")
@_thoroughly
@given(planting.several())
def test_nothing_is_left_where_several_stand_in_one_note(
    engine: Engine, today: date, planted: Planted
) -> None:
    cleaned = free_text.clean(planted.text, engine, today)
    assert planted.left_in(cleaned.text) == []
    assert free_text.clean(cleaned.text, engine, today) == (cleaned.text, [])
