"""Answers prepared once and sent many times: bytes, gzip, strong ETags, conditional requests (design 3)."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from starlette.types import Scope, Send

CORPUS_CACHE: Final = "public, max-age=60, s-maxage=60"
"""R-READ-05: how long anybody may keep what main held."""

_WEAK: Final = "W/"
_GZIP_FROM: Final = 256
"""Below this a packet is a packet."""

_ETAG: Final = re.compile(rb'(?:W/)?("[^"]*")')
_CODING: Final = re.compile(rb"^([!#$%&'*+.^_`|~0-9A-Za-z-]+)(?:[ \t]*;[ \t]*[qQ]=([01](?:\.[0-9]{0,3})?))?$")

RawHeaders = list[tuple[bytes, bytes]]


@dataclass(frozen=True, slots=True)
class _Form:
    """One representation: its bytes and every header but those of the moment. `etag` is without its `W/`."""

    body: bytes
    etag: bytes
    headers: RawHeaders
    unchanged_headers: RawHeaders


class Prepared:
    """An answer that never changes. A new content is a new Prepared."""

    __slots__ = ("_gzipped", "_plain", "status", "tag")

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
        """
        self.status = status
        self.tag = tag
        fixed = [(b"content-type", media_type.encode()), *((k.encode(), v.encode()) for k, v in extra)]
        self._plain = _form(body, tag, fixed, cache)
        self._gzipped = self._plain
        if len(body) >= _GZIP_FROM:
            packed = gzip.compress(body, 6, mtime=0)
            self._gzipped = _form(packed, f"{tag}-gzip", [*fixed, (b"content-encoding", b"gzip")], cache)

    @property
    def body(self) -> bytes:
        """What it says, not packed."""
        return self._plain.body

    async def __call__(self, scope: Scope, send: Send) -> None:
        asked = _asked(scope)
        form = self._gzipped if accepts_gzip(asked[b"accept-encoding"]) else self._plain
        if self.status == 200 and matches_etag(asked[b"if-none-match"], form.etag):
            await _send(send, 304, form.unchanged_headers, b"")
        else:
            await _send(send, self.status, form.headers, b"" if scope["method"] == "HEAD" else form.body)


def accepts_gzip(accept_encoding: list[bytes]) -> bool:
    """Whether the caller takes gzip: named with a weight above zero, or covered by `*`."""
    weights: dict[bytes, bool] = {}
    for part in b",".join(accept_encoding).split(b","):
        if match := _CODING.match(part.strip()):
            name, weight = match.groups()
            weights[name.lower()] = weight is None or float(weight) > 0
    return weights.get(b"gzip", weights.get(b"*", False))


def matches_etag(if_none_match: list[bytes], etag: bytes) -> bool:
    """RFC 9110 13.1.2: `*`, or the tag in the list, weak or strong."""
    header = b",".join(if_none_match)
    return header.strip() == b"*" or etag in _ETAG.findall(header)


def _asked(scope: Scope) -> dict[bytes, list[bytes]]:
    asked: dict[bytes, list[bytes]] = {b"accept-encoding": [], b"if-none-match": []}
    for name, value in scope["headers"]:
        if name in asked:
            asked[name].append(value)
    return asked


def _form(body: bytes, tag: str, fixed: RawHeaders, cache: str) -> _Form:
    weak = _WEAK if tag.startswith(_WEAK) else ""
    etag = f'"{tag.removeprefix(_WEAK)}"'.encode()
    kept = [
        (b"etag", weak.encode() + etag),
        (b"cache-control", cache.encode()),
        (b"vary", b"Accept-Encoding"),
    ]
    return _Form(body, etag, [*fixed, *kept, (b"content-length", str(len(body)).encode())], kept)


async def _send(send: Send, status: int, headers: RawHeaders, body: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
