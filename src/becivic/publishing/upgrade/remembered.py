"""Which package main last took up: a ref of our own in the repository, whose commit holds that package's files.

Not below refs/heads/, where it would be somebody's branch to merge, and would stand in the way of `packaged/…`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

import pygit2
from pygit2.enums import SortMode

from becivic import __version__
from becivic.corpus.commit_tree import CommitTree
from becivic.publishing.commits import signature
from becivic.publishing.first_start import MESSAGE
from becivic.publishing.forge.forge import BOT
from becivic.publishing.refs import Move, RefMoved
from becivic.publishing.repository import CorpusRepository
from becivic.publishing.trees import of_files
from becivic.publishing.upgrade.package import Package, blobs_of

REF: Final = "refs/becivic/packaged"

_IMPORT: Final = MESSAGE.removesuffix(f"{__version__}\n")
_DIGEST: Final = "Digest: "


@dataclass(frozen=True, slots=True)
class Memory:
    repository: CorpusRepository

    def base(self) -> CommitTree | None:
        """The package that main last took up. None where main never came from one, as far as anybody can tell."""
        commit = self.repository.target(REF) or self._import()
        return None if commit is None else self.repository.at(commit)

    def is_last(self, package: Package) -> bool:
        """By what was noted, not by what the commit holds: a retraction may have changed that."""
        commit = self.repository.target(REF)
        if commit is not None:
            return f"{_DIGEST}{package.digest}\n" in self.repository.told(commit).message
        base = self.base()
        return base is not None and blobs_of(base) == package.blobs

    def note(self, package: Package, now: datetime) -> None:
        """Where nothing was noted yet."""
        if self.repository.target(REF) is None:
            self.keep(package, now)

    def keep(self, package: Package, now: datetime) -> None:
        known = self.repository.target(REF)
        with self.repository.writing():
            git = self.repository.git_of_its_own()
            root = of_files(git, sorted(package.blobs), package.tree.read)
            bot = signature(BOT, now)
            message = f"The corpus packaged with becivic {__version__}\n\n{_DIGEST}{package.digest}\n"
            commit = str(git.create_commit(None, bot, bot, message, root, []))
        try:
            self.repository.move(Move(REF, known, commit))
        except RefMoved:  # another replica, at the same moment: the next start looks again
            return

    def _import(self) -> str | None:
        """The first commit of main, where a first start made it."""
        head = self.repository.head()
        with self.repository.reading():
            git = self.repository.git_of_its_own()
            walk = git.walk(pygit2.Oid(hex=head), SortMode.TOPOLOGICAL | SortMode.REVERSE)
            first = str(next(walk).id)
        return first if self.repository.told(first).message.startswith(_IMPORT) else None
