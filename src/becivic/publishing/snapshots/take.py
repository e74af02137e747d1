"""The job `snapshot`: the public archive of the day, in one commit, or none when nothing changed (R-BAK-01, R-PCAT-03).

Nothing of the running service reads it back: it is for the day when there is no database (R-BAK-03).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from typing import Any, Final

from becivic.corpus.load import Corpus
from becivic.publishing.bot_commits import commit_files
from becivic.publishing.snapshots.allowed import PATHS_FILE
from becivic.publishing.snapshots.rows import OnProgress, files_of_rows, line
from becivic.publishing.workshop import Workshop
from becivic.rules.publishing import MessagePrefix
from becivic.store.engine import snapshot
from becivic.store.failures import saying_unavailable
from becivic.store.postgresql import unhurried

BRANCH: Final = "generated/snapshot"
_ANY_DAY: Final = PATHS_FILE.format(day="????-??-??")


@dataclass(frozen=True, slots=True)
class SnapshotReport:
    """What a run came to."""

    commit: str | None
    """None when main held all of it already."""
    lines: dict[str, int]
    """By file."""

    def as_json(self) -> dict[str, Any]:
        return {"commit": self.commit, "lines": self.lines}


def take(workshop: Workshop, now: datetime, on_progress: OnProgress = lambda _: None) -> SnapshotReport:
    corpus = workshop.corpus()
    with saying_unavailable(), snapshot(unhurried(workshop.store.engine)) as connection:
        files = files_of_rows(connection, on_progress)
    files |= paths_of_the_day(corpus, now)
    commit = commit_files(
        workshop,
        files,
        prefix=MessagePrefix.SNAPSHOT,
        subject=f"the public rows of {now.astimezone(UTC):%Y-%m-%d}",
        branch=BRANCH,
        now=now,
    )
    return SnapshotReport(commit, {file: content.count(b"\n") for file, content in files.items()})


def paths_of_the_day(corpus: Corpus, now: datetime) -> dict[str, bytes]:
    """Every path, one a line. A day on which they are what they were when last written gets no file of its own."""
    content = b"".join(line(entry.fields.data) for _, entry in sorted(corpus.paths.entries.items()))
    written = sorted(file for file in corpus.files if fnmatchcase(file, _ANY_DAY))
    if written and corpus.tree.read(written[-1]) == content:
        return {}
    return {PATHS_FILE.format(day=f"{now.astimezone(UTC):%Y-%m-%d}"): content}
