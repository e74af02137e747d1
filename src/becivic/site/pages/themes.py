"""`/paths/themes/<theme>/`: the paths of one theme of the closed twelve (schemas 6.12.1a)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from becivic.corpus.directory import PathEntry
from becivic.corpus.load import Corpus
from becivic.rendering.voice import Voice
from becivic.rules.routes import Theme
from becivic.site.frame import Frame, rendered
from becivic.site.page import Page
from becivic.site.pages.listed import Listed, listed_markdown, listed_path, open_paths

_CLOSED: Final = frozenset(theme.value for theme in Theme)


def theme_address(theme: str) -> str:
    return f"/paths/themes/{theme}/"


def theme_pages(corpus: Corpus) -> Iterator[Page]:
    """All twelve, those too that have no path yet."""
    return (
        Page(
            address=theme_address(theme),
            html=partial(_html, corpus, theme),
            markdown=partial(_markdown, corpus, theme),
        )
        for theme in Theme
    )


def themes_of(entry: PathEntry) -> list[str]:
    """Those of the closed list that it names."""
    return [theme for theme, _ in entry.fields.texts("themes") if theme in _CLOSED]


def counted_themes(corpus: Corpus) -> list[tuple[Theme, int]]:
    """Every theme and how many paths it has."""
    told = [themes_of(entry) for entry in open_paths(corpus)]
    return [(theme, sum(theme in themes for themes in told)) for theme in Theme]


def _listed(corpus: Corpus, theme: Theme, language: str) -> list[Listed]:
    found = [listed_path(entry, language) for entry in open_paths(corpus) if theme in themes_of(entry)]
    return sorted(found, key=lambda item: item.title.text.casefold())


def _html(corpus: Corpus, theme: Theme, frame: Frame) -> str:
    items, themes = _listed(corpus, theme, frame.language), counted_themes(corpus)
    return rendered("theme.html", frame, theme=theme, items=items, themes=themes)


def _markdown(corpus: Corpus, theme: Theme, voice: Voice) -> str:
    return listed_markdown(voice.t(f"list.theme-{theme}"), [("", _listed(corpus, theme, voice.language))])
