"""What the script is told of a question."""

from __future__ import annotations

from becivic.onboarding.questions import Kind, Question, Said


def test_only_what_is_so_is_told() -> None:
    column = Question(name="left", kind=Kind.MONTH, label=Said("Left", "en"), required=True)
    asked = Question(
        name="inputs.stays", kind=Kind.ROWS, label=Said("Stays", "en"), columns=(column,), least=1, most=3
    )
    assert asked.id == "inputs-stays"
    assert asked.brief() == {
        "name": "inputs.stays",
        "kind": "rows",
        "least": 1,
        "most": 3,
        "columns": [{"name": "left", "kind": "month", "required": True}],
    }


def test_kinds_with_several_controls_have_a_legend() -> None:
    grouped = {kind for kind in Kind if kind.is_grouped}
    assert grouped == {Kind.CHOICE, Kind.FLAG, Kind.NAMES, Kind.MONTH_OR_CURRENT, Kind.ROWS}
