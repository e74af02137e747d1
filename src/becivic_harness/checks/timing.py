"""Stage 6, the clock: not more than an hour ahead, not more than seven days behind (R-PIPE-08)."""

from __future__ import annotations

from datetime import timedelta

from becivic_harness.checks.case import Case
from becivic_harness.checks.verdict import SCHEMA_FAIL, Verdict
from becivic_harness.moments import read_moment
from becivic_harness.submission_rules import rules


def check_timing(case: Case, verdict: Verdict) -> None:
    wrong = _wrong(case)
    if wrong:
        remedy = "Set it to the time of sending, keep the id, and send it again."
        verdict.refuse(SCHEMA_FAIL, "/submitted_at", f"`submitted_at` {wrong}.", remedy)


def _wrong(case: Case) -> str:
    clock = rules()["clock"]
    sent = read_moment(case.payload["submitted_at"])
    if sent is None:
        return "is no moment of any calendar"
    ahead = sent - case.now
    if ahead > timedelta(seconds=clock["seconds_ahead"]):
        return "is more than an hour ahead of the clock here"
    if -ahead > timedelta(seconds=clock["seconds_behind"]):
        return "is more than seven days old"
    return ""
