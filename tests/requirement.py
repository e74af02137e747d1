"""`@requirement("R-FM-01")`: the numbered requirements a test proves. `make spec` maps them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest

_Test = TypeVar("_Test", bound=Callable[..., None])


def requirement(*ids: str) -> Callable[[_Test], _Test]:
    """Mark a test with what it proves."""
    mark: Callable[[_Test], _Test] = pytest.mark.requirement(*ids)
    return mark
