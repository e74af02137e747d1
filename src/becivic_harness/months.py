"""Months: the finest that a profile holds of a person's life (privacy 8.7.4), counted and set on the calendar.

How people write them: said_months.py.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Final

CURRENT: Final = "current"
"""The end of a stay that lasts."""

_MONTH: Final = re.compile(r"([0-9]{4})-(0[1-9]|1[0-2])")


def month_number(text: str) -> int | None:
    """A YYYY-MM as a count of months, or None."""
    found = _MONTH.fullmatch(text)
    return int(found[1]) * 12 + int(found[2]) - 1 if found else None


def this_month(today: date) -> int:
    """The month of a day, as the same count."""
    return today.year * 12 + today.month - 1


def month_text(number: int) -> str:
    return f"{number // 12:04}-{number % 12 + 1:02}"


def first_day(month: str) -> date:
    return date(int(month[:4]), int(month[5:]), 1)


def last_day(month: str) -> date:
    from calendar import monthrange  # few who count months want it, and it brings locale with it

    year, number = int(month[:4]), int(month[5:])
    return date(year, number, monthrange(year, number)[1])
