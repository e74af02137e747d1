"""How much work a thing was, in steps of this very machine at this very moment: a busy neighbour slows both alike.

For inputs that would take quadratic time: hundreds of times more than is let through here, wherever it runs.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final

from coverage import Coverage

_STEPS: Final = 400_000
"""Of a plain loop. A quick machine takes a hundredth of a second for them."""
_TRACED: Final = 4
"""So many times slower is what we wrote while its branches are counted, and the loop here is not."""
_QUICKEST: Final = 0.002
"""Seconds that no machine runs the loop in: what fits even then needs no loop to be measured by."""


def _taken() -> float:
    started = time.process_time()
    for _ in range(_STEPS):
        pass
    return time.process_time() - started


@cache
def _usual() -> float:
    """As it was when this process first asked."""
    return _taken()


@contextmanager
def within(times: int) -> Iterator[None]:
    """What is done inside takes at most so many times what a plain loop takes, now or earlier in this process."""
    before = _usual()
    started = time.process_time()
    yield
    spent = time.process_time() - started
    if spent >= times * _QUICKEST:
        slower = 1 if Coverage.current() is None else _TRACED
        assert spent < times * slower * max(before, _taken()), f"{spent:.2f} s"
