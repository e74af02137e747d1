"""What a procedure rests on and what rests on it, drawn into its page: a few boxes, each a link, joined by lines.

Everything in it can be reached by keyboard and is said in words; how it looks is the style sheet's. A phone has no room for a drawing: the
same is there as two lists, and of the two the style sheet shows one, to everybody.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from textwrap import wrap
from typing import Final, NamedTuple

from markupsafe import Markup

from becivic.corpus.directory import PathEntry
from becivic.corpus.load import Corpus
from becivic.corpus.skill import Skill
from becivic.rendering.voice import Voice
from becivic.rules.statuses import is_withheld
from becivic.site.graph_picture import escape

_WIDTH: Final = 232
_LINE: Final = 18
_PADDING: Final = 12
_GAP_X: Final = 64
_GAP_Y: Final = 12
_HEAD: Final = 28
_LETTERS: Final = 27
"""That fit on a line of a box."""
_LINES: Final = 3
_MOST: Final = 12
"""Boxes in a column; whatever else there is stands in the lists of the page."""


class _Box(NamedTuple):
    title: str
    address: str
    kind: str
    """skill, path or here."""
    language: str = ""
    """Of the title, where it is not that of the page."""
    is_conditional: bool = False
    x: int = 0
    y: int = 0

    @property
    def lines(self) -> list[str]:
        return _wrapped(self.title)

    @property
    def height(self) -> int:
        return len(_wrapped(self.title)) * _LINE + 2 * _PADDING - 4

    @property
    def middle(self) -> int:
        return self.y + self.height // 2


@lru_cache(maxsize=4096)  # the same titles on every page that leads to them
def _wrapped(title: str) -> list[str]:
    return wrap(title, _LETTERS, max_lines=_LINES, placeholder="…") or ["…"]


def neighbourhood(corpus: Corpus, skill: Skill, voice: Voice) -> Markup | None:
    """None where it stands alone: there is nothing to draw."""
    before = [*_needing(corpus, skill, voice)][:_MOST]
    after = [*_needed(corpus, skill, voice)][:_MOST]
    if not before and not after:
        return None
    here = _skill_box(skill, voice)._replace(kind="here")
    columns = [(voice.t("pictures.before"), before), ("", [here]), (voice.t("pictures.after"), after)]
    shown = [column for column in columns if column[1]]
    return _drawn(shown, here, voice) + _listed(shown, here)


def _needing(corpus: Corpus, skill: Skill, voice: Voice) -> Iterator[_Box]:
    for name in corpus.graph.required_by.get(skill.id, ()):
        other = corpus.skills[name]
        if not is_withheld(other.status):
            edges = [edge for edge in corpus.graph.requires[name] if edge.target == skill.id]
            is_some = all("selects_on" in edge.fields for edge in edges)
            yield _skill_box(other, voice)._replace(is_conditional=is_some)


def _needed(corpus: Corpus, skill: Skill, voice: Voice) -> Iterator[_Box]:
    for edge in corpus.graph.requires.get(skill.id, ()):
        other = corpus.skills.get(edge.target)
        if other is not None and not is_withheld(other.status):
            yield _skill_box(other, voice)._replace(is_conditional="selects_on" in edge.fields)
    for edge in corpus.graph.requires_paths.get(skill.id, ()):
        entry = corpus.paths.entries.get(edge.target)
        if entry is not None and not is_withheld(entry.status):
            yield _path_box(entry, voice)._replace(is_conditional="selects_on" in edge.fields)


def _skill_box(skill: Skill, voice: Voice) -> _Box:
    """Skills have English titles alone."""
    language = "" if voice.language == "en" else "en"
    return _Box(skill.confirmed_title or skill.id, voice.link(f"/skills/{skill.id}"), "skill", language)


def _path_box(entry: PathEntry, voice: Voice) -> _Box:
    title = entry.confirmed_fields.child("title").text(voice.language)
    language = "" if title or voice.language == "en" else "en"
    return _Box(title or entry.confirmed_title, voice.link(f"/paths/{entry.key}"), "path", language)


def _drawn(columns: Sequence[tuple[str, list[_Box]]], here: _Box, voice: Voice) -> Markup:
    height = _HEAD + max(_height(boxes) for _, boxes in columns) + 4
    placed = [
        _placed(boxes, index * (_WIDTH + _GAP_X) + 2, height) for index, (_, boxes) in enumerate(columns)
    ]
    width = len(columns) * (_WIDTH + _GAP_X) - _GAP_X + 4
    label = escape(voice.t("pictures.label", title=here.title))
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    pieces = [
        f'<svg class="picture" {size} role="group" aria-label="{label}">',
        *(
            f'<text class="picture-head" x="{boxes[0].x}" y="16">{escape(heading)}</text>'
            for (heading, _), boxes in zip(columns, placed, strict=True)
        ),
        *_lines(placed, voice),
        *(_box(box) for boxes in placed for box in boxes),
        "</svg>",
    ]
    return Markup("".join(pieces))  # noqa: S704  every piece is escaped where it is made


def _listed(columns: Sequence[tuple[str, list[_Box]]], here: _Box) -> Markup:
    pieces = [
        f"<p>{escape(heading)}</p><ul>{''.join(map(_entry, boxes))}</ul>"
        for heading, boxes in columns
        if here not in boxes
    ]
    return Markup(f'<div class="picture-list">{"".join(pieces)}</div>')  # noqa: S704  every piece is escaped where it is made


def _entry(box: _Box) -> str:
    language = f' lang="{box.language}"' if box.language else ""
    return f'<li><a href="{escape(box.address)}"{language}>{escape(box.title)}</a></li>'


def _height(boxes: Sequence[_Box]) -> int:
    return sum(box.height + _GAP_Y for box in boxes) - _GAP_Y


def _placed(boxes: Sequence[_Box], x: int, height: int) -> list[_Box]:
    """One below the other, in the middle of the picture's height."""
    y = _HEAD + (height - _HEAD - _height(boxes)) // 2
    placed = []
    for box in boxes:
        placed.append(box._replace(x=x, y=y))
        y += box.height + _GAP_Y
    return placed


def _lines(placed: Sequence[Sequence[_Box]], voice: Voice) -> Iterator[str]:
    for left, right in pairwise(placed):
        for one in left:
            for other in right:
                is_some = one.is_conditional or other.is_conditional
                key = "pictures.needs_sometimes" if is_some else "pictures.needs"
                words = voice.t(key, one=one.title, other=other.title)
                start, end = one.x + _WIDTH, other.x
                bend = (end - start) // 2
                yield (
                    f'<path class="picture-line{" picture-line--some" if is_some else ""}" '
                    f'd="M{start} {one.middle}C{start + bend} {one.middle} {end - bend} {other.middle} {end} {other.middle}">'
                    f"<title>{escape(words)}</title></path>"
                )


def _box(box: _Box) -> str:
    language = f' lang="{box.language}"' if box.language else ""
    texts = " ".join(  # the visible words are part of the accessible name: WCAG 2.5.3
        f'<text x="{box.x + _PADDING}" y="{box.y + _PADDING + 11 + number * _LINE}">{escape(line)}</text>'
        for number, line in enumerate(box.lines)
    )
    drawn = f'<rect x="{box.x}" y="{box.y}" width="{_WIDTH}" height="{box.height}" rx="2"/>{texts}'
    if box.kind == "here":
        return f'<g class="picture-box picture-box--here"{language}>{drawn}</g>'
    return (
        f'<a class="picture-box picture-box--{box.kind}" href="{escape(box.address)}"{language} '
        f'aria-label="{escape(box.title)}">{drawn}</a>'
    )
