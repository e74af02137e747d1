"""A page of the corpus that is no skill (docs, agents, the landing page) as HTML. Tags named in it stay words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from becivic.corpus import frontmatter
from becivic.corpus.fields import Fields
from becivic.corpus.frontmatter import FrontmatterRefused, without_leading_blank_lines
from becivic.corpus.tokens import Kind, tokenize
from becivic.rendering.assembling import Assembly
from becivic.rendering.headings import Heading, Headings
from becivic.rendering.markup import to_html
from becivic.rendering.placeholders import LESS, harmless, without_html
from becivic.rendering.slugs import Slugs
from becivic.rendering.voice import Voice

_FIRST_TITLE: Final = re.compile(r"\s*<h1>(.*?)</h1>\n?", re.DOTALL)
_TOP: Final = 2


SERVICE_ADDRESS: Final = "$BECIVIC_PUBLIC_URL"
"""What a document of the corpus writes where the address of the service goes (design 7.16)."""

_SERVICE_ADDRESS: Final = re.compile(r"\$BECIVIC_PUBLIC_URL\b|https://becivic\.be(?![\w.-])")
"""Homes that were filled earlier hold documents with the second form."""


def with_service_address(text: str, public_url: str) -> str:
    """The text with the address at which the service is reached."""
    return _SERVICE_ADDRESS.sub(lambda _: public_url, text)


@dataclass(frozen=True, slots=True)
class RenderedDocument:
    title: str
    description: str
    html: Markup
    """Without its title."""
    headings: tuple[Heading, ...]
    """For the list of contents."""
    markdown: str
    """The text as written, without its frontmatter."""


def rendered_document(text: str, voice: Voice) -> RenderedDocument:
    """`text` may begin with frontmatter that says `title` and `description`; else the first heading is the title."""
    fields, body = _split(text)
    markup = to_html(_lifted(body))
    headings = Headings(Slugs(), (), _TOP)
    first = _FIRST_TITLE.match(markup)
    written = headings.plain(first.group(1)) if first else ""
    markup = headings.into(markup[first.end() :] if first else markup)
    html = Markup(Assembly((), voice).html(markup))  # noqa: S704  made here, of escaped parts
    title = fields.text("title") or written
    return RenderedDocument(title, fields.text("description"), html, tuple(headings.found), body)


def _split(text: str) -> tuple[Fields, str]:
    try:
        front, body, _ = frontmatter.split(text)
    except FrontmatterRefused:
        return Fields({}), without_leading_blank_lines(text)
    return front.fields, body


def _lifted(body: str) -> str:
    """No HTML but what markdown makes; comments are nobody's to read."""
    tokens, _ = tokenize(body)
    pieces: list[str] = []
    for token in tokens:
        written = harmless(body[token.start : token.end])
        match token.kind:
            case Kind.TEXT | Kind.BRACKET:
                pieces.append(without_html(written))
            case Kind.CODE:
                pieces.append(written)
            case Kind.COMMENT:
                pass
            case _:
                pieces.append(written.replace("<", LESS))
    return "".join(pieces)
