"""What is known of every pattern that may run: how wide it matches, and how Python's engine is told to run it.

Whether a pattern may run at all is for `dialect` to say, which takes a while; this does not read it.
"""

from __future__ import annotations

import re
from typing import Final

WIDEST_MATCH: Final = 200
"""No pattern may match more characters than this: the windows of the plain engine overlap by it."""


def for_python(pattern: str, flags: str) -> re.Pattern[str]:
    r"""The pattern for Python's engine, reading `\\b` and `\\w` as the others do, or re.error."""
    options = (re.IGNORECASE if "i" in flags else 0) | (re.MULTILINE if "m" in flags else 0)
    return re.compile(pattern, re.ASCII | options)
