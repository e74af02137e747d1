"""What is served: everything made from one commit of main, followed while the service lives, and swapped whole."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from becivic.corpus.kept_tree import KeptTree
from becivic.corpus.load import Corpus, Loader
from becivic.frames import frames
from becivic.publishing.repository import CorpusRepository
from becivic.publishing.servable import load_servable
from becivic.rules.errors import BeCivicError
from becivic.site.shelf import Shelf
from becivic_scrub import Engine

_NAMED_FINDINGS: Final = 20
"""How many left-out files are named one by one in the log."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Edition:
    """Everything made from one commit. Swapped whole, so that no request sees half of two."""

    corpus: Corpus
    shelf: Shelf
    made_at: datetime
    """The time of the commit."""

    @property
    def commit(self) -> str:
        return self.corpus.commit or ""

    @property
    def scrub(self) -> Engine:
        """Every scrub rule of this commit, ready to run: what cannot run is never served."""
        return self.corpus.scrubbing.whole()


class Library:
    """The current edition. `refresh` may run in any thread, one at a time; readers only take `edition`."""

    def __init__(
        self, repository: CorpusRepository, loader: Loader, ticks: Callable[[], float] = time.monotonic
    ) -> None:
        """`ticks` is a monotonic clock in seconds."""
        self.repository = repository
        self._loader = loader
        self._ticks = ticks
        self._complaint = ""
        self._behind_since: float | None = None
        self.edition = self._load(repository.head())

    @property
    def is_current(self) -> bool:
        """Whether the last look at main found nothing that could not be served."""
        return not self._complaint

    @property
    def behind_seconds(self) -> float:
        """For how long main has been at something else than what is served, or at nothing that can be read."""
        return 0.0 if self._behind_since is None else max(0.0, self._ticks() - self._behind_since)

    def refresh(self) -> None:
        """Take up main if it has moved. What cannot be served is logged once, and the old edition stays."""
        try:
            head = self.repository.head()
            if head != self.edition.commit:
                self._falls_behind()
                self.edition = self._load(head, self.edition)
            self._complaint, self._behind_since = "", None
        except BeCivicError as error:
            self._complain(str(error))
        except Exception as error:  # noqa: BLE001  whatever a commit holds, the old edition is still good
            self._complain("main cannot be loaded.", f"\n{frames(error)}")

    def _load(self, commit: str, older: Edition | None = None) -> Edition:
        loaded = load_servable(self.repository, commit, self._loader)
        with self.repository.reading():
            corpus = replace(loaded, tree=KeptTree(loaded.tree, older.corpus.tree if older else None))
            corpus.remember(loaded, with_paths=True)
            shelf = Shelf(corpus, older.shelf if older else None)
            edition = Edition(corpus, shelf, self.repository.made_at(commit))
        for finding in corpus.findings[:_NAMED_FINDINGS]:
            _log.warning("%s: %s", finding.place, finding.message)
        if len(corpus.findings) > _NAMED_FINDINGS:
            _log.warning("%d files more cannot be read.", len(corpus.findings) - _NAMED_FINDINGS)
        return edition

    def _complain(self, complaint: str, traced: str = "") -> None:
        if complaint != self._complaint:
            _log.error("%s Still serving commit %s.%s", complaint, self.edition.commit[:7], traced)
        self._complaint = complaint
        self._falls_behind()

    def _falls_behind(self) -> None:
        if self._behind_since is None:
            self._behind_since = self._ticks()
