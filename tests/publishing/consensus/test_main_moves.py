"""Main that moves under a tick, or cannot be reached: what people voted on is moved, once, and nothing else is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Final

import pytest

from becivic.publishing.consensus.log import unfinished
from becivic.publishing.consensus.steps import Step
from becivic.publishing.forge.forge import ForgeRefused, ForgeUnavailable, Request
from becivic.publishing.forge.local import LocalForge
from becivic.publishing.indexes.regenerate import regenerate
from becivic.publishing.repository import CorpusRepository
from becivic.rules.publishing import MAIN_ATTEMPTS, Failure
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType
from becivic.store.store import Store
from becivic.store.tables.keeping import REVIEW_ITEMS, Queue
from tests.factories.polls import PATH, SKILL, TWO_DAYS, VALUE, Poll, begun
from tests.factories.press import Press
from tests.factories.workshops import files_on_main, push
from tests.publishing.consensus.meeting import TO_BETA, Died, at, beside, insist_on_agreement, told_by_git

CLOCK: Final = (TargetType.SKILL, "nationality-residence-clock")


@pytest.fixture
def nearly_beta(sqlite_store: Store, tmp_path: Path) -> Poll:
    """A skill and a value that the next tick promotes."""
    poll = Poll(begun(sqlite_store, tmp_path / "home"))
    poll.confirm(SKILL, 3)
    poll.confirm(VALUE, 3)
    poll.later(TWO_DAYS)
    return poll


VALUE_TO_BETA: Final = ("promote", VALUE[1], "alpha", "beta")
FILE: Final = f"skills/{SKILL[1]}/canonical.md"


def pushes(poll: Poll, old: str, new: str, file: str = FILE) -> Callable[[], object]:
    """Somebody who pushes to main past the service, by a clone of their own."""
    workshop = beside(poll).press.workshop
    return lambda: push(workshop, files_on_main(workshop.repository).replaced(file, old, new), poll.press.now)


@pytest.mark.parametrize("step", [Step.CLAIMED, Step.OPENED])
def test_main_that_moves_meanwhile_has_the_decision_made_anew_on_top(nearly_beta: Poll, step: Step) -> None:
    somebody = pushes(nearly_beta, "title: ", "title: Another ", f"skills/{CLOCK[1]}/canonical.md")
    report = nearly_beta.tick(on_step=at(step, somebody))
    assert nearly_beta.decided(report) == [TO_BETA, VALUE_TO_BETA]
    assert nearly_beta.skill().status is Status.BETA
    assert nearly_beta.skill(CLOCK[1]).fields.text("title").startswith("Another ")
    assert len(list(told_by_git(nearly_beta))) == 1


def test_main_that_moves_under_every_attempt_is_left_for_the_next_tick(nearly_beta: Poll) -> None:
    clock = f"skills/{CLOCK[1]}/canonical.md"
    somebody = pushes(nearly_beta, "title: ", "title: Another ", clock)
    report = nearly_beta.tick(on_step=at(Step.OPENED, somebody, times=MAIN_ATTEMPTS))
    assert nearly_beta.decided(report) == [VALUE_TO_BETA]
    assert report.waiting == {f"skill {SKILL[1]}": Failure.MAIN_MOVED}
    assert nearly_beta.press.store.read(unfinished) == []
    assert nearly_beta.decided(nearly_beta.tick()) == [TO_BETA]
    assert [entry.is_true for entry in nearly_beta.log(SKILL)] == [False, True]


@pytest.mark.parametrize("step", [Step.CLAIMED, Step.OPENED])
@pytest.mark.parametrize(
    ("old", "new", "then"),
    [
        ("status: alpha", "status: deprecated", Status.DEPRECATED),
        ("title: ", "title: Another ", Status.BETA),
    ],
    ids=["another status", "another text"],
)
def test_what_says_something_else_by_now_is_not_moved_by_votes_on_what_it_said(
    nearly_beta: Poll, step: Step, old: str, new: str, then: Status
) -> None:
    """It is looked at again once the records know of it; a maintainer's edit of the same line keeps its votes (C-02)."""
    report = nearly_beta.tick(on_step=at(step, pushes(nearly_beta, old, new)))
    assert report.waiting == {f"skill {SKILL[1]}": Failure.MAIN_MOVED}
    assert list(told_by_git(nearly_beta)) == []
    assert nearly_beta.press.store.read(unfinished) == []
    regenerate(nearly_beta.press.workshop, nearly_beta.press.now)
    nearly_beta.tick()
    assert nearly_beta.skill().status is then
    insist_on_agreement(nearly_beta)


def test_what_main_holds_and_the_records_do_not_know_yet_is_not_moved(nearly_beta: Poll) -> None:
    """A push, or an amendment that is merged and not settled: the votes were about what was there before."""
    regenerate(nearly_beta.press.workshop, nearly_beta.press.now)
    pushes(nearly_beta, "title: ", "title: Another ")()
    report = nearly_beta.tick()
    assert report.waiting == {f"skill {SKILL[1]}": Failure.MAIN_MOVED}
    assert nearly_beta.log(SKILL) == []


def test_an_amendment_that_lands_meanwhile_is_not_promoted_by_votes_on_what_it_changed(
    nearly_beta: Poll,
) -> None:
    nearly_beta.press.sends("amendments/valid/skill/body-with-provenance")
    nearly_beta.later(timedelta(hours=25))
    report = nearly_beta.tick(on_step=at(Step.CLAIMED, beside(nearly_beta).press.runs))
    assert report.waiting == {f"skill {SKILL[1]}": Failure.MAIN_MOVED}
    assert nearly_beta.decided(nearly_beta.tick()) == []
    assert (nearly_beta.skill().status, str(nearly_beta.skill().version)) == (Status.ALPHA, "0.1.1")


class Failing(LocalForge):
    """Fails at some calls, so many times."""

    def __init__(self, repository: CorpusRepository, error: Exception, *names: str, times: int = 1) -> None:
        super().__init__(repository)
        self._error, self._names, self._left = error, names, times

    def __getattribute__(self, name: str) -> object:
        if not name.startswith("_") and name in self._names and self._left:
            self._left -= 1
            raise self._error
        return super().__getattribute__(name)


def failing(poll: Poll, error: Exception, *names: str, times: int = 1) -> Poll:
    kept = poll.press.workshop
    forge = Failing(kept.repository, error, *names, times=times)
    return Poll(Press(poll.press.service, replace(kept, forge=forge)))


@pytest.mark.parametrize("name", ["main", "open", "merge"])
def test_a_forge_that_is_away_keeps_files_waiting_and_no_row(
    nearly_beta: Poll, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    nearly_beta.confirm(PATH, 3)
    away = failing(nearly_beta, ForgeUnavailable("is away."), name, times=99)
    report = away.tick()
    assert nearly_beta.decided(report) == [VALUE_TO_BETA]
    assert list(report.waiting.values()) == [Failure.MAIN_UNREADABLE] * 2
    assert caplog.messages == ["What needs main is looked at again at the next tick (is away.)."]
    path_to_beta = ("promote", PATH[1], "alpha", "beta")
    assert nearly_beta.decided(nearly_beta.tick()) == [path_to_beta, TO_BETA]
    assert len(list(told_by_git(nearly_beta))) == 2


def test_a_forge_that_is_away_after_the_merge_leaves_a_branch_and_nothing_undone(nearly_beta: Poll) -> None:
    away = failing(nearly_beta, ForgeUnavailable("is away."), "forget")
    assert nearly_beta.decided(away.tick()) == [TO_BETA, VALUE_TO_BETA]
    assert nearly_beta.decided(nearly_beta.tick()) == []


def test_a_forge_that_is_away_when_a_tick_before_is_looked_after_stops_nothing(nearly_beta: Poll) -> None:
    with pytest.raises(Died):
        nearly_beta.tick(on_step=at(Step.OPENED, _die))
    away = failing(nearly_beta, ForgeUnavailable("is away."), "find")
    assert nearly_beta.decided(away.tick()) == [TO_BETA, VALUE_TO_BETA]
    nearly_beta.tick()
    assert [entry.is_true for entry in nearly_beta.log(SKILL)] == [False, True]
    assert nearly_beta.press.store.read(unfinished) == []


def test_a_branch_that_another_tick_merges_at_this_moment_is_left_to_it(nearly_beta: Poll) -> None:
    with pytest.raises(Died):
        nearly_beta.tick(on_step=at(Step.OPENED, _die))
    merging = failing(nearly_beta, ForgeRefused("is merged, and cannot be closed."), "close")
    merging.tick()
    nearly_beta.tick()
    assert len([entry for entry in nearly_beta.log(SKILL) if entry.is_true]) == 1
    assert nearly_beta.press.store.read(unfinished) == []


def test_a_change_that_the_forge_refuses_is_told_to_a_person_once(nearly_beta: Poll) -> None:
    refusing = failing(nearly_beta, ForgeRefused("is protected."), "merge", times=99)
    report = refusing.tick()
    assert report.failed == {f"skill {SKILL[1]}": Failure.FORGE_REFUSED}
    refusing.later(timedelta(days=1))
    refusing.tick()
    assert len(nearly_beta.press.rows(REVIEW_ITEMS, queue=Queue.FAILED.value)) == 1
    assert [entry.is_true for entry in nearly_beta.log(SKILL)] == [False, False]
    nearly_beta.later(timedelta(days=1))
    assert nearly_beta.decided(nearly_beta.tick()) == [TO_BETA]


def test_what_is_flagged_is_pulled_where_main_does_not_take_what_was_before(
    sqlite_store: Store, tmp_path: Path
) -> None:
    poll = Poll(begun(sqlite_store, tmp_path / "home"))
    poll.press.sends("amendments/valid/skill/frontmatter-summary")
    poll.press.a_day_later()
    poll.flag(CLOCK)
    refusing = failing(poll, ForgeRefused("is protected."), "merge")
    assert poll.decided(refusing.tick()) == [("quarantine", CLOCK[1], "alpha", "quarantined")]
    assert [(entry.after, entry.is_true) for entry in poll.log(CLOCK)] == [
        (Status.ALPHA, False),
        (Status.QUARANTINED, True),
    ]
    assert len(poll.press.rows(REVIEW_ITEMS, queue=Queue.INJECTION.value)) == 1


class Overtaken(LocalForge):
    """While it is asked what became of a branch, another tick settles it."""

    def __init__(self, repository: CorpusRepository, meanwhile: Callable[[], object]) -> None:
        super().__init__(repository)
        self._meanwhile = [meanwhile]

    def find(self, branch: str) -> Request | None:
        found = super().find(branch)
        if self._meanwhile:
            self._meanwhile.pop()()
        return found


def test_what_another_tick_settles_at_this_moment_is_told_once(nearly_beta: Poll) -> None:
    with pytest.raises(Died):
        nearly_beta.tick(on_step=at(Step.MERGED, _die))
    kept, told = nearly_beta.press.workshop, []
    forge = Overtaken(kept.repository, lambda: told.append(beside(nearly_beta).tick()))
    late = Poll(Press(nearly_beta.press.service, replace(kept, forge=forge))).tick()
    assert [nearly_beta.decided(report) for report in told] == [[TO_BETA, VALUE_TO_BETA]]
    assert nearly_beta.decided(late) == []
    assert [entry.is_true for entry in nearly_beta.log(SKILL)] == [True]


def _die() -> None:
    raise Died
