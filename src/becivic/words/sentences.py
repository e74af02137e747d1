"""How words stand at the beginning of a line: sayings and corpus texts are written to fit into a sentence."""

from __future__ import annotations


def opening(text: str) -> str:
    """With a capital at its beginning; the rest is as it was, so names keep theirs."""
    return text[:1].upper() + text[1:]
