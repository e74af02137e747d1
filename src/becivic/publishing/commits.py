"""Commits as objects of git: made tree by tree, without an index and without a process each. Moves no ref."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import pygit2
from pygit2.enums import MergeFlag

from becivic.publishing.forge.forge import BOT, Author
from becivic.publishing.trees import with_files

_ONE_FILE: Final = "text"
_WITHOUT_RENAMES: Final = MergeFlag(0)


@dataclass(frozen=True, slots=True)
class NewCommit:
    """Files replaced or added on a parent; everything else stays as the parent has it."""

    parent: str
    files: Mapping[str, bytes]
    message: str
    at: datetime
    author: Author = BOT


def signature(who: Author, at: datetime) -> pygit2.Signature:
    return pygit2.Signature(who.name, who.email, int(at.timestamp()), 0)


def write(git: pygit2.Repository, new: NewCommit) -> str:
    parent = git[new.parent].peel(pygit2.Commit)
    root = with_files(git, parent.tree, new.files)
    author, committer = signature(new.author, new.at), signature(BOT, new.at)
    return str(git.create_commit(None, author, committer, new.message, root, [parent.id]))


def write_anew(
    git: pygit2.Repository, original: pygit2.Commit, onto: pygit2.Commit, files: Mapping[str, bytes]
) -> str:
    """The same from the same, whoever makes it: two processes at it make one commit, not two."""
    root = with_files(git, onto.tree, files)
    # Time never runs backwards along main: git finds its way through history by it.
    at = max(original.commit_time, onto.commit_time)
    committer = pygit2.Signature(BOT.name, BOT.email, at, 0)
    return str(git.create_commit(None, original.author, committer, original.raw_message, root, [onto.id]))


def merged_text(git: pygit2.Repository, base: bytes, ours: bytes, theirs: bytes) -> bytes | None:
    """What git makes of two changes; None where they meet, or where it is no text.

    Through trees of one file: pygit2's merge of single files gives a str, which is not what every file is.
    """
    before, here, there = (with_files(git, None, {_ONE_FILE: content}) for content in (base, ours, theirs))
    index = git.merge_trees(before, here, there, flags=_WITHOUT_RENAMES)
    if index.conflicts is not None:
        return None
    return bytes(git[index[_ONE_FILE].id].peel(pygit2.Blob).data)
