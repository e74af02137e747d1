"""The fee as a reader of the page finds it."""

from __future__ import annotations

import re
from typing import NamedTuple

from demo import letters
from demo.expecting import Unexpected
from demo.stage import Stage


class Fee(NamedTuple):
    amount: str
    status: str


def fee_shown(stage: Stage) -> Fee:
    page = stage.page(f"/skills/{letters.SKILL}")
    marked = rf'data-uid="{letters.VALUE}" data-status="(\w+)".*?aria-label="([^"]*)"'
    found = re.search(marked, page, re.DOTALL)
    if found is None:
        raise Unexpected("the fee on the page", f"a value marked {letters.VALUE}", "none")
    return Fee(found.group(2), found.group(1))
