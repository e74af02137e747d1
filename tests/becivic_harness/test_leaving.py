"""The ways out touch nothing of anybody else's: not by name, not in a repository round the folder, not by writing a copy."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import zipfile
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from becivic_harness import leaving, place, profile_file, receipts, session
from becivic_harness.cli.main import main
from becivic_harness.home import Home
from becivic_harness.refusals import ASK_THE_PERSON, NOT_REACHED, NOT_WRITABLE, REFUSED, Refused
from becivic_harness.session import Probes
from tests.becivic_harness.test_library import GRAPH, Answers, body, server
from tests.factories.harness import NOW, NOWHERE, everything, machine
from tests.requirement import requirement


def run(folder: Path, *arguments: str, api: str = NOWHERE) -> int:
    return main([*arguments, "--data-dir", str(folder), "--api", api, "--now", NOW.isoformat()])


def project(root: Path) -> Path:
    """Somebody's own folder, with names in it that we use too."""
    for name in ("cache/mine.txt", "memory/mine.txt", "sessions/mine.txt", "profile.json", ".gitignore"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text('{"mine": true}\n', encoding="utf-8")
    return root


@requirement("R-MEM-10")
def test_a_folder_without_our_mark_loses_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    odd = project(tmp_path / "odd")
    before = everything(odd)
    assert run(odd, "forget", "--yes") == 0
    assert everything(odd) == before
    told = capsys.readouterr().out
    assert "was left" in told
    assert "Everything Be Civic kept" not in told


@requirement("R-MEM-10")
def test_of_a_folder_that_lost_its_mark_only_what_says_that_it_is_ours_goes(tmp_path: Path) -> None:
    here = machine(tmp_path)
    profile_file.write(here, {"region": "Flanders"})
    os.unlink(here.home.path(place.LOCATION))
    (tmp_path / "be-civic" / "cache").mkdir()
    told = leaving.forget(here)
    assert told["removed"] == ["profile.json"]
    assert told["left"] == [".gitignore", "cache"]


@requirement("R-MEM-10")
def test_an_ignore_file_that_the_person_changed_is_theirs(tmp_path: Path) -> None:
    here = machine(tmp_path)
    mine = Path(here.home.path(".gitignore"))
    mine.write_text("*\n!.gitignore\n!shared.md\n", encoding="utf-8")
    here.home.keep_private()
    assert leaving.forget(here)["left"] == [".gitignore"]
    assert mine.read_text(encoding="utf-8").endswith("!shared.md\n")


@requirement("R-MEM-01", "R-MEM-03")
def test_a_folder_with_files_of_somebody_else_does_not_become_ours(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = project(tmp_path / "proj")
    subprocess.run(["git", "init", "-q", str(odd)], check=True)
    (odd / ".gitignore").write_bytes(b"node_modules/\r\n*.log\r\n")
    before = everything(odd)
    assert run(odd, "session", "start", "--consent") == NOT_WRITABLE
    assert "--data-dir" in capsys.readouterr().out
    assert everything(odd) == before


def test_a_folder_that_lost_its_mark_in_copying_is_taken_up_again(tmp_path: Path) -> None:
    here = machine(tmp_path)
    session.start(here, Probes())
    profile_file.write(here, {"region": "Flanders"})
    copied = tmp_path / "copied"
    shutil.copytree(here.home.root, copied, ignore=shutil.ignore_patterns(".*"))
    Home(str(copied)).create()
    assert (copied / place.LOCATION).exists()
    (copied / place.LOCATION).unlink()
    (copied / "thesis.doc").write_text("mine", encoding="utf-8")
    with pytest.raises(Refused, match="not Be Civic's"):
        Home(str(copied)).create()


@requirement("R-MEM-03", "R-MEM-10")
@pytest.mark.parametrize("raw", [
    b"\xef\xbb\xbfnode_modules/\r\n*.log\r\n", b"*.log", b"*.log\r\nbuild", b"caf\xe9/\n\n\n",
])  # fmt: skip
def test_the_ignore_file_of_a_project_is_added_to_and_left_as_it_was(raw: bytes, tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    ignoring = tmp_path / "shared-ignores"
    ignoring.write_bytes(raw)
    ignoring.chmod(0o664)
    (tmp_path / ".gitignore").symlink_to(ignoring)
    here = machine(tmp_path)
    now = ignoring.read_bytes()
    assert now.startswith(raw)
    end = b"\r\n" if b"\r\n" in raw else b"\n"
    assert now.endswith(end + b"/be-civic/" + end)
    assert ignoring.stat().st_mode & 0o777 == 0o664
    assert (tmp_path / ".gitignore").is_symlink()
    leaving.forget(here)
    assert ignoring.read_bytes() in (raw, raw + end)
    assert ignoring.stat().st_mode & 0o777 == 0o664
    assert not os.path.exists(here.home.root)


def test_a_line_that_the_person_wrote_stays_and_an_ignore_file_that_we_made_goes(tmp_path: Path) -> None:
    for name, theirs in (("one", b"/be-civic/\n"), ("two", None)):
        subprocess.run(["git", "init", "-q", str(tmp_path / name)], check=True)
        ignoring = tmp_path / name / ".gitignore"
        if theirs is not None:
            ignoring.write_bytes(theirs)
        leaving.forget(machine(tmp_path / name))
        assert (ignoring.read_bytes() if ignoring.exists() else None) == theirs


def test_the_line_stays_as_long_as_something_is_left_in_the_folder(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    here = machine(tmp_path)
    Path(here.home.path("my-own-notes.txt")).write_text("keep", encoding="utf-8")
    for _ in range(2):
        leaving.forget(here)
        assert "/be-civic/" in (tmp_path / ".gitignore").read_text(encoding="utf-8")
    Path(here.home.path("my-own-notes.txt")).unlink()
    leaving.forget(here)
    assert not (tmp_path / ".gitignore").exists()


@requirement("R-MEM-10")
def test_what_cannot_be_deleted_is_said_to_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = machine(tmp_path)
    profile_file.write(here, {"region": "Flanders"})

    def read_only(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(os, "unlink", read_only)
    with pytest.raises(Refused) as refused:
        leaving.forget(here)
    assert refused.value.code == NOT_WRITABLE
    assert "Until then it stays where it is" in refused.value.remedy


@requirement("R-MEM-10")
def test_a_copy_is_for_its_owner_alone_and_lies_outside(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here = machine(tmp_path)
    profile_file.write(here, {"region": "Flanders"})
    data = Path(here.home.root)
    (tmp_path / "link").symlink_to(data, target_is_directory=True)
    before = everything(data)
    for inside in (data / "profile.json", data / "memory" / "x.zip", tmp_path / "link" / "x.zip", data):
        assert run(data, "export", "--to", str(inside), "--yes") == REFUSED
    assert everything(data).replace(".lock\n\n", "") == before
    copy = tmp_path / "copy.zip"
    assert run(data, "export", "--to", str(copy)) == 0
    assert copy.stat().st_mode & 0o777 == 0o600
    with zipfile.ZipFile(copy) as packed:
        assert "profile.json" in packed.namelist()
    capsys.readouterr()


def test_a_calendar_is_for_its_owner_alone_and_lies_outside(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = Answers(
        {
            "/api/skill-graph": body(GRAPH),
            "/api/skills/demo-skill": body({"id": "demo-skill", "title": "Demo", "requires_paths": []}),
        }
    )
    data = Path(machine(tmp_path).home.root)
    with server(answers) as (url, _):
        assert run(data, "plan", "demo-skill", "--ics", str(data / "x.ics"), api=url) == REFUSED
        assert run(data, "plan", "demo-skill", "--ics", str(tmp_path / "x.ics"), api=url) == 0
    assert (tmp_path / "x.ics").stat().st_mode & 0o777 == 0o600
    capsys.readouterr()


@requirement("R-MEM-10")
def test_a_copy_can_be_made_on_a_machine_whose_clock_was_never_set(tmp_path: Path) -> None:
    here = machine(tmp_path)
    profile_file.write(here, {"region": "Flanders"})
    os.utime(here.home.profile, (0, 0))
    target = tmp_path / "copy.zip"
    assert run(Path(here.home.root), "export", "--to", str(target)) == 0
    assert "profile.json" in zipfile.ZipFile(target).namelist()


ETA = NOW + timedelta(hours=20)
STAGED = {
    "id": "con_1",
    "type": "concern",
    "cancel_token": "t0ken",
    "commit_eta": ETA.isoformat(),
    "status": "staged",
}
ROUTE = "/api/concerns/con_1"


def staged(root: Path, **more: Any) -> Path:
    """A data folder from which a concern was sent that is not published yet."""
    here = machine(root, **more)
    profile_file.write(here, {"region": "Flanders"})
    receipts.keep(here, STAGED, {**STAGED, "id": "con_0", "commit_eta": NOW.isoformat()})
    return Path(here.home.root)


@requirement("R-MEM-10", "R-BUF-13")
@pytest.mark.parametrize("more", [(), ("--yes",)])
def test_nothing_is_deleted_while_something_is_staged_that_only_we_can_take_back(
    more: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = staged(tmp_path)
    before = everything(data)
    assert run(data, "forget", *more) == ASK_THE_PERSON
    assert everything(data).replace(".lock\n\n", "") == before
    said = json.loads(capsys.readouterr().out)
    assert said["staged"] == [{"id": "con_1", "type": "concern", "commit_eta": ETA.isoformat()}]
    assert "--take-back" in said["remedy"]
    assert "--leave-staged" in said["remedy"]
    assert "No server holds" not in str(said)


@requirement("R-MEM-10", "R-BUF-13")
def test_what_is_staged_is_taken_back_before_everything_is_deleted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = staged(tmp_path)
    with server(Answers({ROUTE: body({"cancelled": True})})) as (url, asked):
        assert run(data, "forget", "--yes", "--take-back", api=url) == 0
    assert asked == [f"DELETE {ROUTE}"]
    assert not data.exists()
    said = json.loads(capsys.readouterr().out)
    assert said["taken_back"] == ["con_1"]
    assert "No server holds anything about you." in said["say"]


@requirement("R-MEM-10", "R-BUF-13")
def test_where_the_server_is_not_reached_everything_is_kept_until_the_person_insists(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = staged(tmp_path)
    assert run(data, "forget", "--yes", "--take-back") == NOT_REACHED
    said = json.loads(capsys.readouterr().out)
    assert [each["id"] for each in said["staged"]] == ["con_1"]
    assert "t0ken" in everything(data)
    assert (data / "profile.json").exists()
    assert run(data, "forget", "--yes", "--leave-staged") == 0
    assert not data.exists()
    said = json.loads(capsys.readouterr().out)
    assert [each["id"] for each in said["staged"]] == ["con_1"]
    assert "No server holds" not in said["say"]
    assert "published" in said["say"]


@requirement("R-BUF-13")
def test_what_the_service_does_not_take_back_any_more_is_told_and_holds_up_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = staged(tmp_path)
    with server(Answers({ROUTE: (403, b'{"error": "forbidden"}')})) as (url, _):
        assert run(data, "forget", "--yes", "--take-back", api=url) == 0
    assert not data.exists()
    said = json.loads(capsys.readouterr().out)
    assert [each["id"] for each in said["staged"]] == ["con_1"]
    assert "No server holds" not in said["say"]


@requirement("R-MEM-10", "R-BUF-13")
def test_who_leaves_what_is_staged_is_shown_once_how_to_take_it_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = staged(tmp_path)
    with server(Answers({})) as (url, asked):
        assert run(data, "forget", "--yes", "--leave-staged", api=url) == 0
    assert (asked, data.exists()) == ([], False)
    said = json.loads(capsys.readouterr().out)
    assert said["take_back"] == [
        {
            "id": "con_1",
            "until": ETA.isoformat(),
            "request": f"DELETE {url}{ROUTE}",
            "header": "Authorization: Bearer t0ken",
        }
    ]
    assert "shown this once" in said["say"]
    assert "cannot be taken back" not in said["say"]
    assert "t0ken" not in str(said["staged"])


@requirement("R-MEM-10", "R-BUF-13")
def test_who_wants_no_tokens_on_the_screen_is_shown_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = staged(tmp_path)
    assert run(data, "forget", "--yes", "--leave-staged", "--without-tokens") == 0
    assert not data.exists()
    out = capsys.readouterr().out
    assert "t0ken" not in out
    assert "take_back" not in json.loads(out)
    assert "cannot be taken back" in json.loads(out)["say"]


def test_no_token_is_printed_where_nothing_is_deleted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = staged(tmp_path)
    for more in ((), ("--yes",), ("--leave-staged",), ("--yes", "--without-tokens")):
        assert run(data, "forget", *more) == ASK_THE_PERSON
        assert "t0ken" not in capsys.readouterr().out
    assert "t0ken" in everything(data)


def test_a_receipt_of_an_unknown_type_stops_no_deletion(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = staged(tmp_path)
    receipts.keep(machine(tmp_path), {**STAGED, "id": "new_1", "type": "of-a-later-version"})
    assert run(data, "forget", "--yes", "--leave-staged") == 0
    assert not data.exists()
    said = json.loads(capsys.readouterr().out)
    assert [each["id"] for each in said["take_back"]] == ["con_1"]
    assert {each["id"] for each in said["staged"]} == {"con_1", "new_1"}
