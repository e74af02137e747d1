"""A real browser without a network. Where there is none, the tests that need it say so and are passed over."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.factories.servers import Serving, serving

CHROMIUM: Final = ("chromium", "chromium-browser", "google-chrome")
_FLAGS: Final = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")


@pytest.fixture(scope="module")  # while it is open no other test of this process can run a loop of its own
def browser() -> Iterator[Browser]:
    found = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("no browser: install chromium to run what is seen in one")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=found, args=list(_FLAGS))
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(tmp_path_factory.mktemp("home")) as running:
        yield running


@pytest.fixture
def trouble() -> list[str]:
    return []


@pytest.fixture
def opened(browser: Browser, server: Serving, trouble: list[str]) -> Iterator[Any]:
    """Contexts that note what a page complains of, and whatever it asks of anybody else."""
    contexts: list[BrowserContext] = []

    def make(**more: Any) -> Page:
        context = browser.new_context(base_url=server.url, **more)
        contexts.append(context)
        page = context.new_page()
        page.on(
            "console", lambda said: trouble.append(said.text) if said.type in ("error", "warning") else None
        )
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("request", lambda sent: None if sent.url.startswith(server.url) else trouble.append(sent.url))
        return page

    yield make
    for context in contexts:
        context.close()
