"""A site written out from the records of a home: who confirmed what, what changed, what was reported."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, Final

from becivic.corpus.load import CANONICAL
from becivic.publishing.file_changes import Change, History
from becivic.reading.activity import Activity
from becivic.reading.activity_records import read_activity
from becivic.reading.last_changes import last_changes
from becivic.reading.reader import Reader
from becivic.reading.readings import PathReading, SkillReading
from becivic.site.book import Book
from becivic.site.changed import last_changed
from becivic.site.last_days import Days, document_days
from becivic.site.library_files import Changed

_CHANGES: Final = 50


@dataclass(frozen=True)
class RecordedSource:
    """A home. `runner` is whoever waits for what the reader reads."""

    book: Book
    now: datetime
    reader: Reader
    history: History
    runner: asyncio.Runner
    is_shareable: ClassVar[bool] = False
    """It has threads, and a connection of its own."""

    def skill(self, skill_id: str) -> SkillReading:
        found = self.runner.run(self.reader.skill(self.book.corpus, skill_id))
        assert isinstance(found, SkillReading)  # what is withheld is not in the book
        return found

    def path(self, path_id: str) -> PathReading:
        found = self.runner.run(self.reader.path(self.book.corpus, path_id))
        assert isinstance(found, PathReading)
        return found

    def activity(self) -> Activity:
        return self.reader.store.read(
            lambda connection: read_activity(connection, self.book.corpus, self.now)
        )

    def changed(self) -> Sequence[Changed]:
        return last_changed(self.reader.store.read(last_changes), self.book.corpus)

    def document_days(self) -> Days:
        return document_days(self.history, self.book)

    def changes_of(self, skill_id: str) -> Sequence[Change]:
        head = self.book.corpus.commit or ""
        return self.history.latest(head, f"skills/{skill_id}/{CANONICAL}", _CHANGES)
