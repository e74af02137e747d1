"""`/sitemap.xml`: what search engines may find, each page with the languages it is read in and when it changed.

When a page changed is for whoever asks to say; of a page nobody knows that of, nothing is claimed (users-expect).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from html import escape
from typing import Final

from becivic.site.agents.surface import XML, Surface, text_surface
from becivic.words import LANGUAGES

ADDRESS: Final = "/sitemap.xml"
_HEAD: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">'
)


def sitemap_xml(public_url: str, addresses: Iterable[str], modified: Mapping[str, date]) -> Surface:
    """`modified` is by address, as `addresses` has it."""
    told = "\n".join(line for each in addresses for line in _page(public_url, each, modified.get(each)))
    return text_surface(ADDRESS, XML, f"{_HEAD}\n{told}\n</urlset>\n")


def _page(public_url: str, address: str, modified: date | None) -> Iterator[str]:
    yield " <url>"
    yield f"  <loc>{escape(public_url + address, quote=False)}</loc>"
    if modified is not None:
        yield f"  <lastmod>{modified.strftime('%Y-%m-%d')}</lastmod>"
    yield _alternate("x-default", public_url + address)
    for language in LANGUAGES:
        yield _alternate(language, f"{public_url}/{language}{address}")
    yield " </url>"


def _alternate(language: str, url: str) -> str:
    return f'  <xhtml:link rel="alternate" hreflang="{language}" href="{escape(url)}"/>'
