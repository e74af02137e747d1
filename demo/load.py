"""Work for the processors beside a play, to see that it holds on a machine that is busy."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """So many processes that compute for as long as this lasts."""
    context = multiprocessing.get_context("spawn")
    running = [context.Process(target=_compute, daemon=True) for _ in range(processes)]
    for each in running:
        each.start()
    try:
        yield
    finally:
        for each in running:
            each.terminate()
            each.join()


def _compute() -> None:
    digest = b""
    while True:
        digest = sha256(digest).digest()
