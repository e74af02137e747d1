"""Every page of a corpus as markdown with its facts in place: what a reader gets who asks for markdown.

Pure: whoever asks says what the rows of the catalogue are. The source of a skill is another thing: it is served as
it was written (R-TAG-21).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Final, NamedTuple
from urllib.parse import quote

from becivic.corpus import frontmatter
from becivic.corpus.directory import PathEntry
from becivic.corpus.frontmatter import FrontmatterRefused
from becivic.corpus.load import Corpus
from becivic.corpus.navigation import groups
from becivic.corpus.skill import Skill
from becivic.publishing.previews.path_card import path_card
from becivic.publishing.previews.rendering import Look, code, escaped, rendered
from becivic.rules.tags import UNRESOLVED

_MISSING: Final = escaped(UNRESOLVED)
_SUFFIXES: Final = (".mdx", ".md")


class Page(NamedTuple):
    """A page under its address, which has no slash at its end but that of the landing page."""

    address: str
    text: str

    @property
    def unresolved(self) -> int:
        """How often it says that something cited is not there."""
        return self.text.count(_MISSING)


def markdown_pages(corpus: Corpus, look: Look) -> Iterator[Page]:
    """In the order of the navigation: what is withheld is not in it, and has no page."""
    for group in groups(corpus):
        for page in group["pages"]:
            yield _page(page, corpus, look)
    yield Page("/skills", _contents("Procedures", _listed_skills(corpus)))
    yield Page("/paths", _contents("Paths", _listed_paths(corpus)))


def _page(page: str, corpus: Corpus, look: Look) -> Page:
    folder, _, name = page.partition("/")
    if folder == "skills" and name in corpus.skills:
        return Page(f"/{page}", _skill(corpus.skills[name], corpus, look))
    if folder == "paths" and name in corpus.paths.entries:
        return Page(f"/{page}", path_card(corpus.paths.entries[name], corpus))
    return Page("/" if page == "index" else f"/{page}", _document(page, corpus))


def _skill(skill: Skill, corpus: Corpus, look: Look) -> str:
    fields = skill.fields
    authority = corpus.authorities.child(fields.text("authority_id")).child("name").text("en")
    facts = {
        "status": str(skill.status),
        "version": fields.text("version"),
        "decided by": authority,
        "last verified": fields.text("last_verified"),
        "how": fields.text("verification_notes"),
    }
    head = [f"# {escaped(skill.title)}", "", escaped(fields.text("summary")), ""]
    told = [f"- {name}: {escaped(value)}" for name, value in facts.items() if value]
    return "\n".join([*head, *told, "", rendered(skill.body, corpus, look)])


def _document(page: str, corpus: Corpus) -> str:
    """Documents speak of tags and brackets, and cite nothing of the catalogue: they stay as they are."""
    file = next(page + suffix for suffix in _SUFFIXES if page + suffix in corpus.files)
    text = corpus.tree.read(file).decode("utf-8", errors="replace")
    title = PurePosixPath(page).name
    try:
        head, body, _ = frontmatter.split(text)
    except FrontmatterRefused:
        body = text
    else:
        title = head.fields.text("title") or title
    return f"# {escaped(title)}\n\n{body}"


def _contents(title: str, items: Iterator[str]) -> str:
    return "\n".join([f"# {title}", "", *items, ""])


def _listed_skills(corpus: Corpus) -> Iterator[str]:
    for page in _pages_below("skills/", corpus):
        skill = corpus.skills[page.removeprefix("skills/")]
        summary = escaped(skill.fields.text("summary"))
        yield f"- [{escaped(skill.title)}](/{quote(page)}) ({code(str(skill.status))}): {summary}"


def _listed_paths(corpus: Corpus) -> Iterator[str]:
    for page in _pages_below("paths/", corpus):
        entry = corpus.paths.entries[page.removeprefix("paths/")]
        yield f"- [{escaped(_title(entry))}](/{quote(page)}) ({code(str(entry.status))}): {_what(entry)}"


def _pages_below(folder: str, corpus: Corpus) -> list[str]:
    return [page for group in groups(corpus) for page in group["pages"] if page.startswith(folder)]


def _title(entry: PathEntry) -> str:
    return entry.fields.child("title").text("en") or entry.key


def _what(entry: PathEntry) -> str:
    return escaped(entry.fields.child("description").text("en"))
