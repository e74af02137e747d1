"""Which coding an answer is sent in, and how its bytes are packed: brotli, gzip, or as they are."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

import brotli

BROTLI: Final = "br"
GZIP: Final = "gzip"
IDENTITY: Final = "identity"

HEADER_MOST: Final = 512
"""Bytes of an Accept-Encoding that are read. Nobody means more; a longer one gets what everybody can read."""

_QUALITY: Final = 5
"""Of brotli: 0.45 ms for a page; the best one costs fifty times that for a tenth less."""
_LEVEL: Final = 6
_CODING: Final = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+)(?:[ \t]*;[ \t]*[qQ]=([01](?:\.[0-9]{0,3})?))?")


def _brotli(body: bytes) -> bytes:
    return brotli.compress(body, quality=_QUALITY)


def _gzip(body: bytes) -> bytes:
    return gzip.compress(body, _LEVEL, mtime=0)  # the same bytes at any moment


PACKED: Final[Mapping[str, Callable[[bytes], bytes]]] = {BROTLI: _brotli, GZIP: _gzip}
"""By the server's own order: of two that the caller likes as much, the first."""


def coding_for(accept_encoding: bytes) -> str:
    """What the caller likes best of what there is (RFC 9110 12.5.3)."""
    return _chosen(accept_encoding) if len(accept_encoding) <= HEADER_MOST else IDENTITY


@lru_cache(maxsize=256)
def _chosen(accept_encoding: bytes) -> str:
    weights: dict[bytes, float] = {}
    for part in accept_encoding.lower().split(b","):
        if match := _CODING.fullmatch(part.strip(b" \t")):
            weights[match[1]] = float(match[2] or 1)
    other = weights.get(b"*", 0.0)
    liked = {name: weights.get(name.encode(), other) for name in PACKED}
    best = max(liked, key=lambda name: liked[name])  # the first of those alike
    return best if liked[best] > 0 and liked[best] >= weights.get(b"identity", 0.0) else IDENTITY
