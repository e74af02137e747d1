"""A text with some stretches of it hidden: every offset stays what it was."""

from __future__ import annotations

from collections.abc import Iterable


def masked(text: str, hidden: Iterable[tuple[int, int]], mask: str = " ") -> str:
    """Each stretch `[start, end)` as a run of one character. They come in order; what overlaps is hidden once."""
    pieces: list[str] = []
    position = 0
    for start, end in hidden:
        if end > position:
            pieces += text[position:start], mask * (end - max(start, position))
            position = end
    return "".join((*pieces, text[position:]))
