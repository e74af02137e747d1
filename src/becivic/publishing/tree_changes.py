"""Which files one tree of git has otherwise than another: folders that are the same are never looked into."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import pygit2

from becivic.publishing.tree_entries import read_entry, written_entries

FOLDERS_KEPT: Final = 64
"""Going back along main, the older tree of one step is the newer one of the next."""


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
        folders = {each.name: each.id for each in map(read_entry, before - after) if each.is_folder}
        for entry in map(read_entry, after - before):
            if entry.is_folder:
                yield from self._changed(folders.get(entry.name), entry.id, b"%s%s/" % (place, entry.name))
            elif entry.is_plain:
                yield place + entry.name, entry.id

    def _read(self, tree: bytes) -> frozenset[bytes]:
        """The entries of a folder, each as it is written."""
        _, raw = self._git.read(pygit2.Oid(raw=tree))
        return frozenset(written_entries(raw))
