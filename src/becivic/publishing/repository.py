"""The repository of authored truth: bare, branch main, its root the content of corpus/ (design 3).

Commits are made tree by tree, without an index and without a process each.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Final

import pygit2
from pygit2.enums import FileMode, RepositoryOpenFlag

from becivic.corpus.tree import CommitTree, Tree
from becivic.rules.contract import BOT_EMAIL, BOT_NAME
from becivic.rules.errors import BeCivicError
from becivic.rules.identifiers import GIT_SHA, matches

REPOSITORY: Final = "corpus.git"
"""Its name in the home folder."""

BRANCH: Final = "main"
MAIN: Final = f"refs/heads/{BRANCH}"

_HERE_ALONE: Final = RepositoryOpenFlag.NO_SEARCH | RepositoryOpenFlag.NO_DOTGIT
"""Without these, an empty folder inside a checkout would open the checkout's own repository."""

_PASSING: Final = {
    os.strerror(errno.EMFILE): "too many files are open",
    os.strerror(errno.ENFILE): "too many files are open on this machine",
    os.strerror(errno.ENOMEM): "memory is short",
}
"""By what the system says: libgit2 passes its words on, without its number."""

_RESTORE: Final = "Restore it from a backup, or move it away: the next start then fills a new one."


class RepositoryRefused(BeCivicError):
    """The repository is not one, or cannot be read. `where` is its folder."""


class CorpusRepository:
    """One bare repository. Holds no state of its own: main may move under it at any time."""

    def __init__(self, git: pygit2.Repository, path: Path) -> None:
        self._git = git
        self.path = path

    @classmethod
    def create(cls, path: Path) -> CorpusRepository:
        """A new one without commits; its writes reach the disk before they are reported done."""
        pygit2.settings.enable_fsync_gitdir(True)
        return cls(pygit2.init_repository(path, bare=True, initial_head=BRANCH), path)

    @classmethod
    def open(cls, path: Path) -> CorpusRepository:
        pygit2.settings.enable_fsync_gitdir(True)
        try:
            git = pygit2.Repository(str(path), _HERE_ALONE)
        except (pygit2.GitError, KeyError, OSError) as error:
            raise _refusal(path, "cannot be opened as a git repository", error) from None
        return cls(git, path)

    def head(self) -> str:
        """The commit main is at."""
        with self.reading():
            reference = self._git.references.get(MAIN)
            if reference is None:
                raise RepositoryRefused(f"has no branch `{BRANCH}`.", where=str(self.path), remedy=_RESTORE)
            return str(reference.peel(pygit2.Commit).id)

    def holds(self, commit: str) -> bool:
        """Whether a commit belongs to main: its head or an ancestor of it."""
        if not matches(GIT_SHA, commit):
            return False
        head = self.head()
        with self.reading():
            known = self._git.get(commit)
            is_commit = known is not None and known.type_str == "commit"
            return is_commit and (commit == head or self._git.descendant_of(head, commit))

    def at(self, commit: str) -> CommitTree:
        with self.reading():
            return CommitTree(self._git, commit)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Turns what a damaged repository or a machine in trouble throws, here or while a tree of it is read, into one sentence."""
        try:
            yield
        except (pygit2.GitError, KeyError, OSError) as error:
            if type(error) is KeyError and not matches(GIT_SHA, str(error.args[0])):
                raise  # a slip of ours, not a missing object
            raise _refusal(self.path, "is damaged: something in it cannot be read", error) from None

    def commit(self, files: Tree, message: str, now: datetime) -> str:
        """Make main hold exactly these files. Somebody else's commit in between makes it fail, not vanish."""
        author = pygit2.Signature(BOT_NAME, BOT_EMAIL, int(now.timestamp()), 0)
        known = self._git.references.get(MAIN)
        parents = [] if known is None else [known.peel(pygit2.Commit).id]
        root = self._write_tree({path: path for path in files.paths()}, files.read)
        return str(self._git.create_commit(MAIN, author, author, message, root, parents))

    def _write_tree(self, paths: dict[str, str], read: Callable[[str], bytes]) -> pygit2.Oid:
        """The tree of files given by their name below it; each value is the name `read` knows it by."""
        builder = self._git.TreeBuilder()
        folders: dict[str, dict[str, str]] = {}
        for path, source in paths.items():
            name, slash, rest = path.partition("/")
            if slash:
                folders.setdefault(name, {})[rest] = source
            else:
                builder.insert(name, self._git.create_blob(read(source)), FileMode.BLOB)
        for name, below in folders.items():
            builder.insert(name, self._write_tree(below, read), FileMode.TREE)
        return builder.write()


def _refusal(path: Path, wrong: str, error: Exception) -> RepositoryRefused:
    """What is wrong, unless the machine alone is in trouble: that passes, and the repository is whole."""
    reason = _reason(error)
    trouble = next((ours for theirs, ours in _PASSING.items() if reason.endswith(theirs)), None)
    if trouble is None:
        return RepositoryRefused(f"{wrong} ({reason}).", where=str(path), remedy=_RESTORE)
    return RepositoryRefused(
        f"cannot be read at the moment: {trouble}.",
        where=str(path),
        remedy="Try again, or give this process more room (`ulimit`).",
    )


def _reason(error: Exception) -> str:
    """What libgit2 or the system says, without its own full stop."""
    if type(error) is KeyError:
        return f"object {error.args[0]} is missing"
    return (error.strerror if isinstance(error, OSError) and error.strerror else str(error.args[0])).rstrip(
        "."
    )
