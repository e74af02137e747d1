"""One id for everything that is done because of one request, or in one run of a job.

It is found again in the answer and in every line of the log, and is stored nowhere else: no record holds one. Knows
neither HTTP nor jobs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from random import Random
from typing import Final

REQUEST: Final[ContextVar[str]] = ContextVar("becivic.request", default="")
"""The id of the request that is handled here; empty outside of one."""

RUN: Final[ContextVar[str]] = ContextVar("becivic.run", default="")
"""The id of the run of a job that this is done in."""

_SHAPE: Final = re.compile(rb"[0-9A-Za-z][0-9A-Za-z_-]{7,63}")
"""Neither a dot nor a colon: no address fits in."""


def request_ids(seed: bytes) -> Callable[[], str]:
    """Sixteen hexadecimal digits each. Not a count: by that, whoever asks twice would learn how many asked between."""
    bits = Random(seed).getrandbits  # noqa: S311  a name, not a secret
    return lambda: f"{bits(64):016x}"


def is_request_id(value: bytes) -> bool:
    """Whether something that a proxy calls a request by may stand in a log."""
    return _SHAPE.fullmatch(value) is not None


@contextmanager
def running(run_id: str) -> Iterator[None]:
    """What is logged until the end of it is logged of this run."""
    token = RUN.set(run_id)
    try:
        yield
    finally:
        RUN.reset(token)
