"""What can be found in a corpus: its skills, paths and documents, and the words each is known by.

What is withheld is not among them. Knows nothing of how they are searched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath
from typing import Final

from becivic.corpus import frontmatter
from becivic.corpus.directory import PathEntry
from becivic.corpus.frontmatter import FrontmatterRefused
from becivic.corpus.load import Corpus
from becivic.corpus.navigation import groups
from becivic.corpus.skill import Skill
from becivic.manual.manual import Manual, ManualPage
from becivic.manual.sections import about, arranged
from becivic.rules.languages import LANGUAGES
from becivic.rules.statuses import is_withheld

_HEADING: Final = re.compile(r"^ {0,3}#{1,6}[ \t]+([^\n]*)", re.MULTILINE)
_TAG: Final = re.compile(r"</?[A-Za-z][^<>]*>")
_ADDRESS: Final = re.compile(r"\]\([^()\s]*\)|https?://\S+")
_CLAUSE_ENDS: Final = re.compile(r"[,;:.()]")
_SUFFIXES: Final = (".mdx", ".md")
_NO_PAGES: Final = ("skills/", "paths/")


class Kind(StrEnum):
    SKILL = "skill"
    PATH = "path"
    DOC = "doc"


class Field(StrEnum):
    """Where a word may stand."""

    TITLE = "title"
    TAG = "tag"
    SUMMARY = "summary"
    HEADING = "heading"
    BODY = "body"


@dataclass(frozen=True, slots=True)
class Unit:
    """Words that stand together: a title, one tag, one heading. No language means that it may be any."""

    field: Field
    text: str
    language: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    kind: Kind
    id: str
    address: str
    status: str
    is_meta: bool = False
    titles: Mapping[str, str]
    summaries: Mapping[str, str]
    units: tuple[Unit, ...]
    text: str = ""
    """Of a page that is in no corpus."""


def text_of(entry: Entry, corpus: Corpus) -> str:
    """All that an entry says, in English. It is not kept with the entry where the corpus has it."""
    if entry.text:
        return _bare(entry.text)
    if entry.kind is Kind.SKILL:
        return _bare(corpus.skills[entry.id].confirmed_body.text)
    return _bare(_read(entry.id, corpus)) if entry.kind is Kind.DOC else ""


def entries_of(corpus: Corpus) -> Iterator[Entry]:
    for _, skill in sorted(corpus.skills.items()):
        if not is_withheld(skill.status):
            yield _skill(skill, corpus)
    for _, path in sorted(corpus.paths.entries.items()):
        if not is_withheld(path.status):
            yield _path(path, corpus)
    yield from _documents(corpus)


def manual_entries(manual: Manual) -> Iterator[Entry]:
    """Those pages that the list of documents leads to: single decisions are found by their own list."""
    for _, names in arranged(manual.pages):
        yield from (_manual_page(manual.pages[name]) for name in names)


def _manual_page(page: ManualPage) -> Entry:
    summary = about(page.name)
    units = (Unit(Field.TITLE, page.title, "en"), *_clauses(summary, "en"), *_headings(page.text))
    return Entry(
        kind=Kind.DOC,
        id=page.name,
        address=f"/{page.name}",
        status="",
        titles={"en": page.title},
        summaries={"en": summary},
        units=units,
        text=page.text,
    )


def _skill(skill: Skill, corpus: Corpus) -> Entry:
    fields, title = skill.confirmed_fields, skill.confirmed_title
    summary = fields.text("summary")
    units = [
        Unit(Field.TITLE, title, "en"),
        Unit(Field.TAG, skill.id, "en"),
        *(Unit(Field.TAG, tag) for tag, _ in fields.texts("tags")),
        *_clauses(summary, "en"),
        *_authority(skill.fields.text("authority_id"), corpus),
        *_headings(skill.confirmed_body.text),
    ]
    return Entry(
        kind=Kind.SKILL,
        id=skill.id,
        address=f"/skills/{skill.id}",
        status=str(skill.status),
        is_meta=skill.is_meta,
        titles={"en": title},
        summaries={"en": summary},
        units=tuple(units),
    )


def _path(path: PathEntry, corpus: Corpus) -> Entry:
    fields = path.confirmed_fields
    titles, told = fields.child("title"), fields.child("description")
    outputs = " ".join(output.text("name") for output in path.fields.children("outputs"))
    units = [
        *(Unit(Field.TITLE, titles.text(language), language) for language in LANGUAGES),
        Unit(Field.TAG, f"{path.key} {outputs}", "en"),
        *(clause for language in LANGUAGES for clause in _clauses(told.text(language), language)),
        *_authority(path.fields.text("authority_id"), corpus),
    ]
    return Entry(
        kind=Kind.PATH,
        id=path.key,
        address=f"/paths/{path.key}",
        status=str(path.status),
        titles={language: titles.text(language) for language in LANGUAGES} | {"en": path.confirmed_title},
        summaries={language: told.text(language) for language in LANGUAGES},
        units=tuple(units),
    )


def _authority(authority: str, corpus: Corpus) -> Iterator[Unit]:
    """Who decides, as a heading: enough to be found by, not enough to be first."""
    names = corpus.authorities.child(authority).child("name")
    return (Unit(Field.HEADING, names.text(language), language) for language in LANGUAGES)


def _documents(corpus: Corpus) -> Iterator[Entry]:
    listed = [page for group in groups(corpus) for page in group["pages"]]
    for page in listed:
        if not page.startswith(_NO_PAGES):
            yield _document(page, corpus)


def _document(page: str, corpus: Corpus) -> Entry:
    text = _read(page, corpus)
    title, summary = PurePosixPath(page).name, ""
    try:
        head, text, _ = frontmatter.split(text)
    except FrontmatterRefused:
        pass
    else:
        title = head.fields.text("title") or title
        summary = head.fields.text("description")
    units = (Unit(Field.TITLE, title, "en"), *_clauses(summary, "en"), *_headings(text))
    return Entry(
        kind=Kind.DOC,
        id=page,
        address="/" if page == "index" else f"/{page}",
        status="",
        titles={"en": title},
        summaries={"en": summary},
        units=units,
    )


def _read(page: str, corpus: Corpus) -> str:
    file = next(page + suffix for suffix in _SUFFIXES if page + suffix in corpus.files)
    return corpus.tree.read(file).decode("utf-8", errors="replace")


def _clauses(text: str, language: str) -> Iterator[Unit]:
    """A summary in pieces: words from both ends of it make no phrase."""
    return (Unit(Field.SUMMARY, clause, language) for clause in _CLAUSE_ENDS.split(text) if clause.strip())


def _headings(text: str) -> Iterator[Unit]:
    return (Unit(Field.HEADING, _bare(match.group(1)), "en") for match in _HEADING.finditer(text))


def _bare(text: str) -> str:
    """Without tags and addresses: what they are made of is nothing that people look for."""
    return _ADDRESS.sub(" ", _TAG.sub(" ", text))
