"""Objects of git that are made together, each a file of its own. Knows bytes; what is in them is for others.

libgit2 waits for the disk twice an object, one after the other. Here what belongs together is written first and
waited for at the same time, and has its final names before the disk is asked a second time: no ref names any of it
until then, so that nothing a ref names is lost when the power fails.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import zlib
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Final, Self

_AT_ONCE: Final = 8
_READ_ONLY: Final = 0o444
_SPEED: Final = 1
"""Of compression, git's own choice for such files: folders hold ids, which do not get smaller."""


class NewObjects:
    """They last once the block is left; where it is left by an error, nothing of them stays."""

    def __init__(self, repository: Path) -> None:
        self._objects: Final = repository / "objects"
        self._unfinished: Final[dict[str, Path]] = {}
        """The final place of each file."""
        self._folders: Final[set[Path]] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None:
                self._settle()
        finally:
            for left in self._unfinished:
                with suppress(OSError):
                    Path(left).unlink()

    def add(self, kind: bytes, content: bytes) -> bytes:
        """Its id, as the twenty bytes that folders know it by."""
        whole = b"%s %d\0%s" % (kind, len(content), content)
        found = hashlib.sha1(whole, usedforsecurity=False)
        name = found.hexdigest()
        folder = self._folder(name[:2])
        final = folder / name[2:]
        if not final.exists():
            self._write(folder, final, zlib.compress(whole, _SPEED))
        return found.digest()

    def _folder(self, name: str) -> Path:
        """To be waited for even where nothing is new in it: who made what is there may have died before asking."""
        folder = self._objects / name
        if folder not in self._folders:
            if not folder.is_dir():
                folder.mkdir(exist_ok=True)
                self._folders.add(self._objects)
            self._folders.add(folder)
        return folder

    def _write(self, folder: Path, final: Path, packed: bytes) -> None:
        # Beside its final place: whoever deletes loose objects deletes what a killed process left of them too.
        descriptor, file = tempfile.mkstemp(prefix="tmp_obj_", dir=folder)
        self._unfinished[file] = final
        with os.fdopen(descriptor, "wb") as opened:
            opened.write(packed)
            os.fchmod(descriptor, _READ_ONLY)

    def _settle(self) -> None:
        _reach_the_disk(self._unfinished)
        for file, final in list(self._unfinished.items()):
            Path(file).replace(final)
            del self._unfinished[file]
        _reach_the_disk(self._folders)


def _reach_the_disk(paths: Collection[str | Path]) -> None:
    """All at once: a file system writes for many that ask as fast as for one."""
    for _ in _waiting().map(_wait_for, paths):
        pass


def _wait_for(path: str | Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@cache
def _waiting() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="becivic-fsync")
