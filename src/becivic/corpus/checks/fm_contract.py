"""A skill points at a submission contract that exists (schemas 6.1; lifecycle 10.1; R-FM-18, R-CI-04)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.rules.contract import contract_document
from becivic.rules.identifiers import SEMVER, matches

_FIELD = "submission_contract_version"


@rule("fm-contract", "the submission contract of a skill exists", section="schemas 6.1")
def check(context: Context) -> Iterator[Problem]:
    files = context.corpus.files
    for skill in context.skills:
        version = skill.fields.text(_FIELD)
        if matches(SEMVER, version) and (document := contract_document(version)) not in files:
            yield Problem(
                skill.field_place(_FIELD),
                f"contract version {version} has no document: {document} does not exist",
                "Name a contract version that is published under docs/.",
            )
