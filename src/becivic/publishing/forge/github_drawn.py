"""A commit drawn out: what it adds to its parent, so that it can be made again elsewhere, object by object."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

import pygit2

from becivic.publishing.forge.forge import Author
from becivic.publishing.repository import CorpusRepository


@dataclass(frozen=True, slots=True)
class Stamp:
    """Who, and when."""

    who: Author
    at: datetime


@dataclass(frozen=True, slots=True)
class Drawn:
    parent: str
    parent_tree: str
    files: Mapping[str, bytes]
    message: str
    author: Stamp
    committer: Stamp


def drawn(repository: CorpusRepository, git: pygit2.Repository, commit: str) -> Drawn:
    """Of a commit with one parent that takes nothing away."""
    with repository.reading():
        made = git[commit].peel(pygit2.Commit)
        parent = made.parents[0]
    files = {
        path: repository.file_at(commit, path) or b""
        for path in repository.changed_files(str(parent.id), commit)
    }
    return Drawn(
        parent=str(parent.id),
        parent_tree=str(parent.tree_id),
        files=files,
        message=made.message,
        author=_stamp(made.author),
        committer=_stamp(made.committer),
    )


def _stamp(signature: pygit2.Signature) -> Stamp:
    at = datetime.fromtimestamp(signature.time, UTC)
    return Stamp(Author(signature.name, signature.email), at)
