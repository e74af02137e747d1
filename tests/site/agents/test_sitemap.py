"""The sitemap and robots.txt."""

from __future__ import annotations

from datetime import date
from urllib.robotparser import RobotFileParser
from xml.etree import ElementTree as ET

from becivic.site.agents.robots import robots_txt
from becivic.site.agents.sitemap import sitemap_xml
from tests.factories.grounds import URL
from tests.requirement import requirement

_MAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
_LINK = "{http://www.w3.org/1999/xhtml}link"


@requirement("R-SITE-05")
def test_a_page_is_listed_with_its_day_and_its_languages() -> None:
    made = sitemap_xml(URL, ["/", "/skills/demo"], {"/skills/demo": date(2026, 3, 4)})
    root = ET.fromstring(made.body)
    first, second = root.findall(f"{_MAP}url")
    assert first.findtext(f"{_MAP}loc") == f"{URL}/"
    assert first.find(f"{_MAP}lastmod") is None
    assert second.findtext(f"{_MAP}lastmod") == "2026-03-04"
    alternates = {each.get("hreflang"): each.get("href") for each in second.findall(_LINK)}
    assert alternates == {
        "x-default": f"{URL}/skills/demo",
        **{language: f"{URL}/{language}/skills/demo" for language in ("en", "fr", "nl", "de")},
    }


def test_an_address_cannot_leave_its_place() -> None:
    made = sitemap_xml(URL, ['/skills/a&b<"c'], {})
    root = ET.fromstring(made.body)
    assert root[0][0].text == f'{URL}/skills/a&b<"c'


@requirement("R-SITE-05")
def test_robots_may_read_everything_but_what_operators_use() -> None:
    made = robots_txt(URL)
    parser = RobotFileParser()
    parser.parse(made.text.splitlines())
    for agent in ("Googlebot", "GPTBot", "ClaudeBot", "curl"):
        assert parser.can_fetch(agent, f"{URL}/skills/becivic")
        assert parser.can_fetch(agent, f"{URL}/api/skill-graph")
        assert not parser.can_fetch(agent, f"{URL}/api/_internal/rating-stats")
    assert parser.site_maps() == [f"{URL}/sitemap.xml"]
    assert made.text.startswith(f"# AI agents: read {URL}/agents")
