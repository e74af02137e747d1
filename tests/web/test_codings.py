"""Which coding an answer is sent in: the caller's weights first, then brotli before gzip."""

from __future__ import annotations

import gzip

import brotli
import pytest

from becivic.web.codings import HEADER_MOST, PACKED, coding_for

TEXT = b"a long enough text to be worth packing\n" * 40


@pytest.mark.parametrize(
    ("header", "coding"),
    [
        (b"", "identity"),
        (b"gzip", "gzip"),
        (b"br", "br"),
        (b"gzip, deflate, br, zstd", "br"),
        (b"deflate, GZIP", "gzip"),
        (b"gzip;q=1.0, br;q=0.9", "gzip"),
        (b"gzip ; Q=0.5 , BR;q=0.5", "br"),
        (b"br;q=0, gzip", "gzip"),
        (b"br;q=0.000, gzip;q=0", "identity"),
        (b"*", "br"),
        (b"*;q=0", "identity"),
        (b"*, br;q=0", "gzip"),
        (b"*;q=0, gzip", "gzip"),
        (b"identity", "identity"),
        (b"identity, gzip;q=0.5", "identity"),
        (b"identity;q=0.5, gzip", "gzip"),
        (b"identity;q=0", "identity"),
        (b"gzip;level=9", "identity"),
        (b"gzip;q=nan", "identity"),
        (b"gzip;q=2", "identity"),
        (b"gzip;q=" + b"1" * 400, "identity"),
        (b";;,,=\xff", "identity"),
        (b"br," * HEADER_MOST, "identity"),
    ],
)
def test_what_the_caller_likes_best_is_sent(header: bytes, coding: str) -> None:
    assert coding_for(header) == coding


def test_packed_bytes_hold_the_same_and_do_not_depend_on_the_moment() -> None:
    for pack, unpack in ((PACKED["br"], brotli.decompress), (PACKED["gzip"], gzip.decompress)):
        assert pack(TEXT) == pack(TEXT)
        assert len(pack(TEXT)) < len(TEXT)
        assert unpack(pack(TEXT)) == TEXT
