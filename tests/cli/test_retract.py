"""`becivic retract`: a look by default, a phrase to do it, and never a word of the text on a screen."""

from __future__ import annotations

import io
import json
import sys
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from becivic.cli.retract import _tell_done
from becivic.publishing.home import hold_home
from becivic.publishing.retraction.incident import FOLDER, Incident
from becivic.publishing.retraction.journal import Journal, write_journal
from becivic.publishing.retraction.retract import Done
from becivic.rules.errors import LayerTwoCategory
from becivic.store.store import open_store
from tests.cli.conftest import Run
from tests.factories.command import Ran
from tests.factories.homes import NOON
from tests.publishing.retraction.scene import NAME, spoilt, where_it_stands
from tests.requirement import requirement

LOOK = ("--text-file", "text", "--reason", "identity")


@pytest.fixture
def run(run: Run, tmp_path: Path) -> Run:
    """`becivic retract …`, with a text to take out in the folder."""
    (tmp_path / "text").write_text(f"{NAME}\n")

    def retract(*arguments: str) -> Ran:
        ran = run("retract", *arguments)
        assert "Quatrepont" not in ran.out + ran.err
        return ran

    return retract


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    with closing(open_store(f"sqlite:///{home / 'becivic.db'}")) as store:
        spoilt(store, home)
    return home


@requirement("R-RETR-01", "R-TRUST-01")
def test_it_only_looks_until_somebody_gives_the_phrase(home: Path, run: Run) -> None:
    with hold_home(home):  # a running server does not mind
        ran = run(*LOOK)
    assert ran.code == 0, ran.err
    assert "paths/index.json: 1 time in all versions, on main in line 14" in ran.out
    assert "skills/demo-application/canonical.md: 1 time in all versions, not on main" in ran.out
    assert "  concerns: 1 row" in ran.out
    assert (
        "5 commits would get a new id, 1 message would change, 5 refs would move. Nothing was changed."
        in ran.out
    )
    assert where_it_stands(home)
    phrase = json.loads(run(*LOOK, "--json").out)["phrase"]
    assert f"To do it, stop the service and add: --confirm '{phrase}'" in ran.out
    with hold_home(home):
        held = run(*LOOK, "--confirm", phrase)
    assert held.code == 2
    assert "in use by another server" in held.err
    assert where_it_stands(home)
    done = run(*LOOK, "--confirm", phrase)
    assert done.code == 0, done.err
    assert "Moving refs/heads/main …" in done.err
    assert done.out.startswith("Retracted: 5 commits, 5 files and 15 rows. Main is at ")
    assert f"the note is {FOLDER}/" in done.out
    assert "Backups, exports and file system snapshots from before hold the text still" in done.out
    assert where_it_stands(home) == []
    assert run(*LOOK).code == 1


def test_standard_input_and_json(home: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def given() -> None:
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(NAME.encode())))

    given()
    phrase = json.loads(run("--text-file", "-", "--reason", "other", "--json").out)["phrase"]
    given()
    said = json.loads(run("--text-file", "-", "--reason", "other", "--json", "--confirm", phrase).out)
    assert (said["commits"], said["files"], said["rows"], len(said["to_do"])) == (5, 5, 15, 3)
    assert said["incident"].startswith(FOLDER)


def test_a_text_that_stands_nowhere_is_exit_1(home: Path, run: Run, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("nobody wrote this\n")
    ran = run(*LOOK)
    assert (ran.code, ran.out) == (1, "The text stands nowhere, as it is given.\n")
    assert json.loads(run(*LOOK, "--json").out)["phrase"] is None


def test_a_file_that_would_be_unreadable_is_named(home: Path, run: Run, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("title: Count the waiting time\n")
    ran = run(*LOOK)
    assert "skills/demo-clock/canonical.md could not be read afterwards" in ran.out


def test_one_under_way_says_how_to_finish_it(home: Path, run: Run) -> None:
    incident = Incident(NOON.date(), "0a", LayerTwoCategory.OTHER, 1, 1, 1)
    write_journal(home, Journal("retract 1 commit from here", incident, {}))
    ran = run(*LOOK)
    assert ran.code == 2
    assert "Repeat it with the same texts and --confirm 'retract 1 commit from here'." in ran.err


@requirement("R-RETR-01")
def test_on_github_it_says_who_can_and_where_it_is_written(
    home: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "app.pem").write_text("x")
    for name, value in {
        "FORGE": "github", "GITHUB_REPOSITORY": "a/b", "GITHUB_APP_ID": "1", "GITHUB_INSTALLATION_ID": "2",
        "GITHUB_KEY_FILE": str(tmp_path / "app.pem"),
    }.items():  # fmt: skip
        monkeypatch.setenv(f"BECIVIC_{name}", value)
    ran = run(*LOOK)
    assert ran.code == 2
    assert "Follow `On GitHub` in docs/retraction-protocol.md." in ran.err


def test_what_cannot_be_meant_is_exit_2(home: Path, run: Run, tmp_path: Path) -> None:
    assert "is not the id of a submission" in run(*LOOK, "--submission", "x").err
    assert "none: cannot be read: No such file" in run("--text-file", "none", "--reason", "other").err
    assert run("--text-file", "text", "--reason", "whatever").code == 2
    known = run(
        *LOOK,
        "--submission",
        "con_01890a5d-ac96-774b-bcce-b302099a8057",
        "--database",
        f"sqlite:///{home}/becivic.db",
    )
    assert known.code == 0, known.err
    assert "holds no records of Be Civic" in run(*LOOK, "--database", f"sqlite:///{tmp_path}/new.db").err
    gone = run(*LOOK, "--database", "postgresql+psycopg://nobody@127.0.0.1:1/none")
    assert (gone.code, "cannot be used just now" in gone.err) == (2, True)
    (home / "corpus.git").rename(tmp_path / "away")
    assert "There is no repository here." in run(*LOOK).err


def test_what_only_an_owner_may_do_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    incident = Incident(NOON.date(), "0a", LayerTwoCategory.OTHER, 1, 1, 1)
    _tell_done(Done(incident, "a" * 40, 3, ("concerns", "drafts")), as_json=False)
    assert "- Run VACUUM FULL as the owner of: concerns, drafts." in capsys.readouterr().out


def test_help_names_the_tier_and_warns_of_arguments(run: Run) -> None:
    out = " ".join(run("--help").out.replace("│", " ").split())
    assert "(Tier C)" in out
    assert "Never an argument: shells remember those." in out
    assert "becivic retract --text-file text.txt --reason identity" in out
