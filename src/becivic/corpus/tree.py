"""Where a corpus comes from: a directory, memory, or a commit of a git repository (commit_tree). Paths use forward slashes."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from becivic.rules.errors import BeCivicError


class CorpusMissing(BeCivicError):
    """There is no tree to read where one was said to be."""


class LeftOut(NamedTuple):
    """Something that is no plain file: nobody may think it was read."""

    path: str
    reason: str


LINK: Final = "is a link; links are not followed"
SPECIAL: Final = "is not a plain file"
_FOLDER: Final = "is a folder where a file is expected"
NAME: Final = "has a name with characters that do not belong in one"
_CHANGED: Final = " with a change"
_FILE_ENDINGS: Final = (".md", ".mdx", ".json", ".jsonl", ".mmd")


class Tree(Protocol):
    """Files by relative path. `commit` is None unless the tree is a commit."""

    @property
    def label(self) -> str: ...
    @property
    def commit(self) -> str | None: ...
    def paths(self) -> list[str]: ...
    def left_out(self) -> list[LeftOut]:
        """What lies in the tree and is not read, known once `paths` was asked for."""
        ...

    def read(self, path: str) -> bytes: ...
    def blob_id(self, path: str) -> str: ...


def git_blob_id(content: bytes) -> str:
    """The id git gives these bytes, so that a cache serves directories and commits alike."""
    return hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


def is_hidden(path: str) -> bool:
    """Names that start with a dot belong to tools; no tree shows them as part of a corpus."""
    return path.startswith(".") or "/." in path


class MemoryTree:
    """A tree that exists nowhere but here: merges before they happen, and tests."""

    commit: str | None = None

    def __init__(self, files: Mapping[str, bytes], label: str = "memory") -> None:
        self.files = {path: content for path, content in files.items() if not is_hidden(path)}
        self.label = label

    def paths(self) -> list[str]:
        return sorted(self.files)

    def left_out(self) -> list[LeftOut]:
        return []

    def read(self, path: str) -> bytes:
        return self.files[path]

    def blob_id(self, path: str) -> str:
        return git_blob_id(self.files[path])


class OverlayTree:
    """Another tree with some files replaced or added: a change before it is made, or once it is a commit.

    Overlays do not pile up: one on another lies on what is below both.
    """

    def __init__(self, below: Tree, files: Mapping[str, bytes], commit: str | None = None) -> None:
        self.above = MemoryTree(files)
        self.changed = frozenset(self.above.files)
        """What this change holds. The overlay below, if there is one, may hold more."""
        self.commit: str | None = commit
        self.label = f"{below.label.removesuffix(_CHANGED)}{_CHANGED}" if commit is None else commit[:7]
        if isinstance(below, OverlayTree):
            self.above = MemoryTree({**below.above.files, **self.above.files})
            below = below.below
        self.below: Tree = below

    def paths(self) -> list[str]:
        return sorted({*self.above.files, *self.below.paths()})

    def left_out(self) -> list[LeftOut]:
        return self.below.left_out()

    def read(self, path: str) -> bytes:
        return self._of(path).read(path)

    def blob_id(self, path: str) -> str:
        return self._of(path).blob_id(path)

    def _of(self, path: str) -> Tree:
        return self.above if path in self.above.files else self.below


class DirectoryTree:
    """A folder on disk. Links are not followed, and what is not a plain file is not read."""

    commit: str | None = None

    def __init__(self, root: Path) -> None:
        if not root.is_dir():
            raise CorpusMissing(
                "is not a folder.", where=str(root), remedy="Name the folder that holds skills/ and paths/."
            )
        self._root = root
        self.label = str(root)
        self._last: tuple[str, bytes] = ("", b"")
        self._left_out: list[LeftOut] = []

    def paths(self) -> list[str]:
        self._left_out = []
        return sorted(self._walk())

    def left_out(self) -> list[LeftOut]:
        return self._left_out

    def _walk(self) -> Iterator[str]:
        waiting = [""]
        while waiting:
            prefix = waiting.pop()
            with os.scandir(self._root / prefix) as entries:
                for entry in entries:
                    if is_hidden(entry.name):
                        continue
                    path = prefix + entry.name
                    if reason := _why_left_out(entry):
                        self._left_out.append(LeftOut(ascii(path)[1:-1], reason))
                    elif entry.is_dir(follow_symlinks=False):
                        waiting.append(f"{path}/")
                    else:
                        yield path

    def read(self, path: str) -> bytes:
        known, content = self._last
        if known != path:
            with open(f"{self.label}/{path}", "rb") as file:  # noqa: PTH123  a Path for each file costs more than the file
                content = file.read()
        self._last = ("", b"")
        return content

    def blob_id(self, path: str) -> str:
        """The id git would give the file. What was read for it is kept for the `read` that usually follows."""
        content = self.read(path)
        self._last = (path, content)
        return git_blob_id(content)


def _why_left_out(entry: os.DirEntry[str]) -> str:
    """Why an entry of a folder is not read, or nothing."""
    if not entry.name.isprintable():  # control characters, and the halves that stand for bytes outside UTF-8
        return NAME
    if entry.is_symlink():
        return LINK
    if entry.is_dir(follow_symlinks=False):
        return _FOLDER if entry.name.endswith(_FILE_ENDINGS) else ""
    return "" if entry.is_file(follow_symlinks=False) else SPECIAL
