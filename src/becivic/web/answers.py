"""Answers prepared once and sent many times: bytes, packed bytes, ETags, conditional requests (design 3; RFC 9110).

Knows nothing of what is in them, nor of who asked beyond the headers of one request.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from functools import lru_cache
from typing import Final

from starlette.types import Scope, Send

from becivic.web.codings import IDENTITY, PACKED, coding_for
from becivic.web.safe_headers import SAFE_HEADERS, RawHeaders, missing_from

CORPUS_CACHE: Final = "public, max-age=60, s-maxage=60"
"""R-READ-05: how long anybody may keep what main held."""

CONCERNS_CACHE: Final = "public, max-age=30, s-maxage=30"
"""R-READ-07: less than the corpus, since concerns are news."""

NOINDEX: Final = (("x-robots-tag", "noindex"),)
"""Among `extra`: search engines get pages of stable content, and nothing else (R-SITE-03)."""

NEGOTIATED: Final = ("vary", "Accept, Accept-Language")
"""Among `extra`: for an answer that was chosen by what the caller reads."""

_WEAK: Final = "W/"
_SMALLEST: Final = 3072
"""What even an empty answer takes in memory, about; measured with tens of thousands of them."""

_PACKED_FROM: Final = 256
"""Below this a packet is a packet."""

_DATE_MOST: Final = 64
_VARY: Final = b"vary"
_MODIFIED: Final = b"last-modified"
_SAID_AGAIN: Final = frozenset({b"content-location", *(name for name, _ in SAFE_HEADERS)})
"""Beside ETag, Cache-Control and Vary a 304 repeats these: whoever keeps an answer takes them from it."""

_ETAG: Final = re.compile(rb'(?:W/)?("[^"]*")')


@dataclass(frozen=True, slots=True)
class _Form:
    """One representation: its bytes and every header but those of the moment. `etag` is without its `W/`."""

    body: bytes
    etag: bytes
    headers: RawHeaders
    unchanged_headers: RawHeaders


class Prepared:
    """An answer that never changes. A new content is a new Prepared. A form is packed when somebody first wants it."""

    __slots__ = ("_cache", "_fixed", "_forms", "_modified", "_vary", "status", "tag")

    def __init__(
        self,
        body: bytes,
        media_type: str,
        tag: str,
        *,
        status: int = 200,
        extra: Iterable[tuple[str, str]] = (),
        cache: str = CORPUS_CACHE,
    ) -> None:
        """`tag` names the content: for a file of the corpus, its blob id.

        After `W/` it names what counts of it: another answer under the same tag is as good as this one.
        In `extra`, what `vary` names stands beside Accept-Encoding, and `last_modified` is what If-Modified-Since is
        held against.
        """
        self.status = status
        self.tag = tag
        said = [(name.lower().encode(), value.encode()) for name, value in extra]
        self._cache = cache.encode()
        self._vary = b", ".join([b"Accept-Encoding", *(value for name, value in said if name == _VARY)])
        self._modified = next((_moment(value) for name, value in said if name == _MODIFIED), None)
        fixed = [(b"content-type", media_type.encode()), *(each for each in said if each[0] != _VARY)]
        self._fixed = [*fixed, *missing_from(fixed)]
        self._forms = {IDENTITY: self._form(body, IDENTITY)}

    @property
    def body(self) -> bytes:
        """What it says, not packed."""
        return self._forms[IDENTITY].body

    @property
    def weight(self) -> int:
        """Bytes that it keeps, or will once every form was asked for: packed forms together are less than the plain one,
        and whatever its size it has headers, tags and a place under some key."""
        return 2 * len(self.body) + _SMALLEST

    async def __call__(self, scope: Scope, send: Send) -> None:
        coding, held, since = _asked(scope)
        form = self._forms.get(coding) or self._packed(coding)
        if self.status == 200 and self._is_held(form, held, since):
            await _send(send, 304, form.unchanged_headers, b"")
        else:
            await _send(send, self.status, form.headers, b"" if scope["method"] == "HEAD" else form.body)

    def _is_held(self, form: _Form, held: bytes | None, since: bytes | None) -> bool:
        """RFC 9110 13.2.2: where the caller names tags, no date is looked at."""
        if held is not None:
            return matches_etag(held, form.etag)
        if since is None or self._modified is None:
            return False
        moment = _moment(since)
        return moment is not None and self._modified <= moment

    def _packed(self, coding: str) -> _Form:
        plain = self._forms[IDENTITY]
        is_small = len(plain.body) < _PACKED_FROM
        form = self._forms[coding] = plain if is_small else self._form(PACKED[coding](plain.body), coding)
        return form

    def _form(self, body: bytes, coding: str) -> _Form:
        tag = self.tag if coding == IDENTITY else f"{self.tag}-{coding}"
        etag = f'"{tag.removeprefix(_WEAK)}"'.encode()
        kept = [
            (b"etag", (_WEAK.encode() if tag.startswith(_WEAK) else b"") + etag),
            (b"cache-control", self._cache),
            (_VARY, self._vary),
        ]
        packed = [] if coding == IDENTITY else [(b"content-encoding", coding.encode())]
        length = (b"content-length", str(len(body)).encode())
        again = [header for header in self._fixed if header[0] in _SAID_AGAIN]
        return _Form(body, etag, [*self._fixed, *packed, *kept, length], [*kept, *again])


def last_modified(at: datetime) -> tuple[str, str]:
    """The header, for `extra`: only where nothing that the answer says is newer."""
    return "last-modified", format_datetime(at.astimezone(UTC).replace(microsecond=0), usegmt=True)


def matches_etag(if_none_match: bytes, etag: bytes) -> bool:
    """RFC 9110 13.1.2: `*`, or the tag in the list, weak or strong."""
    return if_none_match.strip() == b"*" or etag in _ETAG.findall(if_none_match)


def _asked(scope: Scope) -> tuple[str, bytes | None, bytes | None]:
    """The coding that the caller wants, and the tags and the date of what it has."""
    takes, held, since = b"", None, None
    for name, value in scope["headers"]:
        if name == b"accept-encoding":
            takes = takes + b"," + value if takes else value
        elif name == b"if-none-match":
            held = value if held is None else held + b"," + value
        elif name == b"if-modified-since":
            since = value
    return coding_for(takes), held, since


def _moment(http_date: bytes) -> datetime | None:
    """None for what is no date: it is as if nobody had said it."""
    return _read_date(http_date) if len(http_date) <= _DATE_MOST else None


@lru_cache(maxsize=256)
def _read_date(http_date: bytes) -> datetime | None:
    try:
        found = parsedate_to_datetime(http_date.decode("ascii"))
    except (ValueError, OverflowError):
        return None
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


async def _send(send: Send, status: int, headers: RawHeaders, body: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
