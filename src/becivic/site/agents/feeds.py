"""Atom feeds of what changed: in the whole corpus, and in one procedure. What changed comes in as entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from html import escape
from typing import Final
from urllib.parse import urlsplit

from becivic.publishing.file_changes import Change
from becivic.reading.terms_of_use import LICENSE_URL
from becivic.rules.moments import rfc3339
from becivic.site.agents.surface import Surface, text_surface
from becivic.site.xml_text import NOT_XML

ADDRESS: Final = "/feed.atom"
MEDIA_TYPE: Final = "application/atom+xml; charset=utf-8"
NEWEST: Final = 100
"""How many entries a feed holds."""

_MINTED: Final = "2026"
"""The year that tag URIs begin with (RFC 4151): it never changes, or every reader would see everything anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One commit that changed one page."""

    address: str
    title: str
    """Of the page."""
    change: str
    """What the commit says of itself."""
    commit: str
    at: datetime
    status: str
    version: str


def entry_of(address: str, title: str, change: Change) -> Entry:
    return Entry(
        address=address,
        title=title,
        change=change.title,
        commit=change.commit,
        at=change.at,
        status=str(change.status or ""),
        version=str(change.version or ""),
    )


def feed_address(page: str = "") -> str:
    """Where the feed of a page lies; without one, that of everything."""
    return f"{page}{ADDRESS}"


def feed(
    public_url: str, entries: Iterable[Entry], since: datetime, *, page: str = "", title: str = ""
) -> Surface:
    """Newest first. `since` is when the feed began: what an empty one says it was updated at."""
    shown = sorted(entries, key=lambda each: (each.at, each.address, each.commit), reverse=True)[:NEWEST]
    address = feed_address(page)
    name = f"Be Civic: {title}" if title else "Be Civic: what changed"
    updated = shown[0].at if shown else since
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
        f" <id>{_text(_tag(public_url, address))}</id>",
        f" <title>{_text(name)}</title>",
        f" <updated>{rfc3339(updated)}</updated>",
        " <author><name>Be Civic</name></author>",
        f" <rights>{LICENSE_URL}</rights>",
        f' <link rel="self" type="application/atom+xml" href="{escape(public_url + address)}"/>',
        f' <link rel="alternate" type="text/html" href="{escape(public_url + (page or "/activity"))}"/>',
        *(line for each in shown for line in _entry(public_url, each)),
        "</feed>",
    ]
    return text_surface(address, MEDIA_TYPE, "\n".join(lines) + "\n")


def _entry(public_url: str, entry: Entry) -> Iterator[str]:
    standing = ", ".join(filter(None, (entry.status, entry.version and f"version {entry.version}")))
    yield " <entry>"
    yield f"  <id>{_text(_tag(public_url, f'{entry.address}/{entry.commit}'))}</id>"
    yield f"  <title>{_text(entry.title)}{f' ({_text(standing)})' if standing else ''}</title>"
    yield f"  <updated>{rfc3339(entry.at)}</updated>"
    yield f'  <link rel="alternate" type="text/html" href="{escape(public_url + entry.address)}"/>'
    if entry.status:
        yield f'  <category term="{escape(entry.status)}"/>'
    yield f"  <summary>{_text(entry.change)}</summary>"
    yield " </entry>"


def _tag(public_url: str, what: str) -> str:
    return f"tag:{urlsplit(public_url).hostname},{_MINTED}:{what}"


def _text(told: str) -> str:
    """What XML cannot hold is left out."""
    return escape(NOT_XML.sub("", told), quote=False)
