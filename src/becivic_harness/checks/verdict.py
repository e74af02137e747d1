"""What is said against an item: by category, place and remedy, never by its text. Gathered stage by stage."""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

from becivic_harness.json_pointers import join, split
from becivic_harness.submission_rules import remedy as remedy_of
from becivic_harness.submission_rules import rules

SCHEMA_FAIL: Final = "schema_fail"
IDENTITY_FIELD_PRESENT: Final = "identity_field_present"
CAPABILITY_MISMATCH: Final = "capability_mismatch"
REGEX_FAIL: Final = "regex_fail"
LAYER2_SCRUB_FAILURE: Final = "layer2_scrub_failure"
CROSS_REF_FAIL: Final = "cross_ref_fail"
DIFF_APPLY_FAILED: Final = "diff_apply_failed"


class Objection(NamedTuple):
    """One thing: `error` is the category that the server has for it."""

    error: str
    pointer: str
    detail: str
    remedy: str

    def as_json(self) -> dict[str, Any]:
        return {
            "error": self.error,
            "schema_pointer": self.pointer,
            "detail": self.detail,
            "remedy": self.remedy,
        }

    def __str__(self) -> str:
        return f"{self.error} at {self.pointer or '/'}: {self.detail}"


class Verdict:
    """Errors keep an item here; warnings are for whoever wrote it to weigh. Each is said once."""

    __slots__ = ("errors", "warnings")

    def __init__(self) -> None:
        self.errors: list[Objection] = []
        self.warnings: list[Objection] = []

    def refuse(self, error: str, pointer: str, detail: str, remedy: str = "") -> None:
        _add(self.errors, error, pointer, detail, remedy)

    def warn(self, error: str, pointer: str, detail: str, remedy: str = "") -> None:
        _add(self.warnings, error, pointer, detail, remedy)

    def judge(self, error: str, pointer: str, detail: str, remedy: str = "", *, certain: bool) -> None:
        """A refusal where what it rests on is certain, else a warning: the server may know better."""
        _add(self.errors if certain else self.warnings, error, pointer, detail, remedy)


def _add(said: list[Objection], error: str, pointer: str, detail: str, remedy: str) -> None:
    objection = Objection(error, safe_pointer(pointer), detail, remedy or remedy_of(error))
    if objection not in said:
        said.append(objection)


def safe_pointer(pointer: str) -> str:
    """As far as its names are declared in a schema or are plain words: a key may itself hold what must not be repeated."""
    told: list[str] = []
    for part in split(pointer):
        if not re.fullmatch("[0-9]{1,4}|[a-z_]{1,40}", part) and part not in rules()["declared_names"]:
            break
        told.append(part)
    return join(told)
