"""Silence deprecates a path only after 90 days on which a source could have been confirmed (R-PLC-07, ADR 46)."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

import pytest

from becivic.fetching import Trouble
from becivic.publishing.consensus.main_facts import MainFacts
from becivic.publishing.consensus.story import Teller
from becivic.publishing.rot.probe_plan import plan_of
from becivic.publishing.rot.probing import probe
from becivic.rules.consensus import POLICY, Rule
from becivic.rules.statuses import Status
from becivic.store.store import Store
from tests.factories.outside import Told, page, pretend
from tests.factories.polls import PATH, SOURCE, Poll, Target, begun
from tests.requirement import requirement

A_DAY = timedelta(days=1)
DESK: Target = (SOURCE[0], "certificate-of-residence:commune-desk")
"""Of another path, and of the class that has an office in every path."""


@pytest.fixture
def poll(sqlite_store: Store, tmp_path: Path) -> Poll:
    return Poll(begun(sqlite_store, tmp_path / "home"))


def probed(poll: Poll, days: int, told: Told) -> None:
    """The job `probe` once a day for so many days, on a web where every page says the same."""
    paths = poll.press.corpus.paths
    web: Mapping[str, Told] = {source.url: told for source in plan_of(paths).sources}
    for _ in range(days):
        poll.later(A_DAY)
        probe(poll.press.workshop, pretend(web)[0], poll.press.now, secrets.token_bytes, lambda _: None)


def is_deprecated(poll: Poll, target: Target = PATH) -> bool:
    poll.tick()
    return poll.status(target) is Status.DEPRECATED


@requirement("R-PLC-07")
@pytest.mark.parametrize("days", [91, 200])
def test_no_path_is_deprecated_while_nothing_could_confirm_it(poll: Poll, days: int) -> None:
    poll.later(timedelta(days=days))

    assert poll.tick().decisions == []
    told = poll.press.get(f"/paths/{PATH[1]}?format=md").text
    assert "not confirmed for a while" in told


@requirement("R-PLC-07")
def test_ninety_days_of_probes_that_confirm_nothing_deprecate_a_path(poll: Poll) -> None:
    probed(poll, 89, page(status=403))
    assert not is_deprecated(poll)

    probed(poll, 1, page(status=403))
    poll.later(A_DAY)

    assert is_deprecated(poll)
    assert poll.log(PATH)[-1].rule is Rule.UNCONFIRMED


@requirement("R-PLC-07")
def test_days_on_which_no_probe_ran_are_added_to_the_ninety(poll: Poll) -> None:
    probed(poll, 60, page(status=403))
    poll.later(timedelta(days=300))
    assert not is_deprecated(poll)
    probed(poll, 29, page(status=403))
    assert not is_deprecated(poll)

    probed(poll, 2, page(status=403))

    assert is_deprecated(poll)


@requirement("R-PLC-07")
def test_a_run_of_probes_that_reached_nothing_at_all_counts_for_no_day(poll: Poll) -> None:
    probed(poll, 95, Trouble.TOO_SLOW)

    assert not is_deprecated(poll)


@requirement("R-PLC-07")
def test_a_vote_on_any_path_of_the_class_makes_its_day_count(poll: Poll) -> None:
    for _ in range(91):
        poll.later(A_DAY)
        poll.vote(DESK)
    poll.later(A_DAY)

    assert is_deprecated(poll)
    assert not is_deprecated(poll, (PATH[0], DESK[1].partition(":")[0]))


@requirement("R-PLC-07")
def test_votes_on_other_things_than_paths_make_no_day_count(poll: Poll) -> None:
    for _ in range(91):
        poll.later(A_DAY)
        poll.confirm((PATH[0].SKILL, "nationality-application"), 1)
    poll.later(A_DAY)

    assert not is_deprecated(poll)


def test_the_story_of_a_path_names_the_earliest_day_of_its_deprecation(poll: Poll) -> None:
    poll.later(timedelta(days=200))
    teller = Teller(MainFacts(poll.press.workshop), POLICY, poll.press.now)

    story = poll.press.store.read(lambda connection: teller.story(connection, *PATH))

    assert story is not None
    (forgotten,) = (fall for fall in story.ahead.falls if fall.rule is Rule.UNCONFIRMED)
    assert forgotten.at is not None
    assert timedelta(days=89) < forgotten.at - poll.press.now <= timedelta(days=91)
