"""What the process takes of the machine, as far as the machine tells."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

STATM: Final = Path("/proc/self/statm")
"""Where Linux says it: pages in all, then pages in memory."""


def resident_bytes(statm: Path = STATM) -> int | None:
    """Memory in use; None on a system that does not say."""
    try:
        pages = int(statm.read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")
