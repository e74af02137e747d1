"""A thing of the model as the real decisions see it."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from becivic.lifecycle import Evidence, PriorKind, Vote, tally
from becivic.rules.consensus import POLICY
from becivic.rules.statuses import Status
from becivic.rules.submissions import Verdict
from becivic.rules.targets import TargetType
from becivic.simulation.calendar import BEGINNING, DAY, moment
from becivic.simulation.contents import Quality
from tests.factories.simulated import content, thing

VOTES = st.lists(
    st.tuples(st.integers(0, 3), st.booleans(), st.booleans(), st.integers(0, 2)), min_size=1, max_size=12
)


@given(VOTES)
def test_dropping_verdicts_that_were_given_again_changes_no_count(
    given: list[tuple[int, bool, bool, int]],
) -> None:
    path = thing(TargetType.PATH)
    votes = [
        Vote(
            id=str(number),
            verdict=Verdict.CONFIRM if confirms else Verdict.REJECT,
            at=BEGINNING + timedelta(hours=number),
            voter=str(voter) if voter else None,
            is_probe=not voter,
            flagged=flagged,
            source=f"source-{source}" if source < 2 else "",
        )
        for number, (voter, confirms, flagged, source) in enumerate(given)
    ]
    for vote in votes:
        path.take(vote)
    kept, all_of_them = (
        tally(path.artefact(), each, POLICY) for each in (path.evidence(), Evidence.of(votes))
    )
    assert (kept.whole, kept.sources, kept.flags, kept.last_at) == (
        all_of_them.whole, all_of_them.sources, all_of_them.flags, all_of_them.last_at
    )  # fmt: skip


def test_the_version_line_is_the_status_s_and_rows_have_none() -> None:
    assert thing(status=Status.BETA).artefact().line == "0.2"
    assert thing(TargetType.REFERENCE, Status.BETA).artefact().line == ""
    assert thing(status=Status.QUARANTINED).artefact().line == "0.0"


def test_a_path_names_its_sources_and_nothing_else_does() -> None:
    assert thing(TargetType.PATH).artefact().sources == ("source-0", "source-1")
    assert thing().artefact().sources == ()


def test_an_amendment_of_stable_content_leaves_it_within_reach() -> None:
    old, new, newest = content(), content(), content()
    skill = thing(status=Status.STABLE, held=old)
    skill.amended(new, DAY)
    assert skill.status is Status.ALPHA
    assert skill.cohort == moment(DAY)
    assert skill.earlier is not None
    assert (skill.earlier.kind, skill.earlier.content) == (PriorKind.STABLE, old)
    skill.amended(newest, 2 * DAY)
    assert skill.earlier.content is old, "the last stable one, not what was between"
    prior = skill.artefact().prior
    assert prior is not None
    assert prior.status is Status.STABLE


def test_an_amendment_of_what_was_never_stable_leaves_what_it_changed() -> None:
    skill = thing(status=Status.BETA)
    skill.amended(content(), DAY)
    assert skill.earlier is not None
    assert (skill.earlier.kind, skill.earlier.status) == (PriorKind.AMENDED, Status.BETA)


def test_a_row_goes_back_to_nothing_that_was_never_stable() -> None:
    row = thing(TargetType.VOLATILE_VALUE)
    row.amended(content(), DAY)
    assert row.earlier is None


def test_what_readers_had_is_counted_by_status_and_by_whether_it_was_right() -> None:
    skill = thing()
    skill.rise(Status.BETA, moment(DAY), DAY)
    skill.settle_spell(3 * DAY)
    skill.content.turn_wrong(3 * DAY)
    skill.settle_spell(4 * DAY)
    assert skill.content.served == {
        (True, Status.ALPHA): DAY, (True, Status.BETA): 2 * DAY, (False, Status.BETA): DAY
    }  # fmt: skip
    assert skill.content.reached == {(True, Status.ALPHA): 0, (True, Status.BETA): DAY}


def test_time_is_lost_only_while_something_good_is_withdrawn() -> None:
    good, bad = thing(), thing(held=content(Quality.WRONG))
    for each in (good, bad):
        each.put(each.content, Status.DEPRECATED, None, DAY)
        each.settle_spell(3 * DAY)
    assert (good.lost, bad.lost) == (2 * DAY, 0)
    assert good.content.left_at == DAY
    assert content(Quality.WRONG).began_good is False


def test_what_is_wrong_already_does_not_turn_wrong_again() -> None:
    hostile = content(Quality.HOSTILE, (True,))
    hostile.turn_wrong(5)
    assert (hostile.quality, hostile.turned_at, hostile.works) == (Quality.HOSTILE, None, [True])
