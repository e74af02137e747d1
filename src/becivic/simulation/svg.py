"""SVG by hand: a drawing with a title and a description, that reads in light and in dark, and small panels on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Final

Point = tuple[float, float]

_STYLE: Final = """
:root { --paper: #FBFAF7; --ink: #1B1B1A; --quiet: #5C5B57; --rule: #D9D6CE; --a1: #0B5D4E; --a2: #4F9384;
  --a3: #A9CFC5; --none: #E4E1D8; --warn: #8A5A00; --stop: #9B1C1C; --s2: #C9686A; --s3: #E3B1AE; }
@media (prefers-color-scheme: dark) { :root { --paper: #141513; --ink: #ECEAE4; --quiet: #A9A7A0; --rule: #3A3B38;
  --a1: #6FCBB5; --a2: #3F8F7E; --a3: #28584E; --none: #2B2C29; --warn: #E0B25C; --stop: #F08A86; --s2: #B2504F;
  --s3: #6E3433; } }
text { font: 13px system-ui, sans-serif; fill: var(--ink); font-variant-numeric: tabular-nums; }
.head { font-weight: 700; font-size: 15px; } .panel { font-weight: 600; } .quiet { fill: var(--quiet); font-size: 12px; }
.end { text-anchor: end; } .middle { text-anchor: middle; }
.paper { fill: var(--paper); } .rule { stroke: var(--rule); fill: none; } .axis { stroke: var(--quiet); fill: none; }
.line { fill: none; stroke-width: 2; } .dash { stroke-dasharray: 6 4; } .dots { stroke-dasharray: 2 4; }
"""
_INKS: Final = ("a1", "a2", "a3", "none", "warn", "stop", "s2", "s3", "ink")
_COLOURS: Final = "".join(
    f".f-{name} {{ fill: var(--{name}); }} .l-{name} {{ stroke: var(--{name}); }}\n" for name in _INKS
)


@dataclass(slots=True)
class Drawing:
    width: int
    height: int
    title: str
    description: str
    _parts: list[str] = field(default_factory=list)

    def text(self, at: Point, words: str, style: str = "") -> None:
        self._parts.append(f'<text x="{_n(at[0])}" y="{_n(at[1])}" class="{style}">{escape(words)}</text>')

    def rectangle(self, at: Point, size: Point, style: str) -> None:
        self._parts.append(
            f'<rect x="{_n(at[0])}" y="{_n(at[1])}" width="{_n(size[0])}" height="{_n(size[1])}" class="{style}"/>'
        )

    def line(self, points: Sequence[Point], style: str) -> None:
        self._parts.append(f'<polyline points="{_points(points)}" class="{style}"/>')

    def area(self, points: Sequence[Point], style: str) -> None:
        self._parts.append(f'<polygon points="{_points(points)}" class="{style}"/>')

    def __str__(self) -> str:
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" role="img"'
            ' aria-labelledby="title desc">'
        )
        names = f'<title id="title">{escape(self.title)}</title>\n<desc id="desc">{escape(self.description)}</desc>'
        paper = f'<rect width="{self.width}" height="{self.height}" class="paper"/>'
        style = f"<style>{_STYLE}{_COLOURS}</style>"
        return "\n".join([head, names, style, paper, *self._parts, "</svg>", ""])


@dataclass(frozen=True, slots=True)
class Panel:
    """A small chart: `x` runs from 0 to `across`, `y` from 0 to 1."""

    drawing: Drawing
    left: float
    top: float
    width: float
    height: float
    across: float

    def at(self, x: float, y: float) -> Point:
        return self.left + self.width * x / self.across, self.top + self.height * (1 - y)

    def frame(self, name: str, ticks: Sequence[tuple[float, str]]) -> None:
        """Its name above, hairlines at each quarter, the axis with its words below."""
        self.drawing.text((self.left, self.top - 10), name, "panel")
        for quarter in range(5):
            style = "rule" if quarter else "axis"
            self.drawing.line([self.at(0, quarter / 4), self.at(self.across, quarter / 4)], style)
        for y in (0, 0.5, 1):
            self.drawing.text((self.left - 6, self.at(0, y)[1] + 4), f"{y:.0%}", "quiet end")
        for x, words in ticks:
            self.drawing.text((self.at(x, 0)[0], self.top + self.height + 17), words, "quiet middle")

    def curve(self, shares: Sequence[float], style: str, first: float = 0) -> None:
        self.drawing.line([self.at(first + x, y) for x, y in enumerate(shares)], f"line {style}")

    def band(self, lower: Sequence[float], upper: Sequence[float], style: str) -> None:
        there = [self.at(x, y) for x, y in enumerate(upper)]
        back = [self.at(x, y) for x, y in enumerate(lower)]
        self.drawing.area([*there, *reversed(back)], style)


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
