"""Marks that stand for a tag while markdown is read: three characters that no author's text holds when it gets there.

Whatever of them an author wrote, as characters or as references to them, is replaced first.
"""

from __future__ import annotations

import re
from typing import Final

OPENS: Final = "\ue000"
CLOSES: Final = "\ue001"
LESS: Final = "\ue002"
"""Stands for a `<` that opens nothing: markdown is to see no HTML at all."""

MARK: Final = re.compile(f"{OPENS}([0-9]+){CLOSES}")
_FOREIGN: Final = re.compile(f"[{OPENS}-{LESS}]|&#(?:[xX]0{{0,2}}[eE]00[0-2]|0{{0,2}}5734[4-6]);")
_REPLACED: Final = "\ufffd"
_LESS_THAN: Final = re.compile(r"\\\\|\\<|<(?!https?://[^\s<>\"]+>)")


def mark(number: int) -> str:
    return f"{OPENS}{number}{CLOSES}"


def harmless(written: str) -> str:
    """An author's text without our characters."""
    if "&#" in written or OPENS in written or CLOSES in written or LESS in written:
        return _FOREIGN.sub(_REPLACED, written)
    return written


def without_html(prose: str) -> str:
    """Prose in which every `<` is a word's, but those around a web address."""
    return _LESS_THAN.sub(_as_less, prose) if "<" in prose else prose


def _as_less(match: re.Match[str]) -> str:
    return match.group() if match.group() == r"\\" else LESS
