"""Frontmatter fits skill.schema.json (schemas 6.1; R-CI-01, R-FM-02, R-FM-04, R-FM-05).

What a rule of its own explains better is left to that rule, so that one fault is reported once (R-CI-20).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from becivic.corpus import schema_words
from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.skill import Skill
from becivic.rules import pointers
from becivic.rules.schemas import SchemaFault, SchemaFile
from becivic.rules.skills import COMPUTED_FIELD, RETIRED_FIELDS

_NAMED_FIELDS: Final = frozenset({f"/{name}" for name in (*RETIRED_FIELDS, COMPUTED_FIELD)})
_IO_TYPE: Final = re.compile(r"/(?:inputs|outputs)/[0-9]+/type")
_COMMUNE: Final = re.compile(r"/applies_to/communes/[0-9]+")


@rule("fm-schema", "frontmatter fits the skill schema", section="schemas 6.1")
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        for fault in skill.schema_faults:
            if not _has_its_own_rule(skill, fault):
                yield Problem(
                    skill.field_place(fault.pointer),
                    schema_words.describe(fault, "frontmatter"),
                    schema_words.remedy(fault, SchemaFile.SKILL),
                )


def _has_its_own_rule(skill: Skill, fault: SchemaFault) -> bool:
    match fault.keyword:
        case "additionalProperties":  # fm-retired-fields, fm-cohort-stats
            return fault.pointer in _NAMED_FIELDS
        case "maxLength":  # fm-summary-length
            return fault.pointer == "/summary"
        case "type":  # fm-nis-quoted
            return _COMMUNE.fullmatch(fault.pointer) is not None and _is_number(skill, fault.pointer)
        case "enum":  # fm-types; fm-superseded-by, when the status itself is a status
            known_status = fault.pointer == "/status" and skill.status is not None
            return known_status or _IO_TYPE.fullmatch(fault.pointer) is not None
        case _:
            return False


def _is_number(skill: Skill, pointer: str) -> bool:
    index = int(pointers.split(pointer)[-1])
    return type(skill.fields.child("applies_to").raw("communes")[index]) is int
