"""Where a corpus stands in git: the base a change is compared with, and what the change says of itself (C-21)."""

from __future__ import annotations

from pathlib import Path

import pygit2

from becivic.corpus.checks.rule import Change
from becivic.corpus.commit_tree import CommitTree
from becivic.corpus.load import Loader
from becivic.corpus.trailers import submission_of
from becivic.corpus.tree import CorpusMissing
from becivic.rules.contract import BOT_EMAIL, BOT_EMAILS


def change_since(folder: Path, base: str, loader: Loader) -> Change:
    """The base corpus and the commits since it, for the folder of a checkout."""
    found = pygit2.discover_repository(str(folder))
    if found is None:
        raise CorpusMissing(
            "is not inside a git repository, so there is nothing to compare with.",
            where=str(folder),
            remedy="Leave --base out, or check a folder of a clone.",
        )
    repository = pygit2.Repository(found)
    tree = CommitTree(repository, base, _prefix(repository, folder))
    authors, submission = _commits_since(repository, str(tree.commit))
    by_bot = bool(authors) and authors <= BOT_EMAILS
    return Change(loader.load(tree), BOT_EMAIL if by_bot else "", submission)


def _prefix(repository: pygit2.Repository, folder: Path) -> str:
    if not repository.workdir:
        return ""
    inside = folder.resolve().relative_to(Path(repository.workdir).resolve())
    return "" if inside == Path() else inside.as_posix()


def _commits_since(repository: pygit2.Repository, base: str) -> tuple[set[str], str]:
    """Who wrote the commits since the base, and the submission type any of them names."""
    if repository.head_is_unborn:
        return set(), ""
    walker = repository.walk(repository.head.target, pygit2.enums.SortMode.TOPOLOGICAL)
    walker.hide(pygit2.Oid(hex=base))
    authors: set[str] = set()
    submission = ""
    for commit in walker:
        authors.add(commit.author.email)
        named = submission_of(commit.message)
        submission = submission or (named.type.value if named else "")
    return authors, submission
