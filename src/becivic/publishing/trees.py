"""Trees of git, entry by entry: one file read, some files replaced. Cost goes with the folders on the way, not the corpus."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import pygit2
from pygit2.enums import FileMode

from becivic.rules.errors import BeCivicError

_PLAIN: Final = (FileMode.BLOB, FileMode.BLOB_EXECUTABLE)
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
    return _Writing(git, files.__getitem__).write(below, {path: path for path in files})


def of_files(git: pygit2.Repository, paths: list[str], read: Callable[[str], bytes]) -> pygit2.Oid:
    """A tree with exactly these files."""
    return _Writing(git, read).write(None, {path: path for path in paths})


class _Writing:
    def __init__(self, git: pygit2.Repository, read: Callable[[str], bytes]) -> None:
        self._git = git
        self._read = read

    def write(self, below: pygit2.Tree | None, paths: dict[str, str]) -> pygit2.Oid:
        """The tree of files given by their name below it; each value is the whole path, which `read` knows it by."""
        builder = self._git.TreeBuilder() if below is None else self._git.TreeBuilder(below)
        folders: dict[str, dict[str, str]] = {}
        for path, whole in paths.items():
            name, slash, rest = path.partition("/")
            if slash:
                folders.setdefault(name, {})[rest] = whole
            else:
                _insist(name, builder.get(name), pygit2.Blob, whole)
                builder.insert(name, self._git.create_blob(self._read(whole)), FileMode.BLOB)
        for name, inside in folders.items():
            known = builder.get(name)
            _insist(name, known, pygit2.Tree, next(iter(inside.values())))
            folder = known if isinstance(known, pygit2.Tree) else None
            builder.insert(name, self.write(folder, inside), FileMode.TREE)
        return builder.write()


def _insist(name: str, known: object | None, kind: type, path: str) -> None:
    """Nothing is taken away to make room: a file never becomes a folder, nor a folder a file (R-RETR-02)."""
    if name.lower() in _NO_NAMES or "\0" in name:
        raise PathRefused("is no name that a file can have.", where=path)
    if known is not None and not isinstance(known, kind):
        raise PathRefused(
            "cannot be written: a file lies where a folder must be, or the reverse.", where=path
        )
