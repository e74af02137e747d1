"""Years of legal residence, by the months of the residency history (schemas 6.12.5). Nothing is guessed at."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import date
from typing import Any, Final, NamedTuple

from becivic_harness.months import CURRENT, month_number, this_month

HISTORY: Final = "residency_history"
YEARS: Final = "years_legal_residence"
"""The axis that is computed from it."""


class YearsBetween(NamedTuple):
    """What the years can be at least and at most, once a history with gaps is complete."""

    least: float
    most: float


def years_legal_residence(profile: Mapping[str, Any], today: date) -> float | None:
    """Years of the residence that lasts until today without a break.

    None when the history has no entry that can be counted: one without an end is not guessed at.
    """
    now = this_month(today)
    stays = [stay for entry in _entries(profile) if (stay := _stay(entry, now)) is not None]
    return _years(stays, now) if stays else None


def years_at_most(profile: Mapping[str, Any], today: date) -> YearsBetween:
    """A stay without a readable end may last until today; one without a readable start may last for ever."""
    counted = years_legal_residence(profile, today)
    now = this_month(today)
    listed = profile.get(HISTORY)
    entries = _entries(profile)
    if not isinstance(listed, list) or not listed or len(entries) < len(listed):
        return YearsBetween(counted or 0.0, math.inf)
    longest = [
        _stay({**entry, "end": entry.get("end") if _has_end(entry) else CURRENT}, now) for entry in entries
    ]
    if any(stay is None for stay in longest):
        return YearsBetween(counted or 0.0, math.inf)
    return YearsBetween(counted or 0.0, _years([stay for stay in longest if stay is not None], now))


def _years(stays: list[tuple[int, int]], now: int) -> float:
    since = now + 1
    for end, start in sorted(stays, reverse=True):
        if end + 1 >= since:  # a stay that begins the month after another ends goes on from it
            since = min(since, start)
    return max(now - since, 0) / 12


def _entries(profile: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    listed = profile.get(HISTORY)
    return [entry for entry in listed if isinstance(entry, dict)] if isinstance(listed, list) else []


def _stay(entry: Mapping[str, Any], now: int) -> tuple[int, int] | None:
    start, end = _month(entry.get("start")), now if entry.get("end") == CURRENT else _month(entry.get("end"))
    return None if start is None or end is None else (end, start)


def _has_end(entry: Mapping[str, Any]) -> bool:
    return entry.get("end") == CURRENT or _month(entry.get("end")) is not None


def _month(value: object) -> int | None:
    return month_number(value) if isinstance(value, str) else None
