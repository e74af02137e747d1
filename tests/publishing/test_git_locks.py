"""Lock files of git: those of killed processes are removed at once, those in use are respected and reported."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from becivic.corpus.tree import MemoryTree
from becivic.publishing import refs
from becivic.publishing.commits import NewCommit
from becivic.publishing.git_locks import INTENT, SETTLED_AFTER, STALE_AFTER, git_locks, remove_stale
from becivic.publishing.refs import Move
from becivic.publishing.repository import MAIN, CorpusRepository, RepositoryRefused
from tests.factories.death import can_die_with_a_lock
from tests.factories.homes import NOON

BRANCH = "refs/heads/submissions/one"

KILLED_WITH_A_LOCK = """
import sys
from pathlib import Path
from becivic.publishing.refs import Move
from becivic.publishing.repository import CorpusRepository
from tests.factories.death import die_with_the_next_lock
repository = CorpusRepository.open(Path(sys.argv[1]))
before, after = sys.argv[3:]
die_with_the_next_lock()
repository.move(Move(sys.argv[2], before or None, after or None))
"""


class Place:
    """A repository with main at `first`, and a commit on it that no ref names."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.repository = CorpusRepository.create(folder)
        self.first = self.repository.commit(MemoryTree({"a": b"a"}), "first", NOON)
        self.second = self.repository.write(NewCommit(self.first, {"a": b"b"}, "next", NOON))

    def lock(self, name: str, seconds: float = 0.0) -> Path:
        file = self.folder / f"{name}.lock"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
        made = file.stat().st_mtime - seconds
        os.utime(file, (made, made))
        return file

    def locks(self) -> list[str]:
        return [str(file.relative_to(self.folder)) for file in self.folder.rglob("*.lock")]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path / "corpus.git")


@pytest.mark.skipif(not can_die_with_a_lock(), reason="the kernel kills at a system call on Linux alone")
@pytest.mark.parametrize(("ref", "way"), [(MAIN, "moved"), (BRANCH, "made"), (BRANCH, "deleted")])
def test_a_process_of_ours_killed_with_a_lock_stops_nobody(
    place: Place, ref: str, way: str, caplog: pytest.LogCaptureFixture
) -> None:
    """At once: no time passes, and the next run publishes."""
    before, after = {
        "moved": (place.first, place.second), "made": ("", place.second), "deleted": (place.second, "")
    }[way]  # fmt: skip
    if way == "deleted":
        place.repository.move(Move(ref, None, before))
    killed = subprocess.run(
        [sys.executable, "-c", KILLED_WITH_A_LOCK, str(place.folder), ref, before, after], check=False
    )
    assert killed.returncode < 0
    assert place.locks() == [f"{ref}.lock"]
    place.repository.move(Move(MAIN, place.first, place.second))
    assert place.locks() == []
    assert not (place.folder / INTENT).exists()
    assert f"{ref}.lock of git: the process that took it was killed" in caplog.text


@pytest.mark.parametrize("name", ["HEAD", "packed-refs", "config", MAIN, BRANCH, "objects/info/commit-graph"])
def test_a_lock_that_no_process_holds_is_removed(
    place: Place, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    lock = place.lock(name, SETTLED_AFTER + 1)
    assert remove_stale(place.folder) == [lock]
    assert (place.locks(), remove_stale(place.folder)) == ([], [])
    assert caplog.messages == [f"Removed the lock file {lock} of git: no process holds it."]


@pytest.mark.parametrize("seconds", [0.0, STALE_AFTER + 10])
def test_a_lock_that_a_live_process_has_open_is_respected_and_its_process_named(
    place: Place, seconds: float
) -> None:
    lock = place.lock(MAIN, seconds)
    holding = [sys.executable, "-c", f"held = open({str(lock)!r}); print(flush=True); input()"]
    with subprocess.Popen(holding, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        assert remove_stale(place.folder) == []
        with pytest.raises(RepositoryRefused, match=rf"held by another process \({other.pid}\)") as caught:
            place.repository.move(Move(MAIN, place.first, place.second))
        assert (caught.value.where, "room" in caught.value.remedy) == (str(lock), False)
        other.communicate(b"\n")
    assert place.repository.head() == place.first


def git_at_work(place: Place, *options: str, cwd: Path) -> subprocess.Popen[bytes]:
    """A git that reads from a pipe and goes on until that is closed, as one does that waits in a hook."""
    command = ["git", *options, "cat-file", "--batch"]
    return subprocess.Popen(command, cwd=cwd, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


@pytest.mark.parametrize("way", ["in it", "named"])
def test_while_a_git_works_in_the_repository_a_lock_is_judged_by_its_age(
    place: Place, tmp_path: Path, way: str
) -> None:
    lock = place.lock(BRANCH, SETTLED_AFTER + 5)
    options, cwd = ([], place.folder) if way == "in it" else ([f"--git-dir={place.folder}"], tmp_path)
    with git_at_work(place, *options, cwd=cwd) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        other.stdin.write(b"main\n")
        other.stdin.flush()
        other.stdout.readline()
        assert remove_stale(place.folder) == []
        with pytest.raises(RepositoryRefused, match="its holder cannot be determined"):
            place.repository.move(Move(BRANCH, None, place.second))
        place.lock(BRANCH, STALE_AFTER + 5)
        assert remove_stale(place.folder) == [lock]
        other.communicate()


def test_a_git_in_a_work_tree_of_the_repository_counts_too(place: Place, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    subprocess.run(
        ["git", "-C", place.folder, "worktree", "add", "-q", tree], check=True, capture_output=True
    )
    place.lock(BRANCH, SETTLED_AFTER + 5)
    with git_at_work(place, cwd=tree) as other:
        assert [lock.holders for lock in git_locks(place.folder, 0.0)] == [None]
        other.communicate()
    assert [lock.holders for lock in git_locks(place.folder, 0.0)] == [frozenset()]


def test_where_processes_do_not_show_a_lock_is_judged_by_its_age(place: Place, tmp_path: Path) -> None:
    young, old = place.lock(BRANCH, SETTLED_AFTER + 5), place.lock(MAIN, STALE_AFTER + 5)
    now = place.folder.stat().st_mtime
    proc = tmp_path / "proc"
    for namespace in (None, "pid:[4026532198]"):
        if namespace is not None:
            (proc / "self" / "ns").mkdir(parents=True)
            (proc / "self" / "ns" / "pid").symlink_to(namespace)
        found = {lock.file: lock for lock in git_locks(place.folder, now, proc)}
        assert {lock.holders for lock in found.values()} == {None}
        assert (found[young].is_stale, found[old].is_stale) == (False, True)


def test_another_accounts_git_may_be_at_work_in_the_repository(place: Place, tmp_path: Path) -> None:
    """Its name shows, its folder does not; what has ended meanwhile does not count."""
    proc = tmp_path / "proc"
    (proc / "self" / "ns").mkdir(parents=True)
    (proc / "self" / "ns" / "pid").symlink_to("pid:[4026531836]")
    for number, name in ((1, "init\n"), (7, "git\n"), (8, None)):
        (proc / str(number)).mkdir()
        if name is not None:
            (proc / str(number) / "comm").write_text(name)
    place.lock(MAIN)
    (lock,) = git_locks(place.folder, 0.0, proc)
    assert lock.holders == frozenset()  # it has no folder any more: it has ended
    (proc / "7" / "cwd").symlink_to(place.folder)
    (proc / "7" / "cmdline").touch()
    (proc / "7" / "environ").touch()
    (lock,) = git_locks(place.folder, 0.0, proc)
    assert lock.holders is None


def test_what_the_list_of_a_killed_process_says_beyond_locks_is_not_touched(
    place: Place, tmp_path: Path
) -> None:
    """A file of that name may have come with a restored repository."""
    outside = tmp_path / "outside.lock"
    outside.touch()
    names = ["../outside.lock", "refs/../../outside.lock", str(outside), "HEAD", "config", "refs/heads/main"]
    (place.folder / INTENT).write_text("\n".join(names))
    place.repository.move(Move(MAIN, place.first, place.second))
    assert outside.exists()
    assert place.repository.head() == place.second
    assert (place.folder / "HEAD").exists()
    (place.folder / INTENT).write_bytes(b"\xff\xfe")
    assert remove_stale(place.folder) == []
    assert not (place.folder / INTENT).exists()


def test_a_lock_taken_while_ours_was_under_way_is_named(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the look and before git itself comes to it."""
    swap = refs._swap

    def locked_before(git: object, folder: Path, one: Move) -> None:
        place.lock(one.ref)
        swap(git, folder, one)  # type: ignore[arg-type]

    monkeypatch.setattr(refs, "_swap", locked_before)
    with pytest.raises(RepositoryRefused, match="is a lock of git"):
        place.repository.move(Move(MAIN, place.first, place.second))


def test_removing_stale_locks_is_logged_once_and_needs_no_right_to_write(
    place: Place, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.lock(MAIN, STALE_AFTER + 10)

    def refused(_: Path, **__: object) -> None:
        raise PermissionError

    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", refused)
        place.repository.remove_stale_locks()
    assert place.locks() == [f"{MAIN}.lock"]
    with caplog.at_level(logging.WARNING):
        place.repository.remove_stale_locks()
        place.repository.remove_stale_locks()
    assert len(caplog.messages) == 1
