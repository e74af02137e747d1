"""Who holds a lock on a file, as the kernel lists it: asking for the lock oneself could turn a starting server away."""

from __future__ import annotations

from pathlib import Path


def holders(file: Path, locks: Path) -> list[int] | None:
    """The processes that hold it; None where the system does not tell."""
    try:
        lines = locks.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return None
    try:
        inode = file.stat().st_ino
    except OSError:
        return []
    return sorted({pid for line in lines if (pid := _holder(line.split(), inode)) is not None})


def _holder(words: list[str], inode: int) -> int | None:
    """`1: FLOCK ADVISORY WRITE 4711 fe:00:2490777 0 EOF`. The device is another on some file systems, so it is not asked."""
    if len(words) < 6 or words[1] != "FLOCK" or not words[4].isdecimal():
        return None
    return int(words[4]) if words[5].rpartition(":")[2] == str(inode) else None
