"""The documents of the corpus as pages: `/docs/…`, `/agents`, `/agents/…`, and the list of them at `/docs/`.

What is made from the law is put below the prose of some; whoever makes the pages says what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath
from typing import Final

from becivic.corpus import frontmatter
from becivic.corpus.frontmatter import FrontmatterRefused
from becivic.corpus.load import Corpus
from becivic.corpus.navigation import groups
from becivic.rendering.documents import RenderedDocument, rendered_document
from becivic.rendering.plain import in_markdown
from becivic.rendering.voice import ENGLISH, Voice
from becivic.site.frame import Frame, rendered
from becivic.site.page import Page
from becivic.site.pages.skill_setting import typeset

ADDRESS: Final = "/docs/"
HOME: Final = "index"
"""The document that the landing page is made of; it has no page of its own."""

_SUFFIXES: Final = (".mdx", ".md")
_ARTEFACTS: Final = ("skills/", "paths/")
_AGENTS: Final = "agents"


Below = Callable[[str], str]
"""By the address of a page: markdown that goes below its text, or nothing."""


@dataclass(frozen=True, slots=True)
class Listed:
    address: str
    title: str
    description: str


def _nothing(_: str) -> str:
    return ""


def document_pages(corpus: Corpus, below: Below = _nothing) -> Iterator[Page]:
    return (_page(corpus, name, below) for name in document_names(corpus))


def documents_page(corpus: Corpus) -> Page:
    return Page(address=ADDRESS, html=partial(_list_html, corpus), markdown=partial(_list_markdown, corpus))


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


def _page(corpus: Corpus, name: str, below: Below) -> Page:
    whole = partial(_whole, corpus, name, below)
    return Page(
        address=f"/{name}",
        html=partial(_html, name, whole),
        markdown=partial(_markdown, name, whole),
        only_language=ENGLISH.language,
    )


def _whole(corpus: Corpus, name: str, below: Below) -> str:
    text, made = document_text(corpus, name), below(f"/{name}")
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
        body=typeset(document.html),
    )


def _title(document: RenderedDocument, name: str) -> str:
    return document.title or PurePosixPath(name).name


def _markdown(name: str, whole: Callable[[], str], _: Voice) -> str:
    """In English, whoever asks: nobody translates them."""
    document = rendered_document(whole(), ENGLISH)
    said = f"{in_markdown(document.description)}\n\n" if document.description else ""
    return f"# {in_markdown(_title(document, name))}\n\n{said}{document.markdown}"


def _listed(corpus: Corpus) -> list[tuple[str, list[Listed]]]:
    names = document_names(corpus)
    for_agents = [name for name in names if name.split("/")[0] == _AGENTS]
    for_all = [name for name in names if name not in for_agents]
    told = (("for_all", for_all), ("for_agents", for_agents))
    return [(key, [_about(corpus, name) for name in some]) for key, some in told if some]


def _about(corpus: Corpus, name: str) -> Listed:
    """From its head alone: a list reads no bodies."""
    title, description = PurePosixPath(name).name.replace("-", " "), ""
    try:
        fields = frontmatter.split(document_text(corpus, name))[0].fields
    except FrontmatterRefused:
        return Listed(f"/{name}", title, description)
    return Listed(f"/{name}", fields.text("title") or title, fields.text("description"))


def _list_html(corpus: Corpus, frame: Frame) -> str:
    return rendered("documents.html", frame, groups=_listed(corpus))


def _list_markdown(corpus: Corpus, voice: Voice) -> str:
    t = voice.t
    lines = [f"# {in_markdown(t('docs.title'))}", ""]
    for key, items in _listed(corpus):
        lines += [f"## {in_markdown(t(f'docs.{key}'))}", ""]
        lines += [
            f"- [{in_markdown(item.title)}]({item.address}/index.md): {in_markdown(item.description)}"
            for item in items
        ]
        lines.append("")
    lines += [f"## {in_markdown(t('docs.for_programs'))}", ""]
    lines += [f"- [{in_markdown(t('docs.api'))}](/api/docs): {in_markdown(t('docs.api_about'))}", ""]
    return "\n".join(lines)
