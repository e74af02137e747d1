"""Files as earlier commits of main have them: a text that was taken out of main, or never came into it, is not there."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from becivic.publishing.history import FileHistory
from becivic.publishing.repository import CorpusRepository
from becivic.rules.identifiers import GIT_SHA, matches


class FileOfCommit(NamedTuple):
    content: bytes
    made_at: datetime
    """The time of the commit."""


FileAt = Callable[[str, str], FileOfCommit | None]
"""A file by the commit of main and its path; None where main has no such commit, or the commit no such file."""


def file_of_main(history: FileHistory) -> FileAt:
    """In the thread of the history. Opened anew: whoever gave the repository may read in another one."""
    own = CorpusRepository.open(history.repository.path)

    def read(commit: str, path: str) -> FileOfCommit | None:
        is_there = matches(GIT_SHA, commit) and history.leads_to(commit, own.head())
        content = own.file_at(commit, path) if is_there else None
        return None if content is None else FileOfCommit(content, own.made_at(commit))

    return read
