"""What is there to be pasted into a host, in a real browser: copied at a press, whole, and read without script all the same."""

from __future__ import annotations

import json
from urllib.parse import urlsplit

from playwright.sync_api import Browser

from tests.factories.servers import Serving


def test_a_press_copies_what_stands_in_the_block(browser: Browser, server: Serving) -> None:
    context = browser.new_context()
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.url)
    page = context.new_page()
    page.goto(f"{server.url}/fr/docs/connect")
    block = page.locator("pre", has_text="mcpServers").first
    button = block.get_by_role("button")
    assert button.inner_text() == "Copier"
    button.click()
    block.get_by_text("Copié").wait_for()
    copied = json.loads(page.evaluate("navigator.clipboard.readText()"))
    assert "becivic" in copied["mcpServers"]
    assert urlsplit(server.url).netloc in json.dumps(copied)
    context.close()


def test_without_script_there_is_no_button_and_everything_is_there(browser: Browser, server: Serving) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server.url}/docs/connect")
    assert page.locator("pre").count() > 15
    assert page.locator("pre button").count() == 0
    context.close()
