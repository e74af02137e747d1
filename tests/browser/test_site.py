"""The site in a real browser: every kind of page on a phone, a tablet and a wide screen, in light and in dark."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, Final, Literal

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe

from becivic.packaged import corpus_folder
from becivic.words import LANGUAGES
from tests.browser.pages import KINDS
from tests.factories.servers import Serving

WIDTHS: Final = (360, 768, 1440)
NARROWEST: Final = 320
"""CSS pixels that WCAG 1.4.10 (reflow) asks for."""
LOOKED_AT: Final = {360: ("light", "dark"), 768: ("light",), 1440: ("dark",)}
"""In which schemes a page is judged at a width: every width once, and every colour where there is least room. What is
shown at a width does not hang on the scheme, nor a colour on the width."""
RULES: Final = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {"label-content-name-mismatch": {"enabled": True}},  # off in axe unless asked for
    "resultTypes": ["violations"],
}
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
AXE: Final = Axe()
MCP_HEADERS: Final = {"accept": "application/json, text/event-stream"}
SCREENS: Final = os.environ.get("BECIVIC_SCREENSHOTS", "")
"""A folder for pictures of every page, for whoever wants to look at them."""
_SHIFTS: Final = """
window.shifted = 0;
new PerformanceObserver(list => { for (const each of list.getEntries()) if (!each.hadRecentInput) window.shifted += each.value; })
  .observe({type: 'layout-shift', buffered: true});
"""
_HEIGHT: Final = "Math.min(document.documentElement.scrollHeight, 16384)"
"""Of a picture: a browser draws no taller one."""
_CUT_NAMES: Final = """[...document.querySelectorAll('td:first-child code')]
  .filter(code => !/[\\s-]/.test(code.textContent) && code.getClientRects().length > 1).map(code => code.textContent)"""
_TOO_WIDE: Final = """[...document.querySelectorAll('main input, main select, main textarea, main button')]
  .filter(each => each.getBoundingClientRect().right > (each.closest('form') ?? document.body).getBoundingClientRect().right + 1)
  .map(each => each.outerHTML)"""
_MISNAMED: Final = {
    "runOnly": {"type": "rule", "values": ["label-content-name-mismatch"]},
    "resultTypes": ["violations"],
}
_FOCUSED: Final = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return null;
  const box = at.getBoundingClientRect(), style = getComputedStyle(at);
  return {
    name: (at.getAttribute('aria-label') || at.textContent || at.getAttribute('name') || at.tagName).trim().slice(0, 60),
    seen: box.width > 0 && box.height > 0,
    ring: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 || style.boxShadow !== 'none',
  };
}"""


def without_the_missing(trouble: list[str], kind: str) -> list[str]:
    """A browser says of every page that is missing that it is."""
    return [each for each in trouble if not (kind == "missing" and "404" in each)]


def picture(page: Any, name: str, width: int) -> None:
    seen = {"x": 0, "y": 0, "width": width, "height": page.evaluate(_HEIGHT)}
    file = Path(SCREENS) / f"{name}.jpg"  # whoever takes it makes the folder
    page.screenshot(path=file, type="jpeg", quality=85, full_page=True, clip=seen)


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_is_fit_for_everybody_on_every_screen(kind: str, opened: Any, trouble: list[str]) -> None:
    """Opened once: a screen changes its width, and a reader the scheme, without asking for the page again."""
    page = opened(viewport={"width": WIDTHS[0], "height": 900})
    page.add_init_script(_SHIFTS)
    page.goto(KINDS[kind], wait_until="load")
    assert page.evaluate("document.fonts.ready.then(() => window.shifted)") <= 0.02, (
        "nothing moves under a finger"
    )
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
            assert wide <= 0, f"{kind} at {width} px is {wide} px too wide"
            if scheme in LOOKED_AT[width]:
                found = AXE.run(page, options=RULES)
                assert found.violations_count == 0, f"{kind}, {width} px, {scheme}: {found.generate_report()}"
            if SCREENS:
                picture(page, f"{kind}-{width}-{scheme}", width)
    assert without_the_missing(trouble, kind) == []


def test_no_field_is_wider_than_its_form_on_the_narrowest_screen(opened: Any) -> None:
    page = opened(viewport={"width": NARROWEST, "height": 640})
    for kind, address in KINDS.items():
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0, kind
        assert page.evaluate(_TOO_WIDE) == [], kind


def test_what_a_control_shows_is_in_its_accessible_name_on_every_procedure(opened: Any) -> None:
    page = opened(viewport={"width": 1440, "height": 900})
    page.goto("/skills/")
    addresses = page.evaluate(
        "[...document.querySelectorAll('main a.card, main .card a, main a')].map(a => a.pathname)"
    )
    procedures = sorted({each for each in addresses if each.startswith("/skills/") and each != "/skills/"})
    assert len(procedures) >= 16
    for address in procedures:
        page.goto(address)
        found = AXE.run(page, options=_MISNAMED)
        assert found.violations_count == 0, f"{address}: {found.generate_report()}"


@pytest.mark.parametrize("width", [1280, 1440])
@pytest.mark.parametrize("address", ["/docs/operating", "/docs/settings", "/docs/metrics"])
def test_what_a_row_of_a_table_is_about_is_never_cut_in_two(address: str, width: int, opened: Any) -> None:
    page = opened(viewport={"width": width, "height": 900})
    page.goto(address)
    assert page.evaluate(_CUT_NAMES) == []
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0


@pytest.mark.parametrize("kind", ["landing", "skill", "path", "skills", "search", "activity"])
def test_a_keyboard_reaches_everything_and_shows_where_it_is(kind: str, opened: Any) -> None:
    page = opened(viewport={"width": 1440, "height": 900})
    page.goto(KINDS[kind])
    reachable = page.locator(
        "a[href]:visible, button:visible, input:visible, select:visible, summary:visible, [tabindex='0']:visible"
    ).count()
    walked: list[dict[str, Any]] = []
    for _ in range(reachable + 40):
        page.keyboard.press("Tab")
        at = page.evaluate(_FOCUSED)
        if at is None:
            break
        walked.append(at)
    assert walked[0]["name"].startswith("Skip"), "the first stop leads past the navigation"
    assert len(walked) >= reachable * 0.9
    assert [at["name"] for at in walked if not at["ring"]] == []


@pytest.mark.parametrize("language", ["en", "fr", "nl", "de"])
def test_a_reader_gets_the_interface_in_their_language_and_may_switch(language: str, opened: Any) -> None:
    page = opened(locale={"en": "en-GB", "fr": "fr-BE", "nl": "nl-BE", "de": "de-BE"}[language])
    page.goto("/paths/household-composition")
    assert page.locator("html").get_attribute("lang") == language
    other = "de" if language != "de" else "fr"
    page.goto(f"/{other}/paths/household-composition")
    assert page.locator("html").get_attribute("lang") == other
    page.locator("main a[href^='/']").first.click()
    assert page.locator("html").get_attribute("lang") == other, "a chosen language stays chosen"


class TestWithoutJavaScript:
    def test_every_page_says_what_it_has_to_say(self, opened: Any, trouble: list[str]) -> None:
        page = opened(java_script_enabled=False)
        for kind, address in KINDS.items():
            page.goto(address)
            assert page.locator("h1").count() == 1, kind
            assert page.locator("main").inner_text().strip(), kind
        assert [each for each in trouble if "404" not in each] == []

    def test_filters_narrow_and_search_finds(self, opened: Any) -> None:
        page = opened(java_script_enabled=False)
        page.goto("/skills/")
        every = page.locator("main a[href^='/skills/']").count()
        page.goto("/skills/?domain=nationality")
        assert 0 < page.locator("main a[href^='/skills/']").count() < every
        page.goto("/search")
        page.locator("input[name='q']").first.fill("verblijfskaart")
        page.keyboard.press("Enter")
        page.wait_for_url("**/search?q=*")
        assert page.locator("main a[href='/skills/residence-card-renewal']").count() >= 1

    def test_whoever_narrows_a_list_on_a_phone_sees_what_is_left_of_it(self, opened: Any) -> None:
        page = opened(java_script_enabled=False, viewport={"width": 360, "height": 800})
        page.goto("/skills/")
        page.locator(".filter summary").first.click()
        page.locator("input[value='family']").check()
        page.locator(".filters button").click()
        page.wait_for_url("**/skills/?*domain=family#results")
        assert page.locator(".results .card").first.bounding_box()["y"] < 400
        assert page.locator(".filter[open]").count() == 0

    def test_the_drawer_and_the_notes_open(self, opened: Any) -> None:
        page = opened(java_script_enabled=False, viewport={"width": 360, "height": 800})
        page.goto("/skills/nationality-application")
        page.locator("button.menu-button").click()
        assert page.locator("#menu a[href='/paths/']").is_visible()
        page.keyboard.press("Escape")
        assert not page.locator("#menu a[href='/paths/']").is_visible()
        value = page.locator(".vv button").first
        note = page.locator(f"#{value.get_attribute('popovertarget')}")
        assert not note.is_visible()
        value.click()
        assert note.is_visible()


def test_ticks_stay_in_this_browser(opened: Any) -> None:
    page = opened()
    page.goto("/skills/nationality-application")
    box = page.locator(".checkable input[type='checkbox']").first
    box.check()
    page.reload()
    assert page.locator(".checkable input[type='checkbox']").first.is_checked()
    assert page.context.cookies() == []


def longest_skill() -> str:
    """The procedure with most to say: what fits two sheets here fits them everywhere."""
    texts = (corpus_folder() / "skills").glob("*/canonical.md")
    return max(texts, key=lambda path: path.stat().st_size).parent.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_procedure_prints_as_a_checklist_of_two_sheets(language: str, opened: Any) -> None:
    page = opened()
    page.goto(f"/{language}/skills/{longest_skill()}")
    page.emulate_media(media="print")
    left_out = ("header.top", ".contents", "footer.foot", ".part--observations", "#history", "#report")
    for selector in (*left_out, "ol.sources", "#around_title"):
        assert not page.locator(selector).first.is_visible(), selector
    for selector in ("[id^='need_path-']", "[id^='doc-']", ".steps li", ".part--surprises", ".source-sites"):
        assert page.locator(selector).first.is_visible(), selector
    printed = page.pdf(path=Path(SCREENS) / f"skill-{language}.pdf" if SCREENS else None, format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) <= 2


def test_the_landing_page_is_light(opened: Any, server: Serving) -> None:
    """Under 60 KB transferred, and one style sheet is all that holds a first view up."""
    page = opened()
    sizes: dict[str, int] = {}
    page.on(
        "response", lambda answer: sizes.__setitem__(answer.url, answer.request.sizes()["responseBodySize"])
    )
    page.goto("/", wait_until="networkidle")
    assert sum(sizes.values()) < 60_000, sizes
    blocking = page.evaluate(
        "performance.getEntriesByType('resource').filter(each => each.renderBlockingStatus === 'blocking').map(each => each.name)"
    )
    assert len(blocking) == 1, blocking
    assert blocking[0].endswith(".css")


def test_the_form_that_mcp_names_is_a_page_that_works(
    server: Serving, opened: Any, trouble: list[str]
) -> None:
    call = {
        "name": "get_onboarding_form",
        "arguments": {"skill_id": "nationality-application", "locale": "fr"},
    }
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    result = httpx.post(f"{server.url}/mcp", json=asked, headers=MCP_HEADERS, timeout=60).json()["result"]
    address = result["structuredContent"]["form_url"]
    assert address in result["content"][0]["text"]
    page = opened()
    page.goto(address)
    assert page.locator("html").get_attribute("lang") == "fr"
    assert not page.locator("#no-script").is_visible(), "its script runs under its own policy"
    assert page.locator("form#onboarding input").count() > 5
    assert trouble == []
