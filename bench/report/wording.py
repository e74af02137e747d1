"""Ratios, figures and bars as a person says them."""

from __future__ import annotations

from typing import Final

from bench.measured import Bar, Measured, Told, Unit

_EQUAL: Final = 0.95
"""Nobody notices less, and another run may say the opposite."""
_SLOW: Final = 0.1
"""Of its speed; below it a person asks how many times slower."""
_LARGER: Final = {Unit.MICROSECONDS: Unit.MILLISECONDS, Unit.MILLISECONDS: Unit.SECONDS}


def ratio(measured: Measured) -> str:
    """`3.2 times faster`, `as fast`, `0.6 of its speed`, `1.2 times the time`."""
    return _ratio(measured.ratio, measured.told)


def _ratio(found: float, told: Told) -> str:
    if told is Told.RIGHT:
        return f"{number(found)} times {told.value}"
    if _EQUAL < found < 1 / _EQUAL:
        return "as fast" if told is Told.SPEED else f"the same {told.value.removeprefix('the ')}"
    if told is Told.SPEED and found > 1:
        return f"{number(found)} times faster"
    if _is_slow(found, told):
        return f"{number(1 / found)} times slower"
    return f"{number(found)} {'times' if found >= 1 else 'of'} {told.value}"


def _is_slow(found: float, told: Told) -> bool:
    return told is Told.SPEED and found < _SLOW


def spread(measured: Measured) -> str:
    """Told as the ratio beside it is."""
    low, high = measured.spread
    if _is_slow(measured.ratio, measured.told):
        low, high = 1 / high, 1 / low
    lowest, highest = number(low), number(high)
    return lowest if lowest == highest else f"{lowest} to {highest}"


def figure(found: float, unit: Unit) -> str:
    while found >= 1000 and unit in _LARGER:
        found, unit = found / 1000, _LARGER[unit]
    return f"{number(found)} {unit.said}"


def bar(measured: Measured) -> str:
    """What must hold; empty where nothing must."""
    if measured.bar is None:
        return ""
    return f"{_sense(measured.bar)} {_limit(measured.bar, measured)}"


def verdict(measured: Measured) -> str:
    if measured.bar is None:
        return ""
    return "holds" if measured.holds else "MISSED"


def _sense(bar: Bar) -> str:
    return "at least" if bar.is_least else "at most"


def _limit(bar: Bar, measured: Measured) -> str:
    return figure(bar.limit, measured.unit) if bar.is_absolute else _ratio(bar.limit, measured.told)


def number(found: float) -> str:
    """As many digits as mean something: 13, 1.3, 0.92, 12,400."""
    if found >= 1000:
        return f"{float(f'{found:.3g}'):,.0f}"
    if found >= 20:
        return f"{found:.0f}"
    return f"{found:.1f}".removesuffix(".0") if found >= 1 else f"{found:.2g}"
