"""Pages as pictures, to be looked at: phone, tablet and wide screen, light and dark, and as they print.

`python -m tools.look FOLDER skills/nationality-application …` draws pages of the packaged corpus with Debian's chromium.
Nothing is served: the browser's requests are answered here, and whatever it asks for elsewhere is refused and named.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, Route, sync_playwright

from becivic.corpus.load import Corpus, Loader
from becivic.corpus.tree import DirectoryTree
from becivic.manual.manual import packaged_manual
from becivic.packaged import corpus_folder
from becivic.reading.filed import filed_path, filed_skill
from becivic.rendering.voice import Voice
from becivic.site import diagrams
from becivic.site.book import Book
from becivic.site.frame import POLICY, Frame
from becivic.site.page import Page as SitePage
from becivic.site.pages.path import path_page
from becivic.site.pages.skill import skill_page
from becivic.site.static_files import StaticFile, files
from becivic.words import LANGUAGES

ORIGIN = "http://be-civic.test"
CHROMIUM = "/usr/bin/chromium"
WIDTHS = (360, 768, 1440)
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


class House:
    """Answers what a browser asks for, out of the corpus and the assets."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._book = Book(corpus, ORIGIN, datetime(2026, 11, 16, tzinfo=UTC), manual=packaged_manual())
        self._static = files()
        self.refused: list[str] = []

    def __call__(self, route: Route) -> None:
        address = route.request.url.removeprefix(ORIGIN).split("?")[0].split("#")[0]
        if not route.request.url.startswith(ORIGIN):
            self.refused.append(route.request.url)
            route.abort()
        elif address in self._static:
            name = address.rpartition("/")[2]
            media = StaticFile(name, b"").media_type
            route.fulfill(body=self._static[address], content_type=media)
        elif address in self._book.surfaces:
            surface = self._book.surfaces[address]
            route.fulfill(body=surface.body, content_type=surface.media_type)
        elif address.endswith("/process.svg"):
            route.fulfill(body=self._diagram(address), content_type=diagrams.MEDIA_TYPE)
        elif html := self._page(address):
            headers = {"content-security-policy": POLICY, "content-type": "text/html; charset=utf-8"}
            route.fulfill(body=html, headers=headers)
        else:
            route.fulfill(status=404, body="")

    def _page(self, address: str) -> str:
        first, _, rest = address.lstrip("/").partition("/")
        voice = Voice(first, is_chosen=True) if first in LANGUAGES else Voice()
        page = self._found(f"/{rest}" if voice.is_chosen else address)
        if page is None:
            return ""
        return page.html(
            Frame(voice=voice, address=page.address, public_url=ORIGIN, is_indexed=page.is_indexed)
        )

    def _found(self, address: str) -> SitePage | None:
        """As the files alone tell it: nobody's votes, and nobody's words."""
        if skill := self._corpus.skills.get(address.removeprefix("/skills/")):
            return skill_page(filed_skill(self._corpus, skill))
        if entry := self._corpus.paths.entries.get(address.removeprefix("/paths/")):
            return path_page(filed_path(self._corpus, entry))
        return self._book.fixed.get(address)

    def _diagram(self, address: str) -> str:
        text = self._corpus.tree.read(address.lstrip("/").replace(".svg", ".mmd")).decode()
        return diagrams.process_svg(text) or ""


def pictures(browser: Browser, house: House, address: str, folder: Path) -> Iterator[str]:
    """Draws a page in every size and scheme, and says what its console said."""
    stem = address.strip("/").replace("/", "-") or "landing"
    for width in WIDTHS:
        for scheme in SCHEMES:
            page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
            said = _opened(page, house, address)
            page.screenshot(path=folder / f"{stem}-{width}-{scheme}.png", full_page=True)
            yield from (f"{address} {width} {scheme}: {each}" for each in said)
            page.close()
    page = browser.new_page()
    _opened(page, house, address)
    page.pdf(path=folder / f"{stem}.pdf", format="A4", prefer_css_page_size=True)
    page.close()


def _opened(page: Page, house: House, address: str) -> list[str]:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.route("**/*", house)
    page.goto(ORIGIN + address, wait_until="networkidle")
    return said


def main(arguments: list[str]) -> int:
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    house = House(Loader().load(DirectoryTree(corpus_folder())))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for address in arguments[1:]:
            for line in pictures(browser, house, f"/{address.lstrip('/')}", folder):
                print(line)
        browser.close()
    for address in house.refused:
        print(f"asked for elsewhere: {address}")
    return int(bool(house.refused))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
