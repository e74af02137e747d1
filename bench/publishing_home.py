"""A home with a generated corpus in it, as a server would have left it, and the workshop over it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from becivic.corpus.load import Loader
from becivic.corpus.tree import DirectoryTree
from becivic.names import NameFinder
from becivic.publishing.first_start import open_or_import
from becivic.publishing.forge.local import LocalForge
from becivic.publishing.records import fill_records
from becivic.publishing.workshop import Workshop
from becivic.store.store import open_store
from bench.corpora import write_corpus
from bench.publishing_items import NOW

_STARTED = NOW - timedelta(days=30)


@contextmanager
def home_of(skills: int, finder: NameFinder, paths: int = 0) -> Iterator[Workshop]:
    """On SQLite and the local forge, everything durable."""
    with TemporaryDirectory(prefix="becivic-bench-") as parent:
        folder = write_corpus(Path(parent) / "corpus", skills, paths)
        home = Path(parent) / "home"
        home.mkdir()
        repository = open_or_import(home, DirectoryTree(folder), _STARTED, Loader())
        store = open_store(f"sqlite:///{home / 'becivic.db'}")
        workshop = Workshop(store, repository, LocalForge(repository), home, "http://127.0.0.1", finder)
        fill_records(store, workshop.corpus(), _STARTED, repository)
        try:
            yield workshop
        finally:
            store.close()
