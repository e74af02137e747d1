from typing import Any

from axe_playwright_python.base import AxeResults
from playwright.sync_api import Page

class Axe:
    def __init__(self) -> None: ...
    def run(self, page: Page, options: dict[str, Any] | None = None) -> AxeResults: ...
