"""The numbers that people are shown of a cohort, and how many addresses stood behind them."""

from __future__ import annotations

from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest
from sqlalchemy import insert, update

from becivic.lifecycle import Artefact
from becivic.publishing.cohort_stats import (
    Addresses,
    CohortStats,
    NothingOfMain,
    addresses_on,
    cohort_stats,
    shown,
)
from becivic.publishing.records import fill_records
from becivic.rules.consensus import POLICY, RATINGS_SHOWN_FROM
from becivic.rules.statuses import Status
from becivic.rules.targets import RatingAxis, TargetType
from becivic.store.store import Store
from becivic.store.tables.catalogue import VOLATILE_VALUES
from becivic.store.tables.keeping import ARTEFACTS
from becivic.store.tables.signals import RATINGS, SubmitterType
from becivic.store.voters import distinct_voters
from becivic.store.written import moment
from tests.factories.corpora import Files
from tests.factories.homes import NOON
from tests.factories.records import record
from tests.factories.signals import REJECT, concern, vote
from tests.requirement import requirement

APPLY = (TargetType.SKILL, "demo-application")
CERTIFICATE = (TargetType.PATH, "demo-certificate")
PORTAL = (TargetType.PATH_SOURCE, "demo-certificate:federal-portal")
DESK = (TargetType.PATH_SOURCE, "demo-certificate:commune-desk")
VALUE = (TargetType.VOLATILE_VALUE, "val-00001")
LATER = NOON + timedelta(hours=1)
FROZEN = '{"distinct_ips":11,"distinct_ips_with_injection_flag":1}'
PROBE: dict[str, Any] = {"submitter_type": SubmitterType.CI_PROBE.value, "voter_hash": None}


@pytest.fixture
def filled(sqlite_store: Store) -> Store:
    """Cohorts began at noon."""
    fill_records(sqlite_store, Files.valid().load(), NOON)
    return sqlite_store


def stats(store: Store, target: tuple[TargetType, str]) -> CohortStats:
    found = store.read(lambda connection: cohort_stats(connection, *target, POLICY))
    assert found is not None
    return found


def addresses(store: Store, target: tuple[TargetType, str]) -> Addresses:
    return store.read(lambda connection: addresses_on(connection, *target, POLICY))


def rate(store: Store, number: int, stars: int, at: datetime = NOON, **given: Any) -> None:
    row = record(
        RATINGS,
        number,
        **{
            "axis": RatingAxis.SKILL_QUALITY.value,
            "skill_id": APPLY[1],
            "cohort_anchor": f"{APPLY[1]}@0.1.4",
            "stars": stars,
            "committed_at": moment(at),
            **given,
        },
    )
    store.write(lambda connection: connection.execute(insert(RATINGS), [row]).rowcount)


@requirement("R-OBSV-07")
def test_a_skill_that_nobody_voted_on_says_so(filled: Store) -> None:
    assert stats(filled, APPLY).as_json() == {
        "affirms": 0,
        "rejects": 0,
        "distinct_ips": 0,
        "injection_flags": 0,
        "cohort_started_at": "2026-11-15T12:00:00Z",
        "last_validation_at": None,
        "n": 0,
    }


@requirement("R-OBSV-07", "R-OBSV-09")
def test_a_path_is_told_with_the_votes_on_its_sources_and_the_probe_as_half(filled: Store) -> None:
    vote(filled, CERTIFICATE, voter="one")
    vote(filled, PORTAL, REJECT, voter="two", at=LATER, injection_flag=1)
    vote(filled, DESK, **PROBE)
    told = stats(filled, CERTIFICATE).as_json()
    assert (told["affirms"], told["rejects"], told["n"]) == (1.5, 1, 2.5)
    assert (told["distinct_ips"], told["injection_flags"]) == (3, 1)
    assert told["last_validation_at"] == "2026-11-15T13:00:00Z"


@requirement("R-OBSV-08")
def test_the_quality_of_a_skill_is_shown_from_three_ratings_of_its_cohort(filled: Store) -> None:
    rate(filled, 1, 5)
    rate(filled, 2, 4, LATER)
    rate(filled, 3, 1, held=1)
    rate(filled, 4, 1, NOON - timedelta(seconds=1))
    rate(filled, 5, 1, cohort_anchor=f"{APPLY[1]}@0.2.0")
    rate(filled, 6, 1, skill_id="demo-clock", cohort_anchor="demo-clock@0.1.0")
    rate(filled, 7, 1, axis=RatingAxis.AGENT_PROTOCOL.value)
    assert stats(filled, APPLY).quality is None
    rate(filled, 8, 4)
    told = stats(filled, APPLY).as_json()
    assert (told["skill_quality_avg"], told["skill_quality_n"]) == (4.3, RATINGS_SHOWN_FROM)
    assert "skill_quality_n" not in stats(filled, CERTIFICATE).as_json()


def test_what_the_records_do_not_know_has_no_numbers(filled: Store) -> None:
    found = filled.read(lambda connection: cohort_stats(connection, TargetType.SKILL, "demo-gone", POLICY))
    assert found is None
    assert addresses(filled, (TargetType.REFERENCE, "ref-99999")) == Addresses()


@requirement("R-CATL-08")
def test_addresses_are_those_whose_votes_count(filled: Store) -> None:
    uid = concern(filled, APPLY, at=NOON)
    for target in (APPLY, VALUE, (TargetType.OBSERVATION, uid)):
        vote(filled, target, voter="one")
        vote(filled, target, REJECT, voter="one", injection_flag=1, at=LATER)
        vote(filled, target, voter="two", at=LATER)
        vote(filled, target, voter="three", held=1)
        vote(filled, target, voter="four", rationale="Words.")
        vote(filled, target, voter="five", at=NOON - timedelta(hours=1))
        assert addresses(filled, target) == Addresses(2, 1)
    assert addresses(filled, APPLY).as_json() == {"distinct_ips": 2, "distinct_ips_with_injection_flag": 1}


@requirement("R-CATL-08")
def test_a_path_has_the_addresses_of_its_sources_and_a_source_its_own(filled: Store) -> None:
    vote(filled, CERTIFICATE, voter="one")
    vote(filled, PORTAL, voter="one", injection_flag=1)
    vote(filled, PORTAL, voter="two")
    vote(filled, DESK, voter="three")
    assert addresses(filled, CERTIFICATE) == Addresses(3, 1)
    assert (addresses(filled, PORTAL), addresses(filled, DESK)) == (Addresses(2, 1), Addresses(1, 0))


def test_what_was_counted_before_hashes_were_destroyed_stands(filled: Store) -> None:
    for table in (ARTEFACTS, VOLATILE_VALUES):
        frozen = update(table).values(distinct_frozen=FROZEN)
        filled.write(lambda connection, job=frozen: connection.execute(job).rowcount)  # type: ignore[misc]
    vote(filled, APPLY)
    assert addresses(filled, APPLY) == addresses(filled, VALUE) == Addresses(11, 1)
    assert stats(filled, APPLY).as_json()["distinct_ips"] == 11
    assert addresses(filled, PORTAL) == Addresses()


def test_a_row_is_frozen_with_what_it_is_told_to_have(store: Store) -> None:
    fill_records(store, Files.valid().load(), NOON)
    vote(store, VALUE, voter="one", injection_flag=1)
    vote(store, VALUE, voter="two")
    vote(store, VALUE, voter="two", at=LATER)
    vote(store, VALUE, voter="three", rationale="Words.")
    vote(store, VALUE, **PROBE)
    vote(store, VALUE, REJECT, at=LATER, **PROBE)
    vote(store, VALUE, voter_hash=None)
    found = store.read(lambda connection: distinct_voters(connection, *VALUE, NOON))
    assert found == addresses(store, VALUE).as_json() == Addresses(3, 1).as_json()
    later = store.read(lambda connection: distinct_voters(connection, *VALUE, LATER))
    assert later == Addresses(2, 0).as_json()


def test_a_weighted_number_is_whole_where_it_is() -> None:
    assert [shown(Fraction(each)) for each in ("3", "5/2", "1/3")] == [3, 2.5, 0.3333]


def test_who_only_counts_asks_nothing_of_main() -> None:
    facts = NothingOfMain()
    skill = Artefact(target=APPLY[0], id=APPLY[1], status=Status.ALPHA, cohort_started_at=NOON)
    assert (facts.sources("a"), facts.handed_over("a"), facts.prior(skill)) == ((), (), None)
