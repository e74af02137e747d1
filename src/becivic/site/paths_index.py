"""`/paths/index.json` as it is served: the committed catalogue, told to be as new as the last vote on it (C-61).

A vote changes no file, so main does not say when the catalogue was last confirmed; the records do.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, func, select
from starlette.types import Receive, Scope, Send

from becivic.clock import rfc3339
from becivic.corpus.directory import PATHS_INDEX
from becivic.corpus.load import Corpus
from becivic.rules.targets import TargetType
from becivic.store import revision
from becivic.store.store import Store, StoreUnavailable
from becivic.store.tables.signals import VALIDATIONS
from becivic.store.verdicts import WAS_GIVEN
from becivic.store.written import read_moment
from becivic.web.answers import Prepared
from becivic.web.problems import problem

ADDRESS: Final = f"/{PATHS_INDEX}"
_JSON: Final = "application/json"
_GENERATED: Final = re.compile(rb'("generated_at"\s*:\s*")[^"]*(")')

LastVote = Callable[[], Awaitable[datetime | None]]


class PathVotes:
    """When a path or one of its sources was last voted on. Asked anew only when some record changed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: tuple[int, datetime | None] = (-1, None)

    async def last(self) -> datetime | None:
        """What was known stands while the records cannot be reached."""
        with suppress(StoreUnavailable):
            self._known = await self._store.reading(self._read)
        return self._known[1]

    def _read(self, connection: Connection) -> tuple[int, datetime | None]:
        number = revision.current(connection)
        return self._known if number == self._known[0] else (number, last_path_vote(connection))


def last_path_vote(connection: Connection) -> datetime | None:
    own = VALIDATIONS.c
    about_paths = own.target_type.in_((TargetType.PATH.value, TargetType.PATH_SOURCE.value))
    found = connection.execute(select(func.max(own.validated_at)).where(about_paths, WAS_GIVEN)).scalar()
    return None if found is None else read_moment(found)


class PathsIndex:
    """An ASGI endpoint over the corpus that is served now."""

    def __init__(self, corpus: Callable[[], Corpus], last_vote: LastVote) -> None:
        self._corpus = corpus
        self._last_vote = last_vote
        self._answer: Prepared | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        corpus, voted = self._corpus(), await self._last_vote()
        document = corpus.paths.document
        if not document.exists:
            await problem(404, "There is no path catalogue.")(scope, receive, send)
            return
        blob_id, at = corpus.tree.blob_id(PATHS_INDEX), _generated_at(corpus, voted)
        tag = f"{blob_id}-{at}" if at else blob_id
        answer = self._answer
        if answer is None or answer.tag != tag:
            answer = self._answer = Prepared(_as_of(document.text.encode(), at), _JSON, tag)
        await answer(scope, send)


def _generated_at(corpus: Corpus, voted: datetime | None) -> str:
    """The later of the last change of content, which the file says, and the last vote; empty: as the file says."""
    said = corpus.paths.document.fields.text("generated_at")
    try:
        changed = datetime.fromisoformat(said)
    except ValueError:
        return ""  # of what it says the checks speak
    if voted is None or changed.tzinfo is None or voted <= changed:
        return ""
    return rfc3339(voted)


def _as_of(body: bytes, at: str) -> bytes:
    """The file as it is committed, with another time in its head."""
    return _GENERATED.sub(rb"\g<1>" + at.encode() + rb"\2", body, count=1) if at else body
