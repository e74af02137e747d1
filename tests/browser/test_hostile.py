"""The fullest hostile pages in a real browser with its scripts on: nothing runs, nothing is fetched from elsewhere.

What the service answered is played back under its own address and policy: the browser asks nobody else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route

from becivic.site.frame import POLICY
from tests.security.surfaces import Answer
from tests.security.worlds import World, hostile_world

AXE: Final = Axe()
RULES: Final = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
ORIGIN: Final = "http://becivic.test"
FULLEST: Final = 12
QUESTIONS: Final = 60
_TRAPS: Final = """
window.hit = 0; window.broken = [];
document.addEventListener('securitypolicyviolation', event => window.broken.push(event.violatedDirective + ' ' + event.blockedURI));
"""


@pytest.fixture(scope="module")
def world() -> World:
    """Before the browser: while that is open, no loop of ours can run."""
    return hostile_world()


@pytest.fixture
def trouble() -> list[str]:
    return []


@pytest.fixture
def page(world: World, browser: Browser, trouble: list[str]) -> Iterator[Page]:
    context = browser.new_context(base_url=ORIGIN)
    played = {**world.days[0], **world.questions, **world.files}

    def answer(route: Route) -> None:
        address = route.request.url.removeprefix(ORIGIN)
        if address in played:
            said = played[address]
            policy = {"content-security-policy": POLICY}
            route.fulfill(
                status=said.status, body=said.body, content_type=f"{said.kind}; charset=utf-8", headers=policy
            )
        else:
            trouble.append(f"asked for {route.request.url}")
            route.abort()

    context.route("**/*", answer)
    context.add_init_script(_TRAPS)
    opened = context.new_page()
    opened.on("dialog", lambda dialog: trouble.append(f"a dialog: {dialog.type}"))
    opened.on("pageerror", lambda error: trouble.append(str(error)))
    opened.on("popup", lambda _: trouble.append("a window"))
    yield opened
    context.close()


def html_of(answers: dict[str, Answer]) -> list[str]:
    return [address for address, answer in answers.items() if answer.kind == "text/html"]


def poked(page: Page, address: str) -> list[Any]:
    """Opened, folded out, moved over: what a reader may do to a page."""
    page.goto(address)
    page.evaluate(
        """() => {
          for (const each of document.querySelectorAll('details')) each.open = true;
          for (const each of document.querySelectorAll('.observed-item, .vv, h1, form'))
            for (const kind of ['mouseover', 'pointerenter', 'focus', 'click'])
              if (kind !== 'click' || each.matches('.observed-item')) each.dispatchEvent(new Event(kind, {bubbles: true}));
        }"""
    )
    return [page.evaluate("window.hit"), page.evaluate("window.broken"), page.url.removeprefix(ORIGIN)]


def test_nothing_runs_on_the_fullest_pages(world: World, page: Page, trouble: list[str]) -> None:
    answers = world.days[0]
    fullest = sorted(html_of(answers), key=lambda address: len(answers[address].text), reverse=True)[:FULLEST]
    for address in fullest:
        assert poked(page, address) == [0, [], address]
        assert page.locator(".observed-item").count() > 0, address
    assert trouble == []


def test_nothing_runs_on_what_is_asked(world: World, page: Page, trouble: list[str]) -> None:
    asked = html_of(world.questions)
    for address in asked[:: max(1, len(asked) // QUESTIONS)]:
        assert poked(page, address) == [0, [], address]
    assert trouble == []


def test_pages_full_of_what_others_said_are_fit_for_everybody(
    world: World, page: Page, trouble: list[str]
) -> None:
    """Observations, folded ones among them, values that wait to be confirmed, charts with something in them."""
    answers = world.days[0]
    fullest = sorted(html_of(answers), key=lambda address: len(answers[address].text), reverse=True)
    skill = next(address for address in fullest if address.startswith("/skills/"))
    path = next(address for address in fullest if address.startswith("/paths/"))
    for address in (skill, path, "/activity"):
        for width in (360, 1440):
            page.set_viewport_size({"width": width, "height": 900})
            page.goto(address)
            wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
            assert wide <= 0, f"{address} at {width} px is {wide} px too wide"
            found = AXE.run(page, options=RULES)
            assert found.violations_count == 0, f"{address}, {width} px: {found.generate_report()}"
    assert trouble == []
