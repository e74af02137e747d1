"""What the play insists on. An expectation that fails ends the demo with what was expected and what was seen."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

_PATIENCE: Final = 30.0
"""Seconds that a change by another process may take to be served on a machine that is busy; a second on one that is not."""
_PAUSE: Final = 0.05


class Unexpected(Exception):
    """Something in the play is not as it should be."""

    def __init__(self, what: str, wanted: object, seen: object) -> None:
        self.what, self.wanted, self.seen = what, wanted, seen
        super().__init__(f"{what}: expected {wanted!r}, saw {seen!r}")


def expect(what: str, seen: object, wanted: object = True) -> None:  # noqa: FBT002  the plain case reads best so
    if seen != wanted:
        raise Unexpected(what, wanted, seen)


def eventually(what: str, look: Callable[[], object], wanted: object = True) -> None:  # noqa: FBT002  as above
    """A change that another process made is served a moment later."""
    until = time.monotonic() + _PATIENCE
    while (seen := look()) != wanted:
        if time.monotonic() > until:
            raise Unexpected(what, wanted, seen)
        time.sleep(_PAUSE)
