"""The documents of the corpus as pages: `/docs/…`, `/agents`, `/agents/…`.

What is made from the law is put below the prose of some; whoever makes the pages says what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import PurePosixPath
from typing import Final

from becivic.corpus.load import Corpus
from becivic.corpus.navigation import groups
from becivic.manual.sections import section_of
from becivic.rendering.documents import (
    SERVICE_ADDRESS,
    RenderedDocument,
    rendered_document,
    with_service_address,
)
from becivic.rendering.plain import in_markdown
from becivic.rendering.voice import ENGLISH, Voice
from becivic.site.frame import Frame, rendered
from becivic.site.page import Page
from becivic.site.pages.document_diagrams import framed_diagrams
from becivic.site.pages.skill_setting import typeset

HOME: Final = "index"
"""The document that the landing page is made of; it has no page of its own."""

_SUFFIXES: Final = (".mdx", ".md")
_ARTEFACTS: Final = ("skills/", "paths/")
_HEADING: Final = "# "


Below = Callable[[str], str]
"""By the address of a page: markdown that goes below its text, or nothing."""


Drawn = Callable[[str], str]


def _nothing(_: str) -> str:
    return ""


def _as_it_is(text: str) -> str:
    return text


def document_pages(
    corpus: Corpus, below: Below = _nothing, public_url: str = SERVICE_ADDRESS
) -> Iterator[Page]:
    return (_page(corpus, name, below, public_url) for name in document_names(corpus))


def document_names(corpus: Corpus) -> list[str]:
    """In the order of the navigation: `agents`, `agents/install`, `docs/privacy`."""
    listed = (page for group in groups(corpus) for page in group["pages"])
    return [page for page in listed if page != HOME and not page.startswith(_ARTEFACTS)]


def document_text(corpus: Corpus, name: str) -> str:
    """As it is written; empty where the corpus has no such document."""
    file = document_file(corpus, name)
    return corpus.tree.read(file).decode("utf-8", errors="replace") if file else ""


def document_file(corpus: Corpus, name: str) -> str:
    """The file behind a document; empty where there is none."""
    return next((name + suffix for suffix in _SUFFIXES if name + suffix in corpus.files), "")


def _page(corpus: Corpus, name: str, below: Below, public_url: str) -> Page:
    return written_page(name, partial(_whole, corpus, name, below, public_url))


def written_page(name: str, whole: Callable[[], str], drawn: Drawn = _as_it_is) -> Page:
    """A page of prose in English, whoever asks: nobody translates them. `drawn` is the text as a screen shows it."""
    return Page(
        address=f"/{name}",
        html=partial(_html, name, lambda: drawn(whole())),
        markdown=partial(_markdown, name, whole),
        only_language=ENGLISH.language,
    )


def _whole(corpus: Corpus, name: str, below: Below, public_url: str) -> str:
    text, made = with_service_address(document_text(corpus, name), public_url), below(f"/{name}")
    return f"{text.rstrip()}\n\n{made}" if made else text


def _html(name: str, whole: Callable[[], str], frame: Frame) -> str:
    document = rendered_document(whole(), frame.voice)
    contents = [(heading.id, heading.title) for heading in document.headings if heading.level == 2]
    return rendered(
        "document.html",
        frame,
        document=document,
        title=_title(document, name),
        contents=contents,
        section=section_of(name),
        body=typeset(framed_diagrams(document.html)),
    )


def _title(document: RenderedDocument, name: str) -> str:
    return document.title or PurePosixPath(name).name


def _markdown(name: str, whole: Callable[[], str], _: Voice) -> str:
    document = rendered_document(whole(), ENGLISH)
    said = f"{in_markdown(document.description)}\n\n" if document.description else ""
    heading, text = _headed(document, name)
    return f"{heading}\n\n{said}{text}"


def _headed(document: RenderedDocument, name: str) -> tuple[str, str]:
    """A text that begins with its own title needs no other."""
    if document.markdown.startswith(_HEADING):
        heading, _, text = document.markdown.partition("\n")
        return heading, text.lstrip("\n")
    return f"{_HEADING}{in_markdown(_title(document, name))}", document.markdown
