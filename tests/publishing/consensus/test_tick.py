"""The tick, over HTTP votes and a real repository: what moves, what does not, and what is left behind."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from becivic.publishing.commit.merging import merge
from becivic.publishing.consensus.tick import Tick
from becivic.publishing.screening.votes import look_through
from becivic.rules.consensus import POLICY
from becivic.rules.statuses import Status
from becivic.rules.submissions import Verdict
from becivic.rules.targets import TargetType
from becivic.store.store import Store
from becivic.store.tables.catalogue import VOLATILE_VALUES
from becivic.store.tables.keeping import REVIEW_ITEMS, SALTS
from becivic.store.tables.lifecycle import FLAGGERS
from becivic.store.tables.signals import DRAFTS, VALIDATIONS
from becivic.store.watched import Watched
from becivic.store.written import moment, read_document
from tests.factories.polls import (
    A_FORTNIGHT,
    PATH,
    REFERENCE,
    SKILL,
    SOURCE,
    TWO_DAYS,
    VALUE,
    Poll,
    Target,
    begun,
)
from tests.factories.table_contents import contents
from tests.requirement import requirement


@pytest.fixture
def poll(store: Store, tmp_path: Path) -> Poll:
    return Poll(begun(store, tmp_path / "home"))


@requirement("R-SM-11", "R-SM-04", "R-SM-05", "R-SM-09")
def test_a_skill_travels_from_alpha_to_beta_to_stable(poll: Poll) -> None:
    poll.confirm(SKILL, 3)
    poll.later(TWO_DAYS - timedelta(seconds=1))
    assert poll.decided(poll.tick()) == []
    poll.later(timedelta(seconds=1))
    assert poll.decided(poll.tick()) == [("promote", SKILL[1], "alpha", "beta")]
    assert (poll.skill().status, str(poll.skill().version)) == (Status.BETA, "0.2.0")
    assert poll.decided(poll.tick()) == []
    poll.confirm(SKILL, 10)
    poll.later(A_FORTNIGHT)
    assert poll.decided(poll.tick()) == [("promote", SKILL[1], "beta", "stable")]
    assert (poll.skill().status, str(poll.skill().version)) == (Status.STABLE, "1.0.0")


@requirement("R-SM-02", "R-CATL-04")
@pytest.mark.parametrize("target", [PATH, VALUE, REFERENCE])
def test_the_others_travel_too(poll: Poll, target: Target) -> None:
    poll.promote(target, Status.STABLE)
    assert poll.status(target) is Status.STABLE


@requirement("R-SALT-02", "R-SM-10", "R-SM-13")
@pytest.mark.parametrize("target", [SKILL, PATH])
def test_at_stable_addresses_are_counted_and_then_forgotten(poll: Poll, target: Target) -> None:
    poll.promote(target, Status.STABLE)
    assert poll.press.rows(SALTS, artefact=":".join(target)) == []
    assert {row.voter_hash for row in poll.press.rows(VALIDATIONS)} == {None}
    assert {row.voter_network_hash for row in poll.press.rows(VALIDATIONS)} == {None}
    row = poll.artefact(target)
    assert read_document(row.distinct_frozen)["distinct_ips"] >= 10
    began = row.cohort_started_at
    poll.vote(target)
    poll.later(A_FORTNIGHT)
    assert poll.decided(poll.tick()) == []
    assert poll.artefact(target).cohort_started_at == began


@requirement("R-SALT-02", "R-CATL-11")
def test_at_stable_a_row_keeps_a_number_and_no_hash(poll: Poll) -> None:
    poll.promote(VALUE, Status.STABLE)
    (row,) = poll.press.rows(VOLATILE_VALUES, uid=VALUE[1], superseded_at=None)
    assert read_document(row.distinct_frozen)["distinct_ips"] == 10
    assert row.stable_at == moment(poll.press.now - timedelta(seconds=1))
    assert {vote.voter_hash for vote in poll.press.rows(VALIDATIONS)} == {None}


@requirement("R-QUAR-01", "R-QUAR-02", "R-SM-06", "R-VER-10")
def test_a_rejected_amendment_is_taken_back_and_the_stable_text_served_again(poll: Poll) -> None:
    poll.promote(SKILL, Status.STABLE)
    stable, served = poll.skill(), poll.press.get(f"/api/skills/{SKILL[1]}").json()["body"]
    poll.amend()
    assert (poll.skill().status, str(poll.skill().version)) == (Status.ALPHA, "0.1.0")
    assert poll.skill().body.text != stable.body.text
    poll.reject(SKILL, 2)
    assert poll.decided(poll.tick()) == [("rollback", SKILL[1], "alpha", "stable")]
    assert (poll.skill().status, poll.skill().body.text) == (Status.STABLE, stable.body.text)
    assert str(poll.skill().version) == "1.0.0"
    assert poll.press.get(f"/api/skills/{SKILL[1]}").json()["body"] == served
    assert poll.decided(poll.tick()) == []


@requirement("R-SM-06")
def test_one_reject_more_than_confirms_takes_nothing_back(poll: Poll) -> None:
    poll.confirm(SKILL, 2)
    poll.reject(SKILL, 3)
    assert poll.decided(poll.tick()) == []
    poll.reject(SKILL, 1)
    assert poll.decided(poll.tick()) == [("rollback", SKILL[1], "alpha", "deprecated")]


def test_an_alpha_that_was_amended_goes_back_to_what_was_amended(poll: Poll) -> None:
    before = poll.skill().body.text
    poll.amend()
    began = poll.artefact(SKILL).cohort_started_at
    poll.later(timedelta(hours=1))
    poll.reject(SKILL, 2)
    assert poll.decided(poll.tick()) == [("rollback", SKILL[1], "alpha", "alpha")]
    assert poll.skill().body.text == before
    assert poll.artefact(SKILL).cohort_started_at > began
    poll.reject(SKILL, 2)
    assert poll.decided(poll.tick()) == [("rollback", SKILL[1], "alpha", "deprecated")]


def test_a_beta_with_nothing_behind_it_falls_to_alpha_with_the_same_text(poll: Poll) -> None:
    poll.promote(SKILL, Status.BETA)
    text = poll.skill().body.text
    poll.reject(SKILL, 2)
    assert poll.decided(poll.tick()) == [("rollback", SKILL[1], "beta", "alpha")]
    assert (poll.skill().body.text, str(poll.skill().version)) == (text, "0.1.0")
    poll.confirm(SKILL, 3)
    poll.later(TWO_DAYS)
    assert poll.decided(poll.tick()) == [("promote", SKILL[1], "alpha", "beta")]


@requirement("R-PLC-02")
def test_a_path_that_is_rejected_is_deprecated(poll: Poll) -> None:
    poll.reject(SOURCE, 2)
    assert poll.decided(poll.tick()) == [("deprecate", PATH[1], "alpha", "deprecated")]
    entry = poll.press.corpus.paths.entries[PATH[1]]
    assert entry.status is Status.DEPRECATED


def test_one_address_that_rejects_every_source_counts_once(poll: Poll) -> None:
    for _ in range(3):
        poll.vote(SOURCE, Verdict.REJECT, by="198.51.100.9")
    poll.vote(PATH, Verdict.REJECT, by="198.51.100.9")
    assert poll.decided(poll.tick()) == []


@requirement("R-PLC-07")
def test_a_path_that_nobody_confirms_for_ninety_days_is_deprecated(poll: Poll) -> None:
    poll.every_day_counts(timedelta(days=92))
    poll.later(timedelta(days=1))
    poll.vote(SOURCE)
    poll.tick()
    poll.later(timedelta(days=89))
    assert {each[1] for each in poll.decided(poll.tick())} == poll.press.corpus.paths.entries.keys() - {
        PATH[1]
    }
    assert poll.decided(poll.tick()) == []
    poll.later(timedelta(days=1))
    assert poll.decided(poll.tick()) == [("deprecate", PATH[1], "alpha", "deprecated")]


@requirement("R-QUAR-01", "R-CATL-03")
def test_a_rejected_value_gives_way_to_the_last_stable_one(poll: Poll) -> None:
    poll.promote(VALUE, Status.STABLE)
    before = poll.press.get(f"/api/volatile-values/{VALUE[1]}").json()
    poll.amend_value()
    assert poll.status(VALUE) is Status.ALPHA
    poll.reject(VALUE, 2)
    assert poll.decided(poll.tick()) == [("rollback", VALUE[1], "alpha", "stable")]
    after = poll.press.get(f"/api/volatile-values/{VALUE[1]}").json()
    assert (after["value"], after["status"]) == (before["value"], "stable")
    assert len(poll.press.get(f"/api/volatile-values/{VALUE[1]}/history").json()["items"]) == 3


@requirement("R-QUAR-01")
@pytest.mark.parametrize("target", [VALUE, REFERENCE])
def test_a_rejected_row_with_nothing_behind_it_leaves_its_name_without_a_value(
    poll: Poll, target: Target
) -> None:
    poll.reject(target, 2)
    assert poll.decided(poll.tick()) == [("rollback", target[1], "alpha", "deprecated")]
    route = "volatile-values" if target is VALUE else "references"
    told = poll.press.get(f"/api/{route}/{target[1]}").json()
    assert told["status"] == "deprecated"
    assert not {"value", "url", "title", "last_stable"} & told.keys()


def test_a_value_that_was_rejected_twice_is_not_put_back_a_third_time(poll: Poll) -> None:
    poll.promote(VALUE, Status.STABLE)
    poll.amend_value()
    poll.reject(VALUE, 2)
    poll.tick()
    poll.reject(VALUE, 2)
    assert poll.decided(poll.tick()) == [("rollback", VALUE[1], "stable", "deprecated")]
    assert "last_stable" not in poll.press.get(f"/api/volatile-values/{VALUE[1]}").json()


@requirement("R-SM-07", "R-QUAR-03", "R-QUAR-06")
@pytest.mark.parametrize("target", [SKILL, PATH, VALUE, REFERENCE])
def test_one_flag_pulls_what_has_nothing_behind_it_and_asks_a_person(poll: Poll, target: Target) -> None:
    flagged = poll.flag(target)
    assert poll.decided(poll.tick()) == [("quarantine", target[1], "alpha", "quarantined")]
    (item,) = poll.press.rows(REVIEW_ITEMS, queue="injection")
    assert (item.subject_type, item.subject_id, item.closed_at) == (*target, None)
    assert flagged not in item.title
    assert len(poll.press.rows(FLAGGERS)) == 1
    assert poll.decided(poll.tick()) == []


@requirement("R-QUAR-03")
def test_a_flag_on_an_amended_skill_takes_it_back_to_the_stable_text(poll: Poll) -> None:
    poll.promote(SKILL, Status.STABLE)
    stable = poll.skill().body.text
    poll.amend()
    poll.flag(SKILL)
    assert poll.decided(poll.tick()) == [("quarantine", SKILL[1], "alpha", "stable")]
    assert poll.skill().body.text == stable
    assert len(poll.press.rows(REVIEW_ITEMS, queue="injection")) == 1


@requirement("R-SM-17")
def test_votes_on_a_concern_decide_nothing(poll: Poll) -> None:
    poll.press.sends("concerns/valid/skill-general")
    poll.press.a_day_later()
    poll.reject((TargetType.OBSERVATION, "con-00001"), 5)
    assert poll.decided(poll.tick()) == []
    assert len(poll.press.get("/api/concerns").json()["items"]) == 1


@requirement("R-SRC-14")
def test_what_lies_behind_a_hand_over_is_observed_by_three(poll: Poll) -> None:
    beyond = {"traversal_metadata": {"validates_post_handoff": True}}
    poll.confirm(SOURCE, 2, **beyond)
    poll.confirm(SOURCE, 2)
    assert [each for each in poll.decided(poll.tick()) if each[0] == "observe"] == []
    poll.confirm(SOURCE, 1, **beyond)
    assert poll.decided(poll.tick()) == [("observe", PATH[1], "alpha", "alpha")]
    (source,) = (
        each for each in poll.press.corpus.paths.entries[PATH[1]].sources if each.id == "commune-desk"
    )
    assert source.fields.flag("post_handoff_observed")
    assert poll.decided(poll.tick()) == []


@requirement("R-SM-14")
def test_a_rehearsal_writes_nothing(poll: Poll) -> None:
    poll.promote(SKILL, Status.BETA)
    poll.reject(SKILL, 2)
    look_through(poll.press.workshop, poll.press.now)
    before = contents(poll.press.store)
    tick = Tick(poll.press.workshop, POLICY, poll.press.now)
    assert poll.decided(tick.plan(lambda _: None)) == [("rollback", SKILL[1], "beta", "alpha")]
    assert contents(poll.press.store) == before


@requirement("R-SM-15")
def test_with_other_numbers_everything_is_looked_at_again(poll: Poll) -> None:
    poll.confirm(SKILL, 1)
    poll.later(TWO_DAYS)
    assert poll.decided(poll.tick()) == []
    easier = replace(POLICY, alpha_confirms=1, alpha_addresses=1)
    assert poll.decided(poll.tick(easier)) == [("promote", SKILL[1], "alpha", "beta")]


def test_only_what_was_touched_is_looked_at(poll: Poll) -> None:
    poll.tick()
    assert poll.tick().looked_at == 0
    poll.vote(VALUE)
    assert poll.tick().looked_at == 1
    assert poll.tick(everything=True).looked_at > 5


@requirement("R-SM-01")
def test_every_decision_can_be_made_again_from_the_log(poll: Poll) -> None:
    poll.promote(SKILL, Status.STABLE)
    poll.amend()
    poll.reject(SKILL, 2)
    poll.flag(VALUE)
    poll.tick()
    logged = [*poll.log(SKILL), *poll.log(VALUE)]
    assert [each.kind for each in logged] == ["promote", "promote", "rollback", "quarantine"]
    for each in logged:
        assert each.is_true
        assert each.again() == each.decision()


@requirement("R-GRAPH-09")
def test_a_promotion_moves_nothing_else(poll: Poll) -> None:
    before = {key: skill.version for key, skill in poll.press.corpus.skills.items()}
    poll.promote(SKILL, Status.BETA)
    after = {key: skill.version for key, skill in poll.press.corpus.skills.items()}
    assert {key for key in after if after[key] != before[key]} == {SKILL[1]}


@requirement("R-SALT-02")
def test_who_voted_on_a_stable_text_is_forgotten_when_it_is_amended(poll: Poll) -> None:
    poll.promote(SKILL, Status.STABLE)
    poll.confirm(SKILL, 2)
    assert len({row.voter_hash for row in poll.press.rows(VALIDATIONS)}) == 3
    poll.amend()
    assert {row.voter_hash for row in poll.press.rows(VALIDATIONS)} == {None}
    (author,) = poll.press.rows(SALTS, artefact=":".join(SKILL))
    assert author.submitter_hash is not None


@requirement("R-CI-05")
def test_a_reject_that_comes_between_the_look_and_the_claim_stops_the_promotion(poll: Poll) -> None:
    poll.confirm(SKILL, 3)
    poll.later(TWO_DAYS)
    tick = Tick(poll.press.workshop, POLICY, poll.press.now)
    looked = poll.press.store.read(partial(tick._look, [Watched(*SKILL, None)]))
    assert looked[0][1] is not None
    assert looked[0][1].kind == "promote"
    poll.reject(SKILL, 1)
    look_through(poll.press.workshop, poll.press.now)
    tick._decide(looked[0][0])
    assert tick.report.decisions == []
    assert poll.skill().status is Status.ALPHA
    assert poll.log(SKILL) == []


@requirement("R-SM-03")
def test_a_draft_is_alpha_when_a_maintainer_merges_it_and_not_before(poll: Poll) -> None:
    proposed = poll.press.sends("drafts/valid/skill/smallest")
    poll.press.a_day_later()
    assert poll.decided(poll.tick()) == []
    merged = merge(poll.press.workshop, proposed, poll.press.now)
    assert merged.commit is not None
    (row,) = poll.press.rows(DRAFTS, submission_id=proposed)
    assert poll.status((TargetType.SKILL, row.proposed_id)) is Status.ALPHA
    assert poll.decided(poll.tick()) == []
