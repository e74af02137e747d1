"""Files as earlier commits of main have them: a text that was taken out of main, or never came into it, is not there."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from threading import Lock
from typing import NamedTuple

from becivic.publishing.repository import CorpusRepository


class FileOfCommit(NamedTuple):
    content: bytes
    made_at: datetime
    """The time of the commit."""


FileAt = Callable[[str, str], FileOfCommit | None]
"""A file by the commit of main and its path; None where main has no such commit, or the commit no such file."""


def file_of_main(repository: CorpusRepository) -> FileAt:
    """For any thread, one after the other. Opened anew: whoever gave the repository may read in another thread."""
    own, turn = CorpusRepository.open(repository.path), Lock()

    def read(commit: str, path: str) -> FileOfCommit | None:
        with turn:
            content = own.file_at(commit, path) if own.holds(commit) else None
            return None if content is None else FileOfCommit(content, own.made_at(commit))

    return read
