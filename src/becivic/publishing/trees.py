"""Trees of git, entry by entry: one file read, some files replaced. Cost goes with the folders on the way, not the corpus."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import pygit2
from pygit2.enums import FileMode

from becivic.publishing.new_objects import NewObjects
from becivic.publishing.tree_entries import EXECUTABLE, FILE, FOLDER, LINK, Entry, read_entry, written_entries
from becivic.rules.errors import BeCivicError

_PLAIN: Final = (FileMode.BLOB, FileMode.BLOB_EXECUTABLE)
_FILES: Final = (FILE, EXECUTABLE, b"100664", LINK)
"""What a file may take the place of: older gits wrote one more mode, and a link is a file to git."""

_NO_NAMES: Final = frozenset(("", ".", "..", ".git"))


class PathRefused(BeCivicError):
    """No file can lie there. `where` is the path."""


def blob_at(tree: pygit2.Tree, path: str) -> pygit2.Blob | None:
    """A plain file; None for links, folders and what is not there."""
    try:
        entry = tree[path]
    except KeyError:
        return None
    return entry if isinstance(entry, pygit2.Blob) and entry.filemode in _PLAIN else None


def changed_paths(old: pygit2.Tree, new: pygit2.Tree) -> list[str]:
    """What was added, changed or taken away."""
    deltas = old.diff_to_tree(new, context_lines=0).deltas
    return sorted({side.path for delta in deltas for side in (delta.old_file, delta.new_file)})


def with_files(git: pygit2.Repository, below: pygit2.Tree | None, files: Mapping[str, bytes]) -> pygit2.Oid:
    """A tree with these files replaced or added, everything else as it was."""
    return _written(git, below, {path: path for path in files}, files.__getitem__)


def of_files(git: pygit2.Repository, paths: list[str], read: Callable[[str], bytes]) -> pygit2.Oid:
    """A tree with exactly these files."""
    return _written(git, None, {path: path for path in paths}, read)


def _written(
    git: pygit2.Repository, below: pygit2.Tree | None, paths: dict[str, str], read: Callable[[str], bytes]
) -> pygit2.Oid:
    with NewObjects(Path(git.path)) as new:
        root = _Writing(git, new, read).write(below, paths)
    return pygit2.Oid(raw=root)


class _Writing:
    def __init__(self, git: pygit2.Repository, new: NewObjects, read: Callable[[str], bytes]) -> None:
        self._git = git
        self._new = new
        self._read = read

    def write(self, below: pygit2.Tree | None, paths: dict[str, str]) -> bytes:
        """The tree of files given by their name below it; each value is the whole path, which `read` knows it by."""
        folder = _Folder(below)
        inner: dict[str, dict[str, str]] = {}
        for path, whole in paths.items():
            name, slash, rest = path.partition("/")
            if slash:
                inner.setdefault(name, {})[rest] = whole
            else:
                _insist(name, folder.mode(name), _FILES, whole)
                folder.put(name, FILE, self._new.add(b"blob", self._read(whole)))
        for name, inside in inner.items():
            _insist(name, folder.mode(name), (FOLDER,), next(iter(inside.values())))
            folder.put(name, FOLDER, self.write(folder.inner(name), inside))
        return self._new.add(b"tree", folder.raw())


class _Folder:
    """A folder as the bytes that git hashes. What stays is copied, as long as no name is new to it."""

    def __init__(self, tree: pygit2.Tree | None) -> None:
        self._tree = tree
        self._raw = b"" if tree is None else tree.read_raw()
        self._changed: dict[bytes, Entry] = {}

    def mode(self, name: str) -> bytes | None:
        """Of what lies there, or was put there just now."""
        if put := self._changed.get(name.encode()):
            return put.mode
        known = self._known(name)
        return None if known is None else b"%o" % known.filemode

    def inner(self, name: str) -> pygit2.Tree | None:
        known = self._known(name)
        return known if isinstance(known, pygit2.Tree) else None

    def put(self, name: str, mode: bytes, number: bytes) -> None:
        entry = Entry(mode, name.encode(), number)
        known = self._known(name)
        before = b"" if known is None else Entry(b"%o" % known.filemode, entry.name, known.id.raw).written()
        if before and self._raw.count(before) == 1:  # else a longer name may end in the very same bytes
            self._raw = self._raw.replace(before, entry.written())
        else:
            self._changed[entry.name] = entry

    def raw(self) -> bytes:
        if not self._changed:
            return self._raw
        placed = {read_entry(written).place: written for written in written_entries(self._raw)}
        placed |= {entry.place: entry.written() for entry in self._changed.values()}
        return b"".join(placed[place] for place in sorted(placed))

    def _known(self, name: str) -> pygit2.Object | None:
        return self._tree[name] if self._tree is not None and name in self._tree else None


def _insist(name: str, mode: bytes | None, modes: tuple[bytes, ...], path: str) -> None:
    """Nothing is taken away to make room: a file never becomes a folder, nor a folder a file (R-RETR-02)."""
    if name.lower() in _NO_NAMES or "\0" in name:
        raise PathRefused("is no name that a file can have.", where=path)
    if mode is not None and mode not in modes:
        raise PathRefused(
            "cannot be written: a file lies where a folder must be, or the reverse.", where=path
        )
