"""The story of an artefact: every vote with its reason, what is ahead by the rules that decide, what was decided."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from becivic.lifecycle import PriorKind
from becivic.publishing.consensus.main_facts import MainFacts
from becivic.publishing.consensus.near_names import near_names
from becivic.publishing.consensus.story import Story, Teller
from becivic.rules.changes import ChangeState
from becivic.rules.consensus import POLICY, NotCounted, Policy, Rule
from becivic.rules.moments import rfc3339
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType
from becivic.store.store import Store
from becivic.store.tables.catalogue import VOLATILE_VALUES
from becivic.store.tables.keeping import CHANGE_REQUESTS
from becivic.store.tables.signals import VALIDATIONS
from tests.factories.polls import PATH, SKILL, SOURCE, TWO_DAYS, VALUE, Poll, Target, address, begun


@pytest.fixture
def poll(sqlite_store: Store, tmp_path: Path) -> Poll:
    return Poll(begun(sqlite_store, tmp_path / "home"))


def story(poll: Poll, target: Target, policy: Policy = POLICY) -> Story:
    teller = Teller(MainFacts(poll.press.workshop), policy, poll.press.now)
    found = poll.press.store.read(lambda connection: teller.story(connection, *target))
    assert found is not None
    return found


def falls(told: Story) -> list[tuple[Rule, str, int]]:
    return [(fall.rule, fall.decision.to.value, fall.more) for fall in told.ahead.falls]


def test_every_vote_is_told_with_the_reason_why_it_does_not_count(poll: Poll) -> None:
    held, first, other = poll.confirm(SKILL, 1)[0], poll.vote(SKILL, by=address(7)), poll.confirm(SKILL, 1)[0]
    poll.later(timedelta(hours=1))
    last, unread = poll.vote(SKILL, by=address(7)), poll.flag(SKILL)

    def change(vote: str, **values: Any) -> None:
        job = update(VALIDATIONS).where(VALIDATIONS.c.validation_id == vote).values(values)
        poll.press.store.write(lambda connection: connection.execute(job).rowcount)

    change(held, held=1)
    change(other, voter_hash=None)
    told = story(poll, SKILL)
    assert {each.vote.id: each.left_out for each in told.votes.current} == {
        held: NotCounted.HELD,
        first: NotCounted.LATER_VERDICT,
        other: NotCounted.UNKNOWN_ADDRESS,
        last: None,
        unread: NotCounted.NOT_LOOKED_THROUGH,
    }
    said = told.as_json()
    assert said["votes"][-1] == {
        "id": unread,
        "verdict": "reject",
        "at": "2026-11-15T11:30:00Z",
        "injection_flag": True,
        "by": "agent",
        "counts": False,
        "reason": "not_looked_through",
        "meaning": NotCounted.NOT_LOOKED_THROUGH.meaning,
    }
    assert said["cohort_stats"]["affirms"] == 1


def test_votes_of_an_earlier_cohort_are_summed_up_whatever_else_speaks_against_them(poll: Poll) -> None:
    poll.confirm(SKILL, 3)
    poll.reject(SKILL, 1)
    read = {"held": 1, "rationale": None}  # a person has seen it, and it never counts
    held = update(VALIDATIONS).where(VALIDATIONS.c.verdict == "reject").values(read)
    poll.press.store.write(lambda connection: connection.execute(held).rowcount)
    poll.later(TWO_DAYS)
    poll.tick()
    told = story(poll, SKILL)
    assert (told.artefact.status, told.votes.current) == (Status.BETA, [])
    assert told.votes.earlier.as_json() == {"votes": 4, "confirms": 3, "rejects": 1}
    assert len(told.as_json(all_votes=True)["votes"]) == 4
    assert told.since == told.log[0].decided_at == told.artefact.cohort_started_at


def test_a_step_up_says_what_it_lacks(poll: Poll) -> None:
    poll.confirm(SKILL, 3)
    told = story(poll, SKILL)
    assert told.ahead.up is not None
    assert [each.what for each in told.ahead.up.missing] == ["time"]
    assert not told.ahead.up.is_possible
    assert not told.ahead.due.changes
    poll.later(TWO_DAYS)
    ready = story(poll, SKILL).ahead
    assert ready.up is not None
    assert (ready.up.missing, ready.up.earliest, ready.up.is_possible) == ((), poll.press.now, True)
    assert ready.due.to is Status.BETA


def test_what_would_take_a_skill_back_depends_on_what_is_behind_it(poll: Poll) -> None:
    assert falls(story(poll, SKILL)) == [
        (Rule.NET_REJECTS, "deprecated", 2),
        (Rule.INJECTION_FLAG, "quarantined", 1),
    ]
    poll.promote(SKILL, Status.BETA)
    poll.confirm(SKILL, 1)
    assert falls(story(poll, SKILL))[0] == (Rule.NET_REJECTS, "alpha", 3)
    poll.promote(SKILL, Status.STABLE)
    poll.press.sends("amendments/valid/skill/body-one-line", submitted_at=rfc3339(poll.press.now))
    poll.press.a_day_later()
    amended = story(poll, SKILL)
    assert amended.artefact.status is Status.ALPHA
    assert falls(amended) == [(Rule.NET_REJECTS, "stable", 2), (Rule.INJECTION_FLAG, "stable", 1)]
    assert amended.ahead.falls[0].back_to is not None
    assert amended.ahead.falls[0].back_to.kind is PriorKind.STABLE
    assert amended.as_json()["could_fall"][0]["back_to"] == amended.ahead.falls[0].back_to.at


def test_enough_votes_that_wait_for_a_tick_lack_nothing(poll: Poll) -> None:
    poll.reject(SKILL, 3)
    seen = update(VALIDATIONS).values(names_scanned="rules")
    poll.press.store.write(lambda connection: connection.execute(seen).rowcount)
    told = story(poll, SKILL)
    assert falls(told)[0] == (Rule.NET_REJECTS, "deprecated", 0)
    assert told.as_json()["at_next_tick"]["decision"] == "rollback"


def test_a_path_falls_when_nobody_confirms_it(poll: Poll) -> None:
    poll.confirm(SOURCE, 1)
    told = story(poll, SOURCE)
    assert (told.artefact.target, told.source) == (TargetType.PATH, "commune-desk")
    forgotten = told.ahead.falls[-1]
    assert (forgotten.rule, forgotten.at) == (Rule.UNCONFIRMED, poll.press.now + POLICY.deprecate_after)
    assert forgotten.as_json()["at"] == "2027-02-13T10:30:00Z"
    tried = {each.standing.source: each.count.distinct for each in told.sources if each.count.distinct}
    assert tried == {}  # a vote on a source has words, which nobody has looked through yet
    poll.tick()
    tried = {each.standing.source: each.count.distinct for each in story(poll, PATH).sources}
    assert tried["commune-desk"] == 1


def test_a_path_that_is_not_on_main_has_no_sources(poll: Poll) -> None:
    facts = MainFacts(poll.press.workshop)
    poll.press.corpus.paths.entries.pop(PATH[1])  # type: ignore[attr-defined]
    teller = Teller(facts, POLICY, poll.press.now)
    found = poll.press.store.read(lambda connection: teller.story(connection, *PATH))
    assert found is not None
    assert found.sources == []


def test_the_log_says_whether_a_decision_went_through(poll: Poll) -> None:
    poll.promote(SKILL, Status.BETA)
    (told,) = story(poll, SKILL).as_json()["decisions"]
    assert (told["decision"], told["went_through"], told["state"]) == ("promote", True, "merged")
    closed = update(CHANGE_REQUESTS).values(state=ChangeState.CLOSED.value)
    poll.press.store.write(lambda connection: connection.execute(closed).rowcount)
    after = story(poll, SKILL)
    assert after.as_json()["decisions"][0]["went_through"] is False
    assert after.since == after.artefact.cohort_started_at


def test_a_row_is_told_by_its_name_unless_a_person_must_look_at_it_first(poll: Poll) -> None:
    told = story(poll, VALUE).as_json()
    assert (told["name"], told["status"]) == ("fin-nationality-registration-duty-eur", "alpha")
    held = update(VOLATILE_VALUES).values(held=1)
    poll.press.store.write(lambda connection: connection.execute(held).rowcount)
    assert "name" not in story(poll, VALUE).as_json()


@pytest.mark.parametrize(
    "target",
    [
        (TargetType.SKILL, "nobody"),
        (TargetType.PATH_SOURCE, f"{PATH[1]}:nowhere"),
        (TargetType.OBSERVATION, "con-99999"),
        (TargetType.REFERENCE, "ref-99999"),
    ],
)
def test_of_what_is_not_there_is_no_story(poll: Poll, target: Target) -> None:
    teller = Teller(MainFacts(poll.press.workshop), POLICY, poll.press.now)
    assert poll.press.store.read(lambda connection: teller.story(connection, *target)) is None


def test_near_names_are_ids_the_nearest_first(poll: Poll) -> None:
    def near(target: TargetType, asked: str) -> list[str]:
        sources = [f"{PATH[1]}:commune-desk"]
        return poll.press.store.read(lambda connection: near_names(connection, target, asked, sources))

    assert near(TargetType.SKILL, "nationality-aplication")[0] == SKILL[1]
    assert near(TargetType.PATH_SOURCE, f"{PATH[1]}:comune-desk") == [SOURCE[1]]
    assert near(TargetType.VOLATILE_VALUE, "fin-nationality-registration-duty-eur") == [VALUE[1]]
    assert near(TargetType.OBSERVATION, "zzz") == []
