"""What a branch would change on a main that has moved since: git's three-way merge, file by file.

And the commits that say so. Any forge makes them here first; they are on no branch yet, and nothing moves.
"""

from __future__ import annotations

from becivic.publishing.commits import NewCommit
from becivic.publishing.forge.forge import ForgeRefused, MainMoved, MergeConflict, Proposed
from becivic.publishing.repository import BRANCH, CorpusRepository
from becivic.publishing.trees import PathRefused


def written(repository: CorpusRepository, proposed: Proposed) -> str:
    """The commit of a proposed change, on the main it was made for."""
    try:
        return repository.write(
            NewCommit(proposed.base, proposed.files, proposed.message, proposed.at, proposed.author)
        )
    except PathRefused as refused:
        raise ForgeRefused(refused.message, where=refused.where) from None


def made_anew(repository: CorpusRepository, commit: str, onto: str) -> str:
    """The branch that ends in `commit` as one commit on `onto`. Raises MergeConflict."""
    files = merged_files(repository, commit, onto)
    # A maintainer may have added commits: the first is ours, and says which submission it came from.
    first = repository.first_since(commit, onto)
    try:
        return repository.write_anew(first, onto, files)
    except PathRefused as refused:
        raise MergeConflict(refused.message, where=refused.where) from None


def main_moved() -> MainMoved:
    return MainMoved(
        "is not where the change was made for.", where=BRANCH, remedy="Make the change anew on main as it is."
    )


def merged_files(repository: CorpusRepository, commit: str, onto: str) -> dict[str, bytes]:
    """Whole files, those in which main at `onto` would differ. Raises MergeConflict, `where` names the files."""
    base = repository.merge_base(commit, onto)
    if base is None:
        raise ForgeRefused("shares no history with main.", remedy="Make the branch anew from main.")
    merged: dict[str, bytes] = {}
    conflicts = []
    for path, theirs in changed_plainly(repository, base, commit).items():
        ours = repository.file_at(onto, path)
        content = _merged(repository, repository.file_at(base, path), ours, theirs)
        if content is None:
            conflicts.append(path)
        elif content != ours:
            merged[path] = content
    if conflicts:
        raise MergeConflict(
            "was changed on main too, in the same lines.",
            where=", ".join(conflicts),
            remedy="Make the change anew on main as it is.",
        )
    return merged


def changed_plainly(repository: CorpusRepository, base: str, commit: str) -> dict[str, bytes]:
    """The files that differ, as the commit has them. A change replaces and adds; it takes nothing away (R-RETR-02)."""
    found = {path: repository.file_at(commit, path) for path in repository.changed_files(base, commit)}
    gone = [path for path, content in found.items() if content is None]
    if gone:
        raise ForgeRefused(
            "is taken away, or made into something that is no plain file.",
            where=", ".join(gone),
            remedy="Put it back on the branch: what main holds is replaced, never removed.",
        )
    return {path: content for path, content in found.items() if content is not None}


def _merged(
    repository: CorpusRepository, base: bytes | None, ours: bytes | None, theirs: bytes
) -> bytes | None:
    if ours in (base, theirs):
        return theirs
    if base is None or ours is None:
        return None
    return repository.merged_text(base, ours, theirs)
