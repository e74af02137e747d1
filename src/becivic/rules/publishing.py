"""What leaves staging, in numbers and closed words (privacy 8.3, 8.5; lifecycle 9.6, 9.7, 10)."""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum
from typing import Final

from becivic.rules.submissions import SubmissionType

COMMIT_EVERY: Final = timedelta(minutes=5)
"""How often what is due is published (R-JOB-01; C-68)."""

STUCK_AFTER: Final = timedelta(hours=24)
"""How long past its time something may wait before somebody is told (R-JOB-09)."""

MAIN_ATTEMPTS: Final = 8
"""How often a change is made anew in one run because main moved meanwhile; the next run tries again."""

HELD_FOLDER: Final = "held-for-review"
HELD_NAMES: Final[dict[SubmissionType, str]] = {
    kind: f"{kind.value}s" for kind in SubmissionType if kind is not SubmissionType.ANALYTICS
}
"""What a held item's type is called in its address (R-NER-05)."""

REVIEW_LOG_DAYS: Final = 90
"""How long a line of runtime/ner-review-queue.log is kept (R-NER-06)."""

SKIP_CI: Final = "[skip ci]"
"""In the subject of every machine commit (R-JOB-14)."""

FIRST_WORDS: Final = "Import the corpus"
"""How the subject of the very first commit of a home begins."""


class MessagePrefix(StrEnum):
    """How the subject of a machine commit begins: what kind of change it is (lifecycle 9.7; R-VER-04)."""

    AMENDMENT = "amendment:"
    DRAFT = "draft:"
    MAINTENANCE = "maintenance:"
    VERSION_BUMP = "version-bump:"
    INDEX = "index:"
    SNAPSHOT = "snapshot:"
    IMPORT = "import:"
    RETRACTION = "retraction:"
    LIFECYCLE = "lifecycle:"


def held_address(kind: SubmissionType, submission_id: str) -> str:
    """Where a held item is: `held-for-review/<type>/<id>`, the id without its prefix (R-NER-05)."""
    return f"{HELD_FOLDER}/{HELD_NAMES[kind]}/{submission_id.partition('_')[2]}"


class HoldReason(StrEnum):
    """Why a person must look first (privacy 8.5)."""

    PERSON_NAME = "person_name"
    SOURCE_NOT_LISTED = "source_not_listed"
    ADDRESSES_AGENT = "addresses_agent"
    """A text gives orders to an agent (design 7.14)."""
    SCAN_FAILED = "scan_failed"
    OPERATOR = "operator"


class Failure(StrEnum):
    """`last_error`: why something due is not published yet. Nothing anybody wrote is ever in it."""

    DIFF_APPLY_FAILED = "diff_apply_failed"
    CANONICAL_NOT_FOUND = "canonical_not_found"
    TARGET_GONE = "target_gone"
    TARGET_QUARANTINED = "target_quarantined"
    PROPOSED_ID_TAKEN = "proposed_id_taken"
    CHANGE_REFUSED = "change_refused"
    CHECKS_FAILED = "checks_failed"
    REPORT_TOO_LARGE = "report_too_large"
    FORGE_REFUSED = "forge_refused"
    FORGE_UNAVAILABLE = "forge_unavailable"
    MAIN_UNREADABLE = "main_unreadable"
    MAIN_MOVED = "main_moved"
    INTERNAL_ERROR = "internal_error"

    @property
    def is_permanent(self) -> bool:
        """Whether trying again is of no use: a person is asked, and nothing is deleted (design 7.12)."""
        return self not in _PASSING

    @property
    def meaning(self) -> str:
        return _MEANINGS[self]


_PASSING: Final = frozenset(
    (Failure.FORGE_UNAVAILABLE, Failure.MAIN_UNREADABLE, Failure.MAIN_MOVED, Failure.INTERNAL_ERROR)
)

_MEANINGS: Final = {
    Failure.DIFF_APPLY_FAILED: "The text it changes was changed by somebody else meanwhile.",
    Failure.CANONICAL_NOT_FOUND: "What it changes is not on main any more.",
    Failure.TARGET_GONE: "What it is about does not exist any more.",
    Failure.TARGET_QUARANTINED: "What it changes was pulled for cause and takes no amendments.",
    Failure.PROPOSED_ID_TAKEN: "Something else has this id by now.",
    Failure.CHANGE_REFUSED: "The change cannot be made to what is on main now.",
    Failure.CHECKS_FAILED: "With this change the corpus would break one of its rules.",
    Failure.REPORT_TOO_LARGE: "The research report would be longer than reports may be.",
    Failure.FORGE_REFUSED: "The forge does not take the change.",
    Failure.FORGE_UNAVAILABLE: "The repository cannot be written or the forge cannot be reached; it is tried again.",
    Failure.MAIN_UNREADABLE: "Main cannot be read; it is tried again.",
    Failure.MAIN_MOVED: "Main moved again and again while it was published; it is tried again.",
    Failure.INTERNAL_ERROR: "Something went wrong here; it is tried again.",
}
