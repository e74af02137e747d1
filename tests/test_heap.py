"""What the allocator holds although it is free, and giving it back."""

from __future__ import annotations

import ctypes
import sys

import psutil
import pytest

from becivic import heap

PIECES = 60_000


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="glibc is what keeps it")
def test_what_is_free_between_pieces_that_are_not_goes_back_to_the_system() -> None:
    library = ctypes.CDLL(None)
    library.malloc.restype, library.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
    pieces = [library.malloc(4000) for _ in range(PIECES)]
    for piece in pieces:
        ctypes.memset(piece, 1, 4000)
    last = pieces.pop()
    for piece in pieces:
        library.free(piece)
    before = psutil.Process().memory_info().rss
    assert heap.give_back()
    assert before - psutil.Process().memory_info().rss > PIECES * 4000 / 2
    library.free(last)


def test_where_nothing_can_be_given_back_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heap, "_trim", lambda: None)
    assert not heap.give_back()


def test_a_system_without_it_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    class Library:
        """musl's, say."""

    monkeypatch.setattr(ctypes, "CDLL", lambda _: Library())
    assert heap._trim.__wrapped__() is None
