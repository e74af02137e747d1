"""What the commits of change requests say: what kind of change, which versions were counted, and where it came from.

Only ids of a closed form, and of a draft the one line its submitter wrote for it, which was screened like the rest.
"""

from __future__ import annotations

from collections.abc import Sequence

from becivic.publishing.changes.finishing import ArtefactChange
from becivic.publishing.commit.due import Due
from becivic.publishing.forge.forge import Author
from becivic.rules.contract import SUBMISSION_TRAILER
from becivic.rules.publishing import SKIP_CI, MessagePrefix
from becivic.rules.submissions import SubmissionType


def title_of(due: Due) -> str:
    if due.type is SubmissionType.DRAFT:
        return f"{MessagePrefix.DRAFT} propose {due.target} {due.target_id} {SKIP_CI}"
    return f"{MessagePrefix.AMENDMENT} change {due.target} {due.target_id} {SKIP_CI}"


def message_of(due: Due, artefacts: Sequence[ArtefactChange]) -> str:
    """Its trailer stands last: whoever reads it believes the last one alone (C-21)."""
    words = due.payload["commit_message"] if due.type is SubmissionType.DRAFT else ""
    said = " ".join(words.split())  # one line, whatever counts as the end of one
    parts = [title_of(due), said, bumps(artefacts), f"{SUBMISSION_TRAILER}: {due.type} {due.id}"]
    return "\n\n".join(part for part in parts if part) + "\n"


def with_bumps(message: str, artefacts: Sequence[ArtefactChange], author: Author) -> str:
    """A maintainer's own words, and what the service did to the change (lifecycle 9.7; R-VER-04)."""
    parts = [message.rstrip("\n"), bumps(artefacts), f"Co-authored-by: {author.name} <{author.email}>"]
    return "\n\n".join(part for part in parts if part) + "\n"


def bumps(artefacts: Sequence[ArtefactChange]) -> str:
    """Git's log is the audit trail of versions (R-VER-10)."""
    return "\n".join(
        f"{MessagePrefix.VERSION_BUMP} {change.target} {change.id} {change.version}" for change in artefacts
    )
