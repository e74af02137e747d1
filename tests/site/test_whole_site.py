"""Every page of the packaged corpus as the application serves it: HTML that is HTML, links that lead somewhere.

The pages of one language stand for all: what differs between languages is words, and every word is in all four.
"""

from __future__ import annotations

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

HERE = "http://becivic.test"
HTML = "{http://www.w3.org/1999/xhtml}"
LINKS = {"a": "href", "link": "href", "img": "src", "script": "src", "use": "href", "form": "action"}


@pytest.fixture(scope="module")
def site(databases: Databases) -> Iterator[Service]:
    with databases.fresh("sqlite") as url:
        store: Store = open_store(url)
        yield service(store)
        store.close()


def fetched(site: Service, path: str, accept: str = "text/html") -> httpx.Response:
    return site.ask("GET", path, headers={"accept": accept})


def tree(html: str) -> ET.Element:
    parser = html5lib.HTMLParser(strict=True, tree=html5lib.getTreeBuilder("etree"))
    return cast("ET.Element", parser.parse(html))


def links(page: ET.Element) -> Iterator[str]:
    for name, attribute in LINKS.items():
        for namespace in (HTML, "{http://www.w3.org/2000/svg}"):
            for element in page.iter(f"{namespace}{name}"):
                if attribute in element.attrib:
                    yield element.attrib[attribute]


def ids(page: ET.Element) -> list[str]:
    return [element.attrib["id"] for element in page.iter() if "id" in element.attrib]


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


def test_every_page_is_html_and_every_link_and_anchor_resolves(site: Service) -> None:
    pages: dict[str, ET.Element] = {}
    answered: dict[str, int] = {}

    def page_at(path: str) -> ET.Element | None:
        """The page behind a link, parsed once; None for what is none."""
        if path not in answered:
            answer = fetched(site, path)
            answered[path] = answer.status_code
            if answer.headers["content-type"].startswith("text/html") and answer.status_code == 200:
                pages[path] = tree(answer.text)
        return pages.get(path)

    broken: list[str] = []
    listed = addresses(site)
    assert len(listed) > 60
    for address in (*listed, *(f"/fr{each}" for each in listed[::6])):
        page = page_at(address)
        assert page is not None, address
        twice = [each for each in ids(page) if ids(page).count(each) > 1]
        assert twice == [], f"{address} has an id twice"
        for link in links(page):
            split = urlsplit(urljoin(HERE + address, link))
            if f"{split.scheme}://{split.netloc}" != HERE:
                continue
            target = split.path + (f"?{split.query}" if split.query else "")
            found = page_at(target)
            if answered[target] not in (200, 308):
                broken.append(f"{address} -> {link}: {answered[target]}")
            elif split.fragment and found is not None and unquote(split.fragment) not in ids(found):
                broken.append(f"{address} -> {link}: no such anchor")
    assert broken == []


def test_nothing_on_a_page_is_inline_or_from_elsewhere(site: Service) -> None:
    for address in addresses(site):
        answer = fetched(site, address)
        page = tree(answer.text)
        assert [element.tag for element in page.iter() if "style" in element.attrib] == [], address
        assert list(page.iter(f"{HTML}style")) == [], address
        handlers = [name for element in page.iter() for name in element.attrib if str(name).startswith("on")]
        assert handlers == [], address
        for script in page.iter(f"{HTML}script"):
            assert "src" in script.attrib or script.attrib.get("type") == "application/ld+json", address
        assert "unsafe-inline" not in answer.headers["content-security-policy"]


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
