"""Concerns are ranked in SQL as one at a time: of each voter the latest verdict."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import insert

from becivic.lifecycle.standing import Score, score
from becivic.publishing.concern_scores import scores
from becivic.publishing.consensus.votes import votes_on
from becivic.rules.consensus import POLICY
from becivic.rules.targets import TargetType
from becivic.store.store import Store
from becivic.store.tables.signals import VALIDATIONS, SubmitterType
from becivic.store.written import moment
from tests.factories.homes import NOON
from tests.factories.records import record
from tests.factories.signals import CONFIRM, REJECT, vote
from tests.requirement import requirement

FIRST, SECOND = "con-00001", "con-00002"
LATER = NOON + timedelta(hours=1)


@requirement("R-OBSV-15")
def test_of_each_voter_the_latest_vote_counts_and_a_held_or_unread_one_never(store: Store) -> None:
    first, second = (TargetType.OBSERVATION, FIRST), (TargetType.OBSERVATION, SECOND)
    vote(store, first, voter="one", at=LATER)
    vote(store, first, REJECT, voter="one")
    vote(store, first, voter="two")
    vote(store, first, REJECT, voter="two")
    vote(store, first, voter="three", held=1)
    vote(store, first, voter="four", rationale="Words.")
    vote(store, first, voter_hash=None)
    vote(store, second, voter="one")
    vote(store, (TargetType.SKILL, FIRST), voter="five")
    found = store.read(lambda connection: scores(connection, [FIRST, SECOND, "con-00003"]))
    assert found == {FIRST: Score(1, 1), SECOND: Score(1, 0)}
    assert store.read(lambda connection: scores(connection, [])) == {}


_ROWS = st.fixed_dictionaries(
    {
        "target_id": st.sampled_from((FIRST, SECOND)),
        "verdict": st.sampled_from((CONFIRM.value, REJECT.value)),
        "validated_at": st.sampled_from((moment(NOON), moment(LATER))),
        "voter_hash": st.sampled_from(("one", "two", None)),
        "submitter_type": st.sampled_from([each.value for each in SubmitterType]),
        "held": st.sampled_from((0, 0, 1)),
        "rationale": st.sampled_from((None, None, "Words.")),
        "names_scanned": st.sampled_from((None, "rules")),
    }
)


def _row(number: int, drawn: dict[str, Any]) -> dict[str, Any]:
    """No probe has an address."""
    is_probe = drawn["submitter_type"] == SubmitterType.CI_PROBE.value
    wordless = {"injection_reason": None, "traversal_metadata": None, "cohort_anchor": None}
    addressed = {"voter_hash": None} if is_probe else {}
    return {**record(VALIDATIONS, number), **wordless, **drawn, **addressed}


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(_ROWS, max_size=10))
def test_sql_and_the_rules_rank_the_same(store: Store, drawn: Sequence[dict[str, Any]]) -> None:
    rows = [_row(number, each) for number, each in enumerate(drawn, start=1)]
    with store.engine.connect() as connection:
        if rows:
            connection.execute(insert(VALIDATIONS), rows)
        found = scores(connection, [FIRST, SECOND])
        for uid in (FIRST, SECOND):
            votes = votes_on(connection, TargetType.OBSERVATION, uid).votes
            assert found.get(uid, Score(0, 0)) == score(votes, POLICY)
        connection.rollback()  # no vote is ever deleted
