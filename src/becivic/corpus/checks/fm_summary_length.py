"""A summary is one short line: a warning above 200 characters, an error above 400 (schemas 6.1; R-FM-07, R-CI-29)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.findings import Severity
from becivic.rules import caps


@rule("fm-summary-length", "summaries are short", section="schemas 6.1")
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        length = len(skill.fields.text("summary"))
        if length > caps.SUMMARY_WARN:
            refused = length > caps.SUMMARY_MAX
            limit = caps.SUMMARY_MAX if refused else caps.SUMMARY_WARN
            yield Problem(
                skill.field_place("summary"),
                f"the summary has {length} characters; above {limit} it is {'refused' if refused else 'too long'}",
                f"Say it in one plain sentence of at most {caps.SUMMARY_WARN} characters.",
                Severity.ERROR if refused else Severity.WARNING,
            )
