"""How a value is written for a reader: €1,000, 1 month, 66%. One definition for pages, previews and authors."""

from __future__ import annotations

from typing import Final

_EURO: Final = "EUR"
_PERCENT: Final = "percent"


def worded(value: object, unit: str | None) -> str:
    """A number with its unit as English writes it; anything else as it is, with its unit behind it."""
    if unit is None:
        return str(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return f"{value} {unit}"
    if unit == _EURO:
        return f"€{value:,.0f}" if value == int(value) else f"€{value:,.2f}"
    if unit == _PERCENT:
        return f"{value:,}%"
    return f"{value:,} {unit.removesuffix('s') if value == 1 else unit}"
