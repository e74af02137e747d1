"""The marks by which a block of a body says that it makes no claim, and so needs no source (R-PRIN-01)."""

from __future__ import annotations

import re
from typing import Final

CLAIMLESS: Final = ("advice", "definition")
"""Written as a comment in the block's last line: advice says what to do, a definition explains a word."""

MARK: Final = re.compile(rf"<!--\s*(?:{'|'.join(CLAIMLESS)})\s*-->", re.IGNORECASE)
"""One of them as it stands in a body."""
