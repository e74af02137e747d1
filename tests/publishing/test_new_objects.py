"""Objects of git that are made together."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pygit2
import pytest

from becivic.publishing.new_objects import NewObjects

TEXT = b"some words\n" * 50


@pytest.fixture
def git(tmp_path: Path) -> pygit2.Repository:
    return pygit2.init_repository(str(tmp_path), bare=True)


def files(git: pygit2.Repository) -> set[str]:
    objects = Path(git.path) / "objects"
    return {file.relative_to(objects).as_posix() for file in objects.rglob("*") if file.is_file()}


def synced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of what the disk was asked for, as they were then."""
    asked: list[str] = []
    opened: dict[int, str] = {}
    real_open, real_sync = os.open, os.fsync

    def noted(path: str | Path, flags: int, *mode: int) -> int:
        descriptor = real_open(path, flags, *mode)
        opened[descriptor] = str(path)
        return descriptor

    def fsync(descriptor: int) -> None:
        asked.append(opened[descriptor])
        real_sync(descriptor)

    monkeypatch.setattr(os, "open", noted)
    monkeypatch.setattr(os, "fsync", fsync)
    return asked


def test_git_reads_what_was_made_under_the_id_that_git_gives_it(git: pygit2.Repository) -> None:
    with NewObjects(Path(git.path)) as new:
        made = [new.add(b"blob", content) for content in (b"", TEXT)]
    assert [bytes(git[pygit2.Oid(raw=each)].read_raw()) for each in made] == [b"", TEXT]
    assert made == [pygit2.hash(content).raw for content in (b"", TEXT)]
    assert all(
        stat.S_IMODE((Path(git.path) / "objects" / name).stat().st_mode) == 0o444 for name in files(git)
    )


def test_nothing_has_its_name_before_all_of_it_is_there(git: pygit2.Repository) -> None:
    with NewObjects(Path(git.path)) as new:
        made = pygit2.Oid(raw=new.add(b"blob", TEXT))
        assert made not in git
    assert made in git


def test_every_file_reaches_the_disk_under_no_name_yet_and_every_folder_after(
    git: pygit2.Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = synced(monkeypatch)
    with NewObjects(Path(git.path)) as new:
        made = [pygit2.Oid(raw=new.add(b"blob", b"%d" % number)) for number in range(5)]
    unnamed, folders = asked[:5], asked[5:]
    assert all(Path(file).name.startswith("tmp_obj_") for file in unnamed)
    assert {Path(file).parent.name for file in unnamed} == {str(each)[:2] for each in made}
    assert set(folders) == {str(Path(file).parent) for file in unnamed} | {f"{git.path}objects"}


def test_what_is_there_already_is_not_written_again_but_its_folder_is_waited_for(
    git: pygit2.Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = git.create_blob(TEXT)
    before, asked = files(git), synced(monkeypatch)
    with NewObjects(Path(git.path)) as new:
        assert pygit2.Oid(raw=new.add(b"blob", TEXT)) == known
    assert files(git) == before
    assert asked == [f"{git.path}objects/{str(known)[:2]}"]


def test_the_same_twice_is_one_file(git: pygit2.Repository) -> None:
    with NewObjects(Path(git.path)) as new:
        assert new.add(b"blob", TEXT) == new.add(b"blob", TEXT)
    assert len(files(git)) == 1


def test_an_error_leaves_nothing_behind(git: pygit2.Repository) -> None:
    def fails() -> None:
        with NewObjects(Path(git.path)) as new:
            new.add(b"blob", TEXT)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fails()
    assert files(git) == set()


def test_a_disk_that_fails_is_heard_and_leaves_nothing_behind(
    git: pygit2.Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fsync(_: int) -> None:
        raise OSError(5, "Input/output error")

    def fails() -> None:
        with NewObjects(Path(git.path)) as new:
            new.add(b"blob", TEXT)

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(OSError, match="Input/output error"):
        fails()
    assert files(git) == set()
