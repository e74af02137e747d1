"""Questions of several sources or steps are asked once, and the one that most hangs on comes first."""

from __future__ import annotations

from becivic_harness.asking import asked
from becivic_harness.questions import question_for


def test_a_question_that_several_hang_on_is_asked_once_and_the_one_most_hangs_on_first() -> None:
    wanted = [("first", "civic_status"), ("first", "region"), ("second", "region"), ("second", "region")]
    found = asked(
        (what, question_for(field, {})) for what, field in [*wanted, ("third", "administration_language")]
    )
    assert [(each.question.field, each.settles) for each in found] == [
        ("region", ("first", "second")),
        ("civic_status", ("first",)),
        ("administration_language", ("third",)),
    ]
    told = found[0].as_json()
    assert told["settles"] == ["first", "second"]
    assert told["values"] == [option["value"] for option in told["options"]]
