"""What the jobs of publishing work with: the records, the repository and its forge, and who finds names."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from becivic.corpus.load import Corpus, Loader
from becivic.names import NameFinder
from becivic.publishing.forge.forge import Forge, ForgeRefused, ForgeUnavailable, MainMoved
from becivic.publishing.repository import CorpusRepository
from becivic.publishing.servable import CorpusBroken, load_servable
from becivic.rules.consensus import POLICY, Policy
from becivic.rules.publishing import MAIN_ATTEMPTS
from becivic.store.store import Store

T = TypeVar("T")

_log = logging.getLogger(__name__)


class StillMoving(Exception):
    """Main moved under every attempt."""


@dataclass
class Workshop:
    """One job's at a time: the corpus it remembers and the repository are not shared between threads."""

    store: Store
    repository: CorpusRepository
    forge: Forge
    home: Path
    public_url: str
    finder: NameFinder | None = None
    """Who finds names, once somebody has asked: it knows the places and offices of main, and takes seconds to load."""
    loader: Loader = field(default_factory=Loader)
    policy: Policy = POLICY
    _corpus: Corpus | None = None

    def corpus(self) -> Corpus:
        """Main as the forge has it now. Remembered: an unchanged main is not read twice."""
        head = self.forge.main()
        if self._corpus is None or self._corpus.commit != head:
            self._corpus = load_servable(self.repository, head, self.loader)
        return self._corpus

    def on_main(self, change: Callable[[Corpus], T]) -> T:
        """A change made on main as it is, and anew where main moves before it is there. Raises StillMoving."""
        for _ in range(MAIN_ATTEMPTS):
            corpus = self.corpus()
            try:
                return change(corpus)
            except MainMoved:
                continue
        raise StillMoving

    def forget(self, branch: str) -> None:
        """The branch of a change that main holds and the records tell of. Where it has to stay it harms nobody."""
        try:
            self.forge.forget(branch)
        except (ForgeUnavailable, ForgeRefused) as trouble:
            _log.warning("The branch of a merged change stays for now: %s", trouble)

    def known_corpus(self) -> Corpus:
        """Main as it was last seen, where the forge cannot be asked: enough to know places, offices and sources by."""
        try:
            return self.corpus()
        except (ForgeUnavailable, CorpusBroken):
            return self._corpus or load_servable(self.repository, self.repository.head(), self.loader)

    def is_at(self, corpus: Corpus) -> None:
        """Main was moved by ourselves, to what this corpus holds: it need not be read again."""
        self._corpus = corpus

    def corpus_at(self, commit: str) -> Corpus:
        """As main was at one of its commits."""
        with self.repository.reading():
            return self.loader.load(self.repository.at(commit))
