"""`/`: what this is, the question, the procedures by area; made of index.mdx and of what the corpus has (R-SITE-01)."""

from __future__ import annotations

from functools import partial
from typing import Final

from markupsafe import Markup

from becivic.corpus.load import Corpus
from becivic.rendering.documents import (
    SERVICE_ADDRESS,
    RenderedDocument,
    rendered_document,
    with_service_address,
)
from becivic.rendering.plain import in_markdown
from becivic.rendering.voice import ENGLISH, Voice
from becivic.site.agents.structured_data import landing_jsonld
from becivic.site.frame import Frame, rendered
from becivic.site.page import Page
from becivic.site.pages.docs import HOME, document_text
from becivic.site.pages.listed import Listed, alike, listed_markdown
from becivic.site.pages.skills_list import by_area, methods, procedures

ADDRESS: Final = "/"

_NAME: Final = "Be Civic"
_SHOWN: Final = 12
"""Of one area: the rest is one step away."""


def landing_page(corpus: Corpus, public_url: str = SERVICE_ADDRESS) -> Page:
    return Page(address=ADDRESS, html=partial(_html, corpus), markdown=partial(_markdown, corpus, public_url))


def _html(corpus: Corpus, frame: Frame) -> str:
    about, areas = _about(corpus, frame.public_url, frame.voice), _areas(corpus)
    return rendered(
        "landing.html",
        frame,
        title=about.title or _NAME,
        lead=_lead(about, frame.voice),
        areas=areas,
        alike=alike(item for _, items, _ in areas for item in items),
        body=about.html,
        structured=Markup(landing_jsonld(frame.public_url)),  # noqa: S704  JSON in which no `<` is left
    )


def _lead(about: RenderedDocument, voice: Voice) -> str:
    """What the corpus says of itself, in English; the same in the words of the interface otherwise."""
    said = about.description if voice.language == ENGLISH.language else ""
    return said or voice.t("landing.lead")


def _areas(corpus: Corpus) -> list[tuple[str, list[Listed], int]]:
    return [(area, items[:_SHOWN], len(items)) for area, items in by_area(procedures(corpus))]


def _about(corpus: Corpus, public_url: str, voice: Voice) -> RenderedDocument:
    return rendered_document(with_service_address(document_text(corpus, HOME), public_url), voice)


def _markdown(corpus: Corpus, public_url: str, voice: Voice) -> str:
    """For an agent: where to begin, what this is, and every procedure."""
    t = voice.t
    about = _about(corpus, public_url, ENGLISH)
    groups = [(t(f"list.domain-{area}"), items) for area, items in by_area(procedures(corpus))]
    listed = listed_markdown(t("list.title_skills"), [*groups, (t("list.methods"), methods(corpus))])
    head = f"# {in_markdown(about.title or _NAME)}\n\n{in_markdown(_lead(about, voice))}"
    return f"{head}\n\n{in_markdown(t('landing.agents'))}: [/agents](/agents/index.md)\n\n{about.markdown}\n\n#{listed}"
