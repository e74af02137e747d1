"""What an amendment or a draft makes of main as it is now: whole files, the research report among them (R-PROV-06).

A day has passed since it was accepted, and main may have moved: what still applies is applied, what touches other
lines is rebased, and what cannot be done any more is refused for good (R-JOB-11, R-JOB-12).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from becivic.corpus.changes import (
    ChangeRefused,
    body_diff,
    changed_paths,
    changed_skill,
    drafted_paths,
    drafted_skill,
    with_body,
)
from becivic.corpus.diffs import DiffRefused, apply_diff
from becivic.corpus.directory import PATHS_INDEX, PathEntry
from becivic.corpus.load import CANONICAL, Corpus
from becivic.corpus.minting import minted_by_submitter
from becivic.corpus.reported import Mark, mark
from becivic.corpus.skill import Skill
from becivic.publishing.changes.refused import Unpublishable
from becivic.publishing.changes.sidecars import with_report
from becivic.publishing.changes.submitted import Submitted
from becivic.rules.moments import rfc3339
from becivic.rules.publishing import Failure
from becivic.rules.statuses import Status
from becivic.rules.submissions import AmendmentSubtype, SubmissionType
from becivic.rules.targets import TargetType, owner

BodyAt = Callable[[str, str], str | None]
"""The body of a skill at a commit of main, or None where there was none."""

MergedText = Callable[[bytes, bytes, bytes], bytes | None]
"""Of an ancestor, ours and theirs; None where both changed the same lines."""

_CONFLICT: Final = "The diff does not apply to the body on main, and cannot be rebased onto it."
_MINTED: Final = "The change gives out a uid, or binds one to something else; uids are given out here alone."
_OTHER_ID: Final = "The draft has another id inside than the one it proposes."


def compose(
    submitted: Submitted, corpus: Corpus, body_at: BodyAt, merged_text: MergedText, now: datetime
) -> dict[str, bytes]:
    """The files that the change replaces or adds. Raises Unpublishable."""
    try:
        if submitted.type is SubmissionType.DRAFT:
            changed = _drafted(submitted, corpus)
        elif submitted.target is TargetType.SKILL:
            changed = _amended_skill(
                submitted, corpus, body_at, merged_text, mark(submitted.id, rfc3339(now))
            )
        else:
            changed = _amended_path(submitted, corpus, mark(submitted.id, rfc3339(now)))
    except ChangeRefused as refused:
        raise Unpublishable(Failure.CHANGE_REFUSED, refused.reason) from None
    return {**changed, **with_report(submitted, corpus, now)}


# --- drafts ---------------------------------------------------------------------------------------------------


def _drafted(submitted: Submitted, corpus: Corpus) -> dict[str, bytes]:
    if submitted.target is TargetType.SKILL:
        return _drafted_skill(submitted, corpus)
    return _drafted_path(submitted, corpus)


def _drafted_skill(submitted: Submitted, corpus: Corpus) -> dict[str, bytes]:
    proposed, content = submitted.target_id, submitted.content
    _refuse_taken(taken=corpus.knows_skill(proposed))
    text = drafted_skill(content["frontmatter"], content["body"])
    if content["frontmatter"]["id"] != proposed:
        raise Unpublishable(Failure.CHANGE_REFUSED, _OTHER_ID)
    if minted_by_submitter(None, content["body"]):
        raise Unpublishable(Failure.CHANGE_REFUSED, _MINTED)
    return {f"skills/{proposed}/{CANONICAL}": text.encode()}


def _drafted_path(submitted: Submitted, corpus: Corpus) -> dict[str, bytes]:
    proposed, entry = submitted.target_id, submitted.content["entry"]
    _refuse_unreadable_paths(corpus)
    _refuse_taken(taken=proposed in corpus.paths.entries)
    if entry["id"] != proposed:
        raise Unpublishable(Failure.CHANGE_REFUSED, _OTHER_ID)
    return {PATHS_INDEX: drafted_paths(corpus, entry, uid="").encode()}


def _refuse_taken(*, taken: bool) -> None:
    if taken:
        raise Unpublishable(Failure.PROPOSED_ID_TAKEN, "Main has something with the proposed id by now.")


# --- amendments -----------------------------------------------------------------------------------------------


def _amended_skill(
    submitted: Submitted, corpus: Corpus, body_at: BodyAt, merged_text: MergedText, made: Mark
) -> dict[str, bytes]:
    skill = _skill(corpus, submitted.target_id)
    _refuse_ended(skill.status)
    if submitted.content["amendment_subtype"] == AmendmentSubtype.BODY:
        text = _amended_body(submitted, skill, body_at, merged_text, made)
    else:
        text = changed_skill(corpus, skill.id, submitted.content, made)
    return {skill.file: text.encode()}


def _amended_body(
    submitted: Submitted, skill: Skill, body_at: BodyAt, merged_text: MergedText, made: Mark
) -> str:
    diff, read = body_diff(submitted.content), skill.body.text
    try:
        try:
            written = merged = apply_diff(read, diff)
        except DiffRefused:
            read = _body_as_read(submitted, body_at)
            written = apply_diff(read, diff)
            merged = _rebased(read, skill.body.text, written, merged_text)
        text = with_body(skill, merged, made)
    except DiffRefused:
        raise Unpublishable(Failure.DIFF_APPLY_FAILED, _CONFLICT) from None
    if minted_by_submitter(read, written):  # intake has asked, of the body of a day ago (C-21)
        raise Unpublishable(Failure.CHANGE_REFUSED, _MINTED)
    return text


def _body_as_read(submitted: Submitted, body_at: BodyAt) -> str:
    body = body_at(submitted.target_id, str(submitted.content["skill_commit"]))
    if body is None:
        raise Unpublishable(Failure.DIFF_APPLY_FAILED, _CONFLICT)
    return body


def _rebased(read: str, current: str, written: str, merged_text: MergedText) -> str:
    merged = merged_text(read.encode(), current.encode(), written.encode())
    if merged is None:
        raise Unpublishable(Failure.DIFF_APPLY_FAILED, _CONFLICT)
    return merged.decode()


def _amended_path(submitted: Submitted, corpus: Corpus, made: Mark) -> dict[str, bytes]:
    _refuse_unreadable_paths(corpus)
    entry = corpus.paths.entries.get(owner(TargetType.PATH_SOURCE, submitted.target_id)[1])
    if entry is None or not _has_source(entry, submitted.target_id):
        raise Unpublishable(Failure.TARGET_GONE, "Main has no such path or source any more.")
    _refuse_ended(entry.status)
    return {PATHS_INDEX: changed_paths(corpus, submitted.target_id, submitted.content, made).encode()}


def _has_source(entry: PathEntry, target_id: str) -> bool:
    _, colon, source_id = target_id.partition(":")
    return not colon or any(each.id == source_id for each in entry.sources)


def _skill(corpus: Corpus, skill_id: str) -> Skill:
    skill = corpus.skills.get(skill_id)
    if skill is not None:
        return skill
    if corpus.knows_skill(skill_id):
        raise Unpublishable(Failure.MAIN_UNREADABLE, "The skill on main cannot be read at the moment.")
    raise Unpublishable(Failure.CANONICAL_NOT_FOUND, "Main has no such skill any more.")


def _refuse_ended(status: Status | None) -> None:
    """Terminal artefacts take no amendments (R-AMD-12)."""
    if status is Status.QUARANTINED:
        raise Unpublishable(Failure.TARGET_QUARANTINED, Failure.TARGET_QUARANTINED.meaning)
    if status is Status.DEPRECATED:
        raise Unpublishable(
            Failure.CHANGE_REFUSED, "What it changes was deprecated since and takes no amendments."
        )


def _refuse_unreadable_paths(corpus: Corpus) -> None:
    if not corpus.paths.document.exists:
        raise Unpublishable(Failure.MAIN_UNREADABLE, "The path catalogue on main cannot be read.")
