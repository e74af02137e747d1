"""Stage 4, from target_type to target_id to what this machine has read of it (R-XREF-01, R-XREF-10).

Something that is not in a fresh list is refused; of a list that is old or not whole it is only told. Values, references
and published concerns are in no list that is kept here: of those the server speaks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from becivic_harness.checks.case import Case, Known, sources_of
from becivic_harness.checks.verdict import CROSS_REF_FAIL, Verdict
from becivic_harness.submission_rules import rules

LOOK_UP: Final = "Correct the id: it names something that is not there, or is there no longer."
FETCH: Final = "Fetch the list again, or let the server judge it."
_VOTED: Final = ("validation", "rating")
_TARGET_ID: Final = "/target_id"


def check_contract(case: Case, verdict: Verdict) -> None:
    """R-VERS-04, as far as it can be said without a skill."""
    major = str(case.payload["submission_contract_version"]).partition(".")[0]
    spoken = [str(each) for each in rules()["contract_majors"]]
    if major not in spoken:
        detail = f"This contract is not spoken here; the major version must be {', '.join(spoken)}."
        remedy = "Leave it out: the harness says which one it speaks."
        verdict.refuse(CROSS_REF_FAIL, "/submission_contract_version", detail, remedy)


def check_target(case: Case, verdict: Verdict) -> None:
    if case.target_type == "skill":
        _check_skill(case, verdict)
    elif case.target_type in ("path", "path_source"):
        _check_path(case, verdict)


def look_up_skill(case: Case, verdict: Verdict, skill_id: str, pointer: str) -> None:
    """Something else than the target that must be a skill."""
    if case.skill(skill_id) is None:
        _missing("skill", pointer, verdict, case.graph, certain=case.knows_all_skills)


def look_up_path(case: Case, verdict: Verdict, path_id: str, pointer: str) -> None:
    if case.path(path_id) is None:
        _missing("path", pointer, verdict, case.paths, certain=case.knows_all_paths)


def _check_skill(case: Case, verdict: Verdict) -> None:
    node = case.skill(case.target_id)
    if node is None:
        certain = case.knows_all_skills
        if case.kind.name == "concern" and case.skill_body is not None:
            certain = (
                False  # it was read here: what was pulled or has ended takes concerns still, and has no node
            )
        _missing("skill", _TARGET_ID, verdict, case.graph, certain=certain)
        return
    _check_open(case, verdict, node, is_fresh=case.graph is not None and case.graph.fresh)


def _check_path(case: Case, verdict: Verdict) -> None:
    path_id, colon, source_id = case.target_id.partition(":")
    entry = case.path(path_id)
    if entry is None:
        _missing("path", _TARGET_ID, verdict, case.paths, certain=case.knows_all_paths)
        return
    is_fresh = case.paths is not None and case.paths.fresh
    sources = sources_of(entry)
    if colon and sources is not None and source_id not in [each.get("id") for each in sources]:
        detail = "The path has no source with this id."
        verdict.judge(CROSS_REF_FAIL, _TARGET_ID, detail, LOOK_UP, certain=is_fresh)
    _check_open(case, verdict, entry, is_fresh=is_fresh)


def _check_open(case: Case, verdict: Verdict, artefact: Mapping[str, Any], *, is_fresh: bool) -> None:
    """Terminal artefacts take concerns only, and nobody votes on what was never published."""
    status = artefact.get("status")
    if status in rules()["terminal_statuses"] and case.kind.name != "concern":
        detail = f"The target is {status}, and takes no submission of this type."
        remedy = "File a concern if something about it must be said."
        verdict.judge(CROSS_REF_FAIL, _TARGET_ID, detail, remedy, certain=is_fresh)
    elif status == "draft" and case.kind.name in _VOTED:
        detail = "The target is a draft: there is nothing to vote on yet."
        verdict.judge(CROSS_REF_FAIL, _TARGET_ID, detail, certain=is_fresh)


def _missing(what: str, pointer: str, verdict: Verdict, kept: Known | None, *, certain: bool) -> None:
    if certain:
        verdict.refuse(CROSS_REF_FAIL, pointer, f"There is no {what} with this id on main.", LOOK_UP)
    elif kept is not None:
        detail = f"The list of {what}s that is kept here has none with this id; it may be old, or not all there is."
        verdict.warn(CROSS_REF_FAIL, pointer, detail, FETCH)
    else:
        detail = f"No list of {what}s is kept here, so the id was not looked up."
        verdict.warn(CROSS_REF_FAIL, pointer, detail, FETCH)
