"""The history of one path: of the commits that changed the catalogue, those that changed its entry.

Knows commits and the catalogue file, nothing of the records.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

import pygit2

from becivic.corpus.directory import PATHS_INDEX, PathEntry
from becivic.corpus.fields import Fields
from becivic.publishing.file_changes import Chain, Change, History
from becivic.publishing.last_changes import content_id
from becivic.rules.json_text import JsonRefused, parse_json
from becivic.rules.reading import PAGE_MOST
from becivic.rules.statuses import Status, Version

CATALOGUES_KEPT: Final = 64
"""Of how many catalogues it is remembered what their entries were."""


class _Entry(NamedTuple):
    content: str
    status: Status | None
    version: Version | None


class PathHistory:
    """Over the history of files, in the thread of that one. The repository is opened anew all the same: this reads blobs."""

    def __init__(self, files: History, looked_at: int = PAGE_MOST) -> None:
        repository = files.repository
        self._repository: Final = repository
        self._files: Final = files
        self._looked_at: Final = looked_at
        self._git: Final = repository.git_of_its_own()
        self._entries: Final = lru_cache(CATALOGUES_KEPT)(self._read_entries)

    def page(self, head: str, path_id: str, after: str | None, limit: int) -> Chain | None:
        """The changes of an entry up to `head`; None where `after` is no commit on the way there.

        One page looks at so many catalogues and no more: it may hold few changes, even none, and still have a `next`.
        """
        chain = self._files.page(head, PATHS_INDEX, after, self._looked_at)
        if chain is None:
            return None
        found: list[Change] = []
        with self._repository.reading():
            for change in chain.changes:
                told = self._told(change, path_id)
                if told is not None and len(found) == limit:
                    return Chain(tuple(found), found[-1].commit)
                if told is not None:
                    found.append(told)
        return Chain(tuple(found), chain.next)

    def _told(self, change: Change, path_id: str) -> Change | None:
        """With what the entry then said of itself; None where the commit left it as it was."""
        parents = self._git[change.commit].peel(pygit2.Commit).parent_ids
        before = self._entry(parents[0], path_id) if parents else None
        after = self._entry(change.commit, path_id)
        if before == after:
            return None
        status, version = (None, None) if after is None else (after.status, after.version)
        return replace(change, status=status, version=version)

    def _entry(self, commit: str | pygit2.Oid, path_id: str) -> _Entry | None:
        tree = self._git[commit].peel(pygit2.Commit).tree
        return self._entries(tree[PATHS_INDEX].id).get(path_id) if PATHS_INDEX in tree else None

    def _read_entries(self, blob: pygit2.Oid) -> Mapping[str, _Entry]:
        """A catalogue that could not be read had none."""
        try:
            value = parse_json(self._git[blob].peel(pygit2.Blob).data)
        except JsonRefused:
            return {}
        entries = (PathEntry(*member) for member in Fields.of(value).child("paths").members())
        return {each.key: _Entry(content_id(each), each.status, each.version) for each in entries}
