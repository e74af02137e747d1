"""The one reader of main's past, with the one thread in which it reads: what one has walked along, no other walks again."""

from __future__ import annotations

from typing import Final

from becivic.publishing.file_changes import History
from becivic.publishing.history import FileHistory
from becivic.publishing.repository import CorpusRepository
from becivic.reading.main_files import FileAt, file_of_main
from becivic.reading.one_thread import OneThread


class Walker(OneThread):
    """`history` and `file_at` are for what this runs, and for nobody beside it."""

    def __init__(self, history: History, file_at: FileAt) -> None:
        super().__init__("becivic-history")
        self.history: Final = history
        self.file_at: Final = file_at

    @classmethod
    def of(cls, repository: CorpusRepository) -> Walker:
        history = FileHistory(repository)
        return cls(history, file_of_main(history))
