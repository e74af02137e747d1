"""The line by which a commit names the submission it came from (C-21). Knows messages, nothing of git."""

from __future__ import annotations

from typing import Final, NamedTuple

from becivic.rules.contract import SUBMISSION_TRAILER
from becivic.rules.identifiers import matches
from becivic.rules.submissions import SubmissionType

_KINDS: Final = {kind.value: kind for kind in SubmissionType}


class Submission(NamedTuple):
    """What a change came from, as its commit names it."""

    type: SubmissionType
    id: str


def submission_of(message: str) -> Submission | None:
    """From the last trailer that names a type and an id of it.

    The service writes its own last: what stands above may be the words of a submitter, and only a line feed ends a line.
    """
    for line in reversed(message.split("\n")):
        name, _, value = line.partition(":")
        kind, _, submission_id = value.strip().partition(" ")
        if name == SUBMISSION_TRAILER and kind in _KINDS and matches(_KINDS[kind].id_pattern, submission_id):
            return Submission(_KINDS[kind], submission_id)
    return None
