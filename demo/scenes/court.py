"""What waits for a maintainer: a flag to rule about, and a report that names somebody."""

from __future__ import annotations

import json
from typing import Any

from becivic.rules.consensus import DecisionKind, Ruling
from becivic.rules.submissions import SubmissionState
from demo import letters
from demo.expecting import eventually, expect
from demo.play import Play


def pull_the_injection(play: Play) -> None:
    stage, narrator = play.stage, play.narrator
    decided = stage.becivic("run", "promote")["decisions"]
    told = [(each["decision"], each["target_id"]) for each in decided]
    expect("what the tick decides", told, [(DecisionKind.QUARANTINE, letters.ATTACKED)])
    path = f"/api/skills/{letters.ATTACKED}"
    eventually(
        "the injected line is gone", lambda: letters.INJECTION in stage.get(path)["body"], wanted=False
    )
    narrator.tell(
        "becivic run promote", "one flag is enough: the amendment is quarantined, the text before it is back."
    )
    narrator.look(f"/skills/{letters.ATTACKED}")
    ruled = stage.becivic("review", "discard", letters.ATTACKED)
    play.seen["ruling"] = ruled
    expect("what the maintainer's ruling says", Ruling.UPHELD.value in str(ruled))
    narrator.tell("becivic review discard", "the maintainer rules that the flag was right. It stays out.")


def release_without_the_name(play: Play) -> None:
    stage, narrator, named = play.stage, play.narrator, play.seen["named"]
    shown = stage.becivic("review", "show", named)
    narrator.tell("becivic review show", "the maintainer sees the report and where in it a name was found.")
    edited = stage.folder.root / "released.json"
    edited.write_text(json.dumps(_without_the_name(shown["payload"])), encoding="utf-8")
    stage.becivic("review", "release", named, "--edited", str(edited))
    expect("where the report stands", play.state(named), SubmissionState.RELEASED_AFTER_EDIT)
    narrator.tell(
        "becivic review release", "lets it pass without the name. The next run of the job publishes it."
    )


def _without_the_name(payload: dict[str, Any]) -> dict[str, Any]:
    expect("what the maintainer is shown", payload["content"]["body"], letters.TOLD)
    return {**payload, "content": {**payload["content"], "body": letters.TOLD_OF_NOBODY}}
