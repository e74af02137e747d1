"""What the file system says of a file: whether other accounts of the machine may use it, and when it was touched."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def touched_at(path: Path) -> float | None:
    """None where it has gone since it was listed: what a service at work makes and takes away is no illness."""
    try:
        return path.lstat().st_mtime
    except FileNotFoundError:
        return None


def open_to_others(path: Path) -> str:
    """What its mode is, where it lets others in; nothing where it does not, or where the system has no modes."""
    mode = stat.S_IMODE(path.stat().st_mode)
    return f"its mode is {mode:o}" if os.name == "posix" and mode & _OTHERS else ""
