"""Stage 6, the scrub rules over every string, number and key (R-PIPE-05): the hard gate before anything is kept.

Direct identifiers refuse everywhere; indirect ones refuse in what somebody tells and are noted in what is meant for
the corpus (design 7.7). A rule that could not run has fired.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from becivic.intake.desk import Desk
from becivic.intake.refusal import Refusal
from becivic.intake.snippets import snippet
from becivic.intake.submission import Submission
from becivic.rules.errors import ErrorCategory, LayerTwoCategory, Remediation
from becivic.rules.schemas import safe_pointer
from becivic.rules.scrub import ScrubCategory
from becivic.rules.submissions import SubmissionType
from becivic_scrub import Engine, Finding

_MOST: Final = 8
"""Findings a rule and string are worth: a text that is nothing but identifiers must not cost more than that."""

CORPUS_CONTENT: Final = {
    SubmissionType.DRAFT: ("/content/",),
    SubmissionType.AMENDMENT: (
        "/content/body_diff",
        "/content/frontmatter_change/proposed_value",
        "/content/source_add/",
        "/content/proposed_title",
    ),
}
"""What is written to be published, and may name an office's street. The harness warns where this does."""

_LAYER_TWO: Final = {
    LayerTwoCategory.DOCUMENT_NUMBER: ("passport", "card", "document", "dossier", "reference", "zone"),
    LayerTwoCategory.ADDRESS: ("street", "address_"),
    LayerTwoCategory.IDENTITY: (
        "nrn", "bis", "ssn", "insurance", "nir", "bsn", "pesel", "personal", "birth", "email", "phone",
        "mobile", "landline", "url_person", "url_identifier",
    ),
}  # fmt: skip
"""Words in the names of rules; the first that fits decides (schemas 6.2.3)."""


def scrub(submission: Submission, desk: Desk) -> Submission | Refusal:
    engine = desk.world.corpus.scrubbing.whole()
    if engine.looks_clean(submission.payload):
        return submission
    found = list(engine.walk(submission.payload, most=_MOST))
    grave = [each for each in found if _refuses(submission.type, each)]
    if not grave:
        noticed = {each.rule: _warning(submission, each) for each in found}
        return replace(submission, regex_passes=tuple(noticed), warnings=tuple(noticed.values()))
    if submission.type in CORPUS_CONTENT:
        return _layer_two(submission, engine, grave)
    return Refusal(
        ErrorCategory.REGEX_FAIL,
        "The text at the pointer holds something that looks like it identifies a person.",
        pointer=submission.at(safe_pointer(grave[0].pointer or "")),
    )


def _warning(submission: Submission, finding: Finding) -> dict[str, str]:
    """What is meant for the corpus may name an office's street; whoever wrote it is asked to look again."""
    return {
        "rule": finding.rule,
        "summary": "this may identify a person: see to it that it does not",
        "schema_pointer": submission.at(safe_pointer(finding.pointer or "")),
    }


def _refuses(kind: SubmissionType, finding: Finding) -> bool:
    if finding.category == ScrubCategory.DIRECT or not finding.ran:
        return True
    return not (finding.pointer or "").startswith(CORPUS_CONTENT.get(kind, ("\0",)))


def _layer_two(submission: Submission, engine: Engine, found: Sequence[Finding]) -> Refusal:
    """The shape of schemas 6.2.3, with everything in the window masked that fires or counts (C-16)."""
    first = found[0]
    matches = [
        {"detector": each.rule, **({"context_snippet": text} if text else {})}
        for each in {finding.rule: finding for finding in reversed(found)}.values()
        for text in [snippet(submission.payload, each, engine)]
    ]
    return Refusal(
        ErrorCategory.LAYER2_SCRUB_FAILURE,
        "The content at the pointer holds something that looks like it identifies a person.",
        pointer=submission.at(safe_pointer(first.pointer or "")),
        more={
            "category": layer_two_category(first.rule).value,
            "matches": matches[::-1],
            "remediation": _remediation(first).value,
        },
    )


def layer_two_category(rule: str) -> LayerTwoCategory:
    for category, words in _LAYER_TWO.items():
        if any(word in rule for word in words):
            return category
    return LayerTwoCategory.OTHER


def _remediation(finding: Finding) -> Remediation:
    """What to rewrite. Where a rule could not even run, sending it again will not help."""
    if not finding.ran:
        return Remediation.ABANDON_SUBMISSION
    if (finding.pointer or "").startswith("/provenance"):
        return Remediation.REWRITE_RESEARCH_NOTES
    return Remediation.REWRITE_CANONICAL
