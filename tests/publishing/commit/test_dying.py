"""A run may be killed after any step: the next goes on, and everything is published once (R-JOB-10)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pygit2
import pytest

from becivic.publishing.commit.steps import Step
from becivic.rules.contract import SUBMISSION_TRAILER
from becivic.store.store import Store, open_store
from becivic.store.tables.catalogue import VOLATILE_VALUES
from becivic.store.tables.keeping import CHANGE_REQUESTS, REVIEW_ITEMS
from becivic.store.tables.signals import AMENDMENTS, CONCERNS, DRAFTS, FEEDBACK_CHANNEL, RATINGS
from becivic.store.tables.submissions import COMMITTED, HELD, STAGED
from tests.factories.databases import Databases
from tests.factories.payloads import payload
from tests.factories.press import Press, press, press_beside
from tests.requirement import requirement


class Died(BaseException):
    """As a kill: nothing of ours catches it."""


def send_everything(house: Press) -> None:
    """One of each kind of route, one that a person must see first, and one that cannot be published any more."""
    for name in (
        "concerns/valid/skill-general",
        "feedback_channel/valid/bug",
        "ratings/valid/skill-four",
        "amendments/valid/volatile_value/number",
        "amendments/valid/skill/body-with-provenance",
        "amendments/valid/path/audience-summary",
        "amendments/valid/path_source/source-add-postal",
        "drafts/valid/skill/smallest",
        "drafts/valid/path/uid-absent",
    ):
        house.sends(name)
    content = payload("concerns/valid/path-general")["content"]
    house.sends(
        "concerns/valid/path-general",
        content={**content, "report": "Lieselotte Vandenbroucke asked for a second copy at the desk."},
    )
    again = "amd_01a1ffff-ed00-7b52-9a92-36cb550d6147"
    house.sends(
        "amendments/valid/skill/body-with-provenance",
        amendment_id=again,
        provenance=None,
        address="198.51.100.9",
    )


def insist_on_everything_once(house: Press) -> None:
    assert [row.submission_id[:4] for row in house.rows(CONCERNS)] == ["con_"]
    assert len(house.rows(FEEDBACK_CHANNEL)) == len(house.rows(RATINGS)) == 1
    assert len([row for row in house.rows(VOLATILE_VALUES) if row.submission_id]) == 1
    assert sorted((row.target_type, row.outcome) for row in house.rows(AMENDMENTS)) == [
        ("path", "applied"),
        ("path_source", "applied"),
        ("skill", "applied"),
        ("volatile_value", "applied"),
    ]
    assert [row.outcome for row in house.rows(DRAFTS)] == ["pending", "pending"]
    (held,) = house.rows(HELD)
    assert held.state == "ner_held_for_review"
    (stopped,) = house.rows(STAGED)
    assert (stopped.last_error, stopped.stopped_at is not None) == ("diff_apply_failed", True)
    assert sorted(row.state for row in house.rows(CHANGE_REQUESTS)) == [
        "closed", "merged", "merged", "merged", "open", "open",
    ]  # fmt: skip
    assert sorted(row.queue for row in house.rows(REVIEW_ITEMS)) == [
        "drafts", "drafts", "failed", "feedback", "held",
    ]  # fmt: skip
    assert len(house.rows(COMMITTED)) == 9
    assert _told_by_git(house) == sorted(
        f"amendment {row.submission_id}" for row in house.rows(AMENDMENTS) if row.change_request_id
    )


def _told_by_git(house: Press) -> list[str]:
    git = pygit2.Repository(str(house.workshop.repository.path))
    lines = [line for each in git.walk(git.head.target) for line in each.message.splitlines()]
    return sorted(
        line.removeprefix(f"{SUBMISSION_TRAILER}: ") for line in lines if line.startswith(SUBMISSION_TRAILER)
    )


@requirement("R-JOB-10")
def test_a_run_that_dies_after_each_step_in_turn_publishes_everything_once(
    store: Store, tmp_path: Path
) -> None:
    house = press(store, tmp_path / "home")
    send_everything(house)
    house.service.clock.move(hours=25)
    seen: set[Step] = set()
    for runs in range(1, 400):
        left = runs

        def dies(step: Step, _: str) -> None:
            nonlocal left
            seen.add(step)
            left -= 1
            if not left:
                raise Died

        try:
            house.runs(dies)
        except Died:
            continue
        break
    assert seen == set(Step)
    insist_on_everything_once(house)
    assert house.runs().total == 0


@requirement("R-JOB-10")
def test_a_process_that_is_killed_after_each_step_in_turn_publishes_everything_once(
    databases: Databases, tmp_path: Path
) -> None:
    """On SQLite alone: a process each time takes long, and the test above has been through both databases."""
    with databases.fresh("sqlite") as database_url:
        _killed_after_each_step(database_url, tmp_path)


def _killed_after_each_step(database_url: str, tmp_path: Path) -> None:
    store = open_store(database_url)
    house = press(store, tmp_path / "home")
    send_everything(house)
    house.service.clock.move(hours=25)
    command = [sys.executable, "-m", "tests.factories.dying_press", database_url]
    arguments = [str(house.workshop.home), house.now.isoformat()]
    ran = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False, timeout=300)
    assert ran.returncode == 0, ran.stderr
    assert int(ran.stdout) > 20
    insist_on_everything_once(house)
    store.close()


@pytest.mark.parametrize("step", list(Step))
def test_two_runs_at_once_publish_everything_once(databases: Databases, tmp_path: Path, step: Step) -> None:
    """The second comes in the middle of the first, wherever that is, and does everything; the first goes on."""
    kind = "postgresql" if step in (Step.CLAIMED, Step.MERGED) else "sqlite"  # each takes seconds
    with databases.fresh(kind) as database_url:
        store = open_store(database_url)
        _two_at_once(store, tmp_path, step)
        store.close()


def _two_at_once(store: Store, tmp_path: Path, step: Step) -> None:
    house = press(store, tmp_path / "home")
    send_everything(house)
    house.service.clock.move(hours=25)
    other = press_beside(house)
    met: list[Step] = []

    def interrupted(at: Step, _: str) -> None:
        if at is step and not met:
            met.append(at)
            other.runs()

    house.runs(interrupted)
    house.runs()
    assert met
    insist_on_everything_once(house)
