"""Homes with a repository in them, as a first start would leave them, and a clock that stands still."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pygit2

from becivic.corpus.load import Loader
from becivic.corpus.tree import MemoryTree
from becivic.publishing.first_start import open_or_import
from becivic.publishing.repository import REPOSITORY, CorpusRepository
from tests.factories.corpora import Files

NOON = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class StoppedClock:
    moment: datetime = NOON

    def now(self) -> datetime:
        return self.moment


def filled_home(home: Path, files: Files | None = None) -> CorpusRepository:
    """A home after its first start: made once a process for the same files, and copied from there."""
    home.mkdir(parents=True, exist_ok=True)
    repository = home / REPOSITORY
    if not repository.exists():
        shutil.copytree(_first_start(tuple((files or Files.valid()).items())), repository)
    return CorpusRepository.open(repository)


@cache
def _first_start(files: tuple[tuple[str, bytes], ...]) -> Path:
    """The repository that a first start makes of them, its objects in one pack: copied and read sooner."""
    home = Path(tempfile.mkdtemp(dir=_templates()))
    open_or_import(home, MemoryTree(dict(files)), NOON, Loader())
    repository = home / REPOSITORY
    pygit2.Repository(str(repository)).pack()
    for loose in repository.glob("objects/[0-9a-f][0-9a-f]"):
        shutil.rmtree(loose)
    return repository


@cache
def _templates() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="becivic-homes-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def home_at(home: Path, files: Files) -> CorpusRepository:
    """A home whose main holds these files, servable or not."""
    home.mkdir(parents=True, exist_ok=True)
    repository = CorpusRepository.create(home / REPOSITORY)
    repository.commit(MemoryTree(files), "as given", NOON)
    return repository


def commit(repository: CorpusRepository, files: Files) -> str:
    return repository.commit(MemoryTree(files), "a change", NOON)
