"""What every change goes through, whoever proposes it: uids and versions filled in, then the checks on the outcome."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from becivic.catalogue.entries import mint, name_of
from becivic.catalogue.names import DatabaseCatalogue
from becivic.corpus.findings import Finding
from becivic.corpus.load import Corpus, Loader
from becivic.corpus.seed import SEED_FILE, Catalogue, Row
from becivic.publishing.changes.brought_rows import WithBroughtRows
from becivic.publishing.changes.checking import checked
from becivic.publishing.changes.finishing import ChangeOrigin, Finished, finish
from becivic.publishing.changes.first_rows import WithFirstRows
from becivic.publishing.changes.refused import Unpublishable
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

    def made_by(self, commit: str, origin: ChangeOrigin) -> Finished:
        """What a commit of main made of what was before it: for a run that died after the merge."""
        repository = self.workshop.repository
        before = repository.parents(commit)[0]
        read = {path: repository.file_at(commit, path) for path in repository.changed_files(before, commit)}
        files = {path: content for path, content in read.items() if content is not None}
        return self.finished(self.workshop.corpus_at(before), files, origin)

    def checked(self, corpus: Corpus, finished: Finished, submission_type: str) -> Corpus:
        """The corpus with the change. Raises Unpublishable with everything that would be broken by it."""
        brought = Loader().amended(corpus, finished.files).catalogue if SEED_FILE in finished.files else None

        def check(connection: Connection) -> Corpus:
            known: Catalogue = WithFirstRows(DatabaseCatalogue(connection, Row), finished.cited)
            rows = known if brought is None else WithBroughtRows(known, brought)
            return checked(corpus, finished.files, submission_type, rows)

        return self.workshop.store.read(check)

    def checked_but_for_withdrawal(
        self, corpus: Corpus, finished: Finished, submission_type: str
    ) -> tuple[Corpus, tuple[Finding, ...]]:
        """The same; but what is withdrawn for cause is withdrawn, whatever still requires it (C-27; R-RETR-04).

        What that breaks elsewhere comes back, for a person to mend.
        """
        try:
            return self.checked(corpus, finished, submission_type), ()
        except Unpublishable as refused:
            withdrawn = all(change.status.is_terminal for change in finished.artefacts) and finished.artefacts
            elsewhere = all(finding.place.file not in finished.files for finding in refused.findings)
            if not (withdrawn and elsewhere):
                raise
            return Loader().amended(corpus, finished.files), refused.findings

    def _minted(self, prefix: UidPrefix, name: str) -> str:
        return self.workshop.store.write(lambda connection: mint(connection, prefix, name, self.now))[0]

    def _named(self, uid: str) -> str | None:
        return self.workshop.store.read(lambda connection: name_of(connection, uid))
