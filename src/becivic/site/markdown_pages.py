"""Every page of a corpus as markdown with its facts in place: what a reader gets who asks for markdown.

Pure: whoever asks says what the rows of the catalogue are. The source of a skill is another thing: it is served as
it was written (R-TAG-21).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import Final, NamedTuple
from urllib.parse import quote

from becivic.corpus import frontmatter
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
    listed = [page for group in groups(corpus) for page in group["pages"]]
    yield from (_page(page, corpus, look) for page in listed)
    yield Page("/skills", _contents("Procedures", _listed_skills(listed, corpus)))
    yield Page("/paths", _contents("Paths", _listed_paths(listed, corpus)))


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


def _listed_skills(listed: Iterable[str], corpus: Corpus) -> Iterator[str]:
    for page, name in _below("skills/", listed):
        skill = corpus.skills[name]
        summary = escaped(skill.fields.text("summary"))
        yield f"- [{escaped(skill.title)}](/{quote(page)}) ({code(str(skill.status))}): {summary}"


def _listed_paths(listed: Iterable[str], corpus: Corpus) -> Iterator[str]:
    for page, name in _below("paths/", listed):
        entry = corpus.paths.entries[name]
        said = escaped(entry.fields.child("description").text("en"))
        yield f"- [{escaped(entry.title)}](/{quote(page)}) ({code(str(entry.status))}): {said}"


def _below(folder: str, listed: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The pages of a folder, and the name of each in it."""
    return ((page, page.removeprefix(folder)) for page in listed if page.startswith(folder))
