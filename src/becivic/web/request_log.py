"""The one line a submission leaves in the log, and all that may stand in it (R-PIPE-13).

An id is written only when it is shaped like one, an outcome only when it is one of ours: a caller chooses both.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Final

from becivic.rules.errors import ErrorCategory
from becivic.rules.identifiers import UUID7, matches
from becivic.rules.submissions import SubmissionType

NOTHING: Final = "-"
"""What stands for an id or an outcome that is not written."""

OUTCOMES: Final = frozenset(
    {"staged", "applied", "duplicate", "validated", "cancelled", "mixed", *ErrorCategory}
)
"""`mixed` for an envelope whose items fared differently."""

_ID: Final = f"^({'|'.join(each.facts.id_prefix for each in SubmissionType)}){UUID7}$"


def log_submission(
    logger: logging.Logger, ids: Iterable[object], outcome: str, status: int, milliseconds: float
) -> None:
    """One line at INFO: ids, outcome, status and duration."""
    if logger.isEnabledFor(logging.INFO):
        known = [str(each) for each in ids if matches(_ID, each)]
        said = str(outcome) if outcome in OUTCOMES else NOTHING
        logger.info(
            "%s %s %d %.0f ms",
            ",".join(known) or NOTHING,
            said,
            status,
            milliseconds,
            extra={"ids": known, "outcome": said, "status": status, "ms": round(milliseconds)},
        )
