"""A folder of git as the bytes that are hashed: its entries read, and written.

Where a folder has a thousand of them, to make an object of each costs more than all else that is asked of git.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

FOLDER: Final = b"40000"
FILE: Final = b"100644"
EXECUTABLE: Final = b"100755"
LINK: Final = b"120000"
_ANOTHER_REPOSITORY: Final = b"160000"

_ID: Final = 20
"""Bytes, which may be any."""
_ENTRY: Final = re.compile(rb"[0-7]+ [^\0]+\0.{%d}" % _ID, re.DOTALL)


class Entry(NamedTuple):
    """One name in a folder."""

    mode: bytes
    name: bytes
    id: bytes

    @property
    def is_folder(self) -> bool:
        return self.mode == FOLDER

    @property
    def is_plain(self) -> bool:
        """A file, and no link."""
        return self.mode in (FILE, EXECUTABLE)

    @property
    def is_ours(self) -> bool:
        """Whether this repository has it: a commit of another one is only named."""
        return self.mode != _ANOTHER_REPOSITORY

    @property
    def place(self) -> bytes:
        """What git sorts it by: a folder stands where its name with a slash behind it would."""
        return self.name + b"/" if self.is_folder else self.name

    def written(self) -> bytes:
        return b"%s %s\0%s" % self


def written_entries(raw: bytes) -> list[bytes]:
    """What a folder holds, in its order, each entry as it is written."""
    return _ENTRY.findall(raw)


def read_entry(written: bytes) -> Entry:
    mode, _, name = written[: -_ID - 1].partition(b" ")
    return Entry(mode, name, written[-_ID:])


def entries(raw: bytes) -> Iterator[Entry]:
    return map(read_entry, written_entries(raw))
