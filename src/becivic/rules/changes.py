"""The states of a change to main, from its branch to its end (C-78)."""

from __future__ import annotations

from enum import StrEnum


class ChangeState(StrEnum):
    OPEN = "open"
    MERGED = "merged"
    CLOSED = "closed"
