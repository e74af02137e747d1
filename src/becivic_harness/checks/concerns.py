"""A concern's context and content must agree with the world: communes, audience keys, uids (R-XREF-05, R-XREF-06)."""

from __future__ import annotations

from becivic_harness import communes
from becivic_harness.checks.case import Case
from becivic_harness.checks.verdict import CROSS_REF_FAIL, Verdict


def check_concern(case: Case, verdict: Verdict) -> None:
    context, content = case.payload["context"], case.content
    _check_commune(context.get("commune"), "/context/commune", verdict)
    if content.get("scope") == "commune-specific":
        _check_commune(content["specifier"], "/content/specifier", verdict)
    for name in ("vv_uid", "ref_uid"):
        if content.get(name, case.target_id) != case.target_id:
            verdict.refuse(CROSS_REF_FAIL, f"/content/{name}", "The uid is not that of the target.")
    _check_audience(case, verdict)


def _check_commune(named: object, pointer: str, verdict: Verdict) -> None:
    if isinstance(named, str) and not communes.is_named(named):
        remedy = "Look up its NIS code by its name."
        verdict.refuse(CROSS_REF_FAIL, pointer, "There is no such commune.", remedy)


def _check_audience(case: Case, verdict: Verdict) -> None:
    """Keys of `applies_to_match` are keys of the skill's own audience; where its fields were not read, nothing is said."""
    if case.target_type != "skill" or case.skill_fields is None:
        return
    audience = case.skill_fields.document.get("applies_to")
    known = audience if isinstance(audience, dict) else {}
    if any(key not in known for key in case.payload["context"].get("applies_to_match", {})):
        detail = "A key is not among the audience keys of the skill."
        certain = case.skill_fields.fresh
        verdict.judge(CROSS_REF_FAIL, "/context/applies_to_match", detail, certain=certain)
