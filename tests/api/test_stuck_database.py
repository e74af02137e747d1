"""A real server whose database file is truncated, or locked by another process: it says so, and goes on living."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import httpx
import pytest

from tests.api.feedback import feedback, get, is_refused, send
from tests.factories.servers import Serving, serving

LIVE: Final = "/api/health/live"
READY: Final = "/api/health/ready"
NEEDS_RECORDS: Final = (
    "/api/concerns",
    READY,
    "/api/feedback-channel/fbk_019a8000-0000-7000-8000-000000000001",
)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Serving]:
    with serving(tmp_path) as running:
        yield running


@contextmanager
def truncated(file: Path, size: int) -> Iterator[None]:
    """What it held comes back at the end, into the same file."""
    held = file.read_bytes()
    os.truncate(file, size)
    try:
        yield
    finally:
        with file.open("r+b") as opened:
            opened.write(held)


@pytest.mark.parametrize("share", [0, 2])
def test_a_truncated_database_stops_neither_the_process_nor_its_recovery(
    server: Serving, tmp_path: Path, share: int
) -> None:
    file = tmp_path / "becivic.db"
    assert send(server, 1).status_code == 200
    with sqlite3.connect(file) as other:
        other.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
    other.close()
    with truncated(file, share and file.stat().st_size // share), ThreadPoolExecutor(8) as threads:
        asked: list[Future[httpx.Response]] = [
            threads.submit(get, server, path) for path in NEEDS_RECORDS * 4
        ]
        sent = threads.submit(send, server, 2)
        for _ in range(5):
            assert get(server, LIVE).json() == {"live": True}
        assert [each.result().status_code for each in asked if not is_refused(each.result())] == []
        assert is_refused(sent.result())
        assert get(server, "/skills/").status_code == 200  # from memory
        assert get(server, LIVE).status_code == 200
    server.eventually(lambda: get(server, READY).status_code == 200)
    assert send(server, 3).status_code == 200
    for number, status in ((1, 200), (2, 404), (3, 200)):
        known = get(server, f"/api/feedback-channel/{feedback(number)['feedback_id']}")
        assert known.status_code == status, number
    with closing(sqlite3.connect(file)) as other:
        assert other.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_a_locked_database_is_read_on_and_takes_writes_again_once_it_is_free(
    server: Serving, tmp_path: Path
) -> None:
    """In WAL mode nobody who writes stops a reader; a write waits, and is refused in the end."""
    with closing(sqlite3.connect(tmp_path / "becivic.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with ThreadPoolExecutor(4) as threads:
            waiting = [threads.submit(send, server, number) for number in (1, 2, 3)]
            assert get(server, LIVE).status_code == 200
            assert get(server, "/api/concerns").status_code == 200
            assert all(is_refused(each.result()) for each in waiting)
        not_ready = get(server, READY)
        assert is_refused(not_ready)
        assert "writes" in not_ready.json()["detail"]
        assert get(server, LIVE).status_code == 200
        other.execute("ROLLBACK")
    server.eventually(lambda: get(server, READY).status_code == 200)
    assert send(server, 1).status_code == 200
