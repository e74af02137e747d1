"""The composition graph of a corpus as an SVG: skills in columns by what they rest on, paths in the last one.

Pure and byte for byte the same for the same corpus, so that the picture can be committed and checked (R-GRAPH-14).
Every box is a link with a title, and an edge says in words what it joins: the picture can be walked by keyboard
and read aloud.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter
from html import escape as escape_html
from typing import Final

from becivic.corpus.load import Corpus
from becivic.rules.palette import declared
from becivic.rules.statuses import is_withheld
from becivic.site.xml_text import NOT_XML

_WIDTH: Final = 250
_HEIGHT: Final = 30
_GAP_X: Final = 110
_GAP_Y: Final = 14
_MARGIN: Final = 24
_HEADING: Final = 34
_SWEEPS: Final = 8
"""Times that each column is put in the order of its neighbours; more change nothing."""

_OPENING: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="group" '
    'aria-labelledby="graph-title graph-desc">'
)
_COLOURS: Final = declared("svg", ("paper", "raised", "ink", "muted", "edge", "accent", "accent-tint"))
_STYLE: Final = (
    "".join(f"    {line}\n" for line in _COLOURS.splitlines())
    + """\
    svg { font: 13px system-ui, sans-serif }
    .paper { fill: var(--paper); stroke: none } text { fill: var(--ink) } text.head { fill: var(--muted); font-weight: 600 }
    rect { stroke: var(--edge); rx: 2 } .skill rect { fill: var(--accent-tint) } .meta rect { fill: var(--raised) }
    .path rect { fill: var(--paper) } .edge { fill: none; stroke: var(--edge) } .some { stroke-dasharray: 5 4 }
    a:focus { outline: none } a:focus rect, a:hover rect { stroke: var(--accent); stroke-width: 3 }"""
)


@lru_cache(maxsize=4096)  # the same titles stand in many pictures
def escape(text: str) -> str:
    return escape_html(NOT_XML.sub("\ufffd", text))


@dataclass(frozen=True, slots=True)
class _Box:
    """Something to draw. `kind` is skill, meta or path, and says where it leads."""

    id: str
    title: str
    kind: str

    @property
    def address(self) -> str:
        return f"/{'paths' if self.kind == 'path' else 'skills'}/{self.id}"


@dataclass(frozen=True, slots=True)
class _Line:
    """An edge. One that holds only for some readers is broken."""

    source: str
    target: str
    is_conditional: bool


def graph_picture(corpus: Corpus) -> str:
    """Skills whose status withholds them are left out, and so is every edge to something that is not there."""
    boxes = {box.id: box for box in _boxes(corpus)}
    lines = sorted(_lines(corpus, boxes), key=lambda line: (line.source, line.target))
    columns = _ordered(_columns(boxes, lines), lines, boxes)
    tallest = max((len(names) for names in columns), default=0)
    places = _places(columns, tallest)
    width = 2 * _MARGIN + max(len(columns), 1) * (_WIDTH + _GAP_X) - _GAP_X
    height = 2 * _MARGIN + _HEADING + max(tallest, 1) * (_HEIGHT + _GAP_Y) - _GAP_Y
    pieces = [
        _OPENING.format(width=width, height=height),
        '  <title id="graph-title">Which procedure rests on which</title>',
        f'  <desc id="graph-desc">{escape(_told(boxes, lines))}</desc>',
        f"  <style>\n{_STYLE}\n  </style>",
        f'  <rect class="paper" width="{width}" height="{height}" stroke="none"/>',
        *_headings(columns, boxes),
        *(_edge(line, boxes, places) for line in lines),
        *(_drawn(boxes[box_id], *place) for box_id, place in places.items()),
        "</svg>",
    ]
    return "".join(f"{piece}\n" for piece in pieces)


def _places(columns: Sequence[Sequence[str]], tallest: int) -> dict[str, tuple[int, int]]:
    """Where each box begins; a short column stands in the middle of its height."""
    step = _HEIGHT + _GAP_Y
    return {
        box_id: (
            _MARGIN + column * (_WIDTH + _GAP_X),
            _MARGIN + _HEADING + (tallest - len(names)) * step // 2 + row * step,
        )
        for column, names in enumerate(columns)
        for row, box_id in enumerate(names)
    }


def _boxes(corpus: Corpus) -> Iterable[_Box]:
    for skill_id, skill in sorted(corpus.skills.items()):
        if not is_withheld(skill.status):
            yield _Box(skill_id, skill.confirmed_title or skill_id, "meta" if skill.is_meta else "skill")
    for key, entry in sorted(corpus.paths.entries.items()):
        if not is_withheld(entry.status) and key not in corpus.skills:
            yield _Box(key, entry.confirmed_title, "path")


def _lines(corpus: Corpus, boxes: Mapping[str, _Box]) -> Iterable[_Line]:
    seen: set[tuple[str, str]] = set()
    for edges in (*corpus.graph.requires.values(), *corpus.graph.requires_paths.values()):
        for edge in edges:
            both = edge.source, edge.target
            if both not in seen and edge.source in boxes and edge.target in boxes:
                seen.add(both)
                yield _Line(*both, is_conditional="selects_on" in edge.fields)


def _columns(boxes: Mapping[str, _Box], lines: Sequence[_Line]) -> list[list[str]]:
    """A skill stands one column behind the last that requires it; all paths stand together at the end."""
    depth = {box.id: 0 for box in boxes.values() if box.kind != "path"}
    between = _from_the_top([line for line in lines if line.target in depth])
    for _ in depth:  # as many rounds as the longest chain could need: a cycle, which checks refuse, ends too
        moved = False
        for line in between:
            if depth[line.target] <= depth[line.source] < len(depth):
                depth[line.target], moved = depth[line.source] + 1, True
        if not moved:
            break
    levels: dict[int, list[str]] = {}
    for name, level in depth.items():
        levels.setdefault(level, []).append(name)
    columns = [levels[level] for level in sorted(levels)]
    paths = [box.id for box in boxes.values() if box.kind == "path"]
    return [*columns, paths] if paths else columns


def _from_the_top(lines: list[_Line]) -> list[_Line]:
    """Those that nothing leads to first, so that one round is enough; as they are where they lead in a circle."""
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for line in lines:
        sorter.add(line.target, line.source)
    try:
        place = {name: number for number, name in enumerate(sorter.static_order())}
    except CycleError:
        return lines
    return sorted(lines, key=lambda line: place[line.source])


def _ordered(columns: list[list[str]], lines: Sequence[_Line], boxes: Mapping[str, _Box]) -> list[list[str]]:
    """Each column in the order of what its members are joined to, so that few lines cross; methods stand last."""
    joined: dict[str, list[str]] = {}
    for line in lines:
        joined.setdefault(line.source, []).append(line.target)
        joined.setdefault(line.target, []).append(line.source)
    for _ in range(_SWEEPS):
        rows = {name: row / max(len(names), 1) for names in columns for row, name in enumerate(names)}
        for index, names in enumerate(columns):
            weights = {
                name: _mean([rows[other] for other in joined.get(name, ())], rows[name]) for name in names
            }
            columns[index] = sorted(names, key=lambda name: (boxes[name].kind == "meta", weights[name], name))
            rows |= {name: row / len(names) for row, name in enumerate(columns[index])}
    return columns


def _mean(numbers: Sequence[float], otherwise: float) -> float:
    return sum(numbers) / len(numbers) if numbers else otherwise


def _headings(columns: Sequence[Sequence[str]], boxes: Mapping[str, _Box]) -> Iterable[str]:
    for column, names in enumerate(columns):
        x = _MARGIN + column * (_WIDTH + _GAP_X)
        of_paths = boxes[names[0]].kind == "path"
        text = "Paths" if of_paths else "…rest on" if column else "Procedures"
        yield f'  <text class="head" x="{x}" y="{_MARGIN + 12}">{text}</text>'


def _edge(line: _Line, boxes: Mapping[str, _Box], places: Mapping[str, tuple[int, int]]) -> str:
    (left, top), (right, bottom) = places[line.source], places[line.target]
    x1, y1, x2, y2 = left + _WIDTH, top + _HEIGHT // 2, right, bottom + _HEIGHT // 2
    bend = max((x2 - x1) // 2, 40)
    words = f"{boxes[line.source].title} needs {boxes[line.target].title}"
    if line.is_conditional:
        words += ", in some cases"
    return (
        f'  <path class="edge{" some" if line.is_conditional else ""}" '
        f'd="M{x1} {y1}C{x1 + bend} {y1} {x2 - bend} {y2} {x2} {y2}"><title>{escape(words)}</title></path>'
    )


def _drawn(box: _Box, x: int, y: int) -> str:
    return (
        f'  <a class="{box.kind}" href="{escape(box.address)}"><title>{escape(box.title)}</title>'
        f'<rect x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}"/>'
        f'<text x="{x + 10}" y="{y + 20}">{escape(_short(box.id))}</text></a>'
    )


def _short(text: str) -> str:
    """What fits into a box; the title that a pointer or a reader gets is whole."""
    return text if len(text) <= 36 else f"{text[:35]}…"


def _told(boxes: Mapping[str, _Box], lines: Sequence[_Line]) -> str:
    kinds = [box.kind for box in boxes.values()]
    return (
        f"{len(kinds) - kinds.count('path')} procedures and {kinds.count('path')} paths, joined by {len(lines)} lines. "
        "A line leads from a procedure to what it rests on; a broken one holds only in some cases."
    )
