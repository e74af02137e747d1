"""A day in the language of whoever reads: 16 November 2026, 16 novembre 2026, 16. November 2026."""

from __future__ import annotations

from functools import lru_cache

from becivic.rendering.voice import Voice
from becivic.words.dates import written_day


@lru_cache(maxsize=4096)  # the same few days stand on every page
def day(written: str, voice: Voice) -> str:
    """Of a date or a moment in RFC 3339; anything else stays as it is."""
    return written_day(written, voice.language)
