"""What the history of a file of main consists of, for whoever tells it; how it is read from git is another's (history)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from becivic.corpus.trailers import Submission
from becivic.rules.statuses import Status, Version

if TYPE_CHECKING:  # a folder is built without git, which takes a tenth of a second to import
    from becivic.publishing.repository import CorpusRepository


@dataclass(frozen=True, slots=True)
class Change:
    """A commit that changed the file, and what the file then said of itself."""

    commit: str
    at: datetime
    title: str
    status: Status | None
    version: Version | None
    submission: Submission | None


@dataclass(frozen=True, slots=True)
class Chain:
    """Some changes, newest first, and the commit to go on after. There may be more even where none were found."""

    changes: tuple[Change, ...]
    next: str | None


class History(Protocol):
    """As `FileHistory`. Asked from one thread alone."""

    @property
    def repository(self) -> CorpusRepository: ...
    def page(self, head: str, file: str, after: str | None, limit: int) -> Chain | None: ...
    def latest(self, head: str, file: str, limit: int) -> tuple[Change, ...]: ...
