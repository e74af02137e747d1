"""How a value is written for a reader: €1,000, 1 month, 66%. One definition for pages, previews and authors."""

from __future__ import annotations

from typing import Final

_EURO: Final = "EUR"
_PERCENT: Final = "percent"
_ONE: Final = {"days": "day", "hours": "hour", "months": "month", "weeks": "week", "years": "year"}


def worded(value: object, unit: str | None) -> str:
    """A number with its unit as English writes it; anything else as it is, with its unit behind it."""
    if unit is None:
        return str(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return f"{value} {unit}"
    number = int(value) if value == int(value) else value
    if unit == _EURO:
        amount = f"{abs(number):,d}" if isinstance(number, int) else f"{abs(number):,.2f}"
        return f"{'-' if number < 0 else ''}€{amount}"
    figures = f"{number:,d}" if isinstance(number, int) else f"{number:,.12g}"
    if unit == _PERCENT:
        return f"{figures}%"
    return f"{figures} {_ONE.get(unit, unit) if number == 1 else unit}"
