"""Owns where a matter goes that no procedure fits: to one page, which every library has, and under a name of its own."""

from __future__ import annotations

from typing import Final

FALLBACK: Final = "meta-no-skill-fallback"
FALLBACK_ENTRY: Final = "no-skill-fallback:"
"""How an active procedure begins that has no skill (architecture 24.8)."""
