"""Taking a backup: of one moment, whole or no backup at all, and never with a key in it."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygit2
import pytest
from sqlalchemy import Engine

from becivic.publishing.backup import taking
from becivic.publishing.backup.manifest import MANIFEST, BackupRefused, read_manifest
from becivic.publishing.backup.taking import RECORDS, SETTINGS, Installation, take
from becivic.publishing.repository import REPOSITORY, RepositoryRefused
from becivic.publishing.screening.review_log import REVIEW_LOG
from becivic.store.engine import open_engine
from becivic.store.migrate import HEAD
from becivic.store.transfer import export_to
from tests.factories.corpora import Files
from tests.factories.exports import rows
from tests.factories.homes import NOON, commit, filled_home
from tests.publishing.backup.place import LOGGED, installed, nobody, refs_of
from tests.requirement import requirement

DYING = """
import os, signal, sys
from pathlib import Path
import becivic.publishing.backup.taking as taking
from becivic.store.engine import open_engine
from tests.factories.homes import NOON

home, url, folder, moment = sys.argv[1:]

def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

if moment != "records": setattr(taking, moment, die)
step = (lambda title, *_: die()) if moment == "records" else (lambda *_: None)
taking.take(taking.Installation(Path(home), open_engine(url), ()), Path(folder), NOON, step)
"""


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    opened = open_engine(database_url)
    yield opened
    opened.dispose()


@pytest.fixture
def installation(tmp_path: Path, engine: Engine) -> Installation:
    return installed(tmp_path / "home", engine)


def everything(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


@requirement("R-BAK-04")
def test_a_backup_holds_records_history_and_plain_settings_for_its_owner_alone(
    installation: Installation, tmp_path: Path
) -> None:
    steps: set[str] = set()
    folder = tmp_path / "backups" / "one"
    manifest = take(installation, folder, NOON, lambda title, done, total: steps.add(title))
    assert steps == {"Exporting records", "Reading history"}
    assert manifest == read_manifest(folder)
    assert (manifest.schema, manifest.taken_at) == (HEAD, "2026-11-15T12:00:00.000000Z")
    assert manifest.refs == refs_of(installation.home)
    assert len(manifest.refs) == 4
    assert manifest.rows == {name: len(held) for name, held in rows(installation.engine).items()}
    assert {RECORDS, SETTINGS, REVIEW_LOG, f"{REPOSITORY}/HEAD"} <= manifest.files.keys()
    assert (folder / SETTINGS).read_text() == 'port = 8080\ntrusted_proxies = ["10.0.0.0/8"]\n'
    assert (folder / REVIEW_LOG).read_text() == LOGGED
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_of_the_folder_of_logs_the_review_log_alone_is_in_a_backup(
    installation: Installation, tmp_path: Path
) -> None:
    (installation.home / "runtime" / "retraction.json").write_text("{}")
    take(installation, tmp_path / "one", NOON, nobody)
    assert [file.name for file in (tmp_path / "one" / "runtime").iterdir()] == ["ner-review-queue.log"]
    (installation.home / REVIEW_LOG).unlink()
    take(installation, tmp_path / "two", NOON, nobody)
    assert not (tmp_path / "two" / "runtime").exists()


@requirement("R-BAK-04")
def test_no_key_and_no_secret_is_in_a_backup_and_it_says_so(
    installation: Installation, tmp_path: Path
) -> None:
    manifest = take(installation, tmp_path / "one", NOON, nobody)
    held = everything(tmp_path / "one")
    assert b"ab" * 32 not in held
    assert b"hush" not in held
    assert manifest.left_out[0] == str(installation.home / "address.key")
    assert {"BECIVIC_OPERATOR_TOKEN", "BECIVIC_DATABASE_URL"} <= {*manifest.left_out}


@pytest.mark.parametrize("moment", ["records", "reached", "copy_history", "plain_settings", "write_manifest"])
@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_killed_backup_is_never_taken_for_one(
    moment: str, installation: Installation, tmp_path: Path, database_url: str
) -> None:
    folder = tmp_path / "one"
    done = subprocess.run(
        [sys.executable, "-c", DYING, installation.home, database_url, folder, moment],
        capture_output=True, timeout=120, check=False, cwd=Path(__file__).parents[3],
    )  # fmt: skip
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert folder.is_dir()
    with pytest.raises(BackupRefused, match="not a whole backup"):
        read_manifest(folder)


class Mover:
    """Somebody publishes while the export begins."""

    def __init__(self, installation: Installation, times: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.left, self.at = times, installation.home
        self.export = export_to
        monkeypatch.setattr(taking, "export_to", self)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        if self.left:
            self.left -= 1
            git = filled_home(self.at)
            commit(git, Files.valid().with_file("docs/a.md", f"{self.left}\n"))
        return self.export(*arguments, **named)


def test_records_and_history_are_of_one_moment_however_often_main_moves(
    installation: Installation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Mover(installation, 3, monkeypatch)
    manifest = take(installation, tmp_path / "one", NOON, nobody)
    assert manifest.refs == refs_of(installation.home)


def test_a_main_that_never_rests_is_told_and_leaves_no_backup(
    installation: Installation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(taking, "ATTEMPTS", 2)
    Mover(installation, 9, monkeypatch)
    with pytest.raises(BackupRefused, match="moves too fast"):
        take(installation, tmp_path / "one", NOON, nobody)
    assert not (tmp_path / "one" / MANIFEST).exists()


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
class TestWhatIsRefused:
    def test_a_folder_with_anything_in_it(self, installation: Installation, tmp_path: Path) -> None:
        take(installation, tmp_path / "one", NOON, nobody)
        before = everything(tmp_path / "one")
        with pytest.raises(BackupRefused, match=r"is not empty\. Name a new folder"):
            take(installation, tmp_path / "one", NOON, nobody)
        assert everything(tmp_path / "one") == before

    def test_a_folder_in_the_home(self, installation: Installation) -> None:
        with pytest.raises(BackupRefused, match="would be lost with it"):
            take(installation, installation.home / "backup", NOON, nobody)

    def test_a_file_in_the_way(self, installation: Installation, tmp_path: Path) -> None:
        (tmp_path / "one").write_text("mine")
        with pytest.raises(BackupRefused, match="a file is in the way"):
            take(installation, tmp_path / "one", NOON, nobody)
        with pytest.raises(BackupRefused, match="cannot be made or written: Not a directory"):
            take(installation, tmp_path / "one" / "two", NOON, nobody)

    def test_a_damaged_history(self, installation: Installation, tmp_path: Path) -> None:
        git = pygit2.Repository(str(installation.home / REPOSITORY))
        tree = str(git.references["refs/heads/main"].peel(pygit2.Commit).tree_id)
        loose = installation.home / REPOSITORY / "objects" / tree[:2] / tree[2:]
        loose.unlink()
        with pytest.raises(RepositoryRefused, match="damaged"):
            take(installation, tmp_path / "one", NOON, nobody)
        assert not (tmp_path / "one" / MANIFEST).exists()

    @pytest.mark.parametrize("error", [OSError(28, os.strerror(28)), pygit2.GitError("no space")])
    def test_a_disk_that_is_full(
        self, error: Exception, installation: Installation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(*_: Any) -> None:
            raise error

        monkeypatch.setattr(taking, "copy_history", full)
        with pytest.raises(BackupRefused, match=r"one: cannot be written: [Nn]o space"):
            take(installation, tmp_path / "one", NOON, nobody)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_home_without_settings_is_backed_up_without(installation: Installation, tmp_path: Path) -> None:
    (installation.home / SETTINGS).unlink()
    manifest = take(installation, tmp_path / "one", NOON, nobody)
    assert SETTINGS not in manifest.files
    assert json.loads((tmp_path / "one" / MANIFEST).read_text())["format"] == "becivic-backup"
