"""Which pages there are to list, and what each is called: for indexes and triggers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Final, NamedTuple

from becivic.corpus import frontmatter
from becivic.corpus.directory import PathEntry
from becivic.corpus.frontmatter import FrontmatterRefused
from becivic.corpus.load import Corpus
from becivic.corpus.navigation import groups
from becivic.corpus.skill import Skill
from becivic.manual.manual import Manual
from becivic.manual.sections import about, arranged

LANDING: Final = "index"
_SUFFIXES: Final = (".mdx", ".md")


class Document(NamedTuple):
    """A page of prose: where it is, and what it says of itself."""

    address: str
    title: str
    description: str


def listed_skills(corpus: Corpus) -> list[Skill]:
    """Those that carry a procedure people read, by id: no drafts, nothing given up, nothing withheld."""
    skills = (skill for _, skill in sorted(corpus.skills.items()))
    return [skill for skill in skills if skill.status is not None and skill.status.is_published]


def listed_paths(corpus: Corpus) -> list[PathEntry]:
    entries = (entry for _, entry in sorted(corpus.paths.entries.items()))
    return [entry for entry in entries if entry.status is not None and entry.status.is_published]


def documents(corpus: Corpus) -> Iterator[Document]:
    """In the order of the navigation, which begins with the page for agents (R-SITE-07)."""
    for group in groups(corpus):
        for page in group["pages"]:
            if not page.startswith(("skills/", "paths/")):
                yield _document(page, corpus)


def manual_documents(manual: Manual, corpus: Corpus) -> Iterator[Document]:
    """Those that the list of documents leads to, but what the corpus says at the same address."""
    taken = {each.address for each in documents(corpus)}
    for _, names in arranged(manual.pages):
        for name in names:
            if f"/{name}" not in taken:
                yield Document(f"/{name}", manual.pages[name].title, about(name))


def _document(page: str, corpus: Corpus) -> Document:
    file = next(page + suffix for suffix in _SUFFIXES if page + suffix in corpus.files)
    text = corpus.tree.read(file).decode("utf-8", errors="replace")
    address = "/" if page == LANDING else f"/{page}"
    try:
        fields = frontmatter.split(text)[0].fields
    except FrontmatterRefused:
        return Document(address, _first_heading(text) or PurePosixPath(page).name, "")
    return Document(address, fields.text("title") or PurePosixPath(page).name, fields.text("description"))


def _first_heading(text: str) -> str:
    return next((line[2:].strip() for line in text.splitlines() if line.startswith("# ")), "")
