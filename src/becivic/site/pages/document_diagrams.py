"""Mermaid in a document becomes a picture beside its page, where this machine can draw; elsewhere the text stands.

Agents get the text in any case: only what a screen shows is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from typing import Final

from markupsafe import Markup

from becivic.site import diagrams
from becivic.site.agents.surface import Surface, text_surface

_BLOCK: Final = re.compile(r"^```mermaid\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_TITLE: Final = re.compile(r"^\s*accTitle\s*:\s*(.+?)\s*$", re.MULTILINE)
_NO_TITLE: Final = "Diagram"
_PICTURE: Final = re.compile(r'<p>(<img src="/[^"]*/diagram-[0-9]+\.svg" alt="([^"]*)"[^>]*>)</p>')
_SIZE: Final = re.compile(r' viewBox="[-0-9.]+ [-0-9.]+ ([0-9.]+) ([0-9.]+)"')
_SIZED: Final = re.compile(r' (?:width|height)="[^"]*"| style="[^"]*"')
_LINE: Final = re.compile(r"[\[\]()]")


def with_pictures(name: str, text: str) -> str:
    """The text of a page as a screen shows it."""
    numbers = count(1)

    def drawn(found: re.Match[str]) -> str:
        number = next(numbers)
        if diagrams.process_svg(found.group(1)) is None:
            return found.group()
        title = _TITLE.search(found.group(1))
        words = _LINE.sub("", title.group(1)) if title else _NO_TITLE
        return f"![{words}]({_address(name, number)})"

    return _BLOCK.sub(drawn, text)


def pictures(name: str, text: str) -> Iterator[Surface]:
    """The pictures that the page shows."""
    for number, source in enumerate(_BLOCK.findall(text), start=1):
        svg = diagrams.process_svg(source)
        if svg is not None:
            yield text_surface(_address(name, number), diagrams.MEDIA_TYPE, _in_its_own_size(svg))


def _in_its_own_size(svg: str) -> str:
    """It is drawn to fill whatever it stands in: small ones would be blown up, and large ones cannot be read then."""
    root, end, rest = svg.partition(">")
    size = _SIZE.search(root)
    if size is None:
        return svg
    return _SIZED.sub("", root) + f' width="{size.group(1)}" height="{size.group(2)}"' + end + rest


def framed_diagrams(html: Markup) -> Markup:
    """Each on paper of its own, wide ones to be moved. Their lines are made for white."""
    framed = r'<div class="diagram-paper" role="group" aria-label="\2" tabindex="0">\1</div>'
    return Markup(_PICTURE.sub(framed, str(html)))  # noqa: S704  rendered text, moved as it was


def _address(name: str, number: int) -> str:
    return f"/{name}/diagram-{number}.svg"
