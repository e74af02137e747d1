"""`/paths/`: every route to a document or tool, narrowed by filters in the address."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from becivic.corpus.directory import PathEntry
from becivic.corpus.load import Corpus
from becivic.reading.terms_of_use import published_at
from becivic.rendering.voice import ENGLISH, Voice
from becivic.rules.routes import Purpose, Theme
from becivic.site.frame import Frame, rendered
from becivic.site.page import Page
from becivic.site.pages.filtering import Facet, Narrowed, Pairs, narrowed
from becivic.site.pages.listed import (
    Listed,
    alike,
    listed_json,
    listed_markdown,
    listed_path,
    onward,
    open_paths,
    shared_facets,
)
from becivic.site.pages.skills_list import fallback
from becivic.site.pages.themes import counted_themes, themes_of
from becivic.words import LANGUAGES

ADDRESS: Final = "/paths/"


def paths_page(corpus: Corpus, asked: Pairs = (), *, is_whole: bool = False) -> Page:
    """As `skills_page`."""
    pairs = tuple(asked)
    return Page(
        address=ADDRESS,
        html=partial(_html, corpus, pairs),
        markdown=partial(_markdown, corpus, pairs, is_whole),
        is_indexed=not pairs,
    )


def paths_json(corpus: Corpus, asked: Pairs, public_url: str) -> dict[str, Any]:
    """The same list for a program: each path as the catalogue has it."""
    found = _narrowed(corpus, asked, ENGLISH)
    items = [
        {**entry.fields.data, "path_id": entry.key, **published_at(public_url, "paths", entry.key)}
        for entry in found.items
    ]
    return listed_json(items, found, f"{public_url}{ADDRESS}")


def _narrowed(corpus: Corpus, asked: Pairs, voice: Voice, most: int = 0) -> Narrowed[PathEntry]:
    entries = sorted(open_paths(corpus), key=lambda entry: _title(entry, voice).casefold())
    return narrowed(entries, _facets(corpus, voice), asked, _words_of, most)


def _title(entry: PathEntry, voice: Voice) -> str:
    return entry.confirmed_fields.child("title").text(voice.language) or entry.confirmed_title


def _facets(corpus: Corpus, voice: Voice) -> Sequence[Facet[PathEntry]]:
    t = voice.t
    shared: tuple[Facet[PathEntry], ...] = shared_facets(corpus, voice)
    return (
        Facet(
            "purpose",
            "list.by_purpose",
            [each.value for each in Purpose],
            lambda entry: (entry.fields.text("purpose"),),
            lambda value: t(f"list.purpose-{value}"),
        ),
        Facet(
            "theme",
            "list.by_theme_filter",
            [each.value for each in Theme],
            themes_of,
            lambda value: t(f"list.theme-{value}"),
        ),
        *shared,
    )


def _words_of(entry: PathEntry) -> str:
    """In all four languages: somebody may know only the French name."""
    fields = entry.confirmed_fields
    titles, told = fields.child("title"), fields.child("description")
    said = " ".join(f"{titles.text(code)} {told.text(code)}" for code in LANGUAGES)
    return f"{entry.key} {said}"


def _listed(found: Narrowed[PathEntry], voice: Voice) -> list[Listed]:
    return [listed_path(entry, voice.language) for entry in found.items]


def _html(corpus: Corpus, asked: Pairs, frame: Frame) -> str:
    found = _narrowed(corpus, asked, frame.voice)
    items = _listed(found, frame.voice)
    return rendered(
        "list.html",
        frame,
        kind="paths",
        found=found,
        place=ADDRESS,
        number=found.count,
        groups=[("", items)] if items else [],
        methods=(),
        alike=alike(items),
        themes=counted_themes(corpus),
        fallback=fallback(corpus),
    )


def _markdown(corpus: Corpus, asked: Pairs, is_whole: bool, voice: Voice) -> str:  # noqa: FBT001  bound beforehand
    found = _narrowed(corpus, asked, voice, max(len(corpus.paths.entries), 1) if is_whole else 0)
    groups = [("", _listed(found, voice))]
    return listed_markdown(voice.t("list.title_paths"), groups, onward(found, ADDRESS, voice))
