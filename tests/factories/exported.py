"""Sites written out: made of a small corpus, and asked whether every link leads somewhere."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from becivic.site.book import Book
from becivic.site.export_sources import FiledSource
from becivic.site.static_export import Exported, export_site
from becivic.words import LANGUAGES
from tests.factories.corpora import Files
from tests.factories.homes import NOON
from tests.factories.site_pages import PUBLIC_URL

_SERVED = ("/api/", "/mcp")
_LED_TO = (
    "agents",
    "agents/install",
    "agents/submit/concern",
    "agents/feedback-template",
    "docs/connect",
    "docs/privacy",
)


def filed(files: Files | None = None) -> FiledSource:
    return FiledSource(Book((files or Files.valid()).load(), PUBLIC_URL, NOON), NOON)


def with_agents() -> Files:
    """With the pages that every page leads to."""
    files = Files.valid()
    for page in _LED_TO:
        files = files.with_file(f"{page}.mdx", f"---\ntitle: {page}\n---\n\nWritten for the tests.\n")
    return files


def export(
    folder: Path,
    files: Files | None = None,
    *,
    languages: tuple[str, ...] = ("en",),
    beside: tuple[Path, ...] = (),
    indexer: Path | None = None,
) -> Exported:
    return export_site(
        filed(files), folder, lambda _, __: None, languages=languages, beside=beside, indexer=indexer
    )


def all_languages() -> tuple[str, ...]:
    return tuple(LANGUAGES)


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src", "action"):
                self.links.append(value or "")
            elif name == "id":
                self.ids.add(value or "")


class Crawled:
    """Every page of a folder, as a browser without scripts sees it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.pages: dict[Path, _Links] = {}
        for file in root.rglob("*.html"):
            parser = _Links()
            parser.feed(file.read_text(encoding="utf-8"))
            self.pages[file] = parser

    def broken(self) -> Iterator[tuple[str, str]]:
        """The pages and the links of theirs that lead nowhere on this site."""
        for file, page in self.pages.items():
            for link in page.links:
                if not self._resolves(file, link):
                    yield str(file.relative_to(self.root)), link

    def _resolves(self, file: Path, link: str) -> bool:
        parts = urlsplit(link)
        elsewhere = parts.netloc and not link.startswith(PUBLIC_URL)
        if elsewhere or parts.scheme == "mailto" or (parts.netloc and parts.path.startswith(_SERVED)):
            return True
        place = self.root / unquote(parts.path).strip("/") if parts.path else file
        place = place / "index.html" if place.is_dir() else place
        if not place.is_file():
            return False
        return not parts.fragment or place not in self.pages or parts.fragment in self.pages[place].ids
