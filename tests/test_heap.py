"""What the allocator holds although it is free, and giving it back."""

from __future__ import annotations

import asyncio
import ctypes
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import psutil
import pytest

from becivic import heap
from becivic.store.store import Store
from tests.factories.intake import service

PIECES = 60_000


@contextmanager
def free_between_pieces() -> Iterator[int]:
    """Memory that is free and that the allocator keeps; how much is resident with it."""
    library = ctypes.CDLL(None)
    library.malloc.restype, library.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
    pieces = [library.malloc(4000) for _ in range(PIECES)]
    for piece in pieces:
        ctypes.memset(piece, 1, 4000)
    last = pieces.pop()
    for piece in pieces:
        library.free(piece)
    yield psutil.Process().memory_info().rss
    library.free(last)


def has_gone_back(before: int) -> bool:
    return bool(before - psutil.Process().memory_info().rss > PIECES * 4000 / 2)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="glibc is what keeps it")
def test_an_application_gives_back_what_is_free_while_it_lives(store: Store) -> None:
    app = service(store).app

    async def scene(before: int) -> bool:
        async with app.router.lifespan_context(app):
            for _ in range(400):
                if has_gone_back(before):
                    return True
                await asyncio.sleep(0.02)
        return False

    with free_between_pieces() as before:
        assert asyncio.run(scene(before))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="glibc is what keeps it")
def test_what_is_free_between_pieces_that_are_not_goes_back_to_the_system() -> None:
    with free_between_pieces() as before:
        assert heap.give_back()
        assert has_gone_back(before)


def test_where_nothing_can_be_given_back_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heap, "_trim", lambda: None)
    assert not heap.give_back()


def test_a_system_without_it_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    class Library:
        """musl's, say."""

    monkeypatch.setattr(ctypes, "CDLL", lambda _: Library())
    assert heap._trim.__wrapped__() is None
