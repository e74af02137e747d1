"""`/paths/themes/<theme>/`: the paths of one theme of the closed twelve (schemas 6.12.1a), and the procedures about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from becivic.corpus.directory import PathEntry
from becivic.corpus.load import Corpus
from becivic.rendering.voice import Voice
from becivic.rules.routes import Theme
from becivic.rules.skills import Domain
from becivic.site.frame import Frame, rendered
from becivic.site.page import Page
from becivic.site.pages.listed import (
    Listed,
    alike,
    listed_markdown,
    listed_path,
    listed_skill,
    open_paths,
)
from becivic.site.pages.skills_list import area_of, procedures

_CLOSED: Final = frozenset(theme.value for theme in Theme)
_DOMAINS: Final[Mapping[Theme, frozenset[str]]] = {
    Theme.IDENTITY_CIVIL_STATUS: frozenset({Domain.CIVIC_STATUS, Domain.NATIONALITY}),
    Theme.RESIDENCY_AND_IMMIGRATION: frozenset({Domain.RESIDENCY}),
    Theme.FAMILY: frozenset({Domain.FAMILY}),
    Theme.HOUSING_AND_PROPERTY: frozenset({Domain.HOUSING}),
    Theme.MOBILITY_AND_VEHICLES: frozenset({Domain.TRAVEL_DOCUMENTS}),
    Theme.WORK_AND_SELF_EMPLOYMENT: frozenset({Domain.EMPLOYMENT}),
    Theme.SOCIAL_PROTECTION_AND_PENSIONS: frozenset({Domain.SOCIAL_SECURITY}),
    Theme.HEALTH_AND_CARE: frozenset({Domain.SOCIAL_SECURITY}),
    Theme.EDUCATION_AND_TRAINING: frozenset({Domain.EDUCATION}),
    Theme.TAXATION_AND_FINANCE: frozenset({Domain.TAXATION}),
}
"""Skills name an area and paths a theme: which areas a reader of a theme looks for. Health insurance is social security."""


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
    """Every theme that holds something, and how many paths and procedures: nobody is led to an empty page."""
    paths = Counter(theme for entry in open_paths(corpus) for theme in themes_of(entry))
    areas = Counter(map(area_of, procedures(corpus)))
    counted = ((theme, paths[theme] + sum(areas[area] for area in _areas(theme))) for theme in Theme)
    return [(theme, count) for theme, count in counted if count]


def _areas(theme: Theme) -> frozenset[str]:
    return _DOMAINS.get(theme, frozenset())


def _procedures(corpus: Corpus, theme: Theme) -> list[Listed]:
    return [listed_skill(skill) for skill in procedures(corpus) if area_of(skill) in _areas(theme)]


def _listed(corpus: Corpus, theme: Theme, language: str) -> list[Listed]:
    found = [listed_path(entry, language) for entry in open_paths(corpus) if theme in themes_of(entry)]
    return sorted(found, key=lambda item: item.title.text.casefold())


def _html(corpus: Corpus, theme: Theme, frame: Frame) -> str:
    items, skills = _listed(corpus, theme, frame.language), _procedures(corpus, theme)
    return rendered(
        "theme.html",
        frame,
        theme=theme,
        items=items,
        skills=skills,
        alike=alike([*skills, *items]),
        themes=counted_themes(corpus),
    )


def _markdown(corpus: Corpus, theme: Theme, voice: Voice) -> str:
    told = (
        (voice.t("list.title_skills"), _procedures(corpus, theme)),
        (voice.t("list.title_paths"), _listed(corpus, theme, voice.language)),
    )
    return listed_markdown(voice.t(f"list.theme-{theme}"), [(name, items) for name, items in told if items])
