"""Homes with a repository in them, as a first start would leave them, and a clock that stands still."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

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
    """A home after its first start."""
    home.mkdir(parents=True, exist_ok=True)
    return open_or_import(home, MemoryTree(files or Files.valid()), NOON, Loader())


def home_at(home: Path, files: Files) -> CorpusRepository:
    """A home whose main holds these files, servable or not."""
    home.mkdir(parents=True, exist_ok=True)
    repository = CorpusRepository.create(home / REPOSITORY)
    repository.commit(MemoryTree(files), "as given", NOON)
    return repository


def commit(repository: CorpusRepository, files: Files) -> str:
    return repository.commit(MemoryTree(files), "a change", NOON)
