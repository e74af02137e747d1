"""Memory that is free and still held: the allocator keeps what an old edition left, in pieces, unless it is asked.

A tenth of a server's memory a year went that way; whoever runs one pays for what is resident.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any


def give_back() -> bool:
    """Whether anything went back to the system. Takes milliseconds, and holds nobody up but who allocates meanwhile."""
    trim = _trim()
    return trim is not None and bool(trim(0))


@cache
def _trim() -> Callable[[int], Any] | None:
    """glibc's own; other systems have none, or need none."""
    try:
        return ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None
