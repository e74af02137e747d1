"""A catalogue that knows the rows which a corpus brings along in its own files, before the records have them.

A maintainer's change may cite what its own seed mints: the rows come with the next filling, and rule 8 is asked before.
"""

from __future__ import annotations

from becivic.corpus.seed import Catalogue, Row, RowCatalogue
from becivic.rules.identifiers import UidPrefix


class WithBroughtRows:
    """The records first. A row of the files counts where the records will take it: its name is nobody else's there."""

    def __init__(self, known: Catalogue, brought: RowCatalogue) -> None:
        self._known = known
        self._brought = brought

    def row(self, uid: str) -> Row | None:
        return self._known.row(uid) or self._free(self._brought.row(uid))

    def named(self, prefix: UidPrefix, name: str) -> Row | None:
        found = self._known.named(prefix, name)
        return found or self._free(self._brought.named(prefix, name))

    def _free(self, row: Row | None) -> Row | None:
        if row is None or self._known.row(row.uid) is not None:
            return None
        prefix = UidPrefix(row.uid.partition("-")[0])
        return row if self._known.named(prefix, row.name) is None else None
