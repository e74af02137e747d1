"""A change request that waits for a maintainer: merged on their word, closed on their word, or found so on the forge.

What is merged stands on main as it is now: the branch's own files, with whatever a maintainer did to them, are
finished and checked anew, and its one commit is made again on top (R-CI-31, R-JOB-06).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from becivic.corpus.findings import Finding
from becivic.corpus.generated import NAVIGATION, is_generated
from becivic.corpus.load import Corpus
from becivic.publishing.bot_commits import GENERATED
from becivic.publishing.changes.checking import with_commit
from becivic.publishing.changes.new_paths import with_new_path
from becivic.publishing.changes.refused import Unpublishable
from becivic.publishing.commit.claims import BRANCHES, DECISIONS
from becivic.publishing.commit.making import Maker
from becivic.publishing.commit.messages import with_bumps
from becivic.publishing.commit.settling import Landed
from becivic.publishing.commit.waiting import Waiting, by_id, closed, maintainers, merged, open_ones
from becivic.publishing.commit.watching import tell
from becivic.publishing.forge.forge import BOT, MergeConflict, Proposed, Request
from becivic.publishing.workshop import StillMoving, Workshop
from becivic.rules.changes import ChangeState
from becivic.rules.errors import BeCivicError
from becivic.rules.publishing import Failure
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import TargetType


class RequestRefused(BeCivicError):
    """There is no such change request, or it is not open any more."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """What became of it: a commit of main, or why there is none."""

    commit: str | None = None
    failure: Failure | None = None
    detail: str = ""
    findings: tuple[Finding, ...] = ()


def merge(workshop: Workshop, change_request_id: str, now: datetime) -> Resolved:
    """On a maintainer's word. Merged already is fine; closed is refused; what the checks say is said."""
    waiting = _waiting(workshop, change_request_id, now)
    try:
        return workshop.on_main(lambda corpus: _resolved(workshop, waiting, corpus, now))
    except Unpublishable as refused:
        return Resolved(failure=refused.failure, detail=refused.detail, findings=refused.findings)
    except StillMoving:
        return Resolved(failure=Failure.MAIN_MOVED, detail=Failure.MAIN_MOVED.meaning)


def close(workshop: Workshop, change_request_id: str, now: datetime) -> Resolved:
    """It will not be merged. Its submission stays known as committed, its change request as closed (C-78)."""
    waiting = _waiting(workshop, change_request_id, now)
    request = _found(workshop, waiting)
    if request.state is ChangeState.MERGED:
        return _land(workshop, waiting, request, now)
    if request.state is ChangeState.OPEN:
        workshop.forge.close(waiting.branch)
    workshop.store.write(lambda connection: closed(connection, waiting, now))
    return Resolved()


def follow(workshop: Workshop, now: datetime) -> int:
    """Take notice of what became of open change requests: by hand on the forge, or by a run that died. How many."""
    noticed = 0
    for waiting in workshop.store.read(open_ones):
        request = workshop.forge.find(waiting.branch)
        if request is not None and request.state is ChangeState.MERGED:
            _land(workshop, waiting, request, now)
        elif request is not None and request.state is ChangeState.CLOSED:
            workshop.store.write(lambda connection, waiting=waiting: closed(connection, waiting, now))  # type: ignore[misc]
        else:
            continue
        noticed += 1
    return noticed


def _resolved(workshop: Workshop, waiting: Waiting, corpus: Corpus, now: datetime) -> Resolved:
    request = _found(workshop, waiting)
    if request.state is ChangeState.MERGED:
        return _land(workshop, waiting, request, now)
    return _merge(workshop, waiting, request, corpus, now)


def _merge(workshop: Workshop, waiting: Waiting, request: Request, corpus: Corpus, now: datetime) -> Resolved:
    if waiting.held:
        raise Unpublishable(Failure.CHANGE_REFUSED, "It is held: release it first, or discard it.")
    _refuse_taken(waiting, corpus)
    maker = Maker(workshop, now)
    files = _files(workshop, waiting, request, corpus)
    _refuse_generated(files, corpus)
    finished = maker.finished(corpus, files, waiting.origin)
    kind = waiting.submission_type.value if waiting.submission_type else ""
    after, beyond = maker.checked_but_for_withdrawal(corpus, finished, kind)
    base = corpus.commit or ""
    # Of several commits the first is the submission's, and says which.
    told = workshop.repository.told(workshop.repository.first_since(request.head, base))
    message, author = told.message, told.author
    if finished.files != dict(files):  # what the service fills in, the service answers for (rules 12 and 18)
        message, author = with_bumps(message, finished.artefacts, told.author), BOT
    workshop.forge.open(Proposed(waiting.branch, base, finished.files, message, now, author))
    commit = workshop.forge.merge(waiting.branch, base)
    workshop.is_at(with_commit(after, commit))
    if beyond:
        tell(workshop, commit, beyond, now)
    return _landed(workshop, waiting, Landed(commit, finished.artefacts, finished.cited), now)


def _refuse_generated(files: Mapping[str, bytes], corpus: Corpus) -> None:
    """Nobody writes by hand what the service generates (R-CI-03); the navigation's rule is its own."""
    by_hand = [
        path
        for path, content in files.items()
        if is_generated(path)
        and path != NAVIGATION
        and (path not in corpus.files or corpus.tree.read(path) != content)
    ]
    if by_hand:
        raise Unpublishable(
            Failure.CHECKS_FAILED,
            f"It edits what is generated: {', '.join(sorted(by_hand))}. Leave that out.",
        )


def _refuse_taken(waiting: Waiting, corpus: Corpus) -> None:
    """Two drafts may have proposed the same id: the first that a maintainer merges has it."""
    known = corpus.skills if waiting.target is TargetType.SKILL else corpus.paths.entries
    if waiting.submission_type is SubmissionType.DRAFT and waiting.target_id in known:
        raise Unpublishable(Failure.PROPOSED_ID_TAKEN, Failure.PROPOSED_ID_TAKEN.meaning)


def _land(workshop: Workshop, waiting: Waiting, request: Request, now: datetime) -> Resolved:
    """Main holds it already, and the records are told what it made of what was before it."""
    finished = Maker(workshop, now).made_by(request.head, waiting.origin)
    landed = Landed(request.head, finished.artefacts, finished.cited, request.number)
    return _landed(workshop, waiting, landed, now)


def _landed(workshop: Workshop, waiting: Waiting, landed: Landed, now: datetime) -> Resolved:
    workshop.store.write(lambda connection: merged(connection, waiting, landed, now))
    workshop.forget(waiting.branch)
    return Resolved(landed.commit)


def _files(workshop: Workshop, waiting: Waiting, request: Request, corpus: Corpus) -> Mapping[str, bytes]:
    """What the branch changes. Two new paths meet in one file, and do not contradict each other."""
    try:
        return workshop.forge.merged_files(waiting.branch, corpus.commit or "")
    except MergeConflict as conflict:
        files = _with_new_path(workshop, waiting, request, corpus)
        if files is None:
            raise Unpublishable(
                Failure.DIFF_APPLY_FAILED, f"Main changed the same lines in {conflict.where} meanwhile."
            ) from None
        return files


def _with_new_path(
    workshop: Workshop, waiting: Waiting, request: Request, corpus: Corpus
) -> dict[str, bytes] | None:
    if waiting.target is not TargetType.PATH or waiting.submission_type is not SubmissionType.DRAFT:
        return None
    return with_new_path(corpus, workshop.corpus_at(request.head), waiting.target_id or "")


def _found(workshop: Workshop, waiting: Waiting) -> Request:
    request = workshop.forge.find(waiting.branch)
    if request is None:
        raise RequestRefused(
            "There is no such branch any more.", where=waiting.branch, remedy="Close the change request."
        )
    return request


def _is_ours(branch: str) -> bool:
    """Branches that the service makes for itself are nobody's to merge by hand."""
    return branch.startswith((BRANCHES, DECISIONS, GENERATED))


def _waiting(workshop: Workshop, change_request_id: str, now: datetime) -> Waiting:
    """By its id; a branch that a maintainer pushed becomes a change request when it is first spoken of."""
    found = workshop.store.read(lambda connection: by_id(connection, change_request_id))
    request = (
        None if found is not None or _is_ours(change_request_id) else workshop.forge.find(change_request_id)
    )
    if request is not None and request.state is ChangeState.OPEN:
        found = workshop.store.write(
            lambda connection: maintainers(connection, change_request_id, request, now)
        )
    if found is None:
        raise RequestRefused(
            "There is no open change request of this name.",
            where=change_request_id,
            remedy="`becivic review list` shows the ones there are.",
        )
    return found
