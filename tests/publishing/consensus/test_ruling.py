"""A maintainer rules about what was flagged: over HTTP flags, a real repository and the tick."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from becivic.publishing.changes.refused import Unpublishable
from becivic.publishing.consensus import ruling
from becivic.publishing.consensus.file_decisions import FileDecisions, NotNow
from becivic.publishing.consensus.ruling import Asked, RulingRefused, quarantine_of
from becivic.publishing.review import holding
from becivic.publishing.screening.screen import Reason
from becivic.rules.consensus import DecisionKind, Rule, Ruling
from becivic.rules.publishing import Failure, HoldReason
from becivic.rules.statuses import Status
from becivic.rules.submissions import SubmissionType
from becivic.store import reviews
from becivic.store.reviews import Asked as Question
from becivic.store.store import Store
from becivic.store.tables.catalogue import REFERENCES, VOLATILE_VALUES
from becivic.store.tables.keeping import AUDIT_LOG, BANS, CHANGE_REQUESTS, SALTS, Queue
from becivic.store.tables.lifecycle import FLAGGERS
from becivic.store.tables.signals import VALIDATIONS
from tests.factories.courts import FLAGGER, Court, court
from tests.factories.polls import PATH, REFERENCE, SKILL, SOURCE, VALUE, Target
from tests.factories.table_contents import contents
from tests.requirement import requirement


@pytest.fixture
def own(sqlite_store: Store, tmp_path: Path) -> Court:
    return court(sqlite_store, tmp_path / "home")


@pytest.fixture
def both(store: Store, tmp_path: Path) -> Court:
    """On either database, for what is a matter of SQL."""
    return court(store, tmp_path / "home")


# --- bogus: the content comes back ------------------------------------------------------------------------------


@requirement("R-QUAR-04", "R-RATE-05", "R-CI-06")
def test_a_pulled_skill_comes_back_by_a_commit_of_its_own_with_the_text_and_the_status_it_had(
    both: Court,
) -> None:
    before, began = both.skill(), both.artefact(SKILL).cohort_started_at
    both.quarantine(SKILL)
    assert both.skill().status is Status.QUARANTINED
    assert both.press.get(f"/api/skills/{SKILL[1]}").status_code == 410
    ruled = both.releases(SKILL)
    assert (ruled.ruling, ruled.addresses, ruled.status) == (Ruling.REINSTATED, 1, Status.ALPHA)
    after = both.skill()
    assert (after.status, after.body.text) == (Status.ALPHA, before.body.text)
    assert both.press.get(f"/api/skills/{SKILL[1]}").json()["body"] == before.body.text
    assert both.artefact(SKILL).cohort_started_at > began
    pulled, back = both.log(SKILL)
    assert (back.kind, back.rule, back.actor) == (DecisionKind.REINSTATE, Rule.RULING, "operator")
    assert (back.before, back.after, back.judged) == (Status.QUARANTINED, Status.ALPHA, pulled.judged)
    assert (back.is_true, back.commit) == (True, ruled.commit)
    assert both.decided(both.tick()) == []


@requirement("R-QUAR-04")
@pytest.mark.parametrize("target", [PATH, VALUE, REFERENCE])
def test_the_others_come_back_too_and_the_old_flag_counts_no_more(both: Court, target: Target) -> None:
    before = both.press.get(_address(target)).json()
    both.quarantine(target)
    assert both.status(target) is Status.QUARANTINED
    both.releases(target)
    after = both.press.get(_address(target)).json()
    moved = ("committed_at", "version", "commit", "changed", "observations_block", "story")
    assert {name: after.get(name) for name in before if name not in moved} == {
        name: before[name] for name in before if name not in moved
    }
    assert both.decided(both.tick(everything=True)) == []
    assert (both.press.rows(FLAGGERS), len(both.press.rows(BANS))) == ([], 1)


def _address(target: Target) -> str:
    routes = {PATH[0]: "paths", VALUE[0]: "volatile-values", REFERENCE[0]: "references"}
    return f"/api/{routes[target[0]]}/{target[1]}"


@requirement("R-QUAR-04", "R-QUAR-01")
def test_an_amendment_that_was_taken_back_comes_back_over_the_stable_text(own: Court) -> None:
    own.promote(SKILL, Status.STABLE)
    stable = own.skill()
    own.amend()
    amended = own.skill()
    own.quarantine(SKILL)
    assert own.skill().body.text == stable.body.text
    own.releases(SKILL)
    assert (own.skill().status, own.skill().body.text) == (Status.ALPHA, amended.body.text)
    assert own.skill().fields.text("previous_stable_sha") == amended.fields.text("previous_stable_sha")
    own.reject(SKILL, 2)
    assert own.decided(own.tick()) == [("rollback", SKILL[1], "alpha", "stable")]
    assert own.skill().body.text == stable.body.text


def test_what_was_put_back_over_an_alpha_is_taken_back_to_that_alpha(own: Court) -> None:
    first = own.skill().body.text
    own.amend()
    own.later(timedelta(hours=1))
    own.quarantine(SKILL)
    assert own.skill().body.text == first
    own.releases(SKILL)
    assert own.skill().body.text != first
    own.reject(SKILL, 2)
    assert own.decided(own.tick()) == [("rollback", SKILL[1], "alpha", "alpha")]
    assert own.skill().body.text == first


@requirement("R-QUAR-04", "R-SALT-02")
def test_a_stable_skill_comes_back_stable_and_knows_nobody(own: Court) -> None:
    own.promote(SKILL, Status.STABLE)
    own.quarantine(SKILL)
    own.releases(SKILL)
    assert (own.skill().status, str(own.skill().version)) == (Status.STABLE, "1.0.0")
    assert own.press.rows(SALTS, artefact=":".join(SKILL)) == []
    assert {row.voter_hash for row in own.press.rows(VALIDATIONS)} == {None}


def test_a_value_that_came_back_and_is_stable_can_be_gone_back_to(both: Court) -> None:
    both.promote(VALUE, Status.STABLE)
    both.quarantine(VALUE)
    both.releases(VALUE)
    (row,) = both.press.rows(VOLATILE_VALUES, uid=VALUE[1], superseded_at=None)
    assert row.status == "stable"
    both.amend_value()
    both.reject(VALUE, 2)
    assert both.decided(both.tick()) == [("rollback", VALUE[1], "alpha", "stable")]
    (again,) = both.press.rows(VOLATILE_VALUES, uid=VALUE[1], superseded_at=None)
    assert again.value == row.value


@requirement("R-SALT-02")
def test_an_author_still_cannot_vote_on_what_came_back(own: Court) -> None:
    own.amend()
    (author,) = own.press.rows(SALTS, artefact=":".join(SKILL))
    own.later(timedelta(hours=1))
    own.quarantine(SKILL)
    own.releases(SKILL)
    assert author in own.press.rows(SALTS, artefact=":".join(SKILL))


# --- who flagged ------------------------------------------------------------------------------------------------


@requirement("R-RATE-05", "R-SALT-02")
def test_all_who_flagged_it_are_ruled_together_and_their_salt_outlives_the_artefacts(both: Court) -> None:
    both.flag(PATH, by="192.0.2.1")
    both.flag(SOURCE, by="192.0.2.1")
    both.flag(SOURCE, by="192.0.2.2")
    both.vote(PATH, by="192.0.2.3")
    both.tick()
    kept = {(row.salt, row.address_hash) for row in both.press.rows(FLAGGERS)}
    assert len(kept) == 2
    assert both.releases(PATH).addresses == 2
    assert both.press.rows(FLAGGERS) == []
    bans = both.press.rows(BANS)
    assert {(row.salt, row.address_hash) for row in bans} == kept
    assert {(row.level, row.reason) for row in bans} == {("limited", "bogus injection flag")}
    assert not kept & {(row.salt, "") for row in both.press.rows(SALTS)}


@requirement("R-RATE-05")
@pytest.mark.parametrize("target", [SKILL, PATH, VALUE])
def test_a_flag_that_was_right_keeps_it_out_and_forgets_who_sent_it(own: Court, target: Target) -> None:
    own.quarantine(target)
    ruled = own.rules(target, Ruling.UPHELD)
    assert (ruled.ruling, ruled.addresses, ruled.status) == (Ruling.UPHELD, 1, None)
    assert own.status(target) is Status.QUARANTINED
    assert (own.press.rows(FLAGGERS), own.press.rows(BANS)) == ([], [])
    assert own.press.rows(SALTS, artefact=":".join(target)) == []
    assert [each.kind for each in own.log(target)] == ["quarantine"]
    (item,) = own.items(target)
    assert item.outcome == "upheld"
    assert item.closed_at is not None
    (act,) = own.press.rows(AUDIT_LOG, subject_id=target[1])
    assert (act.actor, act.action) == ("operator", "injection:upheld")


def test_after_an_upheld_flag_an_authors_hash_goes_and_the_salt_that_votes_share_stays(own: Court) -> None:
    """The draft's salt is that of the votes: those on the stable text stay told apart."""
    own.promote(SKILL, Status.STABLE)
    own.amend()
    own.quarantine(SKILL)
    own.vote(SKILL)
    assert own.status(SKILL) is Status.STABLE
    kept = {row.key for row in own.press.rows(SALTS, artefact=":".join(SKILL))}
    assert len(kept) == 2
    own.rules(SKILL, Ruling.UPHELD)
    (shared,) = own.press.rows(SALTS, artefact=":".join(SKILL))
    assert (shared.key, shared.submitter_hash) == (f"skill-creator-salt:{SKILL[1]}", None)
    assert shared.submitter_network_hash is None


# --- what changed since -----------------------------------------------------------------------------------------


@requirement("R-QUAR-04")
def test_a_text_that_was_amended_since_is_not_overwritten_and_the_flag_can_be_ruled_about(own: Court) -> None:
    own.amend()
    own.later(timedelta(hours=1))
    own.quarantine(SKILL)
    own.amend()
    before, stands = contents(own.press.store), own.skill().body.text
    with pytest.raises(RulingRefused, match="has changed since") as refused:
        own.releases(SKILL)
    assert "--only-flag" in refused.value.remedy
    assert (contents(own.press.store), own.skill().body.text) == (before, stands)
    ruled = own.rules(SKILL, Ruling.BOGUS)
    assert (ruled.ruling, ruled.addresses) == (Ruling.BOGUS, 1)
    assert own.skill().body.text == stands
    assert len(own.press.rows(BANS)) == 1
    assert [each.outcome for each in own.items(SKILL)] == ["bogus"]


def test_a_promotion_since_takes_nobodys_words_away(own: Court) -> None:
    own.amend()
    own.later(timedelta(hours=1))
    amended = own.skill().body.text
    own.quarantine(SKILL)
    own.promote(SKILL, Status.BETA)
    own.releases(SKILL)
    assert (own.skill().status, own.skill().body.text) == (Status.ALPHA, amended)


@requirement("R-QUAR-04")
def test_a_row_that_was_superseded_since_is_not_overwritten(both: Court) -> None:
    both.promote(VALUE, Status.STABLE)
    both.amend_value()
    both.quarantine(VALUE)
    both.amend_value()
    before = contents(both.press.store)
    with pytest.raises(RulingRefused, match="has changed since"):
        both.releases(VALUE)
    assert contents(both.press.store) == before


def test_a_row_whose_words_are_held_is_not_shown_again(own: Court) -> None:
    own.quarantine(REFERENCE)
    own.press.store.write(lambda connection: connection.execute(REFERENCES.update().values(held=1)))
    with pytest.raises(RulingRefused, match="is held for what it says"):
        own.releases(REFERENCE)


def test_two_quarantines_of_one_artefact_are_two_questions_and_the_last_is_answered_first(own: Court) -> None:
    own.promote(SKILL, Status.STABLE)
    stable = own.skill().body.text
    own.amend()
    amended = own.skill().body.text
    own.quarantine(SKILL)
    own.quarantine(SKILL, by="192.0.2.9")
    assert own.skill().status is Status.QUARANTINED
    first, second = (Asked(item.row_id, *SKILL) for item in own.items(SKILL))
    with pytest.raises(RulingRefused, match="has changed since"):
        own.releases(SKILL, first)
    own.releases(SKILL, second)
    assert (own.skill().status, own.skill().body.text) == (Status.STABLE, stable)
    own.releases(SKILL, first)
    assert (own.skill().status, own.skill().body.text) == (Status.ALPHA, amended)
    assert {item.outcome for item in own.items(SKILL)} == {"reinstated"}


def test_what_was_flagged_and_cannot_be_read_any_more_does_not_come_back(own: Court) -> None:
    own.quarantine(SKILL)
    own.press.store.write(lambda connection: connection.exec_driver_sql("DROP TRIGGER kept_decisions_update"))
    lost = CHANGE_REQUESTS.update().values(merge_commit="0" * 40)
    own.press.store.write(lambda connection: connection.execute(lost))
    with pytest.raises(RulingRefused, match="cannot be read any more"):
        own.releases(SKILL)


# --- once, whatever happens -------------------------------------------------------------------------------------


def test_a_question_is_answered_once(own: Court) -> None:
    own.quarantine(VALUE)
    asked = own.asked(VALUE)
    own.releases(VALUE)
    before = contents(own.press.store)
    with pytest.raises(RulingRefused, match="does not wait any more"):
        own.releases(VALUE, asked)
    with pytest.raises(RulingRefused, match="does not wait any more"):
        own.rules(VALUE, Ruling.UPHELD)
    assert contents(own.press.store) == before


def test_of_two_who_rule_at_the_same_moment_one_is_told_so(
    own: Court, monkeypatch: pytest.MonkeyPatch
) -> None:
    own.quarantine(VALUE)
    asked = own.asked(VALUE)
    question, quarantine = own.press.store.read(lambda connection: quarantine_of(connection, asked))
    own.rules(VALUE, Ruling.UPHELD)
    before = contents(own.press.store)
    monkeypatch.setattr(ruling, "quarantine_of", lambda *_: (question, quarantine))
    with pytest.raises(RulingRefused, match="does not wait any more"):
        own.rules(VALUE, Ruling.BOGUS)
    assert contents(own.press.store) == before


def test_a_question_that_names_no_decision_is_passed_over(own: Court) -> None:
    own.quarantine(VALUE)
    asked = Question(Queue.INJECTION, "volatile_value", VALUE[1], "Something else about it")
    own.press.store.write(lambda connection: reviews.ask_again(connection, asked, own.press.now))
    first, other = own.items(VALUE)
    with pytest.raises(RulingRefused, match="does not wait any more"):
        own.releases(VALUE, Asked(other.row_id, *VALUE))
    assert own.releases(VALUE, Asked(first.row_id, *VALUE)).addresses == 1


@requirement("R-RATE-05")
def test_a_ruling_that_dies_after_the_merge_is_finished_by_the_next_tick(
    own: Court, monkeypatch: pytest.MonkeyPatch
) -> None:
    own.quarantine(SKILL)
    text = own.skill().body.text
    asked = own.asked(SKILL)
    with monkeypatch.context() as patched:
        patched.setattr(FileDecisions, "_land", _dies)
        with pytest.raises(_DiedError):
            own.releases(SKILL)
    with pytest.raises(RulingRefused, match="is being done at this moment"):
        own.releases(SKILL, asked)
    assert own.press.rows(BANS) == []
    assert own.decided(own.tick()) == [("reinstate", SKILL[1], "quarantined", "alpha")]
    assert (own.status(SKILL), own.skill().body.text) == (Status.ALPHA, text)
    assert (own.press.rows(FLAGGERS), len(own.press.rows(BANS))) == ([], 1)
    assert [item.outcome for item in own.items(SKILL)] == ["reinstated"]
    assert own.decided(own.tick()) == []


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (NotNow(), "Main moved meanwhile"),
        (Unpublishable(Failure.CHECKS_FAILED, "It cites what is gone."), "It cites what is gone"),
    ],
)
def test_what_main_does_not_take_is_said_and_the_question_waits_on(
    own: Court, monkeypatch: pytest.MonkeyPatch, trouble: Exception, said: str
) -> None:
    own.quarantine(SKILL)

    def fails(*_: object) -> None:
        raise trouble

    monkeypatch.setattr(FileDecisions, "make_true", fails)
    with pytest.raises(RulingRefused, match=said):
        own.releases(SKILL)
    (item,) = own.items(SKILL)
    assert (item.closed_at, len(own.press.rows(FLAGGERS))) == (None, 1)


class _DiedError(Exception):
    pass


def _dies(*_: object) -> bool:
    raise _DiedError


# --- names, holds and flags -------------------------------------------------------------------------------------

NAME = Reason("/injection_reason", HoldReason.PERSON_NAME)


@requirement("R-QUAR-03")
def test_a_held_flag_pulls_nothing_and_nobody_is_ruled_about(own: Court) -> None:
    flag = own.flag(SKILL, by=FLAGGER)
    own.press.store.write(
        lambda connection: holding.hold(
            connection, SubmissionType.VALIDATION, flag, [NAME], own.press.now, "commit"
        )
    )
    assert own.decided(own.tick()) == []
    assert (own.press.rows(FLAGGERS), own.items(SKILL)) == ([], [])


def test_a_flag_that_is_discarded_after_its_quarantine_leaves_the_question_and_loses_its_words(
    own: Court,
) -> None:
    flag = own.quarantine(SKILL)
    vote, now = SubmissionType.VALIDATION, own.press.now
    own.press.store.write(lambda connection: holding.hold(connection, vote, flag, [NAME], now, "scan"))
    own.press.store.write(lambda connection: holding.discard(connection, vote, flag, now, "operator"))
    assert own.decided(own.tick()) == []
    assert own.status(SKILL) is Status.QUARANTINED
    assert own.releases(SKILL).addresses == 1
    assert own.decided(own.tick()) == []
