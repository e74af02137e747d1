"""What happens without anybody's vote: arrivals, reality, amendments, probes, rulings, returns."""

from __future__ import annotations

from dataclasses import replace

import pytest

from becivic.lifecycle import PriorKind
from becivic.rules.consensus import POLICY
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType
from becivic.simulation.assumptions import ASSUMED, STILL
from becivic.simulation.calendar import DAY
from becivic.simulation.contents import Content, Quality
from becivic.simulation.nature import STAGED, YEAR, Nature
from becivic.simulation.things import Earlier
from tests.factories.simulated import content, thing, votes, world

ALWAYS = replace(STILL, amends=1, amended_well=1)


def test_a_library_arrives_over_the_first_months_with_its_share_of_bad_content() -> None:
    made = world(assumptions=replace(ASSUMED, probed_share=1))
    Nature(made).arrivals(400)
    made.run(round(ASSUMED.arrival * DAY))
    assert len(made.things) == 400
    assert len({each.target for each in made.things}) == 4
    assert all(each.is_probed is (each.target is TargetType.PATH) for each in made.things)
    new = [each for each in made.contents if each.is_new]
    assert sum(not each.began_good for each in new) / len(new) == pytest.approx(ASSUMED.bad_share, abs=0.05)
    assert {each.quality for each in new} == set(Quality)


def test_an_amendment_waits_out_its_staging_and_starts_at_alpha() -> None:
    skill = thing(status=Status.BETA)
    made = world(skill, assumptions=ALWAYS)
    old = skill.content
    Nature(made).amend(skill, 5)
    made.run(STAGED)
    assert skill.content is old
    made.run(STAGED + 1)
    assert (skill.content is old, skill.content.author, skill.status) == (False, 5, Status.ALPHA)


def test_of_two_amendments_of_one_text_the_second_does_not_apply() -> None:
    skill = thing()
    made = world(skill, assumptions=ALWAYS)
    nature = Nature(made)
    nature.amend(skill, 5)
    nature.amend(skill, 6)
    made.run(2 * STAGED)
    assert skill.content.author == 5
    assert len(made.contents) == 2


def test_not_everybody_who_rejects_sends_something_better() -> None:
    skill = thing()
    made = world(skill, assumptions=replace(STILL, amends=0))
    Nature(made).amend(skill, 5)
    assert made.agenda.next_tick() is None


def test_when_reality_moves_every_text_of_it_is_wrong() -> None:
    old = content()
    skill = thing(status=Status.STABLE, earlier=Earlier(PriorKind.STABLE, Status.STABLE, old))
    made = world()
    Nature(made).adopt(skill)
    made.run(100 * YEAR)
    assert (skill.content.quality, old.quality) == (Quality.WRONG, Quality.WRONG)
    assert skill.content.was_stable_then
    assert not old.was_stable_then


def test_a_path_is_wrong_when_its_last_source_breaks() -> None:
    path = thing(TargetType.PATH, Status.STABLE)
    made = world()
    nature = Nature(made)
    made.add(path)
    made.random.randrange = lambda _size: 0  # type: ignore[method-assign,assignment,misc]
    nature._change(path)
    assert (path.content.works, path.content.is_good) == ([False, True], True)
    made.random.randrange = lambda _size: 1  # type: ignore[method-assign,assignment,misc]
    nature._change(path)
    assert (path.content.works, path.content.is_good) == ([False, False], False)


def test_improvements_come_by_themselves() -> None:
    skill = thing()
    made = world(assumptions=replace(STILL, improved_a_year=5))
    Nature(made).adopt(skill)
    made.run(YEAR)
    assert 1 < len(made.contents) < 20


def test_a_probe_keeps_a_path_confirmed_and_without_one_it_is_forgotten() -> None:
    probed, forgotten = thing(TargetType.PATH, number=0), thing(TargetType.PATH, number=1)
    probed.is_probed = True
    made = world()
    nature = Nature(made)
    nature.adopt(probed)
    made.add(forgotten)
    made.run(POLICY.deprecate_after.days * DAY + DAY)
    assert forgotten.status is Status.DEPRECATED
    assert probed.last_confirmed is not None


def _flagged(quality: Quality, status: Status = Status.BETA) -> tuple[Content, list[str], int]:
    skill = thing(status=status, held=content(quality))
    made = world(skill)
    Nature(made)
    was, seen = skill.content, list[str]()
    made.agenda.at(1, lambda: votes(made, skill, flags=1))
    made.agenda.at(DAY, lambda: seen.append(skill.status.value))
    made.run(round(STILL.ruled_after * DAY) + 3)
    seen.append(skill.status.value)
    return was, seen, made.desk.bogus[0]


def test_a_bogus_flag_is_put_on_its_address_and_the_content_comes_back_as_it_was() -> None:
    was, seen, bogus = _flagged(Quality.GOOD)
    assert (seen, bogus) == (["quarantined", "beta"], 1)
    assert was.is_good


def test_a_true_flag_is_nobody_s_fault_and_the_content_stays_away() -> None:
    _, seen, bogus = _flagged(Quality.HOSTILE)
    assert (seen, bogus) == (["quarantined", "quarantined"], 0)


def test_what_was_amended_since_is_not_overwritten_by_a_ruling() -> None:
    old = content()
    skill = thing(earlier=Earlier(PriorKind.STABLE, Status.STABLE, old))
    made = world(skill)
    Nature(made)
    newer = content()
    made.agenda.at(1, lambda: votes(made, skill, flags=1))
    made.agenda.at(DAY, lambda: skill.amended(newer, DAY))
    made.run(10 * DAY)
    assert skill.content is newer


def test_a_true_flag_on_what_had_something_behind_it_asks_nobody_for_more() -> None:
    old = content()
    skill = thing(held=content(Quality.HOSTILE), earlier=Earlier(PriorKind.STABLE, Status.STABLE, old))
    made = world(skill)
    Nature(made)
    made.agenda.at(1, lambda: votes(made, skill, flags=1))
    made.run(300 * DAY)
    assert (skill.content, skill.status) == (old, Status.STABLE)


@pytest.mark.parametrize("keeps", [False, True])
def test_what_was_wrongly_withdrawn_is_proposed_again_and_may_keep_its_confirms(*, keeps: bool) -> None:
    skill = thing()
    made = world(skill, assumptions=replace(STILL, keeps_confirms=keeps, restored_after=1))
    Nature(made)
    made.agenda.at(1, lambda: votes(made, skill, confirms=2, rejects=4))
    made.agenda.at(30 * DAY, lambda: None)
    made.run(31 * DAY)
    assert (skill.status, skill.content.is_return) == (Status.ALPHA, True)
    assert len(skill.votes) == (2 if keeps else 0)


def test_what_was_rightly_withdrawn_is_proposed_again_as_something_else() -> None:
    value = thing(TargetType.VOLATILE_VALUE, held=content(Quality.WRONG))
    made = world(value, assumptions=replace(STILL, restored_after=1, amended_well=1))
    Nature(made)
    made.agenda.at(1, lambda: votes(made, value, rejects=2))
    made.run(60 * DAY)
    assert (value.status, value.content.is_good, value.content.is_return) == (Status.ALPHA, True, False)
