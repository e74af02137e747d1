"""The hostile run against a real server: what it sends is a matter of its seed, and what comes back is no fault of ours."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from random import Random
from subprocess import run

import pytest
from soak.hostile import _answer
from soak.hostile_requests import Hostile

REQUESTS = 1_500


def test_a_run_is_made_of_its_seed_alone() -> None:
    first, again, other = (Hostile(Random(seed)) for seed in (1, 1, 2))
    sent = [first.request(number) for number in range(1, 200)]
    assert sent == [again.request(number) for number in range(1, 200)]
    assert sent != [other.request(number) for number in range(1, 200)]


def test_it_sends_what_no_client_of_ours_would() -> None:
    hostile = Hostile(Random(1))
    sent = [hostile.request(number)[1] for number in range(1, 4_001)]
    for part in (
        b"TRACE ",
        b"NaN",
        b"[[[[",
        b"\\ud800",
        b"\xff\xfe",
        b"text/plain",
        b"%2e%2e",
        b'"a":1,"a":2',
        b"evil.example",
        b"tools/call",
        b"gzip",
    ):
        assert any(part in each for each in sent), part
    assert max(map(len, sent)) > 300 * 1024
    assert any(b"HTTP/1.1" not in each for each in sent)


@pytest.mark.parametrize(
    ("method", "raw", "answer"),
    [
        ("GET", b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", ("200", True)),
        ("HEAD", b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n", ("200", True)),
        ("GET", b"HTTP/1.1 304 Not Modified\r\n\r\n", ("304", True)),
        ("GET", b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n", ("200", True)),
        ("GET", b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n", ("400", False)),
    ],
)  # fmt: skip
def test_an_answer_is_read_to_its_end(method: str, raw: bytes, answer: tuple[str, bool]) -> None:
    async def read() -> tuple[tuple[str, bool], bytes]:
        reader = asyncio.StreamReader()
        reader.feed_data(raw)
        reader.feed_eof()
        return await _answer(reader, method), await reader.read()

    assert asyncio.run(read()) == (answer, b"")


def test_a_real_server_answers_it_all_without_a_fault_of_its_own() -> None:
    command = [sys.executable, "-m", "soak.hostile", "--requests", str(REQUESTS), "--short"]
    ended = run(command, cwd=Path(__file__).parent.parent, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    statuses = json.loads(ended.stdout)["statuses"]
    assert sum(statuses.values()) == REQUESTS
    assert {"200", "400", "403", "404", "405", "415"} <= set(statuses)
    assert not any(status.startswith("5") for status in statuses)
