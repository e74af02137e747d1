"""`becivic backup` and `becivic restore`: what they say, how they end, and what they never write."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from becivic.publishing.backup.manifest import MANIFEST
from becivic.publishing.home import hold_home
from becivic.publishing.repository import REPOSITORY
from becivic.store.migrate import migrate
from tests.cli.conftest import Run
from tests.factories.exports import opened, rows
from tests.publishing.backup.place import installed, refs_of
from tests.requirement import requirement

GITHUB = {
    "BECIVIC_FORGE": "github", "BECIVIC_GITHUB_REPOSITORY": "a/b", "BECIVIC_GITHUB_APP_ID": "1",
    "BECIVIC_GITHUB_INSTALLATION_ID": "2",
}  # fmt: skip


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    with opened(f"sqlite:///{home / 'becivic.db'}") as engine:
        migrate(engine)
        installed(home, engine)
    return home


def rows_in(home: Path) -> object:
    with opened(f"sqlite:///{home / 'becivic.db'}") as engine:
        return rows(engine)


@requirement("R-BAK-04")
def test_a_home_goes_into_a_folder_and_comes_back(home: Path, run: Run, tmp_path: Path) -> None:
    ran = run("backup", "one", "--json")
    assert ran.code == 0, ran.err
    said = json.loads(ran.out)
    assert (said["folder"], said["keys"], said["dropped"]) == ("one", None, [])
    assert said["refs"] == refs_of(home)
    assert said["total"] == sum(said["rows"].values()) > 50
    back = run("restore", "one", "--home", "new")
    assert back.code == 0, back.err
    assert back.out.startswith("Restored ")
    assert "4 refs" in back.out
    assert (
        f"Put the address key at {Path('new') / 'address.key'} (mode 0600) before the first start."
        in back.out
    )
    assert refs_of(tmp_path / "new") == refs_of(home)
    assert rows_in(tmp_path / "new") == rows_in(home)
    assert run("restore", "one", "--home", "new").code == 2


def test_a_backup_is_taken_while_a_server_holds_the_home_and_a_restore_is_not(
    home: Path, run: Run, tmp_path: Path
) -> None:
    with hold_home(home):
        assert run("backup", "one").code == 0
    with hold_home(tmp_path / "other"):
        ran = run("restore", "one", "--home", "other")
    assert ran.code == 2
    assert "in use by another server" in ran.err


def test_a_backup_is_proven_without_touching_home_or_database(home: Path, run: Run, tmp_path: Path) -> None:
    run("backup", "one")
    before = sorted(tmp_path.iterdir())
    ran = run("restore", "one", "--check")
    assert ran.code == 0, ran.err
    assert ran.out.startswith("one restores whole: ")
    assert sorted(tmp_path.iterdir()) == before
    said = json.loads(run("restore", "one", "--check", "--json").out)
    assert said["restored_to"] is None
    assert json.loads(run("restore", "one", "--home", "new", "--json").out)["restored_to"] == "new"


def test_a_damaged_backup_is_exit_1(home: Path, run: Run, tmp_path: Path) -> None:
    run("backup", "one")
    (tmp_path / "one" / "records.jsonl").write_text("{}\n")
    for more in (["--check"], ["--home", "new"]):
        ran = run("restore", "one", *more)
        assert (ran.code, ran.out) == (1, "")
        assert "is not what it was when the backup was taken" in ran.err
    (tmp_path / "one" / MANIFEST).unlink()
    assert run("restore", "one", "--check").code == 1


@requirement("R-BAK-04")
def test_keys_go_their_own_way(home: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = run("backup", "one")
    assert (
        f"The address key is not in it, and stays in {home / 'address.key'}; --keys copies it elsewhere."
        in plain.out
    )
    assert "Never in it, whether set or not: " in plain.out
    ran = run("backup", "two", "--keys", "key")
    assert ran.code == 0, ran.err
    assert "The address key is in key. Keep it where the backup is not." in ran.out
    assert (tmp_path / "key").read_bytes() == (home / "address.key").read_bytes()
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600
    inside = run("backup", "three", "--keys", "three/key")
    assert (inside.code, (tmp_path / "three").exists()) == (2, False)
    (tmp_path / "app.pem").write_text("secret")
    (tmp_path / "app.pem").chmod(0o600)
    for name, value in {**GITHUB, "BECIVIC_GITHUB_KEY_FILE": str(tmp_path / "app.pem")}.items():
        monkeypatch.setenv(name, value)
    said = json.loads(run("backup", "four", "--json").out)
    assert said["left_out"][:2] == [str(home / "address.key"), str(tmp_path / "app.pem")]


def test_the_newest_are_kept(home: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for offset in ("-7200", "-3600", "0"):
        monkeypatch.setenv("BECIVIC_CLOCK_OFFSET", offset)
        ran = run("backup", "all", "--keep", "2")
        assert ran.code == 0, ran.err
    assert "Removed 1 older backup: 20" in ran.out
    assert len(list((tmp_path / "all").iterdir())) == 2


@pytest.mark.parametrize("missing", ["becivic.db", REPOSITORY])
def test_a_home_with_nothing_in_it_is_told_and_stays_so(missing: str, run: Run, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    other = {"becivic.db": REPOSITORY, REPOSITORY: "becivic.db"}[missing]
    (home / other).touch()
    ran = run("backup", "one")
    assert ran.code == 2
    assert f"{home / missing}: There is nothing to back up here yet." in ran.err
    assert not (tmp_path / "one").exists()


def test_help_says_what_is_left_out_and_gives_an_example(run: Run) -> None:
    out = " ".join(run("backup", "--help").out.split())
    assert "Keys are never in it" in out
    assert "becivic backup /mnt/backups --keep 14" in out
    assert "finished by the next run of the commit job" in " ".join(
        run("restore", "--help").out.replace("│", "").split()
    )


def test_a_repository_without_main_is_no_backup_and_pushes_none_out(
    home: Path, run: Run, tmp_path: Path
) -> None:
    assert run("backup", "all", "--keep", "1").code == 0
    (kept,) = (tmp_path / "all").iterdir()
    git = home / REPOSITORY
    git.joinpath("packed-refs").unlink(missing_ok=True)
    git.joinpath("refs/heads/main").unlink(missing_ok=True)
    ran = run("backup", "all", "--keep", "1")
    assert ran.code == 2
    assert "has no branch `main`" in ran.err
    assert (kept / MANIFEST).is_file()
