"""The corpus that ships with this program, as far as a home that lives already may take it up."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from becivic import __version__
from becivic.corpus.generated import SNAPSHOT_FOLDER, is_generated
from becivic.corpus.tree import Tree

BRANCHES: Final = "packaged/"
"""Where the branches of such change requests are."""

_DIGITS: Final = 12


def may_be_taken(path: str) -> bool:
    """What the service writes itself is never a package's, nor anything that stands beside the snapshots."""
    return not is_generated(path) and not path.startswith(SNAPSHOT_FOLDER)


def blobs_of(tree: Tree) -> dict[str, str]:
    """The files of a package by the id that git gives their content."""
    return {path: tree.blob_id(path) for path in tree.paths() if may_be_taken(path)}


@dataclass(frozen=True, slots=True)
class Package:
    tree: Tree
    blobs: Mapping[str, str]

    @classmethod
    def of(cls, tree: Tree) -> Package:
        return cls(tree, blobs_of(tree))

    @property
    def digest(self) -> str:
        """One for one content. No id of git's: a retraction rewrites those."""
        lines = "".join(f"{blob} {path}\n" for path, blob in sorted(self.blobs.items()))
        return hashlib.sha256(lines.encode()).hexdigest()

    @property
    def branch(self) -> str:
        """The same for the same package, so that nobody is asked about it twice."""
        return f"{BRANCHES}{__version__}-{self.digest[:_DIGITS]}"
