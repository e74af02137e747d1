"""`/skills/<id>/versions/<commit>`: the text of a skill that was last stable, under a notice that leads to the current one."""

from __future__ import annotations

from dataclasses import replace

from becivic.reading.versions import Earlier
from becivic.rendering.notices import VERSIONS
from becivic.rules.moments import rfc3339
from becivic.site.page import Page
from becivic.site.pages.skill import skill_page


def version_page(earlier: Earlier) -> Page:
    """As the page of the skill. The current page is canonical, and this one is for no search engine."""
    page = skill_page(earlier.reading, stood_on=rfc3339(earlier.made_at))
    return replace(
        page,
        address=f"{page.address}/{VERSIONS}/{earlier.commit}",
        stands_for=page.address,
        is_indexed=False,
    )
