"""Words from elsewhere, made safe for where they go: HTML, an attribute of a tag, a line of markdown, a fence."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from becivic.corpus.body import Body, Element
from becivic.corpus.tokens import Kind
from becivic.rendering.markup import shown
from becivic.rules.tags import Tag

_SPECIAL: Final = re.compile(r"([\\`*_\[\]<>#|~&!])")
_MARKER: Final = re.compile(r"^(\d{0,9})([-+=.)])(?=[ =-]|$)")
"""What begins a list, a rule or an underlined heading where a line begins with it."""
_TICKS: Final = re.compile("`+")
_SHORTEST_FENCE: Final = 3
_OURS: Final = re.compile(rf"<(?=/?(?:{'|'.join(tag.value for tag in Tag)})\b)", re.IGNORECASE)
_WORDED: Final = (Kind.TEXT, Kind.CODE, Kind.BRACKET)
_CITING: Final = (Tag.VV.value, Tag.REF.value)
_WRAPS: Final = {tag.value: tag.shape.wraps for tag in Tag}
_EMPHASIS: Final = re.compile(r"[*`]|\\(?=[^\w\s])")


@lru_cache(maxsize=4096)  # the same few sentences and titles stand on every page
def in_html(text: str) -> str:
    """A short text inside an element or an attribute."""
    return html.escape(text)


@lru_cache(maxsize=4096)
def _attribute(text: str) -> str:
    return html.escape(" ".join(text.split()))


def attributes(values: Mapping[str, object]) -> str:
    """Those that say something, as ` name="value"`; blanks are one blank."""
    told = [
        f' {name}="{_attribute(str(value))}"'
        for name, value in values.items()
        if value is not None and value != ""
    ]
    return "".join(told)


@lru_cache(maxsize=4096)
def in_markdown(text: str) -> str:
    """Words on one line that markdown takes for nothing else."""
    return _MARKER.sub(r"\1\\\2", _SPECIAL.sub(r"\\\1", shown(" ".join(text.split()))))


def address_in_markdown(address: str) -> str:
    """An address or an id, word for word."""
    return f"`{' '.join(address.replace('`', '%60').split())}`" if address.strip() else ""


def fenced(text: str) -> str:
    """Somebody's words as they were written, in a fence that they cannot close; our own tags are none in there."""
    words = _OURS.sub("&lt;", shown(text.replace("\r\n", "\n").replace("\r", "\n")))
    longest = max((len(run) for run in _TICKS.findall(words)), default=0)
    fence = "`" * max(longest + 1, _SHORTEST_FENCE)
    return f"{fence}text\n{words}\n{fence}"


def fits(element: Element) -> bool:
    """Whether a tag of ours can be resolved as it is written: a citation without its words can, a risk cannot."""
    return element.name in _CITING or (element.close is not None) is _WRAPS[element.name]


def label(body: Body, element: Element) -> str:
    """What a wrapper wraps, as plain words: tags in it are left out, and so is emphasis."""
    inner = body.inner(element)
    if "<" not in inner:
        is_plain = "*" not in inner and "`" not in inner and "\\" not in inner
        return inner if is_plain else _EMPHASIS.sub("", inner)
    begin, end = element.open.end, element.end
    words = (
        body.text[token.start : token.end]
        for token in body.tokens
        if begin <= token.start < end and token.kind in _WORDED
    )
    return _EMPHASIS.sub("", "".join(words))
