"""The repository of authored truth: bare, branch main, its root the content of corpus/ (design 3).

The one place that opens it and says what is wrong with it, for whoever reads raw objects too; trees, commits and refs are each made in a module beside it.
"""

from __future__ import annotations

import errno
import os
import re
import shlex
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

import pygit2
from pygit2.enums import ObjectType, SortMode

from becivic.corpus.commit_tree import HERE_ALONE, CommitTree
from becivic.corpus.tree import Tree
from becivic.publishing.commits import NewCommit, merged_text, signature, write, write_anew
from becivic.publishing.forge.forge import BOT, Author
from becivic.publishing.git_locks import RefLocked, remove_stale
from becivic.publishing.home import HomeRefused, foreign_owner
from becivic.publishing.refs import Move, move, target
from becivic.publishing.trees import blob_at, changed_paths, of_files
from becivic.rules.errors import BeCivicError
from becivic.rules.identifiers import GIT_SHA, matches

REPOSITORY: Final = "corpus.git"
"""Its name in the home folder."""

BRANCH: Final = "main"
MAIN: Final = f"refs/heads/{BRANCH}"

_LARGEST_FOLDER: Final = 2**20
_REMEMBERED: Final = 2**25
"""Bytes. libgit2 forgets folders above 4 KiB otherwise, and unpacks skills/ again for every file in it."""

_PASSING: Final = {
    os.strerror(errno.EMFILE): "too many files are open",
    os.strerror(errno.ENFILE): "too many files are open on this machine",
    os.strerror(errno.ENOMEM): "memory is short",
}
"""By what the system says: libgit2 passes its words on, without its number."""

_NO_ACCESS: Final = (os.strerror(errno.EACCES), os.strerror(errno.EPERM), "not owned by current user")
"""By what the system or libgit2 says."""

_RESTORE: Final = (
    "Restore it from a backup, or move it and the database away: the next start then begins anew."
)
_HEAD: Final = re.compile(rb"(?:ref: refs/[^\s\0]+|[0-9a-f]{40})\s*")
_WRITE_HEAD: Final = (
    "Write it anew: `echo 'ref: refs/heads/main' > '{path}/HEAD'`. Nothing else is lost by that."
)
_DAMAGED: Final = "is damaged: something in it cannot be read"


class RepositoryRefused(BeCivicError):
    """The repository is not one, or cannot be read. `where` is its folder."""


class Told(NamedTuple):
    """The message of a commit, and who wrote it."""

    message: str
    author: Author


class CorpusRepository:
    """One bare repository. Holds no state of its own: main may move under it at any time."""

    def __init__(self, git: pygit2.Repository, path: Path) -> None:
        self._git = git
        self.path = path

    @classmethod
    def create(cls, path: Path) -> CorpusRepository:
        """A new one without commits."""
        _set_up()
        return cls(pygit2.init_repository(path, bare=True, initial_head=BRANCH), path)

    @classmethod
    def open(cls, path: Path) -> CorpusRepository:
        _set_up()
        return cls(_opened(path), path)

    def git_of_its_own(self) -> pygit2.Repository:
        """The same, opened anew: for whoever reads raw objects, or in another thread than whoever gave it."""
        return _opened(self.path)

    def head(self) -> str:
        """The commit main is at."""
        with self.reading():
            head = target(self._git, MAIN)
            if head is None:
                raise RepositoryRefused(f"has no branch `{BRANCH}`.", where=str(self.path), remedy=_RESTORE)
            return head

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

    def reading(self) -> AbstractContextManager[None]:
        """Turns what a damaged repository or a machine in trouble throws, here or while a tree of it is read, into one sentence."""
        return self._refusing(_DAMAGED, _RESTORE)

    def writing(self) -> AbstractContextManager[None]:
        """As `reading`, where something is made: a full disk, a folder that may not be written."""
        return self._refusing("cannot be written", "Make room, and see that this user may write there.")

    @contextmanager
    def _refusing(self, wrong: str, remedy: str) -> Iterator[None]:
        try:
            yield
        except (pygit2.GitError, OSError) as error:
            raise _refusal(self.path, wrong, error, remedy) from None
        except KeyError as error:
            if not matches(GIT_SHA, str(error.args[0])):
                raise  # a slip of ours, not a missing object
            raise _refusal(self.path, _DAMAGED, error, _RESTORE) from None

    def file_at(self, commit: str, path: str) -> bytes | None:
        """One plain file of a commit, without looking at the others."""
        with self.reading():
            blob = blob_at(self._known(commit).tree, path)
            return None if blob is None else bytes(blob.data)

    def changed_files(self, old: str, new: str) -> list[str]:
        """What one commit adds to another, changes in it or takes away from it."""
        with self.reading():
            return changed_paths(self._known(old).tree, self._known(new).tree)

    def parents(self, commit: str) -> list[str]:
        with self.reading():
            return [str(parent) for parent in self._known(commit).parent_ids]

    def is_ours(self, commit: str) -> bool:
        """Whether the bot made it: what `write` makes takes nothing away from its parent."""
        with self.reading():
            committer = self._known(commit).committer
            return (committer.raw_name, committer.raw_email) == (BOT.name.encode(), BOT.email.encode())

    def merge_base(self, one: str, other: str) -> str | None:
        with self.reading():
            base = self._git.merge_base(pygit2.Oid(hex=one), pygit2.Oid(hex=other))
            return None if base is None else str(base)  # type: ignore[redundant-expr]  # its stub knows no None

    def descends(self, commit: str, ancestor: str) -> bool:
        """Whether a commit is another or comes after it."""
        with self.reading():
            return commit == ancestor or self._git.descendant_of(commit, ancestor)

    def first_since(self, commit: str, before: str) -> str:
        """The oldest of the commits that lead to this one and not to the one before."""
        with self.reading():
            walk = self._git.walk(pygit2.Oid(hex=commit), SortMode.TOPOLOGICAL | SortMode.REVERSE)
            walk.hide(pygit2.Oid(hex=before))
            return str(next(walk).id)

    def target(self, ref: str) -> str | None:
        """The commit a ref names, where there is such a ref."""
        with self.reading():
            return target(self._git, ref)

    def move(self, *moves: Move) -> None:
        """Move refs, in this order, where all are where they are expected (RefMoved)."""
        try:
            with self.writing():
                move(self._git, self.path, moves)
        except RefLocked as locked:
            raise RepositoryRefused(locked.message, where=locked.where, remedy=locked.remedy) from None

    def remove_stale_locks(self) -> None:
        """Also those of refs that never move again. Where that cannot be done, whatever moves such a ref says so."""
        with suppress(OSError, HomeRefused):
            remove_stale(self.path)

    def commit(self, files: Tree, message: str, now: datetime) -> str:
        """Make main hold exactly these files. Somebody else's commit in between makes it fail, not vanish."""
        author = signature(BOT, now)
        known = self._git.references.get(MAIN)
        parents = [] if known is None else [known.peel(pygit2.Commit).id]
        root = of_files(self._git, files.paths(), files.read)
        return str(self._git.create_commit(MAIN, author, author, message, root, parents))

    def write(self, new: NewCommit) -> str:
        """A commit that no ref names yet."""
        with self.writing():
            return write(self._git, new)

    def write_anew(self, commit: str, onto: str, files: Mapping[str, bytes]) -> str:
        """Files on another parent, under the message and author that a commit had."""
        with self.writing():
            return write_anew(self._git, self._known(commit), self._known(onto), files)

    def merged_text(self, base: bytes, ours: bytes, theirs: bytes) -> bytes | None:
        """What git makes of two changes to one text; None where they meet. No ref knows of it."""
        with self.writing():
            return merged_text(self._git, base, ours, theirs)

    def made_at(self, commit: str) -> datetime:
        """The time that a commit says it was made at."""
        return datetime.fromtimestamp(self._known(commit).commit_time, UTC)

    def told(self, commit: str) -> Told:
        """What a commit says of itself."""
        with self.reading():
            known = self._known(commit)
            return Told(known.message, Author(known.author.name, known.author.email))

    def _known(self, commit: str) -> pygit2.Commit:
        return self._git[commit].peel(pygit2.Commit)


def _set_up() -> None:
    """For every repository of this process: writes reach the disk before they are reported done, folders are remembered."""
    pygit2.settings.enable_fsync_gitdir(True)
    pygit2.settings.cache_object_limit(ObjectType.TREE, _LARGEST_FOLDER)
    pygit2.settings.cache_max_size(_REMEMBERED)


def _opened(path: Path) -> pygit2.Repository:
    if is_head_damaged(path):  # libgit2 may go on where git itself finds no repository
        raise RepositoryRefused(
            "is damaged: it names no branch.", where=str(path / "HEAD"), remedy=_WRITE_HEAD.format(path=path)
        )
    try:
        return pygit2.Repository(str(path), HERE_ALONE)
    except (pygit2.GitError, KeyError, OSError) as error:
        raise _refusal(path, "cannot be opened as a git repository", error, _RESTORE) from None


def is_head_damaged(path: Path) -> bool:
    """Whether the file HEAD alone keeps git from taking the folder for a repository: all else may be whole."""
    try:
        held = (path / "HEAD").read_bytes()
    except FileNotFoundError:
        held = b""
    except OSError:
        return False
    return _HEAD.fullmatch(held) is None and (path / "objects").is_dir() and (path / "refs").is_dir()


def _refusal(path: Path, wrong: str, error: Exception, remedy: str) -> RepositoryRefused:
    """What is wrong, unless the machine alone is in trouble: that passes, and the repository is whole."""
    reason = _reason(error)
    if any(words in reason for words in _NO_ACCESS):
        owned = foreign_owner(path, *(path / name for name in ("HEAD", "config", "objects", "refs")))
        if owned is not None:
            return RepositoryRefused(
                f"cannot be used: {owned.told}", where=str(path), remedy=owned.remedy(path.parent)
            )
        return RepositoryRefused(
            f"is closed to this account ({reason}).",
            where=str(path),
            remedy=f"Open it again: `chmod -R u+rwX {shlex.quote(str(path))}`.",
        )
    trouble = next((ours for theirs, ours in _PASSING.items() if reason.endswith(theirs)), None)
    if trouble is None:
        return RepositoryRefused(f"{wrong} ({reason}).", where=str(path), remedy=remedy)
    return RepositoryRefused(
        f"cannot be read at the moment: {trouble}.",
        where=str(path),
        remedy="Try again, or give this process more room (`ulimit`).",
    )


def _reason(error: Exception) -> str:
    """What libgit2 or the system says, without its own full stop."""
    if type(error) is KeyError:
        return f"object {error.args[0]} is missing"
    words = error.strerror if isinstance(error, OSError) and error.strerror else str(error.args[0])
    return words.rstrip(".: ")
