"""A forge under test, and the world outside it: the repository it works on, people who push to that by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pygit2
from pygit2.enums import FileMode

from becivic.corpus.commit_tree import CommitTree
from becivic.corpus.tree import MemoryTree
from becivic.publishing.forge.forge import Forge
from becivic.publishing.repository import CorpusRepository
from tests.factories.homes import NOON

ALPHABET = "".join(f"{letter}\n" for letter in "abcdefghijklmnopqrstuvwxyz").encode()
FILES = {
    "index.mdx": b"hello\n",
    "skills/a/canonical.md": ALPHABET,
    "skills/a/process.mmd": b"graph TD\n",
    "skills/b/canonical.md": b"b\n",
    "paths/index.json": b"{}\n",
}
"""What main holds at first."""


def begun(path: Path) -> Path:
    """A bare repository whose main holds FILES."""
    CorpusRepository.create(path).commit(MemoryTree(FILES), "first\n", NOON)
    return path


@dataclass
class Harness:
    """What a concrete test module hands to the contract."""

    forge: Forge
    origin: Path
    """The bare repository whose main everybody sees, as `begun` made it. A forge may keep a copy elsewhere."""
    another: Callable[[], Forge]
    """A second forge for the same main, as another process would have it."""

    @property
    def git(self) -> pygit2.Repository:
        """Opened anew, so that nothing of it is remembered."""
        return pygit2.Repository(str(self.origin))

    def push(
        self, files: Mapping[str, bytes | None], branch: str = "main", message: str = "by hand\n"
    ) -> str:
        """Somebody's commit on top of a branch; None takes a file away."""
        git = self.git
        parent = git.references[f"refs/heads/{branch}"].peel(pygit2.Commit)
        index = pygit2.Index()
        index.read_tree(parent.tree)
        for path, content in files.items():
            if content is None:
                index.remove(path)
            else:
                index.add(pygit2.IndexEntry(path, git.create_blob(content), FileMode.BLOB))
        who = pygit2.Signature("Somebody", "somebody@example.org", int(NOON.timestamp()) + 60, 0)
        tree = index.write_tree(git)
        return str(git.create_commit(f"refs/heads/{branch}", who, who, message, tree, [parent.id]))

    def main(self) -> str:
        return str(self.git.references["refs/heads/main"].target)

    def commit(self, sha: str) -> pygit2.Commit:
        return self.git[sha].peel(pygit2.Commit)

    def parents(self, sha: str) -> list[str]:
        return [str(parent) for parent in self.commit(sha).parent_ids]

    def files(self, sha: str) -> dict[str, bytes]:
        tree = CommitTree(self.git, sha)
        return {path: tree.read(path) for path in tree.paths()}

    def refs(self) -> dict[str, str]:
        git = self.git
        return {name: str(git.references[name].target) for name in git.references}
