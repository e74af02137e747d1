"""How much work a thing was, in steps of this very machine at this very moment: a busy neighbour slows both alike.

For inputs that would take quadratic time: hundreds of times more than is let through here, wherever it runs.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from coverage import Coverage

_STEPS: Final = 400_000
"""Of a plain loop. A quick machine takes a hundredth of a second for them."""
_TRACED: Final = 4
"""So many times slower is what we wrote while its branches are counted, and the loop here is not."""


def _taken() -> float:
    started = time.process_time()
    for _ in range(_STEPS):
        pass
    return time.process_time() - started


@contextmanager
def within(times: int) -> Iterator[None]:
    """What is done inside takes at most so many times what a plain loop takes, before it and after it."""
    before = _taken()
    started = time.process_time()
    yield
    spent = time.process_time() - started
    slower = 1 if Coverage.current() is None else _TRACED
    assert spent < times * slower * max(before, _taken()), f"{spent:.2f} s"
