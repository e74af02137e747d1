"""`becivic run commit|name-scan|index|snapshot` on a home that a server left, as an operator runs them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from becivic.cli import command_line
from becivic.cli.job_reports import print_report
from becivic.jobs import table as jobs
from becivic.jobs.table import JOBS
from becivic.publishing.screening import screen
from becivic.rules.errors import BeCivicError
from becivic.store.store import open_store
from becivic.store.tables.keeping import REVIEW_ITEMS
from becivic.store.tables.signals import CONCERNS
from becivic.store.tables.submissions import STAGED
from tests.factories.command import becivic
from tests.factories.names import plain_names
from tests.factories.press import Press, press
from tests.requirement import requirement

LATER = "2026-11-16T12:00:00Z"


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Press]:
    """A home with an SQLite file in it, and nobody serving it. Names are found without a model."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("BECIVIC_HOME", str(home))
    monkeypatch.setattr(screen, "finder_for", lambda _: plain_names())
    store = open_store(f"sqlite:///{home}/becivic.db")
    yield press(store, home)
    store.close()


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command_line(), ["run", *arguments])


def told(*arguments: str) -> dict[str, Any]:
    done = run(*arguments, "--json")
    assert done.exit_code in (0, 1), done.output
    report: dict[str, Any] = json.loads(done.stdout)
    return report


@requirement("R-JOB-01")
def test_commit_publishes_what_is_due_by_the_moment_it_is_told(house: Press) -> None:
    house.sends("concerns/valid/skill-general")
    house.sends("amendments/valid/skill/body-one-line")
    assert told("commit", "--now", "2026-11-15T11:00:00Z")["published"] == {}
    report = told("commit", "--now", LATER)
    assert report["published"] == {"amendment skill": 1, "concern skill": 1}
    assert (report["job"], report["now"]) == ("commit", "2026-11-16T12:00:00Z")
    assert len(house.rows(CONCERNS)) == 1
    assert told("commit", "--now", LATER)["published"] == {}


def test_a_rehearsal_changes_nothing(house: Press) -> None:
    house.sends("concerns/valid/skill-general")
    assert told("commit", "--now", LATER, "--dry-run")["due"] == {"concern skill": 1}
    assert len(house.rows(STAGED)) == 1


def test_people_are_told_in_lines(house: Press) -> None:
    house.sends("concerns/valid/skill-general")
    sent = house.sends("concerns/valid/path-general")
    house.store.write(
        lambda connection: (
            connection.execute(
                STAGED.update().where(STAGED.c.id == sent).values(target_type="skill", type="amendment")
            ).rowcount
        )
    )
    done = run("commit", "--now", LATER)
    assert done.exit_code == 0, done.output
    assert "1 concern skill" in done.stdout


def test_something_a_day_late_is_exit_1(house: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    job = JOBS["commit"]
    monkeypatch.setitem(JOBS, "commit", type(job)(job.name, job.every, lambda *_: {"late": ["amd_1"]}))
    assert run("commit").exit_code == 1


@contextmanager
def held_open(file: Path) -> Iterator[int]:
    """A live process that has the file open, as another git does with its lock."""
    file.touch()
    holding = [sys.executable, "-c", f"held = open({str(file)!r}); print(flush=True); input()"]
    with subprocess.Popen(holding, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        yield other.pid
        other.communicate(b"\n")
    file.unlink()


def test_a_run_that_a_lock_of_git_keeps_from_its_work_says_so_and_is_exit_1(
    house: Press, caplog: pytest.LogCaptureFixture
) -> None:
    sent = house.sends("amendments/valid/skill/body-one-line")
    with held_open(house.workshop.repository.path / "refs" / "heads" / "main.lock") as process:
        done = run("commit", "--now", LATER, "--json")
        printed = run("commit", "--now", LATER).stdout
        again = run("index", "--now", LATER)
    report = json.loads(done.stdout)
    assert (done.exit_code, report["waiting"]) == (1, {sent: "forge_unavailable"})
    assert any(f"held by another process ({process})" in why for why in report["not_done"])
    assert "not done" in printed
    assert "room" not in caplog.text + done.output + printed
    assert f"held by another process ({process}). Wait until" in str(again.exception)
    assert run("commit", "--now", LATER).exit_code == 0
    assert house.rows(STAGED) == []


def test_a_lock_that_a_killed_process_left_keeps_no_run_from_its_work(house: Press) -> None:
    """Also the lock of a branch that never moves again."""
    house.sends("amendments/valid/skill/body-one-line")
    refs = house.workshop.repository.path / "refs" / "heads"
    (refs / "submissions").mkdir()
    for lock in (refs / "main.lock", refs / "submissions" / "amd_of_last_year.lock"):
        lock.touch()
        made = lock.stat().st_mtime - 2
        os.utime(lock, (made, made))
    done = run("commit", "--now", LATER, "--json")
    assert (done.exit_code, json.loads(done.stdout)["published"]) == (0, {"amendment skill": 1}), done.output
    assert list(refs.rglob("*.lock")) == []


@pytest.mark.parametrize("report", [{"waiting": {"skill x": "main_moved"}}, {"not_done": ["main is away"]}])
@pytest.mark.parametrize("name", ["commit", "promote", "snapshot"])
def test_a_run_that_could_not_do_all_of_its_work_is_exit_1(
    house: Press, monkeypatch: pytest.MonkeyPatch, name: str, report: dict[str, Any]
) -> None:
    job = JOBS[name]
    monkeypatch.setitem(JOBS, name, type(job)(job.name, job.every, lambda *_: report))
    monkeypatch.setattr(jobs, "promote", lambda *_, **__: {"failed": {}, **report})
    assert run(name).exit_code == 1


def test_a_held_name_is_exit_1(house: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    job = JOBS["name-scan"]
    monkeypatch.setitem(JOBS, "name-scan", type(job)(job.name, job.every, lambda *_: {"held": 1}))
    assert run("name-scan").exit_code == 1


def test_the_other_jobs_run_by_hand(house: Press) -> None:
    assert run("name-scan", "--now", LATER).exit_code == 0
    assert told("index", "--now", LATER)["commit"] == house.workshop.repository.head()
    assert told("snapshot", "--now", LATER)["commit"] == house.workshop.repository.head()
    again = run("index", "--now", LATER)
    assert again.exit_code == 0


@pytest.mark.parametrize("now", ["tomorrow", "2026-11-16T12:00:00", "0001-01-01T00:00:00+10:00"])
def test_a_moment_without_its_offset_is_refused(house: Press, now: str) -> None:
    done = run("commit", "--now", now)
    assert isinstance(done.exception, BeCivicError)
    assert "2026-11-15T10:00:00Z" in str(done.exception)


def test_a_home_that_was_never_started_is_told_so_and_stays_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BECIVIC_HOME", str(tmp_path / "nothing"))
    done = run("commit")
    assert isinstance(done.exception, BeCivicError)
    assert "becivic serve" in str(done.exception)
    assert not (tmp_path / "nothing").exists()


def test_a_real_process_with_its_models_publishes_too(house: Press) -> None:
    house.sends("concerns/valid/skill-general")
    home = house.workshop.home
    done = becivic("run", "commit", "--now", LATER, "--json", cwd=home, env={"BECIVIC_HOME": str(home)})
    assert done.code == 0, done.err
    assert json.loads(done.out)["published"] == {"concern skill": 1}


def test_a_report_says_what_happened_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    print_report({"job": "commit", "now": LATER, "published": {}, "held": [], "index": None})
    assert "Nothing to do." in capsys.readouterr().out
    print_report(
        {
            "job": "commit",
            "now": LATER,
            "published": {"concern skill": 1200, "rating skill": 0},
            "nothing": {"votes": 0},
            "held": ["con_1"],
            "stopped": {"amd_1": "diff_apply_failed"},
            "other": {"name": "of no list"},
            "index": "0123456",
        }
    )
    out = capsys.readouterr().out
    assert "1,200 concern skill" in out
    assert "diff_apply_failed: The text it changes was changed by somebody else meanwhile." in out
    assert "con_1" in out
    assert "of no list" in out


def test_a_home_with_a_retraction_under_way_is_left_alone(house: Press) -> None:
    (house.workshop.home / "runtime").mkdir()
    (house.workshop.home / "runtime" / "retraction.json").write_text("{}")
    done = run("commit")
    assert isinstance(done.exception, BeCivicError)
    assert "becivic retract" in str(done.exception)


@requirement("R-COMM-05")
def test_a_refreshed_list_of_communes_arrives_as_a_change_request(house: Press, tmp_path: Path) -> None:
    known = house.corpus.communes.document.fields.data
    names = (
        "nis_code",
        "slug",
        "name_fr",
        "name_nl",
        "name_de",
        "region",
        "province",
        "postal_codes",
        "languages_available",
    )
    rows = [
        "\t".join(",".join(row[name]) if isinstance(row[name], list) else row[name] or "" for name in names)
        for row in known["communes"][:-1]
    ]
    (tmp_path / "facts.tsv").write_text("\n".join(["\t".join(names), *rows]) + "\n", encoding="utf-8")
    head = house.workshop.repository.head()
    facts = ("communes", "--from", str(tmp_path / "facts.tsv"), "--nomenclature-date", "2026-01-01")
    done = run(*facts, "--propose", "--now", LATER)
    assert done.exit_code == 0, done.output
    assert house.workshop.repository.head() == head
    branch = "maintenance/communes-2026-01-01"
    (item,) = house.rows(REVIEW_ITEMS)
    assert (item.queue, item.subject_id) == ("drafts", branch)
    merged = CliRunner().invoke(command_line(), ["review", "merge", branch])
    assert merged.exit_code == 0, merged.output
    after = house.corpus.communes.document.fields
    assert after.text("nomenclature_date") == "2026-01-01"
    assert len(after.data["communes"]) == len(known["communes"]) - 1
    assert [row.outcome for row in house.rows(REVIEW_ITEMS)] == ["merged"]
    assert run(*facts, "--propose", "--now", LATER).exit_code == 0  # nothing changed: nothing is proposed
    assert house.workshop.forge.find(branch) is None
