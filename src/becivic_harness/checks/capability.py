"""Stage 2, what the agent must be able to do, by type and target (R-CAP-02 to R-CAP-05)."""

from __future__ import annotations

from becivic_harness.checks.case import Case
from becivic_harness.checks.verdict import CAPABILITY_MISMATCH, Verdict
from becivic_harness.submission_rules import required_capabilities


def check_capability(case: Case, verdict: Verdict) -> None:
    declared = case.payload.get("declared_capabilities")
    if declared is None:  # analytics alone may leave it out; the schema has seen to the others
        return
    lacking = [each for each in required_capabilities(case.kind, case.target_type) if each not in declared]
    if lacking:
        detail = f"This type and target need {', '.join(lacking)} too."
        options = " ".join(f"--capability {each}" for each in lacking)
        remedy = (
            "If your agent can do that, start the session with it: `becivic-harness session start "
            f"{options}` beside those declared before. It goes into `declared_capabilities`."
        )
        verdict.refuse(CAPABILITY_MISMATCH, "/declared_capabilities", detail, remedy)
