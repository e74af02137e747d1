"""What main says of an artefact: the sources of a path, and what a skill or a path was before (lifecycle 9.2, 10.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from becivic.corpus import frontmatter
from becivic.corpus.directory import PATHS_INDEX
from becivic.corpus.fields import Fields
from becivic.corpus.load import CANONICAL, Corpus
from becivic.lifecycle import Artefact, Prior, PriorKind
from becivic.publishing.consensus.commit_words import opens_anew, reinstates
from becivic.publishing.file_changes import Change
from becivic.publishing.history import FileHistory
from becivic.publishing.workshop import Workshop
from becivic.rules.json_text import JsonRefused, parse_json
from becivic.rules.statuses import Status
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import TargetType

_PREVIOUS: Final = "previous_stable_sha"
_CHANGES: Final = 100
"""How many changes of a file are read at a time."""


@dataclass(frozen=True, slots=True)
class Content:
    """An artefact as one commit of main has it: the fields, and the whole text where it is a file of its own."""

    fields: Fields
    raw: bytes = b""

    @property
    def status(self) -> Status | None:
        return Status.read(self.fields.raw("status"))


class PriorUnknown(Exception):
    """What could be gone back to must be looked up in git, which is not done inside a transaction."""

    def __init__(self, artefact: Artefact) -> None:
        super().__init__()
        self.artefact: Final = artefact


@dataclass(frozen=True, slots=True)
class PinnedFacts:
    """The facts of one corpus, for inside a write: everybody's writes wait behind it, and nobody waits there for a forge
    or for git."""

    corpus: Corpus
    behind: Mapping[tuple[TargetType, str], Prior | None] = field(default_factory=dict)
    """What has been looked up."""

    def sources(self, path_id: str) -> tuple[str, ...]:
        entry = self.corpus.paths.entries.get(path_id)
        return () if entry is None else tuple(source.id for source in entry.sources)

    def source_classes(self, path_id: str) -> frozenset[str]:
        return self.corpus.paths.source_classes([path_id])

    def handed_over(self, path_id: str) -> tuple[str, ...]:
        entry = self.corpus.paths.entries.get(path_id)
        if entry is None:
            return ()
        return tuple(
            source.id
            for source in entry.sources
            if source.fields.child("actor").child("handoff").text("when") not in ("", "none")
            and not source.fields.flag("post_handoff_observed")
        )

    def prior(self, artefact: Artefact) -> Prior | None:
        """Raises PriorUnknown."""
        try:
            return self.behind[artefact.target, artefact.id]
        except KeyError:
            raise PriorUnknown(artefact) from None


@dataclass(slots=True)
class MainFacts:
    """Reads main when it is first asked something, and not before: most ticks need nothing of it."""

    workshop: Workshop
    _history: FileHistory | None = field(default=None, init=False)

    def sources(self, path_id: str) -> tuple[str, ...]:
        return PinnedFacts(self.workshop.corpus()).sources(path_id)

    def source_classes(self, path_id: str) -> frozenset[str]:
        return PinnedFacts(self.workshop.corpus()).source_classes(path_id)

    def handed_over(self, path_id: str) -> tuple[str, ...]:
        return PinnedFacts(self.workshop.corpus()).handed_over(path_id)

    def prior(self, artefact: Artefact) -> Prior | None:
        return self.prior_at(self.workshop.corpus(), artefact)

    def prior_at(self, corpus: Corpus, artefact: Artefact) -> Prior | None:
        head = corpus.commit or ""
        return self._earlier_stable(artefact, head) or self._before_amendment(artefact, head)

    def content_at(self, target: TargetType, target_id: str, commit: str) -> Content | None:
        """None where that commit has none that can be read, or is not there."""
        repository = self.workshop.repository
        raw = repository.file_at(commit, file_of(target, target_id)) if repository.holds(commit) else None
        if raw is None:
            return None
        try:
            if target is TargetType.SKILL:
                return Content(frontmatter.split(raw.decode("utf-8"))[0].fields, raw)
            entries = dict(Fields.of(parse_json(raw)).child("paths").members())
        except (UnicodeDecodeError, frontmatter.FrontmatterRefused, JsonRefused):
            return None
        return Content(entries[target_id]) if target_id in entries else None

    def _earlier_stable(self, artefact: Artefact, head: str) -> Prior | None:
        now = self.content_at(artefact.target, artefact.id, head)
        commit = "" if now is None else now.fields.text(_PREVIOUS)
        found = self.content_at(artefact.target, artefact.id, commit) if commit else None
        if found is None or found.status is not Status.STABLE:
            return None
        return Prior(PriorKind.STABLE, Status.STABLE, commit)

    def _before_amendment(self, artefact: Artefact, head: str) -> Prior | None:
        """What the amendment that opened this cohort found, or the ruling that did; None where something else opened it."""
        for change in self._changes(artefact, head):
            if change.submission is None and not opens_anew(change.title):
                continue  # a maintainer's edit keeps the cohort, a promotion the text
            if change.submission is None and reinstates(change.title):
                return self._before(artefact, change.commit)
            if change.submission is None or change.submission.type != SubmissionType.AMENDMENT.value:
                return None
            return self._before(artefact, change.commit)
        return None

    def _before(self, artefact: Artefact, commit: str) -> Prior | None:
        before = self.workshop.repository.parents(commit)[0]
        found = self.content_at(artefact.target, artefact.id, before)
        if found is None or found.status is None or not found.status.is_published:
            return None
        return Prior(PriorKind.AMENDED, found.status, before)

    def _changes(self, artefact: Artefact, head: str) -> Iterator[Change]:
        """Newest first, those that made this artefact another one."""
        if self._history is None:
            self._history = FileHistory(self.workshop.repository)
        file, after = file_of(artefact.target, artefact.id), None
        while (chain := self._history.page(head, file, after, _CHANGES)) is not None:
            for change in chain.changes:
                if artefact.target is TargetType.SKILL or self._changed(artefact, change.commit):
                    yield change
            after = chain.next
            if after is None:
                return

    def _changed(self, artefact: Artefact, commit: str) -> bool:
        """Many paths share one file."""
        parents = self.workshop.repository.parents(commit)
        before = self.content_at(artefact.target, artefact.id, parents[0]) if parents else None
        after = self.content_at(artefact.target, artefact.id, commit)
        return before is None or after is None or before.fields.data != after.fields.data


def file_of(target: TargetType, target_id: str) -> str:
    return f"skills/{target_id}/{CANONICAL}" if target is TargetType.SKILL else PATHS_INDEX
