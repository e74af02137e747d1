"""Small charts as SVG in a page: columns over time, and bars cut into parts. Each stands beside a table that says the same.

Colours, strokes and letters are the style sheet's; a chart says nothing by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup, escape

_WIDTH: Final = 624
_HEIGHT: Final = 96
_BASE: Final = 72
_BAR: Final = 28


@dataclass(frozen=True, slots=True)
class Series:
    """One row of numbers, and by which class the style sheet knows it."""

    name: str
    numbers: Sequence[int]
    look: str = "a"


def columns(label: str, names: Sequence[str], series: Sequence[Series]) -> Markup:
    """A column for each name; several series stand on each other. The highest is said, and the first and last name."""
    sums = [sum(each) for each in zip(*(row.numbers for row in series), strict=True)]
    highest = max(sums, default=0)
    pieces = [
        _opening(label, _HEIGHT),
        f'<line class="chart-axis" x1="0" y1="{_BASE + 0.5}" x2="{_WIDTH}" y2="{_BASE + 0.5}"/>',
        *_stacks(names, series, highest),
        f'<text class="chart-label" x="0" y="{_BASE + 18}">{escape(names[0])}</text>' if names else "",
        f'<text class="chart-label chart-label--end" x="{_WIDTH}" y="{_BASE + 18}">{escape(names[-1])}</text>'
        if names
        else "",
        "</svg>",
    ]
    return Markup("".join(pieces))  # noqa: S704  names are escaped where they are put in


def _stacks(names: Sequence[str], series: Sequence[Series], highest: int) -> Iterator[str]:
    step = _WIDTH / max(len(names), 1)
    for index, name in enumerate(names):
        y = float(_BASE)
        for row in series:
            height = (_BASE - 4) * row.numbers[index] / highest if highest else 0.0
            if height:
                y -= height
                said = escape(f"{name}: {row.name} {row.numbers[index]}")
                yield (
                    f'<rect class="chart-{row.look}" x="{index * step + 1:.1f}" y="{y:.1f}" '
                    f'width="{step - 2:.1f}" height="{height:.1f}"><title>{said}</title></rect>'
                )


def bar(label: str, parts: Sequence[tuple[str, int, str]]) -> Markup:
    """One bar, cut by (name, number, look). A part wide enough says its number."""
    whole = sum(number for _, number, _ in parts)
    pieces, x = [_opening(label, _BAR)], 0.0
    for name, number, look in parts:
        width = _WIDTH * number / whole if whole else 0.0
        if width:
            said = escape(f"{name}: {number}")
            pieces.append(
                f'<rect class="chart-{look}" x="{x:.1f}" y="0" width="{max(width - 1, 1):.1f}" height="{_BAR}">'
                f"<title>{said}</title></rect>"
            )
            if width > 12 + 9 * len(str(number)):
                pieces.append(
                    f'<text class="chart-in chart-in--{look}" x="{x + 8:.1f}" y="19">{number}</text>'
                )
        x += width
    pieces.append("</svg>")
    return Markup("".join(pieces))  # noqa: S704  names are escaped where they are put in


def _opening(label: str, height: int) -> str:
    return f'<svg viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="{escape(label)}">'
