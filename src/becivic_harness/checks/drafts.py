"""A draft proposes something that is not there yet, under one id, and names only what is there (R-XREF-09)."""

from __future__ import annotations

from typing import Any, Final

from becivic_harness.checks.amendments import warn_of_uids
from becivic_harness.checks.case import Case
from becivic_harness.checks.sources import check_sources
from becivic_harness.checks.targets import look_up_path, look_up_skill
from becivic_harness.checks.verdict import CROSS_REF_FAIL, Verdict

_PROPOSED_ID: Final = "/proposed_id"
_ONE_ID: Final = "Use one id in both places."


def check_draft(case: Case, verdict: Verdict) -> None:
    if case.target_type == "skill":
        _check_skill(case, case.content["frontmatter"], verdict)
    else:
        _check_path(case, case.content["entry"], verdict)


def _check_skill(case: Case, fields: dict[str, Any], verdict: Verdict) -> None:
    if case.skill(case.target_id) is not None:
        _exists("skill", verdict)
    at = "/content/frontmatter"
    if fields["id"] != case.target_id:
        detail = "The frontmatter has another id than `proposed_id`."
        verdict.refuse(CROSS_REF_FAIL, f"{at}/id", detail, _ONE_ID)
    for index, required in enumerate(fields.get("requires", ())):
        look_up_skill(case, verdict, required["id"], f"{at}/requires/{index}/id")
    for index, required in enumerate(fields.get("requires_paths", ())):
        look_up_path(case, verdict, required["id"], f"{at}/requires_paths/{index}/id")
    for name in ("prerequisites", "related"):
        for index, named in enumerate(fields.get(name, ())):
            look_up_skill(case, verdict, named, f"{at}/{name}/{index}")
    warn_of_uids("", case.content["body"], "/content/body", verdict)


def _check_path(case: Case, entry: dict[str, Any], verdict: Verdict) -> None:
    if case.path(case.target_id) is not None:
        _exists("path", verdict)
    at = "/content/entry"
    if entry["id"] != case.target_id:
        detail = "The entry has another id than `proposed_id`."
        verdict.refuse(CROSS_REF_FAIL, f"{at}/id", detail, _ONE_ID)
    for index, named in enumerate(entry.get("related_skills", ())):
        look_up_skill(case, verdict, named, f"{at}/related_skills/{index}")
    check_sources(entry["sources"], f"{at}/sources", verdict)


def _exists(what: str, verdict: Verdict) -> None:
    detail = f"A {what} with this id exists already."
    verdict.refuse(CROSS_REF_FAIL, _PROPOSED_ID, detail, "Amend that one, or choose another id.")
