"""The characters that folding changes, as a class that RE2 reads: a clean text need not be folded to be known."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from becivic_scrub.look_alikes import TABLE

_HALVES: Final = range(0xD800, 0xE000)
"""Half a surrogate pair folds too, but RE2 has no way to write it."""


def _written_as_class(codes: Iterable[int]) -> str:
    """The inside of a character class, in the syntax Python and RE2 share."""
    parts: list[str] = []
    for _, run in groupby(enumerate(sorted(codes)), key=lambda pair: pair[1] - pair[0]):
        members = [code for _, code in run]
        parts.append(f"{chr(members[0])}-{chr(members[-1])}" if len(members) > 1 else chr(members[0]))
    return "".join(parts)


FOLDABLE: Final = f"[{_written_as_class(code for code in TABLE if code not in _HALVES)}]"
"""All that folding changes but half pairs."""
