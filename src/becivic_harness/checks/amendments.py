"""An amendment must apply to what was read here (R-XREF-07, R-XREF-08): a diff to the body, a value to its field."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from becivic_harness import schema
from becivic_harness.checks.case import Case, Known, sources_of
from becivic_harness.checks.sources import check_source
from becivic_harness.checks.verdict import CROSS_REF_FAIL, DIFF_APPLY_FAILED, Verdict
from becivic_harness.diffing import amended
from becivic_harness.field_paths import resolve, with_field
from becivic_harness.json_values import same
from becivic_harness.refusals import Refused

_BODY_DIFF: Final = "/content/body_diff"
_FIELD_PATH: Final = "/content/frontmatter_change/field_path"
_VALUE: Final = "/content/frontmatter_change/proposed_value"
_SCHEMAS: Final = {"skill": "skill", "path": "path", "path_source": "path-source"}
_UID: Final = r"""\buid\s*=\s*["'][^"']+["']|\[(?:val|ref)-[0-9]{5,6}\]"""
_MOST: Final = 1000
"""Faults that are listed of an artefact before and after: what differs must not be beyond the end of a list."""


def check_amendment(case: Case, verdict: Verdict) -> None:
    if case.target_type not in _SCHEMAS:
        return  # of a value or a reference its schema has said all there is
    if case.content.get("amendment_subtype") == "body":
        _check_body(case, verdict)
    elif case.content.get("amendment_subtype") == "source_add":
        _check_added(case, verdict)
    else:
        _check_field(case, verdict)


def _check_body(case: Case, verdict: Verdict) -> None:
    if case.skill_body is None:
        detail = "The body of this skill is not kept here, so the diff was not tried."
        verdict.warn(
            DIFF_APPLY_FAILED, _BODY_DIFF, detail, "Read the skill again, and make the diff against that."
        )
        return
    try:
        after = amended(case.skill_body.text, case.content["body_diff"])
    except Refused as refused:
        verdict.judge(DIFF_APPLY_FAILED, _BODY_DIFF, refused.detail, certain=case.skill_body.fresh)
        return
    if case.skill_body.commit not in (None, case.content["skill_commit"]):
        detail = "The body that is kept here was read at another commit."
        verdict.warn(DIFF_APPLY_FAILED, "/content/skill_commit", detail)
    warn_of_uids(case.skill_body.text, after, _BODY_DIFF, verdict)


def warn_of_uids(before: str, after: str, pointer: str, verdict: Verdict) -> None:
    """Uids are given out by the service alone. Which of them stand in a tag is for its tokenizer to say."""
    if set(re.findall(_UID, after)) - set(re.findall(_UID, before)):
        detail = "The new text holds a uid that the old one does not; if it stands in a tag, the server refuses it."
        remedy = "Leave a new tag's uid empty, and amend the value or reference itself."
        verdict.warn(CROSS_REF_FAIL, pointer, detail, remedy)


def _check_field(case: Case, verdict: Verdict) -> None:
    change, schema_name = case.content["frontmatter_change"], _SCHEMAS[case.target_type]
    declared = resolve(schema_name, change["field_path"])
    if declared is None:
        detail = f"The schema {schema_name}.schema.json declares no such field."
        verdict.refuse(CROSS_REF_FAIL, _FIELD_PATH, detail)
    elif not schema.is_valid(declared.schema_name, change["proposed_value"], at=declared.pointer):
        detail = f"The value is not of the type that {schema_name}.schema.json gives this field."
        verdict.refuse(CROSS_REF_FAIL, _VALUE, detail)
    else:
        before = _before(case)
        if before is not None:
            _check_whole(schema_name, change, before, verdict)


def _before(case: Case) -> Known | None:
    """The artefact as it was read here."""
    if case.target_type == "skill":
        return case.skill_fields
    path_id, _, source_id = case.target_id.partition(":")
    entry, is_fresh = case.path(path_id), case.paths is not None and case.paths.fresh
    if entry is None or case.target_type == "path":
        return None if entry is None else Known(entry, is_fresh)
    found = next((each for each in sources_of(entry) or () if each.get("id") == source_id), None)
    return None if found is None else Known(found, is_fresh)


def _check_whole(schema_name: str, change: Mapping[str, Any], before: Known, verdict: Verdict) -> None:
    """Something is different, and what fitted its schema still does."""
    after = with_field(before.document, change["field_path"].split("."), change["proposed_value"])
    if same(before.document, after):
        detail = "The field has this value already."
        verdict.judge(CROSS_REF_FAIL, _VALUE, detail, certain=before.fresh)
        return
    known = schema.faults(schema_name, before.document, most=_MOST)
    new = next((each for each in schema.faults(schema_name, after, most=_MOST) if each not in known), None)
    if new is not None:
        detail = f"With this value the whole would not fit {schema_name}.schema.json: {new.detail}"
        verdict.judge(CROSS_REF_FAIL, _VALUE, detail, certain=before.fresh)


def _check_added(case: Case, verdict: Verdict) -> None:
    added = case.content["source_add"]
    entry = case.path(case.target_id)
    if entry is not None and any(each.get("id") == added["id"] for each in sources_of(entry) or ()):
        detail = "The path has a source with this id already."
        verdict.refuse(CROSS_REF_FAIL, "/content/source_add/id", detail)
    check_source(added, "/content/source_add", verdict)
