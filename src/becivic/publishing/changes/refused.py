"""What keeps an accepted submission from being published."""

from __future__ import annotations

from collections.abc import Sequence

from becivic.corpus.findings import Finding
from becivic.rules.publishing import Failure


class Unpublishable(Exception):
    """`detail` is a sentence without a word of the submission.

    The messages of `findings` may name what a submitter named: outside of what is kept for the operator, say their
    rules and lines alone.
    """

    def __init__(self, failure: Failure, detail: str, findings: Sequence[Finding] = ()) -> None:
        super().__init__(detail)
        self.failure = failure
        self.detail = detail
        self.findings = tuple(findings)
