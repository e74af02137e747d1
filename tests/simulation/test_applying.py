"""What the real decisions do to things of the model."""

from __future__ import annotations

from becivic.lifecycle import PriorKind
from becivic.rules.consensus import POLICY
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType
from becivic.simulation.calendar import DAY
from becivic.simulation.things import Earlier, Thing
from tests.factories.simulated import content, thing, votes, world

LONG = 20 * DAY


def _after(each: Thing, confirms: int = 0, rejects: int = 0, flags: int = 0) -> Thing:
    """Voted on at once, and looked at until time has nothing more to say."""
    made = world(each)
    made.agenda.at(1, lambda: votes(made, each, confirms, rejects, flags))
    made.run(LONG)
    return each


def test_a_promoted_skill_is_judged_anew_and_a_row_keeps_its_votes_until_it_is_stable() -> None:
    skill, row = thing(), thing(TargetType.REFERENCE)
    enough = POLICY.stable_addresses
    _after(skill, confirms=enough)
    _after(row, confirms=enough)
    assert (skill.status, len(skill.votes)) == (Status.BETA, 0)
    assert (row.status, len(row.votes)) == (Status.STABLE, 0)
    assert _after(thing(TargetType.REFERENCE), confirms=POLICY.alpha_confirms).votes


def test_a_rejected_amendment_gives_way_to_the_earlier_stable() -> None:
    old = content()
    skill = thing(earlier=Earlier(PriorKind.STABLE, Status.STABLE, old))
    _after(skill, rejects=POLICY.rollback_margin)
    assert (skill.content, skill.status, skill.earlier) == (old, Status.STABLE, None)


def test_a_stable_skill_without_an_earlier_one_falls_to_alpha_with_its_text() -> None:
    skill = thing(status=Status.STABLE)
    own = skill.content
    _after(skill, rejects=POLICY.rollback_margin)
    assert (skill.content, skill.status) == (own, Status.ALPHA)


def test_a_new_alpha_that_is_rejected_is_deprecated() -> None:
    assert _after(thing(), rejects=POLICY.rollback_margin).status is Status.DEPRECATED


def test_a_flag_pulls_what_never_was_anything_else() -> None:
    assert _after(thing(), flags=POLICY.quarantine_flags).status is Status.QUARANTINED
