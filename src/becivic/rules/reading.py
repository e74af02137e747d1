"""How much anybody may read at once (design 4: lists come in pages), and how far back one question looks."""

from __future__ import annotations

from typing import Final

PAGE: Final = 50
"""Items of a list, when nobody says how many."""

PAGE_MOST: Final = 200
"""Items of a list at most: an answer stays far below what an agent can swallow (users-expect)."""

FILTER_VALUES: Final = 50
"""How often one filter may be repeated."""

COMMITS_WALKED: Final = 1000
"""Commits that one question about the history of a file goes through; the next one goes on from there."""
