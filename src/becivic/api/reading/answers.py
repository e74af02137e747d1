"""How the read routes answer: JSON with an ETag, for anybody to keep a while."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from becivic.api.outcomes import json_answer
from becivic.clock import rfc3339
from becivic.corpus.load import Corpus
from becivic.publishing.file_changes import Change
from becivic.store.written import document
from becivic.web.answers import CORPUS_CACHE, NOINDEX, Prepared
from becivic.web.shortcut import keep

JSON: Final = "application/json"

ANSWERS_BYTES: Final = 64 * 2**20
"""What the kept answers about artefacts of one kind may weigh together."""


@dataclass(frozen=True, slots=True)
class Served:
    """What is served at one moment: the corpus of one commit, and its files under the addresses of the site."""

    corpus: Corpus
    files: Mapping[str, Prepared]


Serving = Callable[[], Served]
"""Asked once for a request, so that no answer is made of two commits."""


class Sent(Response):
    """A prepared answer, where Starlette wants a response. Hot ones are filed for whoever asks next."""

    def __init__(self, prepared: Prepared) -> None:
        self.status_code = prepared.status
        self._prepared = prepared

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        del receive
        keep(scope, self._prepared)
        await self._prepared(scope, send)


def prepared(body: Mapping[str, Any], tag: str = "", cache: str = CORPUS_CACHE) -> Prepared:
    """Under `tag`, or one that its bytes give it: whoever wrote what it is made of, a change is never missed."""
    content = bytes(json_answer(body).body)
    named = tag or hashlib.sha256(content).hexdigest()[:40]
    return Prepared(content, JSON, named, extra=NOINDEX, cache=cache)


def tagged(told: Mapping[str, Any]) -> Prepared:
    """Tagged by what it says: a copy read at an older commit says the same, and its commit is one of main too."""
    said = document({**told, "commit": None})
    return prepared(told, f"W/{hashlib.sha256(said.encode()).hexdigest()[:40]}")


def listed(items: list[dict[str, Any]], following: object, **more: object) -> dict[str, Any]:
    """Every list has this shape (design 4); `next` is there where there is more."""
    return {"items": items, **({} if following is None else {"next": following}), **more}


def told_change(change: Change) -> dict[str, Any]:
    """A commit that changed something, and what it then said of itself."""
    submission = change.submission
    return without_nothing(
        {
            "commit": change.commit,
            "at": rfc3339(change.at),
            "title": change.title,
            "status": change.status,
            "version": None if change.version is None else str(change.version),
            "submission": None if submission is None else {"type": submission.type, "id": submission.id},
        }
    )


def without_nothing(told: Mapping[str, Any]) -> dict[str, Any]:
    """What is not known is left out."""
    return {name: value for name, value in told.items() if value is not None}
