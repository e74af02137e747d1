"""Sends varied hostile requests to a server of its own and follows its memory: `python -m soak.hostile`.

Loopback only, bounded, repeatable by its seed. Exit 1 where an answer was 5xx, the server died, or its memory still
grew at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from demo.serving import Serving

from soak.hostile_requests import Hostile

CONNECTIONS: Final = 8
SAMPLE_EVERY: Final = 20_000
STILL_GROWING: Final = 8
"""MiB that the last quarter of a run may add: more is growth, and no plateau."""

_WITHIN: Final = 60.0


class Sample(NamedTuple):
    requests: int
    resident_mib: int
    statuses: dict[str, int]


class Run:
    """One run: `statuses` counts answers, and `none` where the server closed the connection without one."""

    def __init__(self, server: Serving, requests: int, seed: int) -> None:
        self._server = server
        self._hostile = Hostile(Random(seed))
        self._requests = requests
        self._sent = 0
        self.statuses: Counter[str] = Counter()
        self.samples: list[Sample] = []

    async def go(self) -> None:
        self._sample()
        await asyncio.gather(*(self._connection() for _ in range(CONNECTIONS)))

    async def _connection(self) -> None:
        address = urlsplit(self._server.url)
        reader: asyncio.StreamReader | None = None
        while self._sent < self._requests:
            self._sent += 1
            number = self._sent
            method, raw = self._hostile.request(number)
            if reader is None:
                reader, writer = await asyncio.open_connection(address.hostname, address.port)
            status, stays_open = await _exchange(reader, writer, method, raw)
            self.statuses[status] += 1
            if not stays_open:
                writer.close()
                reader = None
            if number % SAMPLE_EVERY == 0:
                self._sample()
        if reader is not None:
            writer.close()

    def _sample(self) -> None:
        pid = self._server.process.pid
        line = next(
            line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS")
        )
        self.samples.append(
            Sample(self._sent, int(line.split()[1]) // 1024, dict(sorted(self.statuses.items())))
        )
        print(f"{self._sent:>8} requests {self.samples[-1].resident_mib:>5} MiB", file=sys.stderr, flush=True)

    @property
    def grown_at_the_end(self) -> int:
        """MiB that the last quarter added."""
        late = next(each for each in self.samples if each.requests >= self._requests * 3 // 4)
        return self.samples[-1].resident_mib - late.resident_mib


async def _exchange(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, method: str, raw: bytes
) -> tuple[str, bool]:
    """The status, and whether the connection can be used again."""
    try:
        async with asyncio.timeout(_WITHIN):
            writer.write(raw)
            await writer.drain()
            return await _answer(reader, method)
    except (ConnectionError, asyncio.IncompleteReadError):
        return "none", False


async def _answer(reader: asyncio.StreamReader, method: str) -> tuple[str, bool]:
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    status = head[9:12].decode("ascii")
    if status == "100":
        return await _answer(reader, method)
    has_body = method != "HEAD" and status not in ("204", "304")
    if has_body and b"\r\ntransfer-encoding: chunked" in head:
        await reader.readuntil(b"0\r\n\r\n")
    elif has_body and (at := head.find(b"\r\ncontent-length: ")) >= 0:
        await reader.readexactly(int(head[at + 18 :].split(b"\r\n", 1)[0]))
    return status, b"\r\nconnection: close" not in head


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m soak.hostile", description=__doc__)
    parser.add_argument("--requests", type=int, default=160_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--short", action="store_true", help="too few requests to say anything of memory")
    given = parser.parse_args()
    env = {"BECIVIC_TRUSTED_PROXIES": "127.0.0.1", "BECIVIC_LOG_LEVEL": "error"}
    with TemporaryDirectory(prefix="becivic-hostile-") as home, Serving(Path(home), env=env) as server:
        run = Run(server.ready(), given.requests, given.seed)
        asyncio.run(run.go())
        alive = server.get("/api/health/live").status_code == 200
        stopped = server.stop()
    print(json.dumps({"statuses": run.statuses, "samples": [each._asdict() for each in run.samples]}))
    failed = sum(count for status, count in run.statuses.items() if status.startswith("5"))
    grows = not given.short and run.grown_at_the_end > STILL_GROWING
    return int(bool(failed or stopped or not alive or grows))


if __name__ == "__main__":
    sys.exit(main())
