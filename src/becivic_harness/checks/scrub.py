"""Stage 3, the scrub rules over every string, number and key: direct identifiers refuse everywhere, indirect ones in what
somebody tells; in what is meant for the corpus they are warned of (design 7.7). A rule that could not run has fired."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from becivic_harness.checks.case import Case
from becivic_harness.checks.verdict import LAYER2_SCRUB_FAILURE, REGEX_FAIL, Verdict

if TYPE_CHECKING:
    from becivic_scrub import Finding

_MOST: Final = 8
"""Findings a rule and string are worth, as on the server."""


def check_scrub(case: Case, verdict: Verdict) -> None:
    if case.engine.looks_clean(case.payload):
        return
    category = LAYER2_SCRUB_FAILURE if case.kind.corpus_content else REGEX_FAIL
    for finding in case.engine.walk(case.payload, most=_MOST):
        refuses = _refuses(case, finding)
        remedy = "" if refuses else _LOOK_AGAIN
        verdict.judge(category, finding.pointer or "", _detail(finding), remedy, certain=refuses)


_LOOK_AGAIN: Final = "See to it that it is an office's and nobody's own."


def _refuses(case: Case, finding: Finding) -> bool:
    from becivic_scrub.rules import DIRECT

    if finding.category == DIRECT or not finding.ran:
        return True
    return not (finding.pointer or "").startswith(case.kind.corpus_content or ("\0",))


def _detail(finding: Finding) -> str:
    """The rule is named, for it says what to look for. What it found is not."""
    if not finding.ran:
        return f"The scrub rule `{finding.rule}` could not be run over this, which counts as fired."
    what = "A key here" if finding.in_key else "This text"
    return f"{what} holds something that looks like it identifies a person ({finding.rule})."
