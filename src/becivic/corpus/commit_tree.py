"""A corpus as a commit of a git repository has it. Apart from the other trees: a folder is read without git."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pygit2
from pygit2.enums import FileMode, RepositoryOpenFlag

from becivic.corpus.tree import LINK, NAME, SPECIAL, CorpusMissing, LeftOut, is_hidden

MAIN: Final = "main"

HERE_ALONE: Final = RepositoryOpenFlag.NO_SEARCH | RepositoryOpenFlag.NO_DOTGIT
"""A bare repository is opened with these: else an empty folder inside a checkout would open the checkout's own."""


class CommitTree:
    """A commit of a repository, or the part of it below `prefix`."""

    def __init__(self, repository: pygit2.Repository, revision: str, prefix: str = "") -> None:
        try:
            commit = repository.revparse_single(revision).peel(pygit2.Commit)
        except (KeyError, ValueError, pygit2.GitError):
            raise CorpusMissing(
                f"has no commit `{revision}`.",
                where=repository.path,
                remedy="Name a branch, tag or commit id that exists.",
            ) from None
        self.commit: str | None = str(commit.id)
        self.label = f"{revision} ({self.commit[:7]})"
        self._repository = repository
        tree = commit.tree
        for part in filter(None, prefix.strip("/").split("/")):
            below = next((entry for entry in tree if entry.name == part), None)
            if not isinstance(below, pygit2.Tree):
                raise CorpusMissing(f"has no folder `{prefix}` at `{revision}`.", where=repository.path)
            tree = below
        self._left_out: list[LeftOut] = []
        self._blobs = dict(_blobs(tree, self._left_out))

    def paths(self) -> list[str]:
        return sorted(self._blobs)

    def left_out(self) -> list[LeftOut]:
        return self._left_out

    def read(self, path: str) -> bytes:
        blob = self._repository[self._blobs[path]]
        return bytes(blob.data) if isinstance(blob, pygit2.Blob) else b""

    def blob_id(self, path: str) -> str:
        return str(self._blobs[path])


def main_of(repository: Path) -> CommitTree:
    """The main branch of a bare repository."""
    try:
        git = pygit2.Repository(str(repository), HERE_ALONE)
    except pygit2.GitError:
        raise CorpusMissing(
            "is no git repository, although it looks like one.", where=str(repository)
        ) from None
    return CommitTree(git, MAIN)


def _blobs(root: pygit2.Tree, left_out: list[LeftOut]) -> Iterator[tuple[str, pygit2.Oid]]:
    waiting = [("", root)]
    while waiting:
        prefix, tree = waiting.pop()
        for entry in tree:
            name = str(entry.name)
            if is_hidden(name):
                continue
            if not name.isprintable():
                left_out.append(LeftOut(ascii(prefix + name)[1:-1], NAME))
            elif isinstance(entry, pygit2.Tree):
                waiting.append((f"{prefix}{name}/", entry))
            elif isinstance(entry, pygit2.Blob) and entry.filemode != FileMode.LINK:
                yield prefix + name, entry.id
            else:
                left_out.append(LeftOut(prefix + name, LINK if isinstance(entry, pygit2.Blob) else SPECIAL))
