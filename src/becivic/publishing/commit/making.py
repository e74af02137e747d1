"""What every change goes through, whoever proposes it: uids and versions filled in, then the checks on the outcome."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from becivic.catalogue.entries import mint, name_of
from becivic.catalogue.names import DatabaseCatalogue
from becivic.corpus.load import Corpus
from becivic.corpus.seed import Row
from becivic.publishing.changes.checking import checked
from becivic.publishing.changes.finishing import ChangeOrigin, Finished, finish
from becivic.publishing.changes.first_rows import WithFirstRows
from becivic.publishing.workshop import Workshop
from becivic.rules.identifiers import UidPrefix

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Maker:
    """Over the records, where uids come from: who asks for a name again gets the same one (R-UID-06)."""

    workshop: Workshop
    now: datetime

    def finished(self, corpus: Corpus, files: Mapping[str, bytes], origin: ChangeOrigin) -> Finished:
        done = finish(corpus, files, origin, self._minted, self.now, name_of=self._named)
        for target, name in done.pinned:
            _log.warning("The version of %s %s is pinned and stays as it is.", target, name)
        return done

    def checked(self, corpus: Corpus, finished: Finished, submission_type: str) -> Corpus:
        """The corpus with the change. Raises Unpublishable with everything that would be broken by it."""
        return self.workshop.store.read(
            lambda connection: checked(
                corpus,
                finished.files,
                submission_type,
                WithFirstRows(DatabaseCatalogue(connection, Row), finished.cited),
            )
        )

    def _minted(self, prefix: UidPrefix, name: str) -> str:
        return self.workshop.store.write(lambda connection: mint(connection, prefix, name, self.now))[0]

    def _named(self, uid: str) -> str | None:
        return self.workshop.store.read(lambda connection: name_of(connection, uid))
