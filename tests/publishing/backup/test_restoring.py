"""Restoring: everything as it was, into what is empty, or nothing; and a proof that costs nobody anything."""

from __future__ import annotations

import json
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygit2
import pytest
from sqlalchemy import Engine

from becivic.publishing.backup import restoring
from becivic.publishing.backup.manifest import MANIFEST, BackupRefused, listed
from becivic.publishing.backup.restoring import UNFINISHED, Place, prove, restore
from becivic.publishing.backup.taking import RECORDS, Installation, take
from becivic.publishing.home import LOCK_FILE, HomeRefused, hold_home
from becivic.publishing.repository import REPOSITORY
from becivic.publishing.screening.review_log import REVIEW_LOG
from becivic.store.engine import DatabaseRefused, open_engine
from becivic.store.transfer import import_from
from tests.factories.databases import Databases
from tests.factories.exports import is_new, opened, rows
from tests.factories.homes import NOON
from tests.publishing.backup.place import LOGGED, files_of, installed, nobody, refs_of
from tests.requirement import requirement

DYING = """
import os, signal, sys
from pathlib import Path
import becivic.publishing.backup.restoring as restoring
from becivic.publishing.backup.restoring import Place

home, url, folder, moment = sys.argv[1:]

def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

if moment == "between":
    rename = Path.rename
    def one_then_die(self, target):
        rename(self, target)
        die()
    Path.rename = one_then_die
elif moment == "after":
    restoring.shutil.rmtree = die
else:
    setattr(restoring, moment, die)
restoring.restore(Path(folder), Place(Path(home), url, Path(home) / "address.key"), lambda *_: None)
"""


@pytest.fixture
def source(tmp_path: Path, databases: Databases) -> Iterator[Installation]:
    with databases.fresh("sqlite") as url, opened(url) as engine:
        yield installed(tmp_path / "source", engine)


@pytest.fixture
def folder(source: Installation, tmp_path: Path) -> Path:
    take(source, tmp_path / "backup", NOON, nobody)
    return tmp_path / "backup"


def in_home(home: Path) -> Place:
    return Place(home, f"sqlite:///{home / 'becivic.db'}", home / "address.key")


def assert_restored(source: Installation, home: Path, engine: Engine) -> None:
    assert rows(engine) == rows(source.engine)
    assert refs_of(home) == refs_of(source.home)
    assert files_of(home) == files_of(source.home)
    assert (home / "settings.toml").read_text() == 'port = 8080\ntrusted_proxies = ["10.0.0.0/8"]\n'
    assert stat.S_IMODE((home / "settings.toml").stat().st_mode) == 0o600
    assert (home / REVIEW_LOG).read_text() == LOGGED
    assert stat.S_IMODE((home / REVIEW_LOG).stat().st_mode) == 0o600
    assert stat.S_IMODE((home / REVIEW_LOG).parent.stat().st_mode) == 0o700
    assert not (home / UNFINISHED).exists()


@requirement("R-BAK-04")
def test_a_home_comes_back_as_it_was(source: Installation, folder: Path, tmp_path: Path) -> None:
    home = tmp_path / "new" / "home"
    steps: list[str] = []
    manifest = restore(folder, in_home(home), lambda title, done, total: steps.append(title))
    assert list(dict.fromkeys(steps)) == [
        "Comparing checksums", "Reading history", "Importing records", "Comparing records",
    ]  # fmt: skip
    assert manifest.refs == refs_of(source.home)
    with opened(f"sqlite:///{home / 'becivic.db'}") as engine:
        assert_restored(source, home, engine)
    assert {path.name for path in home.iterdir()} >= {"becivic.db", REPOSITORY, LOCK_FILE}
    assert stat.S_IMODE((home / "becivic.db").stat().st_mode) == 0o600


def forge(folder: Path, **changes: Any) -> None:
    """A manifest that lists what lies in the backup now, as whoever changed it would write one."""
    said = json.loads((folder / MANIFEST).read_text())
    (folder / MANIFEST).unlink()
    (folder / MANIFEST).write_text(json.dumps(said | {"files": listed(folder)} | changes))


def poison(folder: Path, marker: Path, elsewhere: Path) -> None:
    """Everything in a repository that git would run or follow."""
    git, run = folder / REPOSITORY, f"sh -c 'touch {marker}'"
    included = folder / "included"
    included.write_text(f'[core]\n\tsshCommand = "{run}"\n')
    (git / "config").write_text(
        f'[core]\n\tbare = true\n\tfsmonitor = "{run}"\n\thooksPath = {folder / "hooks"}\n'
        f'[include]\n\tpath = {included}\n[includeIf "gitdir:/"]\n\tpath = {included}\n'
    )
    for hooks in (git / "hooks", folder / "hooks"):
        hooks.mkdir(exist_ok=True)
        for name in ("reference-transaction", "post-checkout", "pre-auto-gc"):
            (hooks / name).write_text(f"#!/bin/sh\ntouch {marker}\n")
            (hooks / name).chmod(0o755)
    (git / "objects" / "info").mkdir(exist_ok=True)
    (git / "objects" / "info" / "alternates").write_text(f"{elsewhere / 'objects'}\n")
    (git / "refs" / "heads" / "linked").symlink_to(elsewhere / "HEAD")
    (git / "worktrees").symlink_to(elsewhere)
    (git / "objects" / "pack" / f"pack-{'ab' * 20}.pack").symlink_to(elsewhere / "HEAD")
    (git / "becivic-locks").write_text("refs/heads/main.lock\n")


@pytest.mark.parametrize("is_forged", [False, True])
def test_nothing_that_was_put_into_the_repository_of_a_backup_is_run_followed_or_restored(
    source: Installation, folder: Path, tmp_path: Path, is_forged: bool
) -> None:
    """Whether or not the manifest was changed with it."""
    marker, home = tmp_path / "marker", tmp_path / "home"
    pygit2.init_repository(tmp_path / "elsewhere", bare=True)
    pygit2.init_repository(tmp_path / "plain", bare=True)
    poison(folder, marker, tmp_path / "elsewhere")
    if is_forged:
        (folder / REPOSITORY / "worktrees").unlink()
        (folder / REPOSITORY / "refs" / "heads" / "linked").unlink()
        (folder / REPOSITORY / "objects" / "pack" / f"pack-{'ab' * 20}.pack").unlink()
        forge(folder)
        restore(folder, in_home(home), nobody)
    else:
        (folder / REPOSITORY / "config").write_bytes((tmp_path / "plain" / "config").read_bytes())
        restore(folder, in_home(home), nobody)
    restored = home / REPOSITORY
    subprocess.run(["git", "-C", restored, "fsck", "--strict"], check=True, capture_output=True)
    assert not marker.exists()
    assert (restored / "config").read_bytes() == (tmp_path / "plain" / "config").read_bytes()
    assert [path for path in restored.rglob("*") if path.is_symlink()] == []
    names = {path.name for path in restored.rglob("*") if path.is_file()}
    assert names.isdisjoint(
        {"alternates", "post-checkout", "reference-transaction", "becivic-locks", "linked"}
    )
    assert refs_of(home) == refs_of(source.home)
    assert files_of(home) == files_of(source.home)


@pytest.mark.parametrize("name", ["settings.toml", RECORDS, "runtime", f"{REPOSITORY}/HEAD"])
def test_a_link_in_a_backup_is_damage(folder: Path, tmp_path: Path, name: str) -> None:
    """It would have a file of this machine read and kept in the home."""
    outside = tmp_path / "outside"
    (folder / name).rename(outside)
    (folder / name).symlink_to(outside)
    with pytest.raises(BackupRefused, match="is not what it was"):
        restore(folder, in_home(tmp_path / "home"), nobody)
    assert not (tmp_path / "home" / REPOSITORY).exists()


@pytest.mark.parametrize(
    ("name", "commit"),
    [
        ("refs/heads/../../../outside", "ab" * 20),
        ("refs/heads/main\nrefs/heads/other", "ab" * 20),
        ("HEAD", "ab" * 20),
        ("refs/heads/main", "ref: refs/heads/other"),
        ("refs/heads/main", 7),
    ],
)
def test_a_manifest_with_a_name_that_is_no_ref_is_damaged(
    folder: Path, tmp_path: Path, name: str, commit: object
) -> None:
    forge(folder, refs={name: commit})
    with pytest.raises(BackupRefused, match="is not what it was"):
        restore(folder, in_home(tmp_path / "home"), nobody)
    assert not (tmp_path / "home").exists() or not (tmp_path / "home" / REPOSITORY).exists()


def test_records_may_go_to_a_server_instead(
    source: Installation, folder: Path, tmp_path: Path, databases: Databases
) -> None:
    home = tmp_path / "home"
    with databases.fresh("postgresql") as url:
        restore(folder, Place(home, url, home / "address.key"), nobody)
        with opened(url) as engine:
            assert_restored(source, home, engine)


def test_a_backup_without_settings_and_log_brings_none(source: Installation, tmp_path: Path) -> None:
    (source.home / "settings.toml").unlink()
    (source.home / REVIEW_LOG).unlink()
    take(source, tmp_path / "plain", NOON, nobody)
    restore(tmp_path / "plain", in_home(tmp_path / "home"), nobody)
    assert not (tmp_path / "home" / "settings.toml").exists()
    assert not (tmp_path / "home" / "runtime").exists()


def test_a_key_that_lies_there_already_stays(folder: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "address.key").write_text("mine")
    (home / "lost+found").mkdir()
    restore(folder, in_home(home), nobody)
    assert (home / "address.key").read_text() == "mine"


def test_a_proof_compares_everything_and_leaves_nothing(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    assert prove(folder, nobody).objects > 10
    assert list(temporary.iterdir()) == []
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before


@pytest.mark.parametrize(
    "moment", ["_compare_history", "import_from", "_holds_the_same", "_move_out", "between"]
)
def test_a_killed_restore_is_done_again_from_the_start(
    moment: str, source: Installation, folder: Path, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    assert dies(home, in_home(home).database_url, folder, moment) == -signal.SIGKILL
    assert not (home / REPOSITORY).exists()
    restore(folder, in_home(home), nobody)
    with opened(in_home(home).database_url) as engine:
        assert_restored(source, home, engine)


def test_a_restore_killed_at_its_very_end_is_whole_and_nothing_is_put_over_it(
    source: Installation, folder: Path, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    assert dies(home, in_home(home).database_url, folder, "after") == -signal.SIGKILL
    with pytest.raises(HomeRefused, match="is not empty"):
        restore(folder, in_home(home), nobody)
    assert refs_of(home) == refs_of(source.home)


def test_a_server_that_was_filled_before_the_kill_is_found_filled(
    source: Installation, folder: Path, tmp_path: Path, databases: Databases
) -> None:
    home = tmp_path / "home"
    with databases.fresh("postgresql") as url:
        assert dies(home, url, folder, "_move_out") == -signal.SIGKILL
        restore(folder, Place(home, url, home / "address.key"), nobody)
        with opened(url) as engine:
            assert_restored(source, home, engine)


def dies(home: Path, url: str, folder: Path, moment: str) -> int:
    done = subprocess.run(
        [sys.executable, "-c", DYING, home, url, folder, moment],
        capture_output=True, timeout=120, check=False, cwd=Path(__file__).parents[3],
    )  # fmt: skip
    return done.returncode


def test_a_database_with_other_records_is_refused_and_left_alone(
    folder: Path, tmp_path: Path, databases: Databases
) -> None:
    home = tmp_path / "home"
    with databases.fresh("sqlite") as url, opened(url) as engine:
        with engine.begin() as connection:
            connection.exec_driver_sql("UPDATE revision SET number = 1")
        before = rows(engine)
        with pytest.raises(DatabaseRefused, match="holds records already"):
            restore(folder, Place(home, url, home / "address.key"), nobody)
        assert rows(engine) == before
    assert [path.name for path in home.iterdir()] == [LOCK_FILE]


def test_a_home_that_is_not_empty_is_refused_and_left_alone(folder: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "notes.txt").write_text("mine")
    with pytest.raises(HomeRefused, match=r"`notes\.txt` is in it"):
        restore(folder, in_home(home), nobody)
    assert (home / "notes.txt").read_text() == "mine"


MINE = ("notes.txt", "settings.toml", "becivic.db", "becivic.db-wal", "runtime/notes.txt", ".restoring.txt")


@pytest.mark.parametrize("mine", MINE)
@pytest.mark.parametrize("stale", ["", "becivic.db"])
def test_a_folder_of_that_name_makes_nothing_else_a_restores(
    mine: str, stale: str, folder: Path, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    (home / UNFINISHED).mkdir(parents=True)
    if stale:
        (home / UNFINISHED / stale).write_text("half")
    (home / mine).parent.mkdir(exist_ok=True)
    (home / mine).write_text("mine")
    name = mine.partition("/")[0]
    with pytest.raises(HomeRefused, match=f"`{name}` is in it.*move `{name}` away") as refused:
        restore(folder, in_home(home), nobody)
    assert "nothing was changed" in str(refused.value)
    assert (home / mine).read_text() == "mine"
    assert (home / UNFINISHED).is_dir()
    (home / name).rename(tmp_path / "away")
    restore(folder, in_home(home), nobody)


@pytest.mark.parametrize("mine", MINE)
def test_what_lies_beside_a_killed_restore_is_not_taken_for_its_own(
    mine: str, folder: Path, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    assert dies(home, in_home(home).database_url, folder, "_move_out") == -signal.SIGKILL
    (home / mine).parent.mkdir(exist_ok=True)
    (home / mine).write_text("mine")
    with pytest.raises(HomeRefused, match="is not empty"):
        restore(folder, in_home(home), nobody)
    assert (home / mine).read_text() == "mine"


def test_a_log_that_was_moved_out_before_the_kill_is_the_restores_and_more_in_its_folder_is_not(
    source: Installation, folder: Path, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    assert dies(home, in_home(home).database_url, folder, "_move_out") == -signal.SIGKILL
    (home / UNFINISHED / "runtime").rename(home / "runtime")
    (home / "runtime" / "notes.txt").write_text("mine")
    with pytest.raises(HomeRefused, match="`runtime` is in it"):
        restore(folder, in_home(home), nobody)
    assert (home / REVIEW_LOG).read_text() == LOGGED
    (home / "runtime" / "notes.txt").unlink()
    restore(folder, in_home(home), nobody)
    with opened(in_home(home).database_url) as engine:
        assert_restored(source, home, engine)


def test_a_link_of_that_name_is_not_followed(folder: Path, tmp_path: Path) -> None:
    home, away = tmp_path / "home", tmp_path / "away"
    home.mkdir()
    away.mkdir()
    (away / "notes.txt").write_text("mine")
    (home / UNFINISHED).symlink_to(away)
    with pytest.raises(HomeRefused, match=r"`\.restoring` is in it"):
        restore(folder, in_home(home), nobody)
    assert (away / "notes.txt").read_text() == "mine"


def test_a_home_that_a_server_holds_is_refused(folder: Path, tmp_path: Path) -> None:
    with hold_home(tmp_path / "home"), pytest.raises(HomeRefused, match="in use by another server"):
        restore(folder, in_home(tmp_path / "home"), nobody)


@pytest.mark.parametrize("name", [RECORDS, "settings.toml", f"{REPOSITORY}/packed-refs"])
@pytest.mark.parametrize("harm", ["changed", "gone"])
def test_a_damaged_backup_is_refused_before_anything_is_made(
    name: str, harm: str, folder: Path, tmp_path: Path
) -> None:
    file = folder / name
    file.unlink() if harm == "gone" else file.write_bytes(file.read_bytes().replace(b"0", b"1", 1) + b"\n")
    with pytest.raises(BackupRefused, match="not what it was when the backup was taken"):
        restore(folder, in_home(tmp_path / "home"), nobody)
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize("field", ["refs", "objects"])
def test_a_history_that_is_not_what_the_manifest_says_is_not_restored(
    field: str, folder: Path, tmp_path: Path
) -> None:
    said = json.loads((folder / MANIFEST).read_text())
    said[field] = {"refs/heads/main": said["refs"]["refs/heads/main"]} if field == "refs" else 1
    (folder / MANIFEST).write_text(json.dumps(said))
    with pytest.raises(BackupRefused, match="is not what the backup says"):
        restore(folder, in_home(tmp_path / "home"), nobody)
    assert [path.name for path in (tmp_path / "home").iterdir()] == [LOCK_FILE]


def test_records_that_came_out_otherwise_are_not_restored(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    imported = import_from

    def slips(engine: Engine, *more: Any) -> Any:
        moved = imported(engine, *more)
        with engine.begin() as connection:
            connection.exec_driver_sql("DELETE FROM bans")
        return moved

    monkeypatch.setattr(restoring, "import_from", slips)
    with pytest.raises(BackupRefused, match=r"records\.jsonl: is not what the backup says"):
        restore(folder, in_home(tmp_path / "home"), nobody)


def test_a_disk_that_is_full_leaves_an_empty_home(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "copyfile", full)
    with pytest.raises(BackupRefused, match="cannot be restored: No space left"):
        restore(folder, in_home(tmp_path / "home"), nobody)
    assert [path.name for path in (tmp_path / "home").iterdir()] == [LOCK_FILE]


def test_a_backup_of_another_version_names_the_program_that_restores_it(folder: Path, tmp_path: Path) -> None:
    said = json.loads((folder / MANIFEST).read_text())
    (folder / MANIFEST).write_text(json.dumps({**said, "schema": "0001", "program": "0.0.7"}))
    with pytest.raises(BackupRefused, match=r"taken by becivic 0\.0\.7.* Restore it with that version"):
        restore(folder, in_home(tmp_path / "home"), nobody)


def test_a_server_of_ours_is_empty_when_nothing_was_restored(
    folder: Path, tmp_path: Path, databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / RECORDS).write_text("{}\n")
    with databases.fresh("postgresql") as url:
        with pytest.raises(BackupRefused):
            restore(folder, Place(tmp_path / "home", url, tmp_path / "key"), nobody)
        engine = open_engine(url)
        assert is_new(engine)
        engine.dispose()
