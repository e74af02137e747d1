"""The jobs as a server and the command line run them, over a whole house."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from becivic.jobs import table
from becivic.jobs.table import JOBS, did_all, reported
from becivic.publishing.consensus.file_decisions import FileDecisions
from becivic.publishing.forge.forge import ForgeUnavailable
from becivic.publishing.repository import RepositoryRefused
from becivic.store.store import Store
from becivic.store.tables.keeping import REVIEW_ITEMS
from becivic.store.tables.submissions import STAGED
from tests.factories.homes import commit
from tests.factories.intake import fixture_files
from tests.factories.press import Press
from tests.requirement import requirement


@pytest.fixture
def store(sqlite_store: Store) -> Store:
    """One is enough: the SQL that runs here is tested on both databases beside what it belongs to."""
    return sqlite_store


def run(house: Press, name: str) -> dict[str, Any]:
    job = JOBS[name]
    return reported(job, house.now, job.run(house.workshop, house.now, lambda _: None))


@requirement("R-IDX-05", "R-IDX-02")
def test_a_commit_run_publishes_and_writes_the_indexes_once(house: Press) -> None:
    house.sends("amendments/valid/skill/body-one-line")
    house.sends("amendments/valid/path/audience-summary")
    house.sends("concerns/valid/skill-general")
    house.service.clock.move(hours=25)
    before = house.workshop.repository.head()
    report = run(house, "commit")
    assert report["published"] == {"amendment path": 1, "amendment skill": 1, "concern skill": 1}
    assert report["index"] == house.workshop.repository.head()
    made = [report["index"]]
    while made[-1] != before:
        made.append(house.workshop.repository.parents(made[-1])[0])
    assert len(made) == 4  # two changes and one index, on what was before
    assert run(house, "commit")["index"] is None
    assert did_all(report)
    assert run(house, "index")["commit"] is None


def test_a_plan_says_what_would_happen_and_does_nothing(house: Press) -> None:
    house.sends("concerns/valid/skill-general")
    house.sends("feedback_channel/valid/bug", body="Mevrouw Lieselotte Vandenbroucke was at the desk.")
    house.service.clock.move(hours=25)
    plan = JOBS["commit"].plan
    assert plan is not None
    report = plan(house.workshop, house.now, lambda _: None)
    assert report["due"] == {"concern skill": 1, "feedback": 1}
    assert len(report["to_hold"]) == 1
    assert len(house.rows(STAGED)) == 2


def test_names_are_looked_for_and_a_snapshot_is_taken(house: Press) -> None:
    assert run(house, "name-scan")["job"] == "name-scan"
    head = house.workshop.repository.head()
    assert run(house, "snapshot")["commit"] != head
    assert run(house, "snapshot")["commit"] is None


@requirement("R-JOB-09")
def test_an_unreachable_forge_stamps_what_waits_for_it_and_lets_rows_pass(
    house: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = house.sends("amendments/valid/skill/body-one-line")
    house.sends("concerns/valid/skill-general")
    house.service.clock.move(hours=60)
    assert house.corpus.commit

    def away(*_: Any) -> Any:
        raise ForgeUnavailable("cannot be reached.")

    for method in ("main", "find", "open", "merge"):
        monkeypatch.setattr(house.workshop.forge, method, away)
    report = run(house, "commit")
    assert report["published"] == {"concern skill": 1}
    assert (report["waiting"], report["late"]) == ({sent: "forge_unavailable"}, [sent])
    assert report["not_done"] == ["cannot be reached."]
    assert not did_all(report)
    (kept,) = house.rows(STAGED)
    assert (kept.last_error, kept.attempts) == ("forge_unavailable", 1)
    assert [row.queue for row in house.rows(REVIEW_ITEMS)] == ["failed"]


@requirement("R-JOB-09")
def test_a_main_that_cannot_be_served_stamps_everything_and_is_told_after_a_day(
    house: Press, tmp_path: Path
) -> None:
    sent = house.sends("concerns/valid/skill-general")
    house.service.clock.move(hours=60)
    commit(house.workshop.repository, fixture_files().with_file("paths/index.json", "{"))
    house.workshop._corpus = None
    report = run(house, "commit")
    assert (report["waiting"], report["late"]) == ({sent: "main_unreadable"}, [sent])
    assert not did_all(report)
    commit(house.workshop.repository, fixture_files())
    assert run(house, "commit")["published"] == {"concern skill": 1}


@pytest.mark.parametrize("name", ["commit", "promote", "snapshot"])
def test_what_the_repository_keeps_a_run_from_doing_is_in_its_report(
    house: Press, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Where that would pass unseen: what is only tidied, made anew or finished at the end of a run."""

    def away(*_: Any) -> Any:
        raise RepositoryRefused("cannot be written.")

    monkeypatch.setattr(table, "pack", away)
    monkeypatch.setattr(table, "leave", away)
    monkeypatch.setattr(FileDecisions, "resume", away)
    report = run(house, name)
    assert report["not_done"] == ["cannot be written."]
    assert not did_all(report)


class Stop(Exception):
    """As a server that ends while a job is at work."""


def stop(_: int) -> None:
    raise Stop


@pytest.mark.parametrize("name", ["commit", "promote", "name-scan", "index", "snapshot"])
def test_a_job_that_is_told_to_stop_does_so_before_it_has_made_a_commit(house: Press, name: str) -> None:
    before = house.workshop.repository.head()
    with pytest.raises(Stop):
        JOBS[name].run(house.workshop, house.now, stop)
    assert house.workshop.repository.head() == before


def test_a_commit_run_can_be_stopped_between_two_change_requests(house: Press) -> None:
    house.sends("amendments/valid/skill/body-one-line")
    house.sends("amendments/valid/path/audience-summary")
    house.service.clock.move(hours=25)
    before = house.workshop.repository.head()

    def stop_then(_: int) -> None:
        if house.workshop.repository.head() != before:
            raise Stop

    with pytest.raises(Stop):
        JOBS["commit"].run(house.workshop, house.now, stop_then)
    assert house.workshop.repository.parents(house.workshop.repository.head()) == [before]
    assert len(house.rows(STAGED)) == 1
    assert sum(run(house, "commit")["published"].values()) == 1
