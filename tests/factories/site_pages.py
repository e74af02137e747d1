"""Pages as a browser gets them: rendered in a language, parsed strictly, and asked what they show."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import html5lib

from becivic.rendering.markup import as_page
from becivic.rendering.voice import Voice
from becivic.site.frame import Frame
from becivic.site.page import Page

PUBLIC_URL = "https://becivic.example"


def html_of(page: Page, language: str = "en", *, is_chosen: bool = False) -> str:
    voice = Voice(language, is_chosen)
    frame = Frame(voice=voice, address=page.address, public_url=PUBLIC_URL, is_indexed=page.is_indexed)
    return as_page(page.html(frame)).decode()


def markdown_of(page: Page, language: str = "en") -> str:
    assert page.markdown is not None
    return page.markdown(Voice(language))


class Shown:
    """A page that HTML itself has nothing against."""

    def __init__(self, page: Page, language: str = "en", *, is_chosen: bool = False) -> None:
        self.source = html_of(page, language, is_chosen=is_chosen)
        parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
        self.root: ET.Element = parser.parse(self.source)
        found = self.root.find(".//main")
        assert found is not None
        self.main: ET.Element = found

    def text(self, tag: str = "", **attributes: str) -> str:
        """All words of the main part, or of its elements of this kind, blanks as one blank."""
        parts = [self.main] if not tag else self.all(tag, **attributes)
        return " ".join(" ".join("".join(part.itertext()).split()) for part in parts)

    def all(self, tag: str, **attributes: str) -> list[ET.Element]:
        """By tag; `class_` names one of its classes, other attributes are whole."""
        return [each for each in self.main.iter(tag) if _has(each, attributes)]

    def links(self, within: str = "main") -> dict[str, str]:
        """Where the main part leads, or the first of its kind on the page, by address."""
        part = self.root.find(f".//{within}")
        assert part is not None
        return {
            each.attrib["href"]: " ".join("".join(each.itertext()).split())
            for each in part.iter("a")
            if "href" in each.attrib
        }


def _has(element: ET.Element, attributes: dict[str, str]) -> bool:
    for name, value in attributes.items():
        told = element.attrib.get(name.rstrip("_"), "")
        if value != told and not (name == "class_" and value in told.split()):
            return False
    return True
