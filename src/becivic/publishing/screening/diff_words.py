"""What a diff brings, and what was there before: only the first is somebody's new words (R-CI-30)."""

from __future__ import annotations

import re
from typing import Final

_HUNK: Final = re.compile(r"\A@@ [-+0-9, ]* @@")
"""The numbers of a hunk, and nothing else: words between or behind such signs are read."""


def brought(diff: str) -> str:
    """Every line but those that stay or go, which main holds already: otherwise the diff does not apply.

    The names above the first hunk and the words behind its numbers are nobody's but the submitter's, and are kept
    with the rest of what was sent.
    """
    return "\n".join(text for text, is_new in _lines(diff) if is_new)


def there_before(diff: str) -> str:
    return "\n".join(text for text, is_new in _lines(diff) if not is_new)


def _lines(diff: str) -> list[tuple[str, bool]]:
    """Each line without its mark, and whether it is new. What fits nowhere is new: nothing is passed over."""
    above, *below = re.split(r"^(?=@)", diff, flags=re.MULTILINE)
    found = [(line, True) for line in above.split("\n")]
    for hunk in below:
        header, *lines = hunk.split("\n")
        found.append((_HUNK.sub("", header), True))
        found += [
            (line[1:], False) if line[:1] in (" ", "-") else (line.removeprefix("+"), True) for line in lines
        ]
    return found
