"""The sources of a page as paper has room for them: the sites, each with the numbers of what was read there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from becivic.rendering.citations import Note
from becivic.rules.web_addresses import is_web_address


@dataclass(frozen=True, slots=True)
class SourceSite:
    name: str
    """The host, or the title of what has no address."""
    numbers: Sequence[int]

    @property
    def numbered(self) -> str:
        return " ".join(map(str, self.numbers))


def by_site(notes: Iterable[Note]) -> list[SourceSite]:
    """In the order of their first number."""
    found: dict[str, list[int]] = {}
    for note in notes:
        found.setdefault(_site(note), []).append(note.number)
    return [SourceSite(name, numbers) for name, numbers in found.items()]


def _site(note: Note) -> str:
    if not is_web_address(note.row.url):
        return note.row.title
    return (urlsplit(note.row.url).hostname or "").removeprefix("www.")
