"""First start: all of the packaged corpus or nothing, whenever it is interrupted."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from becivic.corpus.load import Loader
from becivic.corpus.tree import MemoryTree
from becivic.publishing import first_start
from becivic.publishing.first_start import UNFINISHED, open_or_import
from becivic.publishing.home import LOCK_FILE
from becivic.publishing.repository import REPOSITORY, CorpusRepository, RepositoryRefused
from becivic.publishing.servable import CorpusBroken
from tests.factories.corpora import PATHS, Files
from tests.factories.homes import NOON, commit, filled_home, home_at
from tests.requirement import requirement

ROOT = Path(__file__).parent.parent.parent

DYING = """
import os, signal, sys
from pathlib import Path
import becivic.publishing.first_start as first_start
from becivic.corpus.load import Loader
from becivic.corpus.tree import MemoryTree
from tests.factories.corpora import Files
from tests.factories.homes import NOON

home, moment = Path(sys.argv[1]), sys.argv[2]

def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

class Dying(MemoryTree):
    left = int(moment) if moment.isdecimal() else -1
    def read(self, path):
        self.left -= 1
        return die() if self.left == 0 else super().read(path)

if moment == "load": first_start.load_servable = die
if moment == "rename": Path.rename = die
if moment == "settle": first_start.settle_folder = die
first_start.open_or_import(home, Dying(Files.valid()), NOON, Loader())
"""

STARTING = """
import sys
from datetime import timedelta
from pathlib import Path
from becivic.corpus.load import Loader
from becivic.corpus.tree import MemoryTree
from becivic.publishing.first_start import open_or_import
from becivic.publishing.home import hold_home
from tests.factories.corpora import Files
from tests.factories.homes import NOON

home, now = Path(sys.argv[1]), NOON + timedelta(seconds=int(sys.argv[2]))
print("ready", flush=True)
sys.stdin.readline()
with hold_home(home, shared=True):
    print(open_or_import(home, MemoryTree(Files.valid()), now, Loader()).head(), end="")
"""
"""Each with a time of its own, so that two imports would be two commits."""


def importing(home: Path, files: Files) -> CorpusRepository:
    return open_or_import(home, MemoryTree(files, label="/opt/corpus"), NOON, Loader())


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


@requirement("R-REPO-01")
def test_an_empty_home_gets_the_packaged_corpus_as_one_commit_of_that_moment(tmp_path: Path) -> None:
    repository = importing(tmp_path, Files.valid())
    tree = repository.at(repository.head())
    assert {path: tree.read(path) for path in tree.paths()} == Files.valid()
    assert names(tmp_path) == [REPOSITORY]
    log = subprocess.run(
        ["git", "-C", tmp_path / REPOSITORY, "log", "--format=%at %s"],
        check=True,
        capture_output=True,
        text=True,
    )
    assert log.stdout == "1794744000 Import the corpus packaged with becivic 0.1.0\n"


def test_an_existing_home_is_opened_and_left_alone(tmp_path: Path) -> None:
    moved = commit(filled_home(tmp_path), Files.valid().with_file("docs/new.md", "new\n"))
    assert importing(tmp_path, Files.valid()).head() == moved


def test_whoever_waited_for_another_one_s_import_takes_it_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heads: list[str] = []

    @contextmanager
    def beaten(home: Path) -> Iterator[None]:
        heads.append(home_at(home, Files.valid()).head())
        yield

    monkeypatch.setattr(first_start, "alone_in", beaten)
    assert importing(tmp_path, Files.valid()).head() == heads[0]


def test_replicas_that_start_together_on_an_empty_home_end_with_one_repository(tmp_path: Path) -> None:
    replicas = [
        subprocess.Popen(
            [sys.executable, "-c", STARTING, tmp_path, str(number)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(3)
    ]
    for replica in replicas:
        assert replica.stdout is not None
        assert replica.stdout.readline() == "ready\n"
    for replica in replicas:
        assert replica.stdin is not None
        replica.stdin.write("go\n")
        replica.stdin.flush()
    heads = {replica.communicate(timeout=60)[0] for replica in replicas}
    assert [replica.returncode for replica in replicas] == [0, 0, 0]
    assert heads == {CorpusRepository.open(tmp_path / REPOSITORY).head()}
    assert sorted(names(tmp_path)) == [REPOSITORY, LOCK_FILE]


@pytest.mark.parametrize("moment", ["1", "7", "30", "load", "rename"])
def test_a_kill_before_the_end_leaves_nothing_and_the_next_start_does_it_all(
    tmp_path: Path, moment: str
) -> None:
    assert _killed(tmp_path, moment) == -signal.SIGKILL
    assert names(tmp_path) == [UNFINISHED]
    assert sorted(importing(tmp_path, Files.valid()).at("main").paths()) == sorted(Files.valid())
    assert names(tmp_path) == [REPOSITORY]


def test_a_kill_right_after_the_end_leaves_everything(tmp_path: Path) -> None:
    assert _killed(tmp_path, "settle") == -signal.SIGKILL
    assert names(tmp_path) == [REPOSITORY]
    assert sorted(CorpusRepository.open(tmp_path / REPOSITORY).at("main").paths()) == sorted(Files.valid())


def _killed(home: Path, moment: str) -> int:
    return subprocess.run(
        [sys.executable, "-c", DYING, home, moment], cwd=ROOT, check=False, timeout=60
    ).returncode


def test_a_broken_packaged_corpus_leaves_the_home_empty(tmp_path: Path) -> None:
    with pytest.raises(CorpusBroken, match=rf"^{PATHS}:1: .* \(/opt/corpus\)\."):
        importing(tmp_path, Files.valid().with_file(PATHS, "{"))
    assert names(tmp_path) == []


def test_a_home_that_cannot_be_filled_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / UNFINISHED).write_text("in the way")  # a file: it cannot be cleared as a folder is
    with pytest.raises(RepositoryRefused) as caught:
        importing(tmp_path, Files.valid())
    assert str(caught.value).startswith(f"{tmp_path}/{REPOSITORY}: cannot be filled (")
    assert "Make room, or name another home" in str(caught.value)


def test_something_else_under_its_name_is_refused_not_replaced(tmp_path: Path) -> None:
    (tmp_path / REPOSITORY).symlink_to(tmp_path / "nowhere")
    with pytest.raises(RepositoryRefused, match="cannot be opened as a git repository"):
        importing(tmp_path, Files.valid())
    assert (tmp_path / REPOSITORY).is_symlink()
