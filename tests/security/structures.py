"""What an answer is made of when its words are left out: two answers that differ in words alone are built alike."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any, Final
from xml.etree import ElementTree as ET

from markdown_it import MarkdownIt
from markdown_it.token import Token

Structure = list[Any]

_WORDED: Final = ("text", "softbreak", "text_special")
_TAG: Final = re.compile(r"</?([A-Za-z]+)")
_ATTRIBUTE: Final = re.compile(r"""\s([\w-]+)=(?:"[^"]*"|'[^']*')""")


class Elements(HTMLParser):
    """Tags in their order, with the names of their attributes; comments and whatever else is no text."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: Structure = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, *(name for name, _ in attrs)))
        self.addresses += [
            value or "" for name, value in attrs if name in ("href", "src", "action", "formaction")
        ]

    def handle_endtag(self, tag: str) -> None:
        self.found.append(f"/{tag}")

    def handle_comment(self, data: str) -> None:
        self.found.append("comment")

    def handle_decl(self, decl: str) -> None:
        self.found.append(decl)

    def unknown_decl(self, data: str) -> None:
        self.found.append("unknown")

    def handle_pi(self, data: str) -> None:
        self.found.append("instruction")


def of_html(text: str) -> Structure:
    return _unwrapped(elements(text).found)


def _unwrapped(found: Structure) -> Structure:
    """A name in a picture takes as many lines as it is long: they are one text."""
    told: Structure = []
    for each in found:
        told.append(each)
        line = told[-2:]
        if each == "/text" and told[-4:-2] == line:
            del told[-2:]
    return told


def elements(text: str) -> Elements:
    read = Elements()
    read.feed(text)
    read.close()
    return read


def of_json(text: str) -> Structure:
    """Where anything stands and what kind of thing it is, in whatever order a list has its members."""
    return sorted(_shape(json.loads(text)))


def _shape(value: Any, at: str = "") -> Iterator[tuple[str, str]]:
    yield at, type(value).__name__
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _shape(each, f"{at}/{key}")
    elif isinstance(value, list):
        for each in value:
            yield from _shape(each, f"{at}/-")


def of_xml(text: str) -> Structure:
    root = ET.fromstring(text)
    return [(each.tag, sorted(each.attrib)) for each in root.iter()]


def of_markdown(text: str) -> Structure:
    """As a reader of CommonMark takes it, tags and all."""
    return list(_tokens(MarkdownIt("commonmark").enable("table").parse(text)))


def _tokens(tokens: list[Token]) -> Iterator[Any]:
    for token in tokens:
        if token.type in ("html_inline", "html_block"):
            yield [(name, *_ATTRIBUTE.findall(token.content)) for name in _TAG.findall(token.content)]
        elif token.type not in _WORDED:
            yield token.type, token.tag, token.level
        yield from _tokens(token.children or [])


OF_KIND: Final = {
    "text/html": of_html,
    "text/markdown": of_markdown,
    "text/plain": of_markdown,
    "application/json": of_json,
    "application/atom+xml": of_xml,
    "application/xml": of_xml,
    "image/svg+xml": of_xml,
}
