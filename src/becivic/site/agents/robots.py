"""`/robots.txt`: everybody may read everything that is for reading; nobody is told apart by name (users-expect)."""

from __future__ import annotations

from typing import Final

from becivic.site.agents.sitemap import ADDRESS as SITEMAP
from becivic.site.agents.surface import PLAIN, Surface, text_surface

ADDRESS: Final = "/robots.txt"
_INTERNAL: Final = "/api/_internal/"
"""For operators with their token; a crawler would only be refused."""


def robots_txt(public_url: str) -> Surface:
    lines = [
        f"# AI agents: read {public_url}/agents before anything else. You are welcome, whoever you are.",
        "",
        "User-agent: *",
        f"Disallow: {_INTERNAL}",
        "Allow: /",
        "",
        f"Sitemap: {public_url}{SITEMAP}",
    ]
    return text_surface(ADDRESS, PLAIN, "\n".join(lines) + "\n")
