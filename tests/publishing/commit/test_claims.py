"""Of two runs side by side neither lets go what the other may be about to merge: whoever took it back would be told wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from becivic.publishing.commit.steps import OnStep, Step
from becivic.publishing.forge.forge import MainMoved
from becivic.rules.publishing import Failure
from becivic.rules.submissions import SubmissionType
from becivic.store.tables.keeping import CHANGE_REQUESTS, REVIEW_ITEMS
from becivic.store.tables.signals import AMENDMENTS
from becivic.store.tables.submissions import STAGED
from tests.factories.payloads import payload
from tests.factories.press import Press, press_beside
from tests.requirement import requirement

ONE_LINE = "amendments/valid/skill/body-one-line"
KIND = SubmissionType.AMENDMENT


class Died(BaseException):
    """As a kill: nothing of ours catches it."""


def send(house: Press) -> dict[str, str]:
    """An amendment whose day is over, and the key to taking it back."""
    answer = house.service.post(KIND, payload(ONE_LINE))
    house.service.clock.move(hours=25)
    return {"authorization": f"Bearer {answer.json()['cancel_token']}"}


def take_back(house: Press, key: dict[str, str]) -> int:
    sent = payload(ONE_LINE)["amendment_id"]
    return house.service.ask("DELETE", f"/api/amendments/{sent}", headers=key).status_code


def troubled(monkeypatch: pytest.MonkeyPatch, house: Press) -> None:
    """Everything that it opens fails, for no reason that can be told."""

    def fails(_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(house.workshop.forge, "open", fails)


def once(house: Press, step: Step, meanwhile: Callable[[], object]) -> OnStep:
    """A moment later something happens between two steps of a run."""
    left = [meanwhile]

    def on_step(at: Step, _: str) -> None:
        if at is step and left:
            house.service.clock.move(seconds=1)
            left.pop()()

    return on_step


def claimed_by(house: Press) -> str | None:
    (row,) = house.rows(STAGED)
    claim: str | None = row.change_request_id
    return claim


@requirement("R-JOB-12")
def test_a_run_that_fails_lets_nothing_go_that_another_has_claimed_before_it(
    house: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, other = send(house), press_beside(house)
    troubled(monkeypatch, other)

    def beside() -> None:
        assert list(other.runs().waiting.values()) == [Failure.INTERNAL_ERROR]
        assert take_back(house, key) == 403

    assert house.runs(once(house, Step.COMPOSED, beside)).published == {"amendment skill": 1}
    assert [row.outcome for row in house.rows(AMENDMENTS)] == ["applied"]


@requirement("R-JOB-12")
def test_a_run_that_fails_lets_nothing_go_that_another_has_claimed_after_it(
    house: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, other = send(house), press_beside(house)

    def beside() -> None:
        with pytest.raises(Died):
            other.runs(once(house, Step.COMPOSED, die))

    troubled(monkeypatch, house)
    assert list(house.runs(once(house, Step.COMPOSED, beside)).waiting.values()) == [Failure.INTERNAL_ERROR]
    assert take_back(house, key) == 403


def test_what_all_have_given_up_is_let_go_by_the_next_run_that_fails(
    house: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = send(house)
    with pytest.raises(Died):
        house.runs(once(house, Step.OPENED, die))
    troubled(monkeypatch, house)
    house.service.clock.move(minutes=5)
    house.runs()
    assert claimed_by(house) is not None  # whoever claimed it before may be alive
    house.service.clock.move(minutes=5)
    house.runs()
    assert claimed_by(house) is None
    assert take_back(house, key) == 200


def test_a_main_that_never_rests_lets_what_it_keeps_waiting_be_taken_back(
    house: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = send(house)

    def moves(_: str, __: str) -> None:
        raise MainMoved("moved.")

    monkeypatch.setattr(house.workshop.forge, "merge", moves)
    assert list(house.runs().waiting.values()) == [Failure.MAIN_MOVED]
    assert take_back(house, key) == 200


def test_of_what_was_taken_back_and_is_on_main_all_the_same_a_person_is_told(
    house: Press, caplog: pytest.LogCaptureFixture
) -> None:
    send(house)

    def gone() -> None:
        assert house.store.write(lambda connection: connection.execute(STAGED.delete()).rowcount) == 1

    report = house.runs(once(house, Step.MERGED, gone))
    head = house.workshop.repository.head()
    assert (report.published, house.rows(AMENDMENTS)) == ({}, [])
    (request,) = house.rows(CHANGE_REQUESTS)
    assert (request.state, request.merge_commit) == ("merged", head)
    (item,) = house.rows(REVIEW_ITEMS)
    assert (item.queue, item.subject_type, item.subject_id) == ("failed", "main", head)
    assert item.title == "An amendment is on main and was taken back"
    assert f"{request.id} is on main as {head[:7]}, and was taken back before that was known." in caplog.text


def test_what_another_run_settles_first_is_told_once_and_nobody_is_asked(
    house: Press, caplog: pytest.LogCaptureFixture
) -> None:
    send(house)
    other, told = press_beside(house), []
    report = house.runs(once(house, Step.MERGED, lambda: told.append(other.runs().published)))
    assert (told, report.published) == ([{"amendment skill": 1}], {})
    assert (len(house.rows(AMENDMENTS)), house.rows(REVIEW_ITEMS)) == (1, [])
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


def test_what_is_taken_back_before_it_is_claimed_never_comes_near_the_forge(house: Press) -> None:
    key, main = send(house), house.workshop.repository.head()
    report = house.runs(once(house, Step.SCREENED, lambda: take_back(house, key)))
    assert (report.published, report.waiting, report.stopped) == ({}, {}, {})
    assert (house.rows(CHANGE_REQUESTS), house.workshop.repository.head()) == ([], main)


def die() -> None:
    raise Died
