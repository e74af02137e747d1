"""Links that an author wrote: only to the web, to mail and within the site, there in the reader's language."""

from __future__ import annotations

import re
from typing import Final

from becivic.rendering.voice import Voice

_HREF: Final = re.compile(r' href="([^"]*)"')
_SCHEME: Final = re.compile(r"[^/?#]*:")
_WEB: Final = re.compile(r"(?:https?:)?//", re.IGNORECASE)
_EXTERNAL: Final = ' rel="external noopener noreferrer"'
_NO_PAGE: Final = re.compile(
    r"/(?:api|mcp|metrics|static|schemas|\.well-known)(?:/|$)|/[^?#]*\.[a-z0-9]+(?:[?#]|$)"
)
"""What has one form in every language: data, and files with an ending."""


def linked(tag: str, voice: Voice) -> str:
    """An opening `<a …>` of the markdown, its address held to what a page may lead to."""
    found = _HREF.search(tag)
    address = found.group(1) if found else ""
    if _WEB.match(address):
        return f"{tag[:-1]}{_EXTERNAL}>"
    if not address or (_SCHEME.match(address) and not address.startswith("mailto:")):
        return _HREF.sub("", tag)
    if address.startswith("/") and not _NO_PAGE.match(address):
        return tag.replace(f'href="{address}"', f'href="{voice.link(address)}"', 1)
    return tag
