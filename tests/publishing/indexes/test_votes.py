"""Votes are counted by cohort, a source with its path, and never while they are held."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import update

from becivic.publishing.indexes.votes import Votes, voters_by_artefact, votes_by_target, votes_in_all
from becivic.publishing.records import fill_records
from becivic.rules.targets import TargetType
from becivic.store.store import Store
from becivic.store.tables.keeping import ARTEFACTS
from becivic.store.written import moment
from tests.factories.corpora import Files
from tests.factories.homes import NOON
from tests.factories.signals import CONFIRM, REJECT, concern, vote
from tests.requirement import requirement

APPLY = (TargetType.SKILL, "demo-application")
CERTIFICATE = (TargetType.PATH, "demo-certificate")
PORTAL = (TargetType.PATH_SOURCE, "demo-certificate:federal-portal")
DESK = (TargetType.PATH_SOURCE, "demo-certificate:commune-desk")
LATER = NOON + timedelta(hours=1)
EARLIER = NOON - timedelta(hours=1)


@pytest.fixture
def filled(store: Store) -> Store:
    """Cohorts began at noon."""
    fill_records(store, Files.valid().load(), NOON)
    return store


@requirement("R-IDX-06", "R-SM-08")
def test_votes_on_any_patch_of_the_current_line_count(filled: Store) -> None:
    vote(filled, APPLY, voter="one")
    vote(filled, APPLY, voter="two", version="0.1.12", at=LATER)
    vote(filled, APPLY, REJECT, voter="two")
    assert filled.read(votes_by_target) == {APPLY: Votes(2, 1, moment(LATER))}
    assert filled.read(voters_by_artefact) == {APPLY: 2}


@requirement("R-IDX-06", "R-SM-08")
def test_votes_of_another_cohort_do_not_count_but_were_there(filled: Store) -> None:
    vote(filled, APPLY, version="0.2.0", at=LATER)
    vote(filled, APPLY, version="0.1.0", at=EARLIER)
    vote(filled, APPLY, version="0.11.0")
    assert filled.read(votes_by_target) == {APPLY: Votes(0, 0, moment(LATER))}
    assert filled.read(voters_by_artefact) == {}


def test_a_cohort_that_began_anew_counts_from_there(filled: Store) -> None:
    vote(filled, APPLY)
    vote(filled, APPLY, at=LATER)
    began = update(ARTEFACTS).values(cohort_started_at=moment(LATER))
    filled.write(lambda connection: connection.execute(began).rowcount)
    assert filled.read(votes_by_target)[APPLY].confirms == 1


def test_a_held_vote_does_not_count(filled: Store) -> None:
    vote(filled, APPLY, held=1)
    vote(filled, PORTAL, held=1)
    assert filled.read(votes_by_target) == {}
    assert filled.read(voters_by_artefact) == {}
    assert filled.read(lambda connection: votes_in_all(connection, moment(EARLIER)))["confirms"] == 0


@requirement("R-IDX-03")
def test_a_source_is_counted_by_itself_and_its_voters_with_those_of_its_path(filled: Store) -> None:
    vote(filled, CERTIFICATE, voter="one")
    vote(filled, PORTAL, voter="one")
    vote(filled, PORTAL, REJECT, voter="two")
    vote(filled, DESK, voter="three", at=EARLIER)
    assert filled.read(votes_by_target) == {
        CERTIFICATE: Votes(1, 0, moment(NOON)),
        PORTAL: Votes(1, 1, moment(NOON)),
        DESK: Votes(0, 0, moment(EARLIER)),
    }
    assert filled.read(voters_by_artefact) == {CERTIFICATE: 2}


def test_votes_on_something_unknown_are_left_out(filled: Store) -> None:
    vote(filled, (TargetType.SKILL, "demo-gone"))
    vote(filled, (TargetType.PATH_SOURCE, "demo-gone:federal-portal"))
    assert filled.read(votes_by_target) == {}
    assert filled.read(voters_by_artefact) == {}


def test_everything_voted_on_is_in_the_totals(filled: Store) -> None:
    uid = concern(filled, APPLY)
    for target in (APPLY, PORTAL, (TargetType.OBSERVATION, uid), (TargetType.REFERENCE, "ref-00001")):
        vote(filled, target, at=EARLIER)
        vote(filled, target, REJECT, at=LATER)
    vote(filled, APPLY, CONFIRM, at=LATER)
    found = filled.read(lambda connection: votes_in_all(connection, moment(NOON)))
    assert found == {"confirms": 5, "rejects": 4, "last_30d": 5}
