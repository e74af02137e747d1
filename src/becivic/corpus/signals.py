"""What the signals seen while walking a source say about it: it worked, it failed, or neither is certain.

A source's `validation_path` lists the signals (schemas 6.12.3; R-TEST-03). Whoever walks it reports which of
them held; nothing here looks at a page.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from becivic.corpus.fields import Fields


class Outcome(StrEnum):
    """How one attempt at a source ended."""

    SUCCESS = "success"
    FAILURE = "failure"
    AMBIGUOUS = "ambiguous"


_Key = tuple[str, bool, str | float]


def classify(observed: Iterable[Fields], validation_path: Fields) -> Outcome:
    """One failure signal decides; otherwise success takes every success signal the source lists."""
    seen = {key for signal in observed if (key := _key(signal)) is not None}
    failures = [_key(signal) for signal in validation_path.children("failure_signals")]
    if any(key in seen for key in failures if key is not None):
        return Outcome.FAILURE
    wanted = [_key(signal) for signal in validation_path.children("success_signals")]
    if wanted and all(key in seen for key in wanted):
        return Outcome.SUCCESS
    return Outcome.AMBIGUOUS


def _key(signal: Fields) -> _Key | None:
    """Check and value as JSON compares them: 1 is 1.0, but neither true nor "1". None for a malformed signal."""
    check, value = signal.text("check"), signal.raw("value")
    if not check or not isinstance(value, str | int | float):
        return None
    return check, isinstance(value, bool), value
