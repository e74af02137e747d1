"""Every page of the packaged corpus as the application serves it: HTML that is HTML, links that lead somewhere.

The pages of one language stand for all: what differs between languages is words, and every word is in all four.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import cast
from urllib.parse import unquote, urljoin, urlsplit
from xml.etree import ElementTree as ET

import html5lib
import httpx
import pytest

from becivic.store.store import Store, open_store
from tests.factories.databases import Databases
from tests.factories.intake import Service, service

pytestmark = pytest.mark.unmeasured

HERE = "http://becivic.test"
HTML = "{http://www.w3.org/1999/xhtml}"
SVG = "{http://www.w3.org/2000/svg}"
LINKS = {"a": "href", "link": "href", "img": "src", "script": "src", "use": "href", "form": "action"}


@pytest.fixture(scope="module")
def site(databases: Databases) -> Iterator[Service]:
    with databases.fresh("sqlite") as url:
        store: Store = open_store(url)
        yield service(store)
        store.close()


def fetched(site: Service, path: str, accept: str = "text/html") -> httpx.Response:
    return site.ask("GET", path, headers={"accept": accept})


class Parsed:
    """A page, read once: parsing takes longer than making it."""

    def __init__(self, html: str) -> None:
        parser = html5lib.HTMLParser(strict=True, tree=html5lib.getTreeBuilder("etree"))
        self.elements = list(cast("ET.Element", parser.parse(html)).iter())
        self.ids = Counter(each.attrib["id"] for each in self.elements if "id" in each.attrib)
        self.links = list(dict.fromkeys(_links(self.elements)))

    def named(self, name: str) -> list[ET.Element]:
        return [each for each in self.elements if each.tag == f"{HTML}{name}"]


def _links(elements: list[ET.Element]) -> Iterator[str]:
    for each in elements:
        namespace, _, name = str(each.tag).rpartition("}")
        attribute = LINKS.get(name)
        if attribute in each.attrib and f"{namespace}}}" in (HTML, SVG):
            yield each.attrib[attribute]


class Pages:
    """Whatever a link leads to, asked for once."""

    def __init__(self, site: Service) -> None:
        self._site = site
        self.answers: dict[str, httpx.Response] = {}
        self._parsed: dict[str, Parsed] = {}

    def at(self, path: str) -> Parsed | None:
        """The page behind a link; None for what is none."""
        if path not in self.answers:
            answer = self.answers[path] = fetched(self._site, path)
            if answer.headers["content-type"].startswith("text/html") and answer.status_code == 200:
                self._parsed[path] = Parsed(answer.text)
        return self._parsed.get(path)


@pytest.fixture(scope="module")
def pages(site: Service) -> Pages:
    return Pages(site)


def addresses(site: Service) -> list[str]:
    told = fetched(site, "/llms.txt").text
    pages = {urlsplit(each).path for each in _linked(told)}
    lists = {
        "/",
        "/skills/",
        "/paths/",
        "/docs/",
        "/activity",
        "/search",
        "/search?q=carte",
        "/skills/?status=alpha",
    }
    twins = {each.removesuffix("/index.md") or "/" for each in pages if each.endswith("/index.md")}
    return sorted(lists | twins)


def _linked(markdown: str) -> list[str]:
    return [part.split(")")[0] for part in markdown.split("](")[1:]]


def test_every_page_is_html_and_every_link_and_anchor_resolves(site: Service, pages: Pages) -> None:
    broken: list[str] = []
    listed = addresses(site)
    assert len(listed) > 60
    for address in (*listed, *(f"/fr{each}" for each in listed[::6])):
        page = pages.at(address)
        assert page is not None, address
        twice = [each for each, times in page.ids.items() if times > 1]
        assert twice == [], f"{address} has an id twice"
        for link in page.links:
            split = urlsplit(urljoin(HERE + address, link))
            if f"{split.scheme}://{split.netloc}" != HERE:
                continue
            target = split.path + (f"?{split.query}" if split.query else "")
            found = pages.at(target)
            status = pages.answers[target].status_code
            if status not in (200, 308):
                broken.append(f"{address} -> {link}: {status}")
            elif split.fragment and found is not None and unquote(split.fragment) not in found.ids:
                broken.append(f"{address} -> {link}: no such anchor")
    assert broken == []


def test_nothing_on_a_page_is_inline_or_from_elsewhere(site: Service, pages: Pages) -> None:
    for address in addresses(site):
        page = pages.at(address)
        assert page is not None, address
        assert [element.tag for element in page.elements if "style" in element.attrib] == [], address
        assert page.named("style") == [], address
        handlers = [name for each in page.elements for name in each.attrib if str(name).startswith("on")]
        assert handlers == [], address
        for script in page.named("script"):
            assert "src" in script.attrib or script.attrib.get("type") == "application/ld+json", address
        assert "unsafe-inline" not in pages.answers[address].headers["content-security-policy"], address


def test_every_twin_is_markdown_and_says_where_it_lies(site: Service) -> None:
    for address in addresses(site):
        if "?" in address:
            continue
        twin = f"{address.rstrip('/')}/index.md"
        answer, negotiated = fetched(site, twin), fetched(site, address, "text/markdown")
        assert answer.status_code == negotiated.status_code == 200, twin
        assert answer.text == negotiated.text
        assert negotiated.headers["content-location"] == twin
        assert {"Accept", "Accept-Language", "Accept-Encoding"} <= set(negotiated.headers["vary"].split(", "))
        assert answer.text.startswith("# ")
