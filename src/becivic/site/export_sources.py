"""Where a site that is written out gets its facts: what it asks for, and the files of a corpus alone that answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar, Protocol

from becivic.publishing.file_changes import Change
from becivic.reading.activity import AGES, WEEKS, Activity, Week
from becivic.reading.filed import filed_path, filed_skill
from becivic.reading.readings import PathReading, SkillReading
from becivic.rules.moments import rfc3339
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType
from becivic.site.book import Book
from becivic.site.last_days import Days
from becivic.site.library_files import Changed


class Source(Protocol):
    """Only asked for what the book lists."""

    @property
    def book(self) -> Book: ...
    @property
    def now(self) -> datetime: ...
    @property
    def is_shareable(self) -> bool:
        """Whether a forked process may ask too."""
        ...

    def skill(self, skill_id: str) -> SkillReading: ...
    def path(self, path_id: str) -> PathReading: ...
    def activity(self) -> Activity: ...
    def changed(self) -> Sequence[Changed]: ...
    def document_days(self) -> Days: ...
    def changes_of(self, skill_id: str) -> Sequence[Change]: ...


@dataclass(frozen=True)
class FiledSource:
    """A corpus that nobody serves: nothing was confirmed, nothing was reported, and nobody knows what changed."""

    book: Book
    now: datetime
    is_shareable: ClassVar[bool] = True

    def skill(self, skill_id: str) -> SkillReading:
        return filed_skill(self.book.corpus, self.book.corpus.skills[skill_id])

    def path(self, path_id: str) -> PathReading:
        return filed_path(self.book.corpus, self.book.corpus.paths.entries[path_id])

    def activity(self) -> Activity:
        """As of when the corpus was made, so that the same corpus gives the same page."""
        corpus, at = self.book.corpus, self.book.made_at
        monday = at.date() - timedelta(days=at.weekday())
        return Activity(
            as_of=rfc3339(at.replace(minute=0, second=0, microsecond=0)),
            holdings={
                TargetType.SKILL: _by_status(skill.status for skill in corpus.skills.values()),
                TargetType.PATH: _by_status(entry.status for entry in corpus.paths.entries.values()),
            },
            weeks=tuple(Week(monday - timedelta(weeks=ago)) for ago in reversed(range(WEEKS))),
            ages=(0,) * (len(AGES) + 2),
            decided=(),
            reported=(),
        )

    def changed(self) -> Sequence[Changed]:
        return ()

    def document_days(self) -> Days:
        return {}

    def changes_of(self, skill_id: str) -> Sequence[Change]:
        del skill_id
        return ()


def _by_status(statuses: Iterable[Status | None]) -> dict[Status, int]:
    return dict(Counter(status for status in statuses if status is not None))
