"""A new name in a folder lasts once the folder has reached the disk; whoever makes files that must not vanish asks here."""

from __future__ import annotations

import os
from pathlib import Path


def settle_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
