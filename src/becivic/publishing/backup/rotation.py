"""Backups by date below one folder, of which the newest are kept. Only whole backups count, and only they are removed."""

from __future__ import annotations

import re
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from becivic.publishing.backup.manifest import MANIFEST

_DATED: Final = re.compile(r"[0-9]{8}T[0-9]{6}Z")


def dated(folder: Path, now: datetime) -> Path:
    """Where the backup of this moment goes; names sort by time."""
    return folder / now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def drop_oldest(folder: Path, keep: int) -> list[str]:
    """Remove whole backups beyond the newest `keep`, the manifest first: half of one is never taken for one."""
    whole = sorted(
        one for one in folder.iterdir() if _DATED.fullmatch(one.name) and (one / MANIFEST).is_file()
    )
    dropped = whole[: max(0, len(whole) - keep)]
    for one in dropped:
        (one / MANIFEST).unlink()
        shutil.rmtree(one)
    return [one.name for one in dropped]
