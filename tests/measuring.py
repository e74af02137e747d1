"""Which tests are traced for coverage. Tracing nearly doubles what a test takes, and most say what others have said.

What is left out is proven all the same, and can only lower the figures: a gate that holds without it holds with it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

import pytest
from coverage import Coverage

UNMEASURED: Final = "unmeasured"
"""A test or module so marked goes with other data where measured ones go too."""

CHILDREN: Final = "children_measured"
"""A test or module so marked has the processes it starts traced as well: they alone come by some line of ours. All
others start them untraced, in half the time."""

_BY_CHANCE: Final = "hypothesis"
"""What such a test comes upon differs from run to run. A gate must not: a branch is owed an example of its own."""

_LOOKING: Final = ("tests/security/", "tests/browser/", "tests/bench/")
"""They look at what the whole service says, which others have walked through part by part."""

_AGAIN: Final = (
    "tests/api/test_fixtures_over_http.py",
    "tests/api/test_kill_nine.py",
    "tests/api/test_privacy_of_records.py",
    "tests/api/test_story_of_limits.py",
    "tests/publishing/backup/test_restoring.py::test_a_killed_restore",
    "tests/publishing/commit/test_dying.py",
    "tests/publishing/consensus/test_dying.py",
    "tests/publishing/retraction/test_retract.py::test_killed_between",
    "tests/publishing/test_no_name_is_public.py",
)
"""They go ways that others were measured on, each time with another payload, neighbour or death: minutes of it."""

_SECOND: Final = "postgresql"
_OWN_SQL: Final = "tests/store/"
"""Here the second database is the point. Elsewhere it is the same test once more."""

_TOLD: Final = "COVERAGE_PROCESS_CONFIG"
"""What tells a process that is started to measure itself."""


@contextmanager
def measuring(item: pytest.Item) -> Iterator[None]:
    """A test with all that is set up for it, traced as far as it may add something."""
    with ExitStack() as left_out:
        if not is_measured(item):
            left_out.enter_context(_untraced())
            left_out.enter_context(_children_untraced())
        elif item.get_closest_marker(CHILDREN) is None:
            left_out.enter_context(_children_untraced())
        yield


def is_measured(item: pytest.Item) -> bool:
    if item.get_closest_marker(UNMEASURED) or item.get_closest_marker(_BY_CHANCE):
        return False
    if item.nodeid.startswith((*_LOOKING, *_AGAIN)):
        return False
    return item.nodeid.startswith(_OWN_SQL) or _SECOND not in _parameters(item)


def _parameters(item: pytest.Item) -> list[object]:
    called = getattr(item, "callspec", None)
    return [value for value in called.params.values() if isinstance(value, str)] if called else []


@contextmanager
def _untraced() -> Iterator[None]:
    tracing = Coverage.current()
    if tracing is None:
        yield
        return
    tracing.stop()
    try:
        yield
    finally:
        tracing.start()


@contextmanager
def _children_untraced() -> Iterator[None]:
    told = os.environ.pop(_TOLD, None)
    try:
        yield
    finally:
        if told is not None:
            os.environ[_TOLD] = told
