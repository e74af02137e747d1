"""Where an unexpected error came from, without what it says: that may hold what a caller sent (design 6)."""

from __future__ import annotations

import traceback


def frames(error: BaseException) -> str:
    """The traceback without messages, innermost cause first as Python prints it."""
    cause = error.__cause__ or error.__context__
    before = f"{frames(cause)}, which led to\n" if cause is not None else ""
    return f"{before}{''.join(traceback.format_tb(error.__traceback__))}{type(error).__qualname__}"
