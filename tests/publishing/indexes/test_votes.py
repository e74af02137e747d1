"""Votes are counted by cohort and of one address once, in SQL as in the decisions."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, insert, update

from becivic.lifecycle import tally
from becivic.lifecycle.tallies import Count
from becivic.publishing.cohort_stats import NothingOfMain
from becivic.publishing.consensus.cases import case_of
from becivic.publishing.indexes.votes import (
    Counted,
    Target,
    last_votes,
    votes_in_all,
    votes_in_cohorts,
)
from becivic.publishing.records import fill_records
from becivic.rules.consensus import POLICY, Policy
from becivic.rules.targets import COHORT_ANCHORED, TargetType
from becivic.store.store import Store
from becivic.store.tables.keeping import ARTEFACTS
from becivic.store.tables.signals import VALIDATIONS, SubmitterType
from becivic.store.written import moment
from tests.factories.corpora import Files
from tests.factories.homes import NOON
from tests.factories.records import record
from tests.factories.signals import CONFIRM, REJECT, concern, vote
from tests.requirement import requirement

APPLY = (TargetType.SKILL, "demo-application")
CERTIFICATE = (TargetType.PATH, "demo-certificate")
PORTAL = (TargetType.PATH_SOURCE, "demo-certificate:federal-portal")
DESK = (TargetType.PATH_SOURCE, "demo-certificate:commune-desk")
LATER = NOON + timedelta(hours=1)
EARLIER = NOON - timedelta(hours=1)
PROBE: dict[str, Any] = {"submitter_type": SubmitterType.CI_PROBE.value, "voter_hash": None}


@pytest.fixture
def filled(store: Store) -> Store:
    """Cohorts began at noon."""
    fill_records(store, Files.valid().load(), NOON)
    return store


def counted(store: Store, policy: Policy = POLICY) -> Counted:
    return store.read(lambda connection: votes_in_cohorts(connection, policy))


def people(confirms: int, rejects: int) -> Count:
    return Count(Fraction(confirms), Fraction(rejects), confirms, confirms + rejects)


@requirement("R-IDX-06", "R-SM-08")
def test_votes_on_any_patch_of_the_current_line_count(filled: Store) -> None:
    vote(filled, APPLY, voter="one")
    vote(filled, APPLY, voter="two", version="0.1.12", at=LATER)
    vote(filled, APPLY, REJECT, voter="three")
    assert counted(filled).whole == {APPLY: people(2, 1)}


@requirement("R-IDX-06", "R-SM-08")
def test_votes_of_another_cohort_do_not_count_but_were_there(filled: Store) -> None:
    vote(filled, APPLY, version="0.2.0", at=LATER)
    vote(filled, APPLY, version="0.1.0", at=EARLIER)
    vote(filled, APPLY, version="0.11.0")
    assert counted(filled) == Counted()
    assert filled.read(last_votes) == {APPLY: moment(LATER)}


def test_a_cohort_that_began_anew_counts_from_there(filled: Store) -> None:
    vote(filled, APPLY, voter="one")
    vote(filled, APPLY, voter="two", at=LATER)
    began = update(ARTEFACTS).values(cohort_started_at=moment(LATER))
    filled.write(lambda connection: connection.execute(began).rowcount)
    assert counted(filled).whole == {APPLY: people(1, 0)}


def test_of_one_address_the_latest_verdict_counts_and_at_one_moment_a_reject(filled: Store) -> None:
    vote(filled, APPLY, REJECT, voter="one")
    vote(filled, APPLY, voter="one", at=LATER)
    vote(filled, APPLY, voter="two", at=LATER)
    vote(filled, APPLY, REJECT, voter="two", at=LATER)
    assert counted(filled).whole == {APPLY: people(1, 1)}


@pytest.mark.parametrize("changes", [{"held": 1}, {"rationale": "Words."}, {"voter_hash": None}])
def test_a_vote_that_is_held_or_unread_or_nobodys_does_not_count(
    filled: Store, changes: dict[str, Any]
) -> None:
    vote(filled, APPLY, **changes)
    vote(filled, PORTAL, **changes)
    assert counted(filled) == Counted()
    in_all = filled.read(lambda connection: votes_in_all(connection, moment(EARLIER)))
    was_given = "voter_hash" in changes
    assert in_all["confirms"] == 2 * was_given
    assert set(filled.read(last_votes)) == ({APPLY, PORTAL} if was_given else set())


@requirement("R-IDX-03", "R-OBSV-09")
def test_a_source_is_counted_by_itself_and_with_its_path_each_address_once(filled: Store) -> None:
    vote(filled, CERTIFICATE, voter="one")
    vote(filled, PORTAL, REJECT, voter="one", at=LATER)
    vote(filled, PORTAL, voter="two")
    vote(filled, DESK, voter="two", at=LATER)
    vote(filled, DESK, voter="three", at=EARLIER)
    assert counted(filled) == Counted({CERTIFICATE: people(1, 1)}, {PORTAL: people(1, 1), DESK: people(1, 0)})


@requirement("R-PLC-05")
def test_all_probes_are_one_address_of_less_weight_and_what_works_is_enough(filled: Store) -> None:
    vote(filled, PORTAL, REJECT, at=LATER, **PROBE)
    vote(filled, DESK, at=LATER, **PROBE)
    vote(filled, DESK, REJECT, **PROBE)
    found = counted(filled)
    half = Fraction(1, 2)
    assert found.whole == {CERTIFICATE: Count(half, Fraction(), 1, 1)}
    assert found.sources == {PORTAL: Count(Fraction(), half, 0, 1), DESK: Count(half, Fraction(), 1, 1)}
    assert counted(filled, Policy(probe_weight=Fraction(1))).whole == {CERTIFICATE: people(1, 0)}


def test_votes_on_something_unknown_are_left_out(filled: Store) -> None:
    vote(filled, (TargetType.SKILL, "demo-gone"))
    vote(filled, (TargetType.PATH_SOURCE, "demo-gone:federal-portal"))
    assert counted(filled) == Counted()


def test_everything_voted_on_is_in_the_totals(filled: Store) -> None:
    uid = concern(filled, APPLY)
    for target in (APPLY, PORTAL, (TargetType.OBSERVATION, uid), (TargetType.REFERENCE, "ref-00001")):
        vote(filled, target, at=EARLIER)
        vote(filled, target, REJECT, at=LATER)
    vote(filled, APPLY, CONFIRM, at=LATER)
    found = filled.read(lambda connection: votes_in_all(connection, moment(NOON)))
    assert found == {"confirms": 5, "rejects": 4, "last_30d": 5}


_ROWS = st.fixed_dictionaries(
    {
        "target": st.sampled_from((APPLY, CERTIFICATE, PORTAL, DESK)),
        "verdict": st.sampled_from((CONFIRM, REJECT)),
        "at": st.sampled_from((EARLIER, NOON, LATER)),
        "voter_hash": st.sampled_from(("one", "two", "three", None)),
        "is_probe": st.sampled_from((False, False, True)),
        "version": st.sampled_from(("0.1.0", "0.1.12", "0.2.0", None)),
        "held": st.sampled_from((0, 0, 0, 1)),
        "rationale": st.sampled_from((None, None, "Words.")),
        "names_scanned": st.sampled_from((None, "rules")),
    }
)


def _row(number: int, drawn: dict[str, Any]) -> dict[str, Any]:
    kind, target_id = drawn["target"]
    is_probe, version = drawn["is_probe"], drawn["version"]
    anchored = kind in COHORT_ANCHORED and version is not None
    return {
        **record(VALIDATIONS, number),
        "target_type": kind.value,
        "target_id": target_id,
        "verdict": drawn["verdict"].value,
        "validated_at": moment(drawn["at"]),
        "voter_hash": None if is_probe else drawn["voter_hash"],
        "submitter_type": (SubmitterType.CI_PROBE if is_probe else SubmitterType.AGENT).value,
        "cohort_anchor": f"{target_id}@{version}" if anchored else None,
        **{name: drawn[name] for name in ("held", "rationale", "names_scanned")},
        "injection_reason": None,
        "traversal_metadata": None,
    }


def _by_the_rules(connection: Connection, policy: Policy) -> tuple[dict[Target, Count], dict[Target, Count]]:
    whole, sources = {}, {}
    for target in (APPLY, CERTIFICATE):
        case = case_of(connection, *target, NothingOfMain())
        assert case is not None
        found = tally(case.artefact, case.evidence, policy)
        if found.whole.distinct:
            whole[target] = found.whole
        for name, count in found.sources.items():
            sources[TargetType.PATH_SOURCE, f"{target[1]}:{name}"] = count
    return whole, sources


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(_ROWS, max_size=12), st.sampled_from((Fraction(0), Fraction(1, 3), Fraction(1))))
def test_sql_and_the_rules_count_the_same(
    filled: Store, drawn: Sequence[dict[str, Any]], weight: Fraction
) -> None:
    policy = Policy(probe_weight=weight)
    rows = [_row(number, each) for number, each in enumerate(drawn, start=1)]
    with filled.engine.connect() as connection:
        if rows:
            connection.execute(insert(VALIDATIONS), rows)
        found = votes_in_cohorts(connection, policy)
        assert (found.whole, found.sources) == _by_the_rules(connection, policy)
        connection.rollback()  # no vote is ever deleted
