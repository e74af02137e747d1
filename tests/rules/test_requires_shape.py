"""What an edge of the composition graph may look like (schemas 6.1; R-GRAPH-02)."""

from __future__ import annotations

from typing import Any

import pytest

from becivic.rules import caps
from becivic.rules.routes import Purpose
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic.rules.skills import Timing
from tests.requirement import requirement

SKILL: dict[str, Any] = {
    "id": "demo-skill", "title": "Demo", "schema_version": 4, "version": "0.1.0", "status": "alpha",
    "origin": "be-civic", "category": "belgium-federal", "submission_contract_version": "2.1.0",
}  # fmt: skip
EDGE = {"id": "demo-path", "role": "submission", "timing": "pre-filing"}


def faults(**fields: object) -> list[tuple[str, str]]:
    found = packaged_registry().faults(SchemaFile.SKILL, {**SKILL, **fields})
    return [(fault.pointer, fault.keyword) for fault in found]


@requirement("R-GRAPH-02")
def test_a_required_skill_is_named_and_may_be_selected_on() -> None:
    assert (
        faults(requires=[{"id": "demo-other"}, {"id": "demo-more", "selects_on": {"region": ["brussels"]}}])
        == []
    )
    assert faults(requires=[{"selects_on": {"region": ["brussels"]}}]) == [("/requires/0", "required")]
    assert faults(requires=[{"id": "demo-other", "role": "submission"}]) == [
        ("/requires/0/role", "additionalProperties")
    ]


@requirement("R-GRAPH-02")
@pytest.mark.parametrize("role", list(Purpose))
@pytest.mark.parametrize("timing", list(Timing))
def test_a_required_path_has_a_role_and_a_timing(role: Purpose, timing: Timing) -> None:
    assert faults(requires_paths=[{"id": "demo-path", "role": role.value, "timing": timing.value}]) == []


@requirement("R-GRAPH-02")
@pytest.mark.parametrize(
    ("edge", "fault"),
    [
        ({"role": "tool", "timing": "any"}, ("/requires_paths/0", "required")),
        ({"id": "demo-path", "timing": "any"}, ("/requires_paths/0", "required")),
        ({"id": "demo-path", "role": "tool"}, ("/requires_paths/0", "required")),
        ({**EDGE, "role": "helpful"}, ("/requires_paths/0/role", "enum")),
        ({**EDGE, "timing": "soon"}, ("/requires_paths/0/timing", "enum")),
        ({**EDGE, "notes": "x" * (caps.REQUIRES_PATH_NOTES + 1)}, ("/requires_paths/0/notes", "maxLength")),
    ],
)
def test_an_edge_of_another_shape_is_refused(edge: dict[str, str], fault: tuple[str, str]) -> None:
    assert faults(requires_paths=[edge]) == [fault]
