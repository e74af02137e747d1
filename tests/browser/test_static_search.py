"""The search of a site written out as files, in a real browser, under the policy that its files ask for."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from becivic.site.export_search import indexer
from tests.factories.exported import export, with_agents

PROGRAM = indexer()


class _Handler(SimpleHTTPRequestHandler):
    policy = ""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", self.policy)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing: a test says what went wrong."""


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the files are served: any web server will do."""
    folder = tmp_path_factory.mktemp("site")
    export(folder, with_agents(), indexer=PROGRAM)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(folder))) as server:
        _Handler.policy = _policy(folder)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def _policy(folder: Path) -> str:
    found = re.search(r"Content-Security-Policy: (.+)", (folder / "_headers").read_text(encoding="utf-8"))
    assert found is not None
    return found.group(1)


@pytest.mark.skipif(PROGRAM is None, reason="pagefind is not on this machine")
def test_what_is_asked_for_is_found_and_led_to(browser: Browser, exported: str) -> None:
    page = browser.new_page(base_url=exported)
    trouble: list[str] = []
    page.on("console", lambda said: trouble.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.goto("/search/")
    page.locator("#q").fill("demonstration certificate")
    page.keyboard.press("Enter")
    first = page.locator("#hits .hit a").first
    expect(first).to_be_visible(timeout=30_000)
    assert page.locator("#found").inner_text()
    first.click()
    expect(page.locator("h1")).to_be_visible()
    assert trouble == []
    page.close()


@pytest.mark.skipif(PROGRAM is None, reason="pagefind is not on this machine")
def test_what_is_not_there_is_said_not_to_be(browser: Browser, exported: str) -> None:
    page = browser.new_page(base_url=exported)
    page.goto("/search/?q=zzzzqqqq")
    expect(page.locator("#found")).to_be_visible(timeout=30_000)
    assert page.locator("#hits .hit").count() == 0
    page.close()
