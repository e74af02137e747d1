"""Path sources, samples of what a walker sees, and who may use which source."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from pytest_socket import SocketBlockedError, SocketConnectBlockedError

from becivic.corpus.fields import Fields
from becivic.corpus.signals import Outcome, classify
from becivic.rules.identity import identity_pointers
from becivic.rules.places import ProfileRegion
from becivic.rules.routes import AUDITED_CLASS, PredicateOp, SourceClass
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic_harness.predicates import NO_ELIGIBLE_SOURCES
from tests.factories.oracle import NOW, detectors, strings
from tests.factories.payloads import FIXTURES, Fixture, fixtures
from tests.factories.walks import eligible_sources
from tests.requirement import requirement

SOURCES = fixtures("path-sources/*/valid-source.json")
BROKEN = fixtures("path-sources/*/invalid-*.json")
SAMPLES = fixtures("path-sources/*/sample-*.json")
CASES = fixtures("path-eligibility/*.json")


def _source_beside(fixture: Fixture) -> Any:
    return Fixture(fixture.file.parent / "valid-source.json").read()


@requirement("R-TEST-01", "R-TEST-03", "R-SRC-03", "R-SRC-04")
def test_every_source_class_has_a_source_and_a_sample_of_each_outcome() -> None:
    assert {each.name for each in (FIXTURES / "path-sources").iterdir()} == {
        each.value for each in SourceClass
    }
    for each in SourceClass:
        names = {file.name for file in (FIXTURES / "path-sources" / each.value).iterdir()}
        assert "valid-source.json" in names
        assert {f"sample-{outcome.value}.json" for outcome in Outcome} <= names
        assert any(name.startswith("invalid-") for name in names)


@requirement("R-SRC-04", "R-CI-26")
@pytest.mark.parametrize("fixture", SOURCES, ids=str)
def test_a_valid_source_conforms_to_the_template_of_its_class(fixture: Fixture) -> None:
    source = fixture.read()
    assert source["source_class"] == fixture.file.parent.name
    assert source["priority"] == SourceClass(source["source_class"]).template.priority
    assert packaged_registry().faults(SchemaFile.PATH_SOURCE, source) == []
    assert identity_pointers(source) == []
    assert not any(detectors(text) for text in strings(source))


@requirement("R-CI-20", "R-SRC-04", "R-SRC-16")
@pytest.mark.parametrize("fixture", BROKEN, ids=str)
def test_an_invalid_source_breaks_one_rule(fixture: Fixture) -> None:
    source = fixture.read()
    assert len(packaged_registry().faults(SchemaFile.PATH_SOURCE, source)) == 1
    assert bool(identity_pointers(source)) is ("identity" in fixture.file.stem)


@requirement("R-TEST-03")
@pytest.mark.parametrize("fixture", SAMPLES, ids=str)
def test_a_sample_is_classified_as_its_name_says(fixture: Fixture) -> None:
    sample = fixture.read()
    path = Fields(_source_beside(fixture)).child("validation_path")
    outcome = classify(Fields(sample).children("observed"), path)
    assert outcome.value == sample["expected"]
    assert fixture.file.stem == f"sample-{outcome.value}"


@requirement("R-TEST-09")
def test_no_test_reaches_a_source_that_delivers_a_real_document() -> None:
    audited = [each.read() for each in SOURCES if each.read().get("audited_document_delivery")]
    assert [source["source_class"] for source in audited] == [AUDITED_CLASS.value]
    with pytest.raises((SocketBlockedError, SocketConnectBlockedError, UserWarning)):
        socket.create_connection(("192.0.2.1", 443), timeout=1)


@requirement("R-TEST-04", "R-PRED-01", "R-PRED-02", "R-PRED-04")
@pytest.mark.parametrize("fixture", CASES, ids=str)
def test_somebody_is_offered_exactly_the_sources_they_are_eligible_for_in_turn(fixture: Fixture) -> None:
    case = fixture.read()
    assert packaged_registry().faults(SchemaFile.PROFILE, case["profile"]) == []
    assert packaged_registry().faults(SchemaFile.PATH, case["path"]) == []
    offered = [each.id for each in eligible_sources(case["profile"], case["path"], NOW.date())]
    assert (offered or NO_ELIGIBLE_SOURCES) == case["expected"]


@requirement("R-TEST-04")
def test_the_cases_hold_the_edges_every_region_and_every_operator() -> None:
    cases = [each.read() for each in CASES]
    expected = [case["expected"] for case in cases]
    assert NO_ELIGIBLE_SOURCES in expected
    assert any(len(each) > 1 for each in expected if each != NO_ELIGIBLE_SOURCES)
    assert {case["profile"].get("region") for case in cases} >= {each.value for each in ProfileRegion}
    operators = {
        predicate["op"]
        for case in cases
        for source in case["path"]["sources"]
        for predicate in source["audience"]["predicates"]
    }
    assert operators == {each.value for each in PredicateOp}
