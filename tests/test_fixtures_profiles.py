"""Profiles as they lie on somebody's own disk: categories, counts and months, and nothing that names anybody."""

from __future__ import annotations

import pytest

from becivic.rules.identity import identity_pointers
from becivic.rules.places import ProfileRegion
from becivic.rules.schemas import SchemaFile, packaged_registry
from tests.factories.oracle import detectors, strings, without_identity
from tests.factories.payloads import Fixture, fixtures
from tests.requirement import requirement

VALID = fixtures("profiles/valid/*.json")
INVALID = fixtures("profiles/invalid/*.json")


def refusals(profile: object) -> set[str]:
    found = {"identity"} if identity_pointers(profile) else set()
    rest = without_identity(profile)
    if packaged_registry().faults(SchemaFile.PROFILE, rest):
        found.add("schema")
    if any(detectors(text) for text in strings(rest)):
        found.add("pii")
    return found


@requirement("R-PROF-01", "R-PROF-02", "R-PROF-05", "R-PROF-06", "R-PROF-07", "R-PROF-08")
@pytest.mark.parametrize("fixture", VALID, ids=str)
def test_a_valid_profile_is_refused_by_nothing(fixture: Fixture) -> None:
    assert refusals(fixture.read()) == set()


@requirement("R-PROF-01", "R-PROF-09", "R-PROF-10", "R-PROF-12", "R-PROF-13", "R-CI-20")
@pytest.mark.parametrize("fixture", INVALID, ids=str)
def test_an_invalid_profile_is_refused_by_the_category_of_its_name_and_no_other(fixture: Fixture) -> None:
    profile = fixture.read()
    assert refusals(profile) == {fixture.category}
    wanted = 0 if fixture.category == "pii" else 1
    assert len(packaged_registry().faults(SchemaFile.PROFILE, profile)) == wanted


@requirement("R-PROF-02", "R-TEST-02")
def test_the_valid_profiles_live_in_every_region() -> None:
    assert {each.read().get("region") for each in VALID} >= {each.value for each in ProfileRegion}
