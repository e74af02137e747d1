"""Trees of git, entry by entry: one file read, some files replaced. Cost goes with the folders on the way, not the corpus."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import pygit2
from pygit2.enums import FileMode

from becivic.publishing.new_objects import NewObjects
from becivic.rules.errors import BeCivicError

_PLAIN: Final = (FileMode.BLOB, FileMode.BLOB_EXECUTABLE)
_FOLDER: Final = b"40000"
_FILE: Final = b"100644"
_FILES: Final = (_FILE, b"100755", b"100664", b"120000")
"""What a file may take the place of: older gits wrote one more mode, and a link is a file to git."""

_ENTRY: Final = re.compile(rb"([0-7]+ ([^\0]+)\0.{20})", re.DOTALL)
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
                folder.put(name, _FILE, self._new.add(b"blob", self._read(whole)))
        for name, inside in inner.items():
            _insist(name, folder.mode(name), (_FOLDER,), next(iter(inside.values())))
            folder.put(name, _FOLDER, self.write(folder.inner(name), inside))
        return self._new.add(b"tree", folder.raw())


class _Folder:
    """A folder as the bytes that git hashes. What stays is copied: to take a thousand names apart costs more than all
    else that a change asks of git."""

    def __init__(self, tree: pygit2.Tree | None) -> None:
        self._tree = tree
        self._raw = b"" if tree is None else tree.read_raw()
        self._changed: dict[bytes, bytes] = {}

    def mode(self, name: str) -> bytes | None:
        """Of what lies there, or was put there just now."""
        if put := self._changed.get(name.encode()):
            return put.partition(b" ")[0]
        known = self._known(name)
        return None if known is None else b"%o" % known.filemode

    def inner(self, name: str) -> pygit2.Tree | None:
        known = self._known(name)
        return known if isinstance(known, pygit2.Tree) else None

    def put(self, name: str, mode: bytes, number: bytes) -> None:
        entry = _entry(mode, name, number)
        known = self._known(name)
        before = b"" if known is None else _entry(b"%o" % known.filemode, name, known.id.raw)
        if before and self._raw.count(before) == 1:  # else a longer name may end in the very same bytes
            self._raw = self._raw.replace(before, entry)
        else:
            self._changed[name.encode()] = entry

    def raw(self) -> bytes:
        if not self._changed:
            return self._raw
        entries = {name: entry for entry, name in _ENTRY.findall(self._raw)} | self._changed
        return b"".join(
            entries[name] for name in sorted(entries, key=lambda name: _place(name, entries[name]))
        )

    def _known(self, name: str) -> pygit2.Object | None:
        return self._tree[name] if self._tree is not None and name in self._tree else None


def _entry(mode: bytes, name: str, number: bytes) -> bytes:
    return b"%s %s\0%s" % (mode, name.encode(), number)


def _place(name: bytes, entry: bytes) -> bytes:
    """As git has it: a folder stands where its name with a slash behind it would."""
    return name + b"/" if entry.startswith(_FOLDER + b" ") else name


def _insist(name: str, mode: bytes | None, modes: tuple[bytes, ...], path: str) -> None:
    """Nothing is taken away to make room: a file never becomes a folder, nor a folder a file (R-RETR-02)."""
    if name.lower() in _NO_NAMES or "\0" in name:
        raise PathRefused("is no name that a file can have.", where=path)
    if mode is not None and mode not in modes:
        raise PathRefused(
            "cannot be written: a file lies where a folder must be, or the reverse.", where=path
        )
