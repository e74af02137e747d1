"""Files of main that submissions reach, looked through for names: a person is asked, nothing is taken away.

Taking something out of history is `becivic retract`'s, and a person's decision (lifecycle 10.3).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, select

from becivic.corpus.load import Corpus
from becivic.corpus.tree import CorpusMissing
from becivic.publishing.repository import RepositoryRefused
from becivic.publishing.review.unsent import FILE
from becivic.publishing.screening.free_texts import FreeText, free_texts
from becivic.publishing.screening.screen import Looked, Screen
from becivic.publishing.screening.shipped import shipped_lines
from becivic.publishing.screening.votes import OnProgress
from becivic.publishing.workshop import Workshop
from becivic.rules.json_text import JsonRefused, parse_json
from becivic.rules.pointers import lines_in_json, nearest
from becivic.rules.publishing import HoldReason
from becivic.rules.submissions import SubmissionState
from becivic.store import reviews
from becivic.store.inserting import or_change
from becivic.store.reviews import Asked
from becivic.store.tables.keeping import NAME_SCANS, REVIEW_ITEMS, Queue
from becivic.store.written import document, moment, read_document

BATCH: Final = 25
GONE: Final = "gone"
CHANGED: Final = "changed"
"""Outcomes that no person gave: nobody is named in it any more, or the question is put anew."""

_REACHED: Final = re.compile(
    r"skills/[^/]+/[^/]+\.(?:md|mmd)|paths/index\.json|paths/research-reports/[^/]+\.md|docs/activity/[^/]+\.md"
)


@dataclass(frozen=True, slots=True)
class FilesScanned:
    looked: int = 0
    asked: int = 0
    failed: int = 0


@dataclass(frozen=True, slots=True)
class _File:
    path: str
    blob: str
    text: str


@dataclass(frozen=True, slots=True)
class FileScan:
    """One run over the files of main as it is."""

    workshop: Workshop
    screen: Screen
    now: datetime
    everything: bool = False

    def run(self, on_progress: OnProgress = lambda _: None) -> FilesScanned:
        corpus = self.workshop.corpus()
        due = self._due(corpus)
        looked = asked = 0
        for start in range(0, len(due), BATCH):
            batch = [_read(corpus, path) for path in due[start : start + BATCH]]
            found = self.screen.names([list(_texts(file)) for file in batch])
            lines = [
                (file, self._unseen(file, named))
                for file, named in zip(batch, found, strict=True)
                if named is not None
            ]
            looked += len(lines)
            asked += self.workshop.store.write(partial(self._settle, lines, corpus))
            on_progress(looked)
        return FilesScanned(looked, asked, len(due) - looked)

    def _due(self, corpus: Corpus) -> list[str]:
        reached = sorted(path for path in corpus.files if _REACHED.fullmatch(path))
        if self.everything:
            return reached
        scans = self.workshop.store.read(_scans)
        blob = corpus.tree.blob_id
        return [path for path in reached if scans.get(path) != (blob(path), self.screen.digest)]

    def _unseen(self, file: _File, named: Looked) -> list[int]:
        """The lines, from 1, where somebody is named and a person has not seen just that."""
        lines = _lines(file, named or [])
        if not lines:
            return []
        seen = self.workshop.store.read(lambda connection: _judged(connection, file.path))
        known = {text for commit, there in seen for text in self._lines_then(file.path, commit, there)}
        known |= shipped_lines(file.path)
        texts = file.text.split("\n")
        return [line for line in lines if texts[line - 1] not in known]

    def _lines_then(self, path: str, commit: str, lines: Collection[int]) -> Iterator[str]:
        """Those lines of a file as they were when a person was asked."""
        try:
            tree = self.workshop.repository.at(commit)
            then = tree.read(path).decode(errors="replace").split("\n") if path in tree.paths() else []
        except (CorpusMissing, RepositoryRefused):  # history was rewritten: nothing of it is known any more
            return
        yield from (then[line - 1] for line in lines if line <= len(then))

    def _settle(
        self, found: Sequence[tuple[_File, list[int]]], corpus: Corpus, connection: Connection
    ) -> int:
        """How many new questions there are."""
        for file, _ in found:
            _remember(connection, file, self.screen.digest, self.now)
        return sum(_put(connection, file, lines, corpus, self.now) for file, lines in found)


def _put(connection: Connection, file: _File, lines: list[int], corpus: Corpus, now: datetime) -> bool:
    """Whether it is a new question. One that waits is about the file as it is now, or it is put anew."""
    question = _question(file, lines, corpus)
    own = REVIEW_ITEMS.c
    waits = select(own.detail).where(_about(file.path), own.closed_at.is_(None))
    waiting = connection.execute(waits).scalar()
    if not lines:
        reviews.answer(connection, file.path, GONE, now, Queue.HELD)
        return False
    if waiting != question.detail:
        reviews.answer(connection, file.path, CHANGED, now, Queue.HELD)
        reviews.ask(connection, question, now)
    return waiting is None


def _about(path: str) -> ColumnElement[bool]:
    own = REVIEW_ITEMS.c
    return (own.queue == Queue.HELD.value) & (own.subject_type == FILE) & (own.subject_id == path)


def _scans(connection: Connection) -> dict[str, tuple[str, str]]:
    rows = connection.execute(select(NAME_SCANS.c.subject, NAME_SCANS.c.content, NAME_SCANS.c.scanner))
    return {subject: (content, scanner) for subject, content, scanner in rows}


def _read(corpus: Corpus, path: str) -> _File:
    return _File(path, corpus.tree.blob_id(path), corpus.tree.read(path).decode(errors="replace"))


def _texts(file: _File) -> Iterator[FreeText]:
    """Of JSON, each text with its place; anything else is one text."""
    content = _parsed(file)
    if content is None:
        yield FreeText(file.text, "")
    else:
        yield from free_texts(content, masked=False)


def _parsed(file: _File) -> dict[str, Any] | None:
    try:
        content = parse_json(file.text.encode()) if file.path.endswith(".json") else None
    except JsonRefused:
        return None
    return content if isinstance(content, dict) else None


def _lines(file: _File, named: Looked) -> list[int]:
    places = lines_in_json(file.text) if named and _parsed(file) is not None else {"": 1}
    # A text of JSON stands on one line, whatever it says; any other text has its own lines.
    is_json, last = len(places) > 1, file.text.count("\n") + 1
    found = (nearest(places, each.pointer) + (0 if is_json else each.line) for each in named or ())
    return sorted({min(line, last) for line in found})  # an entity may stand for a line end


def _judged(connection: Connection, path: str) -> list[tuple[str, list[int]]]:
    """What a person was asked about a file before, and released: the commit, and the lines in it."""
    own = REVIEW_ITEMS.c
    released = own.outcome == SubmissionState.RELEASED.value
    asked = [
        read_document(detail)
        for (detail,) in connection.execute(select(own.detail).where(_about(path), released))
    ]
    return [(each["commit"], each["lines"]) for each in asked]


def _remember(connection: Connection, file: _File, digest: str, now: datetime) -> None:
    values = {"content": file.blob, "scanner": digest, "at": moment(now)}
    insert = or_change(NAME_SCANS, [{"subject": file.path, **values}], [NAME_SCANS.c.subject], values)
    connection.execute(insert[connection.dialect.name])


def _question(file: _File, lines: Sequence[int], corpus: Corpus) -> Asked:
    number = f"{len(lines)} line{'s' * (len(lines) != 1)}"
    title = f"A file of main names somebody on {number}: {file.path}"
    detail = {"reason": HoldReason.PERSON_NAME.value, "lines": list(lines), "commit": corpus.commit}
    return Asked(Queue.HELD, FILE, file.path, title, document(detail))
