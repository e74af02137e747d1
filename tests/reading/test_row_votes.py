"""Votes on rows are counted in SQL as the lifecycle counts people's one at a time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, insert, update

from becivic.lifecycle import tally
from becivic.lifecycle.evidence import Evidence
from becivic.lifecycle.standing import Score
from becivic.publishing.cohort_stats import NothingOfMain
from becivic.publishing.concern_scores import NOBODY
from becivic.publishing.consensus.cases import case_of
from becivic.reading.row_votes import votes_on_rows
from becivic.rules.consensus import POLICY
from becivic.rules.targets import TargetType
from becivic.store.store import Store
from becivic.store.tables.catalogue import VOLATILE_VALUES
from becivic.store.tables.signals import VALIDATIONS, SubmitterType
from becivic.store.written import moment
from tests.factories.catalogue import fee, law
from tests.factories.homes import NOON
from tests.factories.readers import amended_value
from tests.factories.records import record
from tests.factories.signals import CONFIRM, REJECT, vote

VALUE, OTHER = (TargetType.VOLATILE_VALUE, "val-00001"), (TargetType.VOLATILE_VALUE, "val-00002")
LATER = NOON + timedelta(hours=1)


def counted(store: Store, uids: Sequence[str] = ("val-00001", "val-00002")) -> dict[str, Score]:
    return store.read(lambda connection: votes_on_rows(connection, TargetType.VOLATILE_VALUE, uids))


def test_each_row_has_the_votes_since_it_stands(store: Store) -> None:
    store.write(lambda connection: (fee(connection), fee(connection, "demo-other-fee-eur"), law(connection)))
    vote(store, VALUE, voter="one")
    vote(store, VALUE, REJECT, voter="two")
    vote(store, VALUE, REJECT, voter="three", at=NOON - timedelta(hours=1))
    vote(store, OTHER, voter="one", at=LATER)
    vote(store, (TargetType.REFERENCE, "ref-00001"), voter="one")
    assert counted(store) == {"val-00001": Score(1, 1), "val-00002": Score(1, 0)}
    assert counted(store, ()) == {}
    assert counted(store, ("val-00009",)) == {}
    amended_value(store, 200, now=LATER)
    assert counted(store) == {"val-00002": Score(1, 0)}


_ROWS = st.fixed_dictionaries(
    {
        "target_id": st.sampled_from(("val-00001", "val-00002")),
        "verdict": st.sampled_from((CONFIRM.value, REJECT.value)),
        "validated_at": st.sampled_from((moment(NOON - timedelta(hours=1)), moment(NOON), moment(LATER))),
        "voter_hash": st.sampled_from(("one", "two", None)),
        "submitter_type": st.sampled_from([each.value for each in SubmitterType]),
        "held": st.sampled_from((0, 0, 1)),
        "rationale": st.sampled_from((None, None, "Words.")),
        "names_scanned": st.sampled_from((None, "rules")),
    }
)
_FIXED = {
    "target_type": TargetType.VOLATILE_VALUE.value,
    "cohort_anchor": None,
    "injection_reason": None,
    "traversal_metadata": None,
}
_STANDING = st.sampled_from(
    ({"status": "alpha"}, {"status": "stable", "stable_at": moment(LATER)}, {"status": "stable"})
)


@given(drawn=st.lists(_ROWS, max_size=8), standing=_STANDING)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_both_ways_of_counting_agree(
    sqlite_store: Store, drawn: list[dict[str, Any]], standing: dict[str, str]
) -> None:
    rows = [record(VALIDATIONS, number, **{**_FIXED, **row}) for number, row in enumerate(drawn, 1)]
    with sqlite_store.engine.connect() as connection:
        fee(connection)
        fee(connection, "demo-other-fee-eur")
        connection.execute(update(VOLATILE_VALUES).values(standing))
        if rows:
            connection.execute(insert(VALIDATIONS), rows)
        found = votes_on_rows(connection, TargetType.VOLATILE_VALUE, ["val-00001", "val-00002"])
        for target in (VALUE, OTHER):
            assert found.get(target[1], NOBODY) == _one_at_a_time(connection, target)
        connection.rollback()  # no vote is ever deleted


def _one_at_a_time(connection: Connection, target: tuple[TargetType, str]) -> Score:
    """By the lifecycle, of what people say."""
    case = case_of(connection, *target, NothingOfMain())
    assert case is not None
    people = Evidence.of(vote for vote in case.evidence.votes if not vote.is_probe)
    whole = tally(case.artefact, people, POLICY).whole
    return Score(int(whole.confirms), int(whole.rejects))
