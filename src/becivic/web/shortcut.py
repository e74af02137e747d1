"""Hot reads without routing: an answer that was filed while nothing has changed is sent as it is (design 3).

Stands before everything else, so what is filed must carry its own safe headers, as a Prepared does. Knows neither
commits nor records: `current` gives a token of what is current, and an answer holds for one token.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from functools import lru_cache
from http import HTTPStatus
from typing import Final, NamedTuple

from starlette.types import ASGIApp, Receive, Scope, Send

from becivic.web.answers import Prepared
from becivic.web.negotiation import HEADER_MOST, HTML, JSON, MARKDOWN, language, ranked

FILED_BYTES: Final = 128 * 2**20
"""What all filed answers may weigh together; the one that nobody asked for longest goes first."""

QUERY_MOST: Final = 256
"""Bytes of a query that an answer is filed under."""

_FILING: Final = "becivic.filing"
_OFFERS: Final = (HTML, MARKDOWN, JSON)
_READING: Final = frozenset({"GET", "HEAD"})

Key = tuple[str, bytes, Hashable]


@dataclass(frozen=True, slots=True)
class Watch:
    """What is current. `current` gives None when it is time to look again, which `look` then does.

    The application must go by the same watch, or ask anew: what it makes after a token was given is never older.
    """

    current: Callable[[], Hashable]
    look: Callable[[], Awaitable[Hashable]]


class _Filed(NamedTuple):
    token: Hashable
    answer: Prepared


class Shortcut:
    """ASGI middleware. `takes` says under which paths answers depend on nothing but the token and the key."""

    def __init__(
        self,
        app: ASGIApp,
        watch: Watch,
        takes: Callable[[str], bool],
        languages: tuple[str, ...],
        most: int = FILED_BYTES,
    ) -> None:
        self._app = app
        self._watch = watch
        self._takes = takes
        self._languages = languages
        self._most = most
        self._filed: OrderedDict[Key, _Filed] = OrderedDict()
        self._weight = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] not in _READING:
            await self._app(scope, receive, send)
            return
        key = self._key(scope)
        token = self._watch.current()
        filed = self._filed.get(key)
        if filed is not None and token is not None and filed.token == token:
            self._filed.move_to_end(key)
            await filed.answer(scope, send)
            return
        if self._takes(key[0]) and len(key[1]) <= QUERY_MOST:
            # The token comes before anything is read: what is made under it is as new as it, or newer.
            token = await self._looked() if token is None else token
            scope[_FILING] = _Filing(self, key, token)
        await self._app(scope, receive, send)

    async def _looked(self) -> Hashable:
        """Whatever goes wrong, the application meets it too, where it is logged and said as it should be."""
        try:
            return await self._watch.look()
        except Exception:  # noqa: BLE001
            return None

    def keep(self, key: Key, token: Hashable, answer: Prepared) -> None:
        """File an answer in place of the one before; others leave where it gets too much."""
        self._drop(key)
        self._filed[key] = _Filed(token, answer)
        self._weight += answer.weight
        while self._weight > self._most:
            self._drop(next(iter(self._filed)))

    def _drop(self, key: Key) -> None:
        filed = self._filed.pop(key, None)
        self._weight -= filed.answer.weight if filed is not None else 0

    def _key(self, scope: Scope) -> Key:
        """Headers are put together as `negotiation.said` does it, in one go: what is filed here is read by that."""
        accept: bytes | None = None
        accept_language: bytes | None = None
        for name, value in scope["headers"]:
            if name == b"accept":
                accept = value if accept is None else accept + b"," + value
            elif name == b"accept-language":
                accept_language = value if accept_language is None else accept_language + b"," + value
        return (
            scope["path"],
            scope["query_string"],
            _variant(accept or b"", accept_language or b"", self._languages),
        )


class _Filing(NamedTuple):
    """Where the answer to one request may be filed."""

    shortcut: Shortcut
    key: Key
    token: Hashable


def keep(scope: Scope, answer: Prepared) -> None:
    """File what a request is answered with, where there is a place for it. Only what is good for everybody is kept."""
    filing: _Filing | None = scope.get(_FILING)
    if filing is not None and filing.token is not None and answer.status == HTTPStatus.OK:
        filing.shortcut.keep(filing.key, filing.token, answer)


def _variant(accept: bytes, accept_language: bytes, languages: tuple[str, ...]) -> Hashable:
    """All that negotiation can depend on. Headers that nobody reads in full are all alike, as they are there."""
    return _read(accept[: HEADER_MOST + 1], accept_language[: HEADER_MOST + 1], languages)


@lru_cache(maxsize=1024)
def _read(accept: bytes, accept_language: bytes, languages: tuple[str, ...]) -> Hashable:
    return ranked(accept, _OFFERS), language(accept_language, languages, languages[0])
