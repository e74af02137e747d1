"""The commit job, a day after: what is public now, and what waits for a person."""

from __future__ import annotations

from becivic.rules.submissions import SubmissionState
from demo import letters
from demo.expecting import eventually, expect
from demo.fee_shown import fee_shown
from demo.play import Play


def publish(play: Play) -> None:
    stage, narrator, seen = play.stage, play.narrator, play.seen
    report = stage.becivic("run", "commit")
    expect("what the job holds for a person", report["held"], [seen["named"]])
    narrator.tell(
        "becivic run commit", "publishes what has waited a day: rows in the records, changes in git."
    )
    eventually(
        "the newcomer's hint on the page", lambda: letters.HINT in stage.get(_skill(letters.SKILL))["body"]
    )
    expect(
        "the newcomer's concern is public", play.state(seen["newcomer_concern"]), SubmissionState.COMMITTED
    )
    page = stage.page(f"/skills/{letters.SKILL}")
    expect("the page quotes it", letters.SECOND_PROOF in page)
    narrator.look(f"/skills/{letters.SKILL}", "hint and report")
    seen["fee"].append(fee_shown(stage).amount)
    expect("the fee that the page shows", seen["fee"][-1], f"€{letters.WRONG}")
    narrator.tell("the page", f"shows the false fee too, €{letters.WRONG}, as unconfirmed.")
    injected = stage.get(_skill(letters.ATTACKED))["body"]
    expect("the injected line is on main", letters.INJECTION in injected)
    expect("the report with a name is held", play.state(seen["named"]), SubmissionState.HELD)
    expect("nobody is named on the page", letters.NAME in page, wanted=False)
    narrator.tell(
        "the screen", "found a name in the neighbour's report and holds it: it is nowhere to be read."
    )


def _skill(skill: str) -> str:
    return f"/api/skills/{skill}"
