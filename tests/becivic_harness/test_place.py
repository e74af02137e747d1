"""Where a person's notes are: by the rules of each system, found again, and in nobody's version control."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from becivic_harness import place
from becivic_harness.cli.main import main
from becivic_harness.home import Home, named
from becivic_harness.refusals import ASK_THE_PERSON, NOT_WRITABLE, Refused
from tests.factories.harness import NOWHERE, machine
from tests.requirement import requirement


@requirement("R-MEM-01")
def test_each_system_has_its_own_place(tmp_path: Path) -> None:
    home = str(tmp_path)
    share = tmp_path / ".local" / "share"
    share.mkdir(parents=True)
    assert next(place.candidates({}, "darwin", home)) == f"{home}/Library/Application Support/be-civic"
    assert next(place.candidates({"XDG_DATA_HOME": "/data/"}, "linux", home)) == "/data/be-civic"
    assert next(place.candidates({}, "linux", home)) == f"{share}/be-civic"
    assert next(place.candidates({"LOCALAPPDATA": r"C:\Users\a\AppData\Local"}, "win32", r"C:\Users\a")) == (
        r"C:\Users\a\AppData\Local\be-civic"
    )
    assert list(place.candidates({}, "win32", r"C:\Users\a")) == [r"C:\Users\a\.be-civic"]


@requirement("R-MEM-01")
def test_without_a_share_folder_or_with_a_relative_xdg_the_dotfolder_serves(tmp_path: Path) -> None:
    assert list(place.candidates({}, "linux", str(tmp_path))) == [f"{tmp_path}/.be-civic"]
    assert (
        next(place.candidates({"XDG_DATA_HOME": "here"}, "linux", str(tmp_path))) == f"{tmp_path}/.be-civic"
    )


@requirement("R-MEM-01")
def test_a_folder_that_is_in_use_is_found_again_whatever_the_rules_would_say_now(tmp_path: Path) -> None:
    env = {"XDG_DATA_HOME": str(tmp_path / "xdg")}
    first = place.resolved(env, "linux", str(tmp_path))
    Home(first).create()
    assert first == str(tmp_path / "xdg" / "be-civic")
    (tmp_path / ".local" / "share").mkdir(parents=True)
    assert place.resolved(env, "linux", str(tmp_path)) == first
    dotted = Home(str(tmp_path / "other" / ".be-civic"))
    dotted.create()
    (tmp_path / "other" / ".local" / "share").mkdir(parents=True)
    assert place.resolved({}, "linux", str(tmp_path / "other")) == dotted.root


def test_a_folder_that_the_person_moved_is_taken_where_it_is(tmp_path: Path) -> None:
    home = Home(str(tmp_path / "a" / "be-civic"))
    home.create()
    (tmp_path / "a").rename(tmp_path / "b")
    moved = str(tmp_path / "b" / "be-civic")
    assert place.located(moved) == moved
    Home(moved).keep_private()
    assert Path(moved, place.LOCATION).read_text(encoding="utf-8").strip() == moved


def test_a_named_folder_is_taken_as_it_is(tmp_path: Path) -> None:
    assert place.resolved({}, "linux", str(tmp_path), str(tmp_path / "mine")) == str(tmp_path / "mine")


@requirement("R-MEM-03")
def test_inside_a_repository_the_folder_is_ignored_before_anything_is_in_it(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    (tmp_path / ".gitignore").write_text("*.log", encoding="utf-8")
    here = machine(tmp_path / "work")
    assert (tmp_path / ".gitignore").read_text(
        encoding="utf-8"
    ) == f"*.log\n{place.REMARK}\n/work/be-civic/\n"
    here.home.keep_private()
    assert (tmp_path / ".gitignore").read_text(encoding="utf-8").count("be-civic") == 1
    (tmp_path / "work" / "be-civic" / "profile.json").write_text("{}", encoding="utf-8")
    seen = subprocess.run(
        ["git", "-C", str(tmp_path), "status", "--porcelain", "--untracked-files=all"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert "be-civic" not in seen


@requirement("R-MEM-03", "R-BUF-03")
def test_a_repository_without_an_ignore_file_gets_one_and_the_folder_ignores_itself(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    here = machine(tmp_path)
    assert (tmp_path / ".gitignore").read_text(encoding="utf-8") == f"{place.REMARK}\n/be-civic/\n"
    assert Path(here.home.path(".gitignore")).read_text(encoding="utf-8") == "*\n!.gitignore\n"


@requirement("R-MEM-01")
def test_nothing_is_created_by_looking(tmp_path: Path) -> None:
    here = machine(tmp_path, agreed=False)
    assert here.home.is_writable
    assert not here.home.exists
    with pytest.raises(Refused) as refused:
        here.home.require()
    assert refused.value.code == ASK_THE_PERSON
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(Refused) as refused:
        Home(str(tmp_path / "file" / "be-civic")).create()
    assert refused.value.code == NOT_WRITABLE


@pytest.mark.parametrize("bad", ["../x", "a/b", "", "A", "-a", "a" * 200, "a\x00", "a.b"])
def test_an_id_never_leaves_its_folder(bad: str) -> None:
    with pytest.raises(Refused):
        named(bad)


def test_a_fallback_procedure_has_a_file_name_on_every_system() -> None:
    assert named("no-skill-fallback:pension-abroad") == "no-skill-fallback--pension-abroad"


@pytest.mark.parametrize("named_folder", ["file", "/proc/be-civic", "dangling"])
def test_a_folder_that_cannot_be_one_is_told_as_such(
    named_folder: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    folder = os.path.join(tmp_path, named_folder)
    assert main(["session", "start", "--consent", "--data-dir", folder, "--api", NOWHERE]) == NOT_WRITABLE
    assert main(["session", "start", "--data-dir", folder, "--api", NOWHERE]) == 0
    assert '"fault"' not in capsys.readouterr().out
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"


def test_no_line_is_left_for_a_folder_that_could_not_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "makedirs", full)
    with pytest.raises(Refused) as refused:
        Home(str(tmp_path / "be-civic")).create()
    assert refused.value.code == NOT_WRITABLE
    assert not (tmp_path / ".gitignore").exists()
