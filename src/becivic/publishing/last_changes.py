"""When the content of an artefact last changed on main, told from git alone: by first parents, newest first.

Knows commits and trees, nothing of the records.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Final

import pygit2

from becivic.corpus.directory import PATHS_INDEX, PathEntry
from becivic.corpus.fields import Fields
from becivic.corpus.load import CANONICAL
from becivic.corpus.skill import Skill
from becivic.corpus.tree import git_blob_id
from becivic.publishing.changes.finished_paths import entry_text
from becivic.publishing.repository import CorpusRepository
from becivic.rules.json_text import JsonRefused, parse_json
from becivic.rules.targets import TargetType

Artefact = tuple[TargetType, str]


@dataclass(frozen=True, slots=True)
class Changed:
    """The commit of main that made the content what it is, and its time."""

    commit: str
    at: datetime

    def no_later_than(self, now: datetime) -> Changed:
        """A clock elsewhere may be wrong: nothing begins in the future, where no vote would count."""
        return replace(self, at=min(self.at, now))


def content_id(artefact: Skill | PathEntry) -> str:
    """What `artefacts.blob_id` holds: the blob of a skill's file, or of a path's own text."""
    return artefact.blob_id if isinstance(artefact, Skill) else _entry_id(artefact.fields.data)


def _entry_id(entry: Mapping[str, Any]) -> str:
    return git_blob_id(entry_text(entry).encode("utf-8"))


class MainHistory:
    """Main up to one commit. The repository is opened anew: whoever gave it may read in another thread."""

    def __init__(self, repository: CorpusRepository, head: str) -> None:
        self._repository: Final = repository
        self._head: Final = head
        self._git: Final = repository.git_of_its_own()

    def is_behind(self, commit: str) -> bool:
        """Whether main has gone on to this commit since: what is seen here is old."""
        with self._repository.reading():
            return commit in self._git and self._git.descendant_of(commit, self._head)

    def last_changes(self, contents: Mapping[Artefact, str]) -> dict[Artefact, Changed]:
        """For each artefact and what it is now, the commit that made it so. Walks no further back than it must."""
        sought, found = dict(contents), dict[Artefact, Changed]()
        with self._repository.reading():
            for commit, before in self._steps():
                for artefact in _changed_by(commit, before, sought):
                    del sought[artefact]
                    found[artefact] = Changed(
                        str(commit.commit.id), datetime.fromtimestamp(commit.commit.commit_time, UTC)
                    )
                if not sought:
                    break
        return found

    def _steps(self) -> Iterator[tuple[_Seen, _Seen | None]]:
        """Every commit with what main was before it."""
        commit: _Seen | None = _Seen(self._git[self._head].peel(pygit2.Commit))
        while commit is not None:
            parents = commit.commit.parent_ids
            before = _Seen(self._git[parents[0]].peel(pygit2.Commit)) if parents else None
            yield commit, before
            commit = before


class _Seen:
    """A commit on the way back, and what was looked at in it: its successor is compared with it, then its parent."""

    def __init__(self, commit: pygit2.Commit) -> None:
        self.commit: Final = commit

    @cached_property
    def skills(self) -> pygit2.Tree | None:
        folder = _below(self.commit.tree, "skills")
        return folder if isinstance(folder, pygit2.Tree) else None

    @cached_property
    def folders(self) -> dict[str, pygit2.Oid]:
        """The folder of each skill."""
        return {str(entry.name): entry.id for entry in self.skills or ()}

    @cached_property
    def catalogue(self) -> pygit2.Object | None:
        return _below(self.commit.tree, PATHS_INDEX)

    def body(self, skill: str) -> pygit2.Oid | None:
        found = _below(self.skills, f"{skill}/{CANONICAL}")
        return found.id if found is not None else None


def _below(tree: pygit2.Tree | None, path: str) -> pygit2.Object | None:
    return tree[path] if tree is not None and path in tree else None


def _changed_by(commit: _Seen, before: _Seen | None, sought: Mapping[Artefact, str]) -> set[Artefact]:
    skills = {(TargetType.SKILL, skill) for skill in _changed_skills(commit, before)}
    return (skills & sought.keys()) | _changed_paths(commit, before, sought)


def _changed_skills(commit: _Seen, before: _Seen | None) -> Iterator[str]:
    """Compared folder by folder: what is below one of the same id is the same."""
    if before is not None and _id(commit.skills) == _id(before.skills):
        return
    for skill, folder in commit.folders.items():
        if before is None or (
            before.folders.get(skill) != folder and before.body(skill) != commit.body(skill)
        ):
            yield skill


def _id(seen: pygit2.Object | None) -> pygit2.Oid | None:
    return seen.id if seen is not None else None


def _changed_paths(commit: _Seen, before: _Seen | None, sought: Mapping[Artefact, str]) -> set[Artefact]:
    """The paths whose entry was not what it is now before this commit."""
    if before is not None and _id(commit.catalogue) == _id(before.catalogue):
        return set()
    known = _entries(before.catalogue if before is not None else None)
    return {
        (kind, key)
        for (kind, key), content in sought.items()
        if kind is TargetType.PATH and (key not in known or _entry_id(known[key].data) != content)
    }


def _entries(catalogue: pygit2.Object | None) -> dict[str, Fields]:
    """The paths as they were. A catalogue that could not be read had none."""
    try:
        value = parse_json(catalogue.data) if isinstance(catalogue, pygit2.Blob) else None
    except JsonRefused:
        return {}
    return dict(Fields.of(value).child("paths").members())
