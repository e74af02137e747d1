"""The manual as pages and files, and the list of every document at `/docs/`: the manual's and the corpus's in one order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import PurePosixPath
from typing import Final, NamedTuple

from becivic.corpus import frontmatter
from becivic.corpus.frontmatter import FrontmatterRefused
from becivic.corpus.load import Corpus
from becivic.manual.manual import Manual, ManualPage
from becivic.manual.sections import Section, about, arranged
from becivic.rendering.plain import in_markdown
from becivic.rendering.voice import Voice
from becivic.site.agents.surface import Surface
from becivic.site.frame import Frame, rendered
from becivic.site.page import Page
from becivic.site.pages.docs import document_names, document_text, written_page
from becivic.site.pages.document_diagrams import pictures, with_pictures
from becivic.site.twins import twin

ADDRESS: Final = "/docs/"
_API: Final = "/api/docs"


class Listed(NamedTuple):
    address: str
    title: str
    description: str


def manual_pages(manual: Manual, corpus: Corpus) -> Iterator[Page]:
    """A document of the corpus stands before a page of the manual that has its name."""
    taken = set(document_names(corpus))
    for page in manual.pages.values():
        if page.name not in taken:
            yield written_page(page.name, partial(str, page.text), partial(with_pictures, page.name))


def manual_files(manual: Manual) -> Mapping[str, Surface]:
    """What the pages show, by address. Drawn when asked for the first time, and kept by whoever asks."""
    shown = [Surface(file.address, file.media_type, file.content) for file in manual.files.values()]
    drawn = [each for page in manual.pages.values() for each in pictures(page.name, page.text)]
    return {each.address: each for each in (*shown, *drawn)}


def documents_page(corpus: Corpus, manual: Manual) -> Page:
    return Page(
        address=ADDRESS,
        html=partial(_list_html, corpus, manual),
        markdown=partial(_list_markdown, corpus, manual),
    )


def listed(corpus: Corpus, manual: Manual) -> list[tuple[Section, list[Listed]]]:
    """Every document that is led to, by section."""
    names = dict.fromkeys([*document_names(corpus), *manual.pages])
    return [(section, [_about(corpus, manual, name) for name in some]) for section, some in arranged(names)]


def _about(corpus: Corpus, manual: Manual, name: str) -> Listed:
    written = document_text(corpus, name)
    if not written:
        return Listed(f"/{name}", manual.pages[name].title, about(name))
    return _of_corpus(name, written)


def _of_corpus(name: str, text: str) -> Listed:
    """From its head alone: a list reads no bodies."""
    title = PurePosixPath(name).name.replace("-", " ")
    try:
        fields = frontmatter.split(text)[0].fields
    except FrontmatterRefused:
        return Listed(f"/{name}", ManualPage(name, text).title if text.startswith("# ") else title, "")
    return Listed(f"/{name}", fields.text("title") or title, fields.text("description"))


def _list_html(corpus: Corpus, manual: Manual, frame: Frame) -> str:
    return rendered("documents.html", frame, groups=listed(corpus, manual))


def _list_markdown(corpus: Corpus, manual: Manual, voice: Voice) -> str:
    t = voice.t
    lines = [f"# {in_markdown(t('docs.title'))}", ""]
    for section, items in listed(corpus, manual):
        lines += [f"## {in_markdown(t(f'docs.section_{section}'))}", ""]
        lines += [_line(item.title, twin(item.address), item.description) for item in items]
        lines.append("")
    lines += [
        f"## {in_markdown(t('docs.for_programs'))}",
        "",
        _line(t("docs.api"), _API, t("docs.api_about")),
        "",
    ]
    return "\n".join(lines)


def _line(title: str, address: str, description: str) -> str:
    return f"- [{in_markdown(title)}]({address}): {in_markdown(description)}"
