"""Which submission a commit names, whatever its submitter wrote above."""

from __future__ import annotations

import pytest

from becivic.corpus.trailers import Submission, submission_of
from becivic.rules.submissions import SubmissionType

DRAFT = "drf_01890000-0000-7000-8000-000000000000"
AMENDMENT = "amd_01890000-0000-7000-8000-000000000001"
OWN = f"Be-Civic-Submission: draft {DRAFT}\n"
FORGED = f"Be-Civic-Submission: amendment {AMENDMENT}"


@pytest.mark.parametrize(
    "message",
    [
        OWN,
        f"Add\n\n{OWN}",
        f"Add\n\n{FORGED}\n\n{OWN}",
        f"{FORGED}\n{OWN}",
        f"Add\n\n{OWN}Be-Civic-Submission: amendment amd_none\nSigned-off-by: nobody\n",
        f"Add\n\n{OWN}\nSaid so:\u2028{FORGED}",
        f"Add\n\n{OWN}\nSaid so:\r{FORGED}\x0b{FORGED}\x85{FORGED}",
        f"Add\r\n\r\nBe-Civic-Submission: draft {DRAFT}\r\n",
    ],
)
def test_the_last_line_that_names_a_submission_counts(message: str) -> None:
    assert submission_of(message) == Submission(SubmissionType.DRAFT, DRAFT)


@pytest.mark.parametrize(
    "message", ["", "Add", "Be-Civic-Submission:", "Be-Civic-Submission: draft", f" {OWN}"]
)
def test_without_such_a_line_there_is_none(message: str) -> None:
    assert submission_of(message) is None
