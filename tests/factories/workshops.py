"""A workshop over a home of its own and the local forge, and what git holds after a job."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from becivic.corpus.load import Corpus
from becivic.corpus.tree import MemoryTree
from becivic.publishing.forge.local import LocalForge
from becivic.publishing.repository import CorpusRepository
from becivic.publishing.workshop import Workshop
from becivic.store.store import Store
from tests.factories.corpora import Files
from tests.factories.filled import fill
from tests.factories.homes import NOON, filled_home
from tests.factories.names import plain_names


def open_workshop(store: Store, home: Path, files: Files | None = None) -> Workshop:
    """As after a first start: the records know what the corpus implies."""
    repository = filled_home(home, files)
    workshop = Workshop(store, repository, LocalForge(repository), home, "http://becivic.test", plain_names())
    fill(store, workshop.corpus(), NOON, repository)
    return workshop


def push(workshop: Workshop, files: Files, when: datetime) -> str:
    """Somebody makes main hold exactly these files."""
    return workshop.repository.commit(MemoryTree(files), "a push", when)


def files_on_main(repository: CorpusRepository) -> Files:
    tree = repository.at(repository.head())
    return Files({path: tree.read(path) for path in tree.paths()})


def text_on_main(corpus: Corpus, file: str) -> str:
    return corpus.tree.read(file).decode("utf-8")
