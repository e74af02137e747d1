"""Which tests are traced for coverage. Tracing nearly doubles what a test takes, and most say what others have said.

What is left out is proven all the same, and can only lower the figures: a gate that holds without it holds with it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pytest
from coverage import Coverage

UNMEASURED: Final = "unmeasured"
"""A test or module so marked goes with other data where measured ones go too."""

_BY_CHANCE: Final = "hypothesis"
"""What such a test comes upon differs from run to run. A gate must not: a branch is owed an example of its own."""

_LOOKING: Final = ("tests/security/", "tests/browser/", "tests/bench/")
"""They look at what the whole service says, which others have walked through part by part."""

_SECOND: Final = "postgresql"
_OWN_SQL: Final = "tests/store/"
"""Here the second database is the point. Elsewhere it is the same test once more."""

_CHILDREN: Final = "COVERAGE_PROCESS_CONFIG"
"""What tells a process that is started to measure itself."""


def is_measured(item: pytest.Item) -> bool:
    if item.get_closest_marker(UNMEASURED) or item.get_closest_marker(_BY_CHANCE):
        return False
    if item.nodeid.startswith(_LOOKING):
        return False
    return item.nodeid.startswith(_OWN_SQL) or _SECOND not in _parameters(item)


def _parameters(item: pytest.Item) -> list[object]:
    called = getattr(item, "callspec", None)
    return [value for value in called.params.values() if isinstance(value, str)] if called else []


@contextmanager
def unmeasured() -> Iterator[None]:
    """Nothing is traced inside, nor in a process that begins there."""
    measuring = Coverage.current()
    if measuring is None:
        yield
        return
    measuring.stop()
    told = os.environ.pop(_CHILDREN, None)
    try:
        yield
    finally:
        if told is not None:
            os.environ[_CHILDREN] = told
        measuring.start()
