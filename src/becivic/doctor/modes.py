"""Whether a file or folder is open to other accounts of the machine."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def open_to_others(path: Path) -> str:
    """What its mode is, where it lets others in; nothing where it does not, or where the system has no modes."""
    mode = stat.S_IMODE(path.stat().st_mode)
    return f"its mode is {mode:o}" if os.name == "posix" and mode & _OTHERS else ""
