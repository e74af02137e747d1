"""Rejects, flags and forgotten paths at their edges, for all four kinds; and where what is withdrawn goes."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

import pytest

from becivic.lifecycle import Prior, PriorKind, judge
from becivic.lifecycle.judging import forgotten_at, may_go_back
from becivic.rules.consensus import POLICY, DecisionKind, Policy, Rule
from becivic.rules.statuses import Status
from becivic.rules.submissions import Verdict
from becivic.rules.targets import TargetType
from tests.factories.consensus import (
    KINDS,
    SERVED,
    a_vote,
    after,
    an_artefact,
    decided,
    later,
    settled,
    votes,
)
from tests.lifecycle.tables import OTHER_NUMBERS, came_to, each_kind, tally_of
from tests.requirement import requirement

HOLD, ROLLBACK = DecisionKind.HOLD, DecisionKind.ROLLBACK
DEPRECATE, QUARANTINE = DecisionKind.DEPRECATE, DecisionKind.QUARANTINE
SKILL, PATH = TargetType.SKILL, TargetType.PATH
ROWS: Final = KINDS[2:]
REJECT = Verdict.REJECT
EARLIER_STABLE: Final = Prior(PriorKind.STABLE, Status.STABLE, "f00d")
_AMENDED_ALPHA: Final = Prior(PriorKind.AMENDED, Status.ALPHA, "beef")
_AMENDED_BETA: Final = Prior(PriorKind.AMENDED, Status.BETA, "beef")


@requirement("R-SM-06", "R-PLC-02")
@each_kind
@pytest.mark.parametrize("status", SERVED)
@pytest.mark.parametrize(
    ("confirms", "rejects", "policy", "falls"),
    [
        (0, 1, POLICY, False),
        (0, 2, POLICY, True),
        (7, 8, POLICY, False),
        (7, 9, POLICY, True),
        (0.5, 2, POLICY, False),  # a probe confirms
        (0.5, 3, POLICY, True),
        (0, 1.5, POLICY, False),
        (0, 3, OTHER_NUMBERS, False),
        (0, 4, OTHER_NUMBERS, True),
    ],
)
def test_rejects_that_exceed_confirms_by_the_margin_withdraw_from_any_status(
    kind: TargetType, status: Status, confirms: float, rejects: float, policy: Policy, falls: bool
) -> None:
    artefact = an_artefact(kind, status=status)
    counted = tally_of(confirms, rejects)

    decision = judge(artefact, counted, policy, later(hours=1))

    assert decision.changes is falls
    assert may_go_back(artefact, counted, policy) is falls
    assert decision.rule is (Rule.NET_REJECTS if falls else None)
    if falls:
        assert decision.kind is (DEPRECATE if kind is PATH else ROLLBACK)


@requirement("R-SM-07")
@each_kind
@pytest.mark.parametrize("status", SERVED)
@pytest.mark.parametrize(
    ("flags", "policy", "is_pulled"),
    [(0, POLICY, False), (1, POLICY, True), (1, OTHER_NUMBERS, False), (2, OTHER_NUMBERS, True)],
)
def test_a_flag_pulls_what_has_nothing_behind_it(
    kind: TargetType, status: Status, flags: int, policy: Policy, is_pulled: bool
) -> None:
    artefact = an_artefact(kind, status=status)
    given = [a_vote(voter=f"flagger-{number}", flagged=True) for number in range(flags)]

    decision = decided(artefact, [*given, *votes(confirms=20)], later(minutes=59), policy)

    assert came_to(decision) == ((QUARANTINE, Status.QUARANTINED) if is_pulled else (HOLD, status))
    assert decision.rule is (Rule.INJECTION_FLAG if is_pulled else None)
    assert not decision.goes_back
    assert may_go_back(artefact, decision.tally, policy) is is_pulled


@requirement("R-SM-07")
@each_kind
@pytest.mark.parametrize("status", SERVED)
@pytest.mark.parametrize(
    "prior", [EARLIER_STABLE, *(Prior(PriorKind.AMENDED, status, "beef") for status in SERVED)]
)
def test_a_flag_brings_back_what_was_there_before(kind: TargetType, status: Status, prior: Prior) -> None:
    """C-27; whatever the kind, for a text that steers agents is not served a moment longer."""
    decision = decided(an_artefact(kind, status=status, prior=prior), [a_vote(flagged=True)])

    assert came_to(decision) == (QUARANTINE, prior.status)
    assert decision.back_to == prior


@requirement("R-SM-07")
@pytest.mark.parametrize("status", [status for status in Status if not status.is_published])
def test_a_flag_never_brings_back_a_draft_or_what_was_pulled(status: Status) -> None:
    artefact = an_artefact(prior=Prior(PriorKind.AMENDED, status, "beef"))

    assert came_to(decided(artefact, [a_vote(flagged=True)])) == (QUARANTINE, Status.QUARANTINED)


def test_a_flag_comes_before_every_other_rule() -> None:
    """Ten people confirmed it, two addresses reject a source, and nobody has looked for long: the flag decides."""
    artefact = an_artefact(PATH, sources=("portal",), handed_over=("portal",))
    given = [*votes(confirms=10, source="portal", beyond_handoff=True), a_vote(REJECT, flagged=True)]

    assert decided(artefact, given, later(days=200)).kind is QUARANTINE


@requirement("R-SM-06", "R-PLC-02", "R-QUAR-07")
@pytest.mark.parametrize(
    ("kind", "status", "prior", "outcome", "goes_back"),
    [
        (SKILL, Status.ALPHA, EARLIER_STABLE, (ROLLBACK, Status.STABLE), True),
        (SKILL, Status.BETA, EARLIER_STABLE, (ROLLBACK, Status.STABLE), True),
        (SKILL, Status.STABLE, EARLIER_STABLE, (ROLLBACK, Status.STABLE), True),
        (SKILL, Status.ALPHA, _AMENDED_ALPHA, (ROLLBACK, Status.ALPHA), True),
        (SKILL, Status.ALPHA, _AMENDED_BETA, (ROLLBACK, Status.BETA), True),
        (SKILL, Status.ALPHA, None, (ROLLBACK, Status.DEPRECATED), False),
        # The text that people came to trust falls as it is; what was amended long ago stays amended.
        (SKILL, Status.BETA, _AMENDED_ALPHA, (ROLLBACK, Status.ALPHA), False),
        (SKILL, Status.STABLE, _AMENDED_BETA, (ROLLBACK, Status.ALPHA), False),
        (SKILL, Status.BETA, None, (ROLLBACK, Status.ALPHA), False),
        (SKILL, Status.STABLE, None, (ROLLBACK, Status.ALPHA), False),
        # C-28: only behind an amendment, and only to a stable.
        (PATH, Status.ALPHA, EARLIER_STABLE, (ROLLBACK, Status.STABLE), True),
        (PATH, Status.BETA, EARLIER_STABLE, (ROLLBACK, Status.STABLE), True),
        (PATH, Status.STABLE, EARLIER_STABLE, (DEPRECATE, Status.DEPRECATED), False),
        (PATH, Status.ALPHA, _AMENDED_ALPHA, (DEPRECATE, Status.DEPRECATED), False),
        (PATH, Status.ALPHA, None, (DEPRECATE, Status.DEPRECATED), False),
        (PATH, Status.STABLE, None, (DEPRECATE, Status.DEPRECATED), False),
        *(
            case
            for row in ROWS
            for status in SERVED
            for case in (
                (row, status, EARLIER_STABLE, (ROLLBACK, Status.STABLE), True),
                (row, status, None, (ROLLBACK, Status.DEPRECATED), False),
            )
        ),
    ],
)
def test_where_a_rejected_content_goes(
    kind: TargetType,
    status: Status,
    prior: Prior | None,
    outcome: tuple[DecisionKind, Status],
    goes_back: bool,
) -> None:
    decision = decided(an_artefact(kind, status=status, prior=prior), votes(rejects=2), later(hours=2))

    assert came_to(decision) == outcome
    assert decision.back_to == (prior if goes_back else None)
    assert decision.next_cohort_at == later(hours=2)


@requirement("R-PLC-02")
@pytest.mark.parametrize(
    ("on_counter", "on_portal", "rule"),
    [
        ((0, 2), (0, 2), Rule.SOURCES_REJECTED),
        ((0, 2), (0, 1), None),
        ((0, 2), (1, 2), None),
        ((2, 4), (1, 3), Rule.SOURCES_REJECTED),
        ((0, 2), (0, 0), None),
    ],
)
def test_a_path_is_deprecated_when_all_its_sources_are_rejected(
    on_counter: tuple[int, int], on_portal: tuple[int, int], rule: Rule | None
) -> None:
    """As many people who confirm the path itself keep the whole above water, so that the sources decide."""
    artefact = an_artefact(PATH, sources=("counter", "portal"))
    given = [
        *votes(*on_counter, source="counter"),
        *votes(*on_portal, source="portal"),
        *votes(confirms=8),
    ]

    decision = decided(artefact, given, later(hours=2))

    assert decision.rule is rule
    assert decision.kind is (DEPRECATE if rule else HOLD)


def test_a_path_without_sources_is_not_rejected_by_all_of_them() -> None:
    assert not decided(an_artefact(PATH), now=later(days=80)).changes


@requirement("R-PLC-02")
def test_an_address_that_rejects_every_source_is_still_one_address() -> None:
    artefact = an_artefact(PATH, sources=("counter", "portal"))
    given = [
        a_vote(REJECT, source=source, voter="one", at=later(hours=hour))
        for hour, source in enumerate(("counter", "portal", "counter", "portal", ""))
    ]

    decision = decided(artefact, given, later(hours=9))

    assert not decision.changes
    assert decision.tally.whole.rejects == 1


@requirement("R-PLC-07")
@pytest.mark.parametrize("status", SERVED)
@pytest.mark.parametrize(
    ("last", "now", "policy", "is_deprecated"),
    [
        (None, later(days=89, hours=23), POLICY, False),
        (None, later(days=90) - timedelta(microseconds=1), POLICY, False),
        (None, later(days=90), POLICY, True),
        (later(days=10), later(days=99, hours=23), POLICY, False),
        (later(days=10), later(days=100), POLICY, True),
        (later(days=-80), later(days=89), POLICY, False),  # what is new has its time too
        (later(days=-80), later(days=90), POLICY, True),
        (None, later(days=7), OTHER_NUMBERS, True),
        (None, later(days=6, hours=23), OTHER_NUMBERS, False),
    ],
)
def test_a_path_that_nobody_confirmed_for_ninety_days_is_deprecated(
    status: Status, last: datetime | None, now: datetime, policy: Policy, is_deprecated: bool
) -> None:
    artefact = an_artefact(PATH, status=status, last_confirmed=last, prior=EARLIER_STABLE)

    decision = decided(artefact, now=now, policy=policy)

    assert came_to(decision) == ((DEPRECATE, Status.DEPRECATED) if is_deprecated else (HOLD, status))
    assert decision.rule is (Rule.UNCONFIRMED if is_deprecated else None)
    assert not decision.goes_back
    if not is_deprecated:
        assert decision.due == forgotten_at(artefact, policy)


@requirement("R-PLC-07")
@pytest.mark.parametrize(
    ("uncounted", "now", "is_deprecated"),
    [
        (timedelta(days=90), later(days=90), False),
        (timedelta(days=1), later(days=91) - timedelta(microseconds=1), False),
        (timedelta(days=1), later(days=91), True),
        (timedelta(days=400), later(days=400), False),
        (timedelta(days=400), later(days=490), True),
    ],
)
def test_time_in_which_nothing_could_be_confirmed_deprecates_no_path(
    uncounted: timedelta, now: datetime, is_deprecated: bool
) -> None:
    artefact = an_artefact(PATH, uncounted=uncounted)

    decision = decided(artefact, now=now)

    assert came_to(decision) == ((DEPRECATE, Status.DEPRECATED) if is_deprecated else (HOLD, Status.ALPHA))
    assert is_deprecated or decision.due == later() + uncounted + POLICY.deprecate_after


@requirement("R-PLC-07")
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind is not PATH])
@pytest.mark.parametrize("status", SERVED)
def test_only_paths_are_forgotten(kind: TargetType, status: Status) -> None:
    decision = decided(an_artefact(kind, status=status), now=later(days=4000))

    assert not decision.changes
    assert decision.due is None


def test_one_flag_at_the_moment_of_the_tick_takes_one_text_down_and_not_the_one_before_it() -> None:
    """The cohort of what comes back begins after the flag, be it as young as the tick or younger."""
    artefact = an_artefact(status=Status.STABLE, prior=EARLIER_STABLE)

    for at in (later(days=1), later(days=1, seconds=4)):
        made = settled(artefact, [a_vote(flagged=True, at=at)], later(days=1))
        assert [each.kind for each in made] == [QUARANTINE, HOLD]
        assert made[-1].artefact.cohort_started_at > at


def test_two_addresses_take_down_one_text_at_a_time() -> None:
    artefact = an_artefact(status=Status.STABLE)
    fallen = decided(artefact, votes(rejects=2), later(hours=2))
    assert came_to(fallen) == (ROLLBACK, Status.ALPHA)

    again = after(fallen)

    assert not decided(again, votes(rejects=2), later(hours=3)).changes
    assert not decided(again, votes(rejects=1, at=later(hours=3)), later(hours=3)).changes
    more = decided(again, votes(rejects=2, at=later(hours=3)), later(hours=3))
    assert came_to(more) == (ROLLBACK, Status.DEPRECATED)
