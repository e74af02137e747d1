"""Work for the processors beside a play, to see that it holds on a machine that is busy."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Final

_BETWEEN_LOOKS: Final = 100_000


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
    """Not for longer than whoever started it: a process that is killed ends nobody else."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent, digest = multiprocessing.parent_process(), b""
    while parent is not None and parent.is_alive():
        for _ in range(_BETWEEN_LOOKS):
            digest = sha256(digest).digest()
