"""A fast first look at a text, so that exact rules run only where they could fire.

RE2 reads a body several times faster than Python's engine. Its patterns here are coarse on purpose: they find
at least everything the exact rule finds, and a rule never reports what only the sieve saw.
"""

from __future__ import annotations

import re2


class Sieve:
    """A coarse pattern, compiled once; case does not matter."""

    def __init__(self, pattern: str) -> None:
        options = re2.Options()
        options.never_capture = True
        options.log_errors = False
        self._pattern = re2.compile(f"(?i){pattern}", options=options)

    def catches(self, text: str) -> bool:
        return self._pattern.search(text.encode("utf-8", "replace")) is not None
