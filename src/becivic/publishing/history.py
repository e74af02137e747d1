"""The history of one file of main, read from git: by first parents, a bounded part of it at a time.

Knows commits and frontmatter, nothing of the records. What a commit says never changes, so it is remembered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

import pygit2

from becivic.corpus import frontmatter
from becivic.corpus.trailers import submission_of
from becivic.publishing.file_changes import Chain, Change
from becivic.publishing.repository import CorpusRepository
from becivic.publishing.tree_changes import TreeChanges
from becivic.rules import caps
from becivic.rules.reading import COMMITS_WALKED
from becivic.rules.statuses import Status, Version

STEPS_KEPT: Final = 20_000
CHANGES_KEPT: Final = 20_000
"""Of how many commits it is remembered which files they changed, and what they said."""


class Step(NamedTuple):
    """One commit of main: what main was before, and every file that it made otherwise, with its blob."""

    before: str | None
    files: Mapping[str, str]


class FileHistory:
    """For one thread at a time. The repository is opened anew: whoever gave it may read in another thread."""

    def __init__(self, repository: CorpusRepository, walked: int = COMMITS_WALKED) -> None:
        self._repository: Final = repository
        self._git: Final = repository.git_of_its_own()
        self._changes: Final = TreeChanges(self._git)
        self._walked: Final = walked
        self._step: Final = lru_cache(STEPS_KEPT)(self._read_step)
        self._change: Final = lru_cache(CHANGES_KEPT)(self._read_change)

    @property
    def repository(self) -> CorpusRepository:
        return self._repository

    def page(self, head: str, file: str, after: str | None, limit: int) -> Chain | None:
        """The changes of a file up to `head`; None where `after` is no commit on the way there."""
        with self._repository.reading():
            if after is None:
                return self._page(head, file, limit)
            return self._page(self._step(after).before, file, limit) if self._leads_to(after, head) else None

    def latest(self, head: str, file: str, limit: int) -> tuple[Change, ...]:
        """The newest changes, looked for as far back as steps are remembered: a text may rest while main goes on."""
        with self._repository.reading():
            return self._page(head, file, limit, STEPS_KEPT).changes

    def _page(self, start: str | None, file: str, limit: int, walked: int = 0) -> Chain:
        found: list[Change] = []
        last, following = None, start
        for _ in range(walked or self._walked):
            if following is None:
                return Chain(tuple(found), None)
            last, step = following, self._step(following)
            following = step.before
            if file in step.files and len(found) == limit:
                return Chain(tuple(found), found[-1].commit)
            if file in step.files:
                found.append(self._change(last, step.files[file]))
        return Chain(tuple(found), last if following is not None else None)

    def leads_to(self, commit: str, head: str) -> bool:
        """Whether a commit is another, or one before it."""
        with self._repository.reading():
            return self._leads_to(commit, head)

    def _leads_to(self, commit: str, head: str) -> bool:
        """By the steps that are remembered, and then commit by commit: git's own answer would hold up every thread."""
        known = self._git.get(commit)
        if known is None or known.type_str != "commit":
            return False
        if commit in islice(self._line(head), STEPS_KEPT):
            return True
        return any(each.id == known.id for each in self._git.walk(pygit2.Oid(hex=head)))

    def _line(self, head: str) -> Iterator[str]:
        following: str | None = head
        while following is not None:
            yield following
            following = self._step(following).before

    def _commit(self, commit: str) -> pygit2.Commit:
        return self._git[commit].peel(pygit2.Commit)

    def _read_step(self, commit: str) -> Step:
        """Main moves by one commit at a time: the first parent is what it was before."""
        known = self._commit(commit)
        if not known.parent_ids:
            return Step(None, self._changes.between(None, known.tree_id.raw))
        before = str(known.parent_ids[0])
        older = self._commit(before).tree_id.raw
        return Step(before, self._changes.between(older, known.tree_id.raw))

    def _read_change(self, commit: str, blob: str) -> Change:
        known = self._commit(commit)
        message = known.raw_message.decode("utf-8", "replace")
        status, version = self._said(blob)
        return Change(
            commit=commit,
            at=datetime.fromtimestamp(known.commit_time, UTC),
            title=message.partition("\n")[0],
            status=status,
            version=version,
            submission=submission_of(message),
        )

    def _said(self, blob: str) -> tuple[Status | None, Version | None]:
        """What a file says of itself."""
        content = self._git[blob].peel(pygit2.Blob).data
        if len(content) > caps.BODY_BYTES:  # nor does the loader read it
            return None, None
        try:
            fields = frontmatter.split(content.decode("utf-8", "replace"))[0].fields
        except frontmatter.FrontmatterRefused:
            return None, None
        return Status.read(fields.raw("status")), Version.parse(fields.raw("version"))
