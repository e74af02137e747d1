"""A real browser without a network. Where there is none, the tests that need it say so and are passed over."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, sync_playwright

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
