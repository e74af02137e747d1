"""Which files one tree of git has otherwise than another: folders that are the same are never looked into.

Reads trees as bytes: where a folder has a thousand entries, making an object of each costs more than all else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

import pygit2

_ENTRIES: Final = re.compile(rb"[0-7]+ [^\0]+\0.{20}", re.DOTALL)
_FOLDER: Final = b"40000"
_PLAIN: Final = (b"100644", b"100755")

FOLDERS_KEPT: Final = 64
"""Going back along main, the older tree of one step is the newer one of the next."""


class _Entry(NamedTuple):
    kind: bytes
    name: bytes
    id: bytes


class TreeChanges:
    """For one thread at a time."""

    def __init__(self, git: pygit2.Repository) -> None:
        self._git: Final = git
        self._entries: Final = lru_cache(FOLDERS_KEPT)(self._read)

    def between(self, older: bytes | None, newer: bytes) -> dict[str, str]:
        """Files that the newer tree has and the older has not, or otherwise: path and blob id.

        Trees are given by their raw ids. What was taken away is not told.
        """
        return {
            path.decode("utf-8", "replace"): blob.hex() for path, blob in self._changed(older, newer, b"")
        }

    def _changed(self, older: bytes | None, newer: bytes, place: bytes) -> Iterator[tuple[bytes, bytes]]:
        before = frozenset() if older is None else self._entries(older)
        after = self._entries(newer)
        folders = {each.name: each.id for each in map(_read_entry, before - after) if each.kind == _FOLDER}
        for kind, name, found in map(_read_entry, after - before):
            if kind == _FOLDER:
                yield from self._changed(folders.get(name), found, b"%s%s/" % (place, name))
            elif kind in _PLAIN:
                yield place + name, found

    def _read(self, tree: bytes) -> frozenset[bytes]:
        """The entries of a folder, each as it is written."""
        _, raw = self._git.read(pygit2.Oid(raw=tree))
        return frozenset(_ENTRIES.findall(raw))


def _read_entry(written: bytes) -> _Entry:
    """Kind and name in letters, then the id in twenty bytes that may be any."""
    kind, _, name = written[:-21].partition(b" ")
    return _Entry(kind, name, written[-20:])
