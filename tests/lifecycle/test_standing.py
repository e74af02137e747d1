"""How a source stands, when it is shown as stale, and how votes rank a concern."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic.lifecycle.standing import (
    Score,
    SourceHealth,
    health,
    is_stale,
    score,
    silent_since,
    uncounted_time,
)
from becivic.rules.consensus import POLICY, Policy
from becivic.rules.submissions import Verdict
from tests.factories.consensus import a_vote, later, votes
from tests.requirement import requirement

CONFIRM, REJECT = Verdict.CONFIRM, Verdict.REJECT


@requirement("R-PLC-01")
@pytest.mark.parametrize(
    ("confirms", "rejects", "stands"),
    [
        (0, 0, SourceHealth.UNTRIED),
        (1, 0, SourceHealth.CONFIRMED),
        (2, 1, SourceHealth.CONFIRMED),
        (2, 2, SourceHealth.DISPUTED),
        (1, 2, SourceHealth.REJECTED),
        (0, Fraction(1, 2), SourceHealth.REJECTED),
        (Fraction(1, 2), Fraction(1, 2), SourceHealth.DISPUTED),
    ],
)
def test_a_majority_says_how_a_source_stands(
    confirms: Fraction | int, rejects: Fraction | int, stands: SourceHealth
) -> None:
    assert health(confirms, rejects) is stands


@requirement("R-PLC-07")
@pytest.mark.parametrize(
    ("last", "asked_since", "now", "policy", "stale"),
    [
        (None, None, later(), POLICY, True),
        (later(), None, later(days=30), POLICY, False),
        (later(), None, later(days=30, microseconds=1), POLICY, True),
        (later(), None, later(days=3), Policy(stale_after=timedelta(days=2)), True),
        (later(), None, later(days=2), Policy(stale_after=timedelta(days=2)), False),
        (later(), later(hours=1), later(hours=2), POLICY, True),
        (later(hours=1), later(hours=1), later(hours=2), POLICY, False),
        (later(hours=2), later(hours=1), later(hours=2), POLICY, False),
        (later(hours=2), later(hours=1), later(days=31), POLICY, True),
    ],
)
def test_a_source_is_stale_after_thirty_days_or_since_its_class_was_doubted(
    last: datetime | None, asked_since: datetime | None, now: datetime, policy: Policy, stale: bool
) -> None:
    assert is_stale(last, asked_since, now, policy) is stale


@requirement("R-OBSV-15", "R-SM-17")
def test_a_concern_is_ranked_by_its_confirms_less_its_rejects() -> None:
    ranked = score(votes(confirms=2, rejects=5), POLICY)

    assert (ranked.up, ranked.down, ranked.net) == (2, 5, -3)


@requirement("R-OBSV-04")
@pytest.mark.parametrize(
    ("up", "down", "policy", "hidden"),
    [
        (0, 2, POLICY, False),
        (0, 3, POLICY, True),
        (7, 9, POLICY, False),
        (7, 10, POLICY, True),
        (0, 0, POLICY, False),
        (0, 1, Policy(hide_below=1), True),
        (0, 3, Policy(hide_below=4), False),
    ],
)
def test_a_concern_is_folded_away_at_the_threshold(up: int, down: int, policy: Policy, hidden: bool) -> None:
    assert Score(up, down).is_hidden(policy) is hidden


@requirement("R-OBSV-15")
def test_only_what_may_count_ranks_a_concern() -> None:
    given = [
        a_vote(CONFIRM, voter="one", at=later(hours=1)),
        a_vote(REJECT, voter="one", at=later(hours=2)),
        a_vote(REJECT, is_held=True),
        a_vote(REJECT, is_looked_through=False),
        a_vote(REJECT, voter=None),
        a_vote(REJECT, voter=None),
        a_vote(CONFIRM, voter="two"),
    ]

    assert score(given, POLICY) == Score(up=1, down=1)


_ballots = st.lists(
    st.tuples(st.sampled_from(list(Verdict)), st.sampled_from("abc"), st.integers(0, 3)), max_size=8
)


@given(_ballots, st.data())
def test_the_order_of_votes_does_not_matter_for_a_concern(
    ballots: list[tuple[Verdict, str, int]], data: st.DataObject
) -> None:
    cast = [a_vote(verdict, voter=voter, at=later(hours=hour)) for verdict, voter, hour in ballots]

    ranked = score(cast, POLICY)

    assert score(data.draw(st.permutations(cast)), POLICY) == ranked
    assert ranked.up + ranked.down == len({vote.voter for vote in cast})


NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("cohort", "last", "since"),
    [(NOON, None, NOON), (NOON, NOON - DAY, NOON), (NOON, NOON + DAY, NOON + DAY)],
)
def test_a_silence_begins_with_the_last_confirmation_or_with_the_cohort(
    cohort: datetime, last: datetime | None, since: datetime
) -> None:
    assert silent_since(cohort, last) == since


@requirement("R-PLC-07")
@pytest.mark.parametrize(
    ("counted", "now", "uncounted"),
    [
        ([], NOON, timedelta(0)),
        ([], NOON + timedelta(hours=11), timedelta(0)),  # the first day is not over: it may still count
        ([], NOON + timedelta(hours=12), timedelta(hours=12)),
        ([], NOON + 10 * DAY, 10 * DAY - timedelta(hours=12)),
        ([0], NOON + 10 * DAY, 9 * DAY),
        ([1, 2], NOON + 10 * DAY, 8 * DAY - timedelta(hours=12)),
        (
            [-5, 10, 11, 400],
            NOON + 10 * DAY,
            10 * DAY - timedelta(hours=12),
        ),  # before, today and later: neither
        (range(11), NOON + 10 * DAY, timedelta(0)),
    ],
)
def test_only_days_that_are_over_and_on_which_nothing_could_be_confirmed_are_left_out(
    counted: Iterable[int], now: datetime, uncounted: timedelta
) -> None:
    days = frozenset((NOON + each * DAY).date() for each in counted)
    assert uncounted_time(NOON, days, now) == uncounted


@given(st.sets(st.integers(0, 60)), st.timedeltas(timedelta(0), timedelta(days=50)))
def test_days_that_count_never_make_a_silence_longer_than_the_calendar_does(
    counted: set[int], span: timedelta
) -> None:
    days = frozenset((NOON + each * DAY).date() for each in counted)
    left_out = uncounted_time(NOON, days, NOON + span)
    assert timedelta(0) <= left_out <= span
    assert left_out >= uncounted_time(NOON, days | {(NOON + 3 * DAY).date()}, NOON + span)
