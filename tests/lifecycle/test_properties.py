"""What must hold whatever people send, in whatever order: drawn by Hypothesis over all four kinds of artefact."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from becivic.lifecycle import Artefact, Decision, Tally, Vote, judge
from becivic.rules.consensus import POLICY, TRANSITIONS, DecisionKind, Policy, Rule
from becivic.rules.statuses import Status
from becivic.rules.submissions import Verdict
from tests.factories.consensus import SERVED, after, decided, later, settled
from tests.lifecycle.strategies import ADDRESSES, MOMENTS, SOURCES, Case, a_case, cases
from tests.requirement import requirement

_ONE_STEP: Final = {Status.ALPHA: Status.BETA, Status.BETA: Status.STABLE}
_A_MOMENT: Final = timedelta(microseconds=1)


def _decided(case: Case, votes: Iterable[Vote] | None = None, now: datetime | None = None) -> Decision:
    return decided(case.artefact, case.votes if votes is None else votes, now or case.now, case.policy)


def _steps_up(case: Case, votes: Iterable[Vote]) -> int:
    """How often it rises until it comes to rest."""
    made = settled(case.artefact, votes, case.now, case.policy)
    return sum(decision.kind is DecisionKind.PROMOTE for decision in made)


@given(cases(), st.data())
def test_the_order_in_which_votes_arrive_does_not_matter(case: Case, data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(case.votes))

    assert _decided(case, shuffled) == _decided(case)


@given(cases())
def test_removing_a_confirm_never_promotes(case: Case) -> None:
    steps = _steps_up(case, case.votes)

    for gone in case.votes:
        if gone.confirms and not gone.flagged:  # with a flag, more than a confirm is removed
            assert _steps_up(case, (vote for vote in case.votes if vote is not gone)) <= steps


@given(cases(), st.sampled_from((*ADDRESSES, "somebody-new", None)), st.sampled_from(MOMENTS), st.booleans())
def test_adding_a_reject_never_promotes(case: Case, voter: str | None, at: datetime, flagged: bool) -> None:
    source = "" if not case.artefact.sources else SOURCES[0]
    reject = Vote(id="vote-more", verdict=Verdict.REJECT, at=at, voter=voter, flagged=flagged, source=source)

    assert _steps_up(case, (*case.votes, reject)) <= _steps_up(case, case.votes)


@requirement("R-QUAR-07")
@given(cases())
def test_there_is_no_illegal_transition(case: Case) -> None:
    for decision in settled(case.artefact, case.votes, case.now, case.policy):
        was = decision.artefact.status
        if decision.kind in (DecisionKind.HOLD, DecisionKind.OBSERVE):
            assert decision.to is was
            continue
        assert decision.to in TRANSITIONS[was]
        if decision.kind is DecisionKind.PROMOTE:
            assert decision.to is _ONE_STEP[was]
        elif decision.back_to is not None:
            assert decision.to is decision.back_to.status
        else:
            assert decision.to in (Status.ALPHA, Status.DEPRECATED, Status.QUARANTINED)


@given(cases(statuses=[status for status in Status if status not in TRANSITIONS]))
def test_what_is_a_draft_or_was_pulled_stays_what_it_is(case: Case) -> None:
    decision = _decided(case)

    assert decision.kind is DecisionKind.HOLD
    assert decision.to is case.artefact.status
    assert decision.due is None


@given(cases())
def test_what_a_decision_stood_on_counts_for_nothing_in_the_next_cohort(case: Case) -> None:
    decision = _decided(case)
    begun = after(decision).cohort_started_at

    if begun != case.artefact.cohort_started_at:
        again = decided(after(decision), case.votes, case.now, case.policy)
        assert not set(decision.tally.counted) & set(again.tally.counted)
        assert (again.kind, again.tally.flags) == (DecisionKind.HOLD, 0)


@given(cases())
def test_deciding_until_nothing_is_left_to_decide_comes_to_rest(case: Case) -> None:
    made = settled(case.artefact, case.votes, case.now, case.policy)

    observed = sum(decision.kind is DecisionKind.OBSERVE for decision in made)
    assert observed <= len(case.artefact.handed_over)
    risen = 2 if case.artefact.is_row else 1  # a row keeps its cohort while it rises
    assert len(made) <= observed + risen + 1
    assert not decided(after(made[-1]), case.votes, case.now, case.policy).changes


@given(cases())
def test_a_decision_is_made_again_from_what_the_log_holds(case: Case) -> None:
    decision = _decided(case)
    written = json.dumps([decision.artefact.as_json(), decision.tally.as_json(), case.policy.as_json()])
    artefact, tally, policy = json.loads(written)

    again = judge(Artefact.of_json(artefact), Tally.of_json(tally), Policy.of_json(policy), decision.at)

    assert again == decision
    assert again.as_json() == decision.as_json()


@given(cases(), st.timedeltas(min_value=_A_MOMENT, max_value=timedelta(days=100)))
def test_time_alone_decides_nothing_before_it_is_due_and_something_then(case: Case, wait: timedelta) -> None:
    held = settled(case.artefact, case.votes, case.now, case.policy)[-1]
    waiting = replace(case, artefact=held.artefact)

    if held.due is None:
        assert not _decided(waiting, now=case.now + wait).changes
        return
    assert held.due > case.now
    assert not _decided(waiting, now=max(case.now, min(case.now + wait, held.due - _A_MOMENT))).changes
    assert _decided(waiting, now=held.due).changes


@requirement("R-SM-13")
@given(cases(statuses=(Status.STABLE,)))
def test_votes_on_stable_promote_nothing(case: Case) -> None:
    """C-26. That a hand-over was observed changes no status."""
    decision = _decided(case)

    assert decision.kind is not DecisionKind.PROMOTE
    assert not decision.missing
    if decision.kind is DecisionKind.HOLD:
        assert decision.next_cohort_at == case.artefact.cohort_started_at


@given(cases(voters=("a",)), st.sampled_from((later(days=3), later(days=30))))
def test_one_address_moves_nothing_unless_it_flags(case: Case, now: datetime) -> None:
    """Under the numbers that hold by default, together with every probe there is."""
    decision = decided(case.artefact, case.votes, now, POLICY)

    if decision.tally.flags:
        assert decision.rule is Rule.INJECTION_FLAG
    else:
        assert not decision.changes


@given(cases())
def test_an_address_never_has_more_than_one_voice(case: Case) -> None:
    with_it = _decided(case).tally
    without = _decided(case, (vote for vote in case.votes if vote.voter != "a")).tally

    assert 0 <= with_it.whole.distinct - without.whole.distinct <= 1
    assert 0 <= with_it.flags - without.flags <= 1
    for name, count in [*with_it.sources.items(), *with_it.beyond.items(), ("", with_it.whole)]:
        assert count.confirming <= count.distinct <= len(ADDRESSES) + 1
        assert name == "" or count.distinct <= with_it.whole.distinct
    voices = with_it.whole.confirms + with_it.whole.rejects - without.whole.confirms - without.whole.rejects
    assert voices in (0, 1)


@given(cases())
def test_every_vote_counts_or_there_is_a_reason_why_not(case: Case) -> None:
    tally = _decided(case).tally

    assert set(tally.counted) | set(tally.left_out) == {vote.id for vote in case.votes}
    assert not set(tally.counted) & set(tally.left_out)


def test_what_is_drawn_comes_to_every_decision() -> None:
    """Otherwise the tests above would prove little."""
    drawn = (_decided(a_case(Random(seed))) for seed in range(600))
    seen = {(decision.kind, decision.artefact.status) for decision in drawn}

    assert {kind for kind, _ in seen} == set(DecisionKind) - {DecisionKind.REINSTATE}
    assert seen >= {(DecisionKind.PROMOTE, status) for status in _ONE_STEP}
    assert seen >= {(DecisionKind.ROLLBACK, status) for status in SERVED}
    assert seen >= {(DecisionKind.QUARANTINE, status) for status in SERVED}
