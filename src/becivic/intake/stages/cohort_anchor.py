"""Stage 8, the cohort that a submission belongs to, stamped here and never sent (R-PIPE-07, R-SUB-16)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from becivic.clock import rfc3339
from becivic.corpus.load import Corpus
from becivic.intake.desk import Desk
from becivic.intake.submission import Submission
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import COHORT_ANCHORED, TargetType


def stamp_cohort(submission: Submission, desk: Desk) -> Submission:
    anchor = _anchor(submission, desk.world.corpus)
    return replace(submission, cohort_anchor=anchor) if anchor else submission


def _anchor(submission: Submission, corpus: Corpus) -> str | None:
    target = submission.target
    if submission.type is SubmissionType.DRAFT:
        return None
    if target in COHORT_ANCHORED:
        artefacts = corpus.skills if target is TargetType.SKILL else corpus.paths.entries
        return f"{submission.target_id}@{artefacts[submission.target_id].version}"
    if target is TargetType.AGENT_PROTOCOL:
        return submission.target_id
    if target is TargetType.SESSION:
        return rfc3339(_started(submission.target_id))
    return None


def _started(session_id: str) -> datetime:
    """When a session began: the first 48 bits of a UUIDv7 are milliseconds (R-RTG-03)."""
    milliseconds = int(session_id.removeprefix("ses_").replace("-", "")[:12], 16)
    return datetime.fromtimestamp(min(milliseconds / 1000, _LAST_SECOND), UTC)


_LAST_SECOND = datetime(9999, 12, 31, tzinfo=UTC).timestamp()
