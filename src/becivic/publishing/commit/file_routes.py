"""What is written into files: amendments of skills and paths, and drafts; each one change request (R-JOB-04, R-JOB-06).

Git and the records cannot change in one transaction, so the records say first what is about to happen (claim), git
does it, and the records say that it did (settle). Between any two steps a run may die: the next one finds the claim,
asks the forge what became of the branch, and goes on from there.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from datetime import datetime

from becivic.corpus import frontmatter
from becivic.corpus.load import CANONICAL, Corpus
from becivic.publishing.changes.checking import with_commit
from becivic.publishing.changes.composing import compose
from becivic.publishing.changes.finishing import ChangeOrigin, Finished
from becivic.publishing.changes.refused import Unpublishable
from becivic.publishing.commit.claims import Claim, branch_of, claim
from becivic.publishing.commit.due import Due
from becivic.publishing.commit.making import Maker
from becivic.publishing.commit.messages import message_of, title_of
from becivic.publishing.commit.settling import Landed, Settled, settle_amendment, settle_draft
from becivic.publishing.commit.steps import OnStep, Step
from becivic.publishing.forge.forge import ForgeRefused, MainMoved, MergeConflict, Proposed, Request
from becivic.publishing.workshop import Workshop
from becivic.rules.changes import ChangeState
from becivic.rules.publishing import Failure
from becivic.rules.submissions import SubmissionType

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FileRoutes:
    """One run's: everything that is published by it is published at one moment."""

    workshop: Workshop
    now: datetime
    scanner: str
    on_step: OnStep
    shared: set[str] = field(default_factory=set, init=False)
    """What another run may be about to merge."""

    @property
    def _maker(self) -> Maker:
        return Maker(self.workshop, self.now)

    def publish(self, due: Due) -> bool:
        """Whether it was still there to be published. Raises Unpublishable, StillMoving, or what the forge raises."""
        return self.workshop.on_main(lambda corpus: self._publish(due, corpus))

    def _publish(self, due: Due, corpus: Corpus) -> bool:
        # Asked after main was looked at: what was merged later moves main, and that is noticed.
        request = self.workshop.forge.find(branch_of(due.id))
        if request is not None and request.state is ChangeState.MERGED:
            return self._land(due, request.head, self._as_it_was(due, request), request.number)
        if request is not None and request.state is ChangeState.CLOSED and due.change_request_id:
            raise Unpublishable(Failure.FORGE_REFUSED, "Somebody closed the change request on the forge.")
        return self._claim(due, corpus) and self._make(due, corpus)

    def _claim(self, due: Due, corpus: Corpus) -> bool:
        title, base = title_of(due), corpus.commit or ""
        claimed = self.workshop.store.write(lambda connection: claim(connection, due, title, base, self.now))
        if claimed is Claim.SHARED:
            self.shared.add(due.id)
        self.on_step(Step.CLAIMED, due.id)
        return claimed is not None

    def _make(self, due: Due, corpus: Corpus) -> bool:
        finished = self._finished(due, corpus)
        after = self._maker.checked(corpus, finished, due.type.value)
        self.on_step(Step.COMPOSED, due.id)
        base = corpus.commit or ""
        waits = due.type is SubmissionType.DRAFT
        proposed = Proposed(
            branch_of(due.id),
            base,
            finished.files,
            message_of(due, finished.artefacts),
            self.now,
            waits=waits,
        )
        request = self._opened(proposed)
        self.on_step(Step.OPENED, due.id)
        if waits:
            return self._settle_draft(due, request)
        try:
            commit = self.workshop.forge.merge(request.branch, base)
        except MergeConflict as conflict:
            raise Unpublishable(Failure.DIFF_APPLY_FAILED, conflict.message) from None
        self.workshop.is_at(with_commit(after, commit))
        return self._land(due, commit, finished, request.number)

    def _finished(self, due: Due, corpus: Corpus) -> Finished:
        repository = self.workshop.repository
        files = compose(due.submitted(), corpus, self._body_at, repository.merged_text, self.now)
        origin = ChangeOrigin.DRAFT if due.type is SubmissionType.DRAFT else ChangeOrigin.COMMUNITY
        return self._maker.finished(corpus, files, origin)

    def _body_at(self, skill_id: str, commit: str) -> str | None:
        """The body that a diff was made against, where main ever held it."""
        repository = self.workshop.repository
        raw = (
            repository.file_at(commit, f"skills/{skill_id}/{CANONICAL}") if repository.holds(commit) else None
        )
        try:
            return None if raw is None else frontmatter.split(raw.decode("utf-8"))[1]
        except (UnicodeDecodeError, frontmatter.FrontmatterRefused):
            return None

    def _opened(self, proposed: Proposed) -> Request:
        try:
            return self.workshop.forge.open(proposed)
        except MainMoved:
            raise
        except ForgeRefused as refused:
            raise Unpublishable(Failure.FORGE_REFUSED, refused.message) from None

    def _settle_draft(self, due: Due, request: Request) -> bool:
        settled = self.workshop.store.write(
            lambda connection: settle_draft(connection, due, request.head, request.number, self.now)
        )
        self.on_step(Step.SETTLED, due.id)
        return settled

    def _land(self, due: Due, commit: str, finished: Finished, number: str | None) -> bool:
        self.on_step(Step.MERGED, due.id)
        landed = Landed(commit, finished.artefacts, finished.cited, number)
        settled = self.workshop.store.write(
            lambda connection: settle_amendment(connection, due, landed, self.now, self.scanner)
        )
        self.on_step(Step.SETTLED, due.id)
        if settled is Settled.TOO_LATE:
            _log.error("%s is on main as %s, and was taken back before that was known.", due.id, commit[:7])
        self.workshop.forget(branch_of(due.id))
        self.on_step(Step.FORGOTTEN, due.id)
        return settled is Settled.NOW

    def _as_it_was(self, due: Due, request: Request) -> Finished:
        """What a run that died had made: the same, made again from what was before it."""
        (before,) = self.workshop.repository.parents(request.head)
        return self._finished(due, self.workshop.corpus_at(before))
