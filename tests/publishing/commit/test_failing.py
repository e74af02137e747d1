"""What does not get through: stopped and told, or tried again for ever; nothing is lost (R-JOB-09, R-JOB-11, R-JOB-12)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import pytest
from sqlalchemy import Connection

from becivic.publishing.changes.refused import Unpublishable
from becivic.publishing.commit import due as due_module
from becivic.publishing.commit import job as job_module
from becivic.publishing.forge.forge import ForgeRefused, ForgeUnavailable, MainMoved
from becivic.publishing.repository import RepositoryRefused
from becivic.publishing.review import holding
from becivic.publishing.screening.screen import Reason
from becivic.rules.publishing import Failure, HoldReason
from becivic.rules.submissions import SubmissionType
from becivic.store.store import Store, StoreUnavailable
from becivic.store.tables.keeping import CHANGE_REQUESTS, REVIEW_ITEMS
from becivic.store.tables.signals import AMENDMENTS, CONCERNS
from becivic.store.tables.submissions import HELD, STAGED
from tests.factories.homes import commit
from tests.factories.intake import fixture_files
from tests.factories.payloads import payload
from tests.factories.press import Press, press_beside
from tests.requirement import requirement

SKILL = "nationality-application"
FILE = f"skills/{SKILL}/canonical.md"
AGAIN = "amd_01a1ffff-ed00-7b52-9a92-36cb550d6147"


@pytest.fixture
def store(sqlite_store: Store) -> Store:
    """One is enough: the SQL that runs here is tested on both databases beside what it belongs to."""
    return sqlite_store


@contextmanager
def troubled(house: Press, method: str, error: Exception, after: int = 0) -> Iterator[list[Any]]:
    """The forge answers one kind of question with trouble, once it has answered some. What it was asked in vain."""
    kept = house.workshop.forge
    left = itertools.count(after, -1)
    asked: list[Any] = []

    class Troubled:
        def __getattr__(self, name: str) -> Any:
            if name == method and next(left) <= 0:
                return self._trouble
            return getattr(kept, name)

        def _trouble(self, *arguments: Any, **__: Any) -> Any:
            asked.append(arguments)
            raise error

    house.workshop.forge = Troubled()
    yield asked
    house.workshop.forge = kept


def stopped(house: Press, submission_id: str) -> str:
    told = house.status(SubmissionType.AMENDMENT, submission_id)
    assert told["state"] == "staged"
    return str(told["last_error"])


@requirement("R-JOB-12")
def test_of_two_amendments_to_one_paragraph_the_first_is_merged_and_the_second_told(house: Press) -> None:
    first = house.sends("amendments/valid/skill/body-one-line")
    second = house.sends("amendments/valid/skill/body-one-line", amendment_id=AGAIN, address="198.51.100.9")
    report = house.a_day_later()
    assert report.published == {"amendment skill": 1}
    assert report.stopped == {second: Failure.DIFF_APPLY_FAILED}
    assert house.status(SubmissionType.AMENDMENT, first)["change_request"] == "merged"
    assert stopped(house, second) == "diff_apply_failed"
    (kept,) = house.rows(STAGED)
    assert (kept.id, kept.attempts, kept.change_request_id) == (second, 1, None)
    (item,) = house.rows(REVIEW_ITEMS)
    assert (item.queue, item.subject_id, item.title) == (
        "failed",
        second,
        "An amendment cannot be published: diff_apply_failed",
    )
    assert house.runs().stopped == {}  # it is due no more


@requirement("R-JOB-12")
def test_an_amendment_of_other_lines_is_rebased(house: Press) -> None:
    house.sends("amendments/valid/skill/body-with-provenance")
    house.sends("amendments/valid/skill/body-two-hunks", address="198.51.100.9")
    assert house.a_day_later().published == {"amendment skill": 2}
    assert str(house.corpus.skills[SKILL].version) == "0.1.2"


@requirement("R-JOB-11")
def test_a_skill_that_is_gone_stops_its_amendment_and_keeps_it(house: Press) -> None:
    sent = house.sends("amendments/valid/skill/body-one-line")
    commit(house.workshop.repository, fixture_files().without(FILE))
    house.a_day_later()
    assert stopped(house, sent) == "canonical_not_found"


def test_a_quarantined_skill_takes_no_amendment(house: Press) -> None:
    sent = house.sends("amendments/valid/skill/body-one-line")
    commit(house.workshop.repository, fixture_files().replaced(FILE, "status: alpha", "status: quarantined"))
    house.a_day_later()
    assert stopped(house, sent) == "target_quarantined"


@requirement("R-JOB-09")
def test_trouble_with_the_forge_is_tried_again_for_ever_and_told_after_a_day(house: Press) -> None:
    sent = house.sends("amendments/valid/skill/body-one-line")
    fine = house.sends("concerns/valid/skill-general")
    with troubled(house, "open", ForgeUnavailable("cannot be reached.")):
        report = house.a_day_later()
        assert (report.waiting, report.late) == ({sent: Failure.FORGE_UNAVAILABLE}, [])
        assert [row.submission_id for row in house.rows(CONCERNS)] == [fine]
        assert house.status(SubmissionType.AMENDMENT, sent)["last_error"] == "forge_unavailable"
        assert house.rows(REVIEW_ITEMS) == []
        house.service.clock.move(hours=25)
        assert house.runs().late == [sent]
        assert house.runs().late == [sent]
        (item,) = house.rows(REVIEW_ITEMS)
        assert (item.queue, item.subject_id, item.closed_at) == ("failed", sent, None)
        (kept,) = house.rows(STAGED)
        assert (kept.attempts, kept.stopped_at) == (3, None)
    assert house.runs().published == {"amendment skill": 1}
    (item,) = house.rows(REVIEW_ITEMS)
    assert item.outcome == "published"


@pytest.mark.parametrize(
    ("method", "error", "failure"),
    [
        ("merge", MainMoved("moved."), Failure.MAIN_MOVED),
        ("merge", ForgeUnavailable("checks still run."), Failure.FORGE_UNAVAILABLE),
        ("main", RepositoryRefused("is damaged."), Failure.MAIN_UNREADABLE),
        ("find", ZeroDivisionError(), Failure.INTERNAL_ERROR),
    ],
)
def test_what_passes_is_tried_again(house: Press, method: str, error: Exception, failure: Failure) -> None:
    sent = house.sends("amendments/valid/skill/body-one-line")
    screen = house.screen
    house.service.clock.move(hours=25)
    with troubled(house, method, error):
        report = job_module.commit(house.workshop, screen, house.now)
    assert report.waiting == {sent: failure}
    assert house.runs().published == {"amendment skill": 1}


def test_a_forge_that_refuses_stops_it(house: Press) -> None:
    sent = house.sends("amendments/valid/skill/body-one-line")
    house.service.clock.move(hours=25)
    screen = house.screen
    with troubled(house, "open", ForgeRefused("does not take it.")):
        report = job_module.commit(house.workshop, screen, house.now)
    assert report.stopped == {sent: Failure.FORGE_REFUSED}
    with troubled(house, "merge", ForgeRefused("does not take it.")):
        house.sends("amendments/valid/skill/body-two-hunks")
        report = job_module.commit(house.workshop, screen, house.now.replace(year=2027))
    assert list(report.stopped.values()) == [Failure.FORGE_REFUSED]


@requirement("R-JOB-09")
def test_a_forge_that_is_lost_while_something_is_stopped_keeps_nothing_else_back(house: Press) -> None:
    sent = house.sends("amendments/valid/skill/body-one-line")
    house.store.write(lambda connection: _aims_at(connection, sent, "nobody-has-this"))
    fine = house.sends("drafts/valid/path/every-probed-class")
    house.service.clock.move(hours=25)
    screen = house.screen
    with troubled(house, "find", ForgeUnavailable("cannot be reached."), after=1):
        report = job_module.commit(house.workshop, screen, house.now)
    assert report.stopped == {}
    assert report.waiting == dict.fromkeys((sent, fine), Failure.FORGE_UNAVAILABLE)
    report = house.runs()
    assert report.stopped == {sent: Failure.CANONICAL_NOT_FOUND}
    assert report.published == {"draft path": 1}


def test_a_branch_that_cannot_be_closed_now_keeps_nothing_else_back(
    house: Press, caplog: pytest.LogCaptureFixture
) -> None:
    sent = house.sends("amendments/valid/skill/body-one-line")
    fine = house.sends("drafts/valid/path/every-probed-class")
    house.service.clock.move(hours=25)
    screen = house.screen
    with (
        troubled(house, "merge", ForgeRefused("does not take it.")),
        troubled(house, "close", ForgeUnavailable("cannot be reached.")) as asked,
    ):
        report = job_module.commit(house.workshop, screen, house.now)
    assert asked == [(f"submissions/{sent}",)]
    assert report.stopped == {sent: Failure.FORGE_REFUSED}
    assert (report.published, report.waiting) == ({"draft path": 1}, {})
    assert house.status(SubmissionType.DRAFT, fine)["state"] == "committed"
    assert f"submissions/{sent} is still open on the forge" in caplog.text


@pytest.mark.parametrize(
    ("error", "failure"),
    [
        (ZeroDivisionError(), Failure.INTERNAL_ERROR),
        (Unpublishable(Failure.TARGET_GONE, "Gone."), Failure.TARGET_GONE),
    ],
    ids=["tried-again", "stopped"],
)
def test_about_what_becomes_a_row_the_forge_is_not_asked(
    house: Press, monkeypatch: pytest.MonkeyPatch, error: Exception, failure: Failure
) -> None:
    sent = house.sends("concerns/valid/skill-general")
    house.service.clock.move(hours=25)
    screen = house.screen

    def wrong(*_: Any) -> bool:
        raise error

    monkeypatch.setattr(job_module, "publish_row", wrong)
    with troubled(house, "find", ForgeUnavailable("cannot be reached.")) as asked:
        report = job_module.commit(house.workshop, screen, house.now)
    assert asked == []
    assert {**report.waiting, **report.stopped} == {sent: failure}
    (kept,) = house.rows(STAGED)
    assert (kept.last_error, kept.change_request_id) == (failure.value, None)


@requirement("R-JOB-10")
def test_a_branch_that_cannot_be_forgotten_now_leaves_what_is_published_published(
    house: Press, caplog: pytest.LogCaptureFixture
) -> None:
    sent = house.sends("amendments/valid/skill/body-one-line")
    house.service.clock.move(hours=49)
    with troubled(house, "forget", ForgeUnavailable("cannot be reached.")) as asked:
        report = house.runs()
    assert asked == [(f"submissions/{sent}",)]
    assert (report.published, report.waiting, report.late) == ({"amendment skill": 1}, {}, [])
    assert house.rows(REVIEW_ITEMS) == []
    assert house.status(SubmissionType.AMENDMENT, sent)["change_request"] == "merged"
    assert "The branch of a merged change stays for now: cannot be reached." in caplog.text


@pytest.mark.parametrize("is_released", [False, True], ids=["staged", "released"])
def test_of_what_another_run_publishes_meanwhile_nobody_is_told_that_it_waits(
    house: Press, monkeypatch: pytest.MonkeyPatch, *, is_released: bool
) -> None:
    sent = house.sends("amendments/valid/skill/body-one-line")
    if is_released:
        house.store.write(lambda connection: _held_and_released(connection, sent, house.now))
    house.service.clock.move(hours=49)
    other, screen = press_beside(house), house.screen

    def overtaken(_: str) -> None:
        assert other.runs().published == {"amendment skill": 1}
        raise ForgeUnavailable("cannot be reached.")

    monkeypatch.setattr(house.workshop.forge, "find", overtaken)
    report = job_module.commit(house.workshop, screen, house.now)
    assert (report.waiting, report.late) == ({}, [])
    assert [item for item in house.rows(REVIEW_ITEMS) if item.closed_at is None] == []
    assert [(row.last_error, row.attempts) for row in house.rows(HELD)] == [(None, 0)] * is_released


def _held_and_released(connection: Connection, submission_id: str, now: datetime) -> None:
    kind, reasons = SubmissionType.AMENDMENT, [Reason("/content", HoldReason.OPERATOR)]
    assert holding.hold(connection, kind, submission_id, reasons, now, "operator")
    assert holding.release(connection, kind, submission_id, now, "operator")


def test_while_main_cannot_be_read_what_another_run_published_is_not_said_to_wait(
    house: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = house.sends("amendments/valid/skill/body-one-line")
    other = press_beside(house)
    house.service.clock.move(hours=49)
    batches = due_module.batches

    def read_before_another_run(store: Store, now: datetime) -> Iterator[list[due_module.Due]]:
        monkeypatch.undo()
        found = list(batches(store, now))
        assert other.runs().total == 1
        yield from found

    monkeypatch.setattr(job_module, "batches", read_before_another_run)
    done: list[int] = []
    report = job_module.wait(house.workshop, Failure.MAIN_UNREADABLE, house.now, done.append)
    assert (report.waiting, report.late, done) == ({}, [], [1])
    assert house.status(SubmissionType.AMENDMENT, first)["change_request"] == "merged"


def _aims_at(connection: Connection, submission_id: str, target_id: str) -> int:
    changed = STAGED.update().where(STAGED.c.id == submission_id).values(target_id=target_id)
    return connection.execute(changed).rowcount


def test_a_value_that_is_gone_stops_its_amendment_and_nothing_else(house: Press) -> None:
    sent = house.sends("amendments/valid/volatile_value/number")
    fine = house.sends("concerns/valid/skill-general")
    house.store.write(lambda connection: _aims_at(connection, sent, "val-99999"))
    report = house.a_day_later()
    assert report.stopped == {sent: Failure.TARGET_GONE}
    assert [row.submission_id for row in house.rows(CONCERNS)] == [fine]
    assert house.rows(AMENDMENTS) == []


def test_records_that_cannot_be_reached_end_the_run(house: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    house.sends("concerns/valid/skill-general")
    house.service.clock.move(hours=25)
    screen = house.screen

    def lost(*_: Any) -> None:
        raise StoreUnavailable("gone.")

    monkeypatch.setattr(house.store, "write", lost)
    with pytest.raises(StoreUnavailable):
        job_module.commit(house.workshop, screen, house.now)


@requirement("R-JOB-12")
def test_what_is_stopped_can_be_taken_back_and_what_is_claimed_cannot(house: Press) -> None:
    answer = house.service.post(SubmissionType.AMENDMENT, _one_line())
    token, sent = answer.json()["cancel_token"], _one_line()["amendment_id"]
    headers = {"authorization": f"Bearer {token}"}
    house.service.clock.move(hours=25)
    screen = house.screen
    with troubled(house, "open", ForgeUnavailable("cannot be reached.")):
        job_module.commit(house.workshop, screen, house.now)
    taken_back = house.service.ask("DELETE", f"/api/amendments/{sent}", headers=headers)
    assert taken_back.status_code == 403
    assert [row.state for row in house.rows(CHANGE_REQUESTS)] == ["open"]
    with troubled(house, "open", ForgeRefused("does not take it.")):
        job_module.commit(house.workshop, screen, house.now)
    taken_back = house.service.ask("DELETE", f"/api/amendments/{sent}", headers=headers)
    assert taken_back.status_code == 200
    assert house.rows(STAGED) == []


def _one_line() -> dict[str, Any]:
    sent: dict[str, Any] = payload("amendments/valid/skill/body-one-line")
    return sent


def test_what_waits_because_of_us_can_be_held_or_taken_back_meanwhile(house: Press) -> None:
    sent = house.sends("amendments/valid/skill/body-one-line")
    house.service.clock.move(hours=25)
    screen = house.screen
    with troubled(house, "open", ZeroDivisionError()):
        job_module.commit(house.workshop, screen, house.now)
    (kept,) = house.rows(STAGED)
    assert (kept.id, kept.last_error, kept.change_request_id) == (sent, "internal_error", None)


def test_what_somebody_closed_on_the_forge_meanwhile_is_stopped(house: Press) -> None:
    sent = house.sends("amendments/valid/skill/body-one-line")
    house.service.clock.move(hours=25)
    screen = house.screen
    with troubled(house, "merge", ForgeUnavailable("checks still run.")):
        job_module.commit(house.workshop, screen, house.now)
    house.workshop.forge.close(f"submissions/{sent}")
    assert house.runs().stopped == {sent: Failure.FORGE_REFUSED}


def test_texts_that_are_large_together_are_looked_at_in_pieces(
    house: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(due_module, "BATCH_CHARACTERS", 900)
    for name in ("skill-general", "path-general", "skill-commune-ixelles"):
        house.sends(f"concerns/valid/{name}")
    house.service.clock.move(hours=25)
    assert [len(batch) for batch in due_module.batches(house.store, house.now)] == [1, 1, 1]
    assert house.runs().total == 3


def test_what_the_screen_cannot_read_is_held_and_the_rest_published(
    house: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    poison = house.sends("concerns/valid/skill-general")
    house.sends("concerns/valid/path-general")
    screen = house.screen
    look = screen.look

    def chokes(items: Any) -> Any:
        if any(payload_of_it["concern_id"] == poison for _, payload_of_it in items):
            raise RecursionError
        return look(items)

    monkeypatch.setattr(screen, "look", chokes)
    house.service.clock.move(hours=25)
    report = job_module.commit(house.workshop, screen, house.now)
    assert (report.held, report.published) == ([poison], {"concern path": 1})
