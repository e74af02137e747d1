"""Two weeks later: what the votes have come to, and where everything can be looked at."""

from __future__ import annotations

from typing import Any

from becivic.rules.statuses import Status
from demo import days, letters
from demo.expecting import eventually, expect
from demo.fee_shown import Fee, fee_shown
from demo.play import Play


def promote(play: Play) -> None:
    stage, narrator = play.stage, play.narrator
    stage.stop()
    stage.start(days.STABLE)
    tested = _decided(stage.becivic("run", "promote", at=days.TESTED))
    stable = _decided(stage.becivic("run", "promote", at=days.STABLE))
    stage.ready()
    expect(
        "what the first tick promotes",
        tested,
        [(letters.SKILL, Status.ALPHA, Status.BETA), (letters.VALUE, Status.ALPHA, Status.BETA)],
    )
    narrator.tell(
        "becivic run promote", "after two quiet days: the procedure and the fee go from alpha to beta."
    )
    expect("what the second tick promotes", stable, [(letters.VALUE, Status.BETA, Status.STABLE)])
    narrator.tell("becivic run promote", "after two more weeks: the fee is stable. It was wrong for a day.")
    play.seen["promoted"] = [*tested, *stable]


def look_round(play: Play) -> None:
    """Everything once more, from the server that stays."""
    stage, narrator = play.stage, play.narrator
    skill = f"/api/skills/{letters.SKILL}"
    eventually("the status of the procedure", lambda: stage.get(skill)["status"], Status.BETA)
    eventually("the fee on the page", lambda: fee_shown(stage), Fee("€11.50", Status.STABLE))
    play.seen["skill"] = {name: stage.get(skill)[name] for name in ("status", "version")}
    log = stage.git("log", "--format=%an|%s", "main").splitlines()
    play.seen["log"] = log
    expect("nobody is named in git", letters.NAME in stage.git("log", "-p", "main"), wanted=False)
    narrator.tell("git log", f"tells all of it in {len(log)} commits.")
    narrator.look(f"/skills/{letters.SKILL}", "open the fee")
    narrator.look(f"/skills/{letters.ATTACKED}", "without the injection")
    narrator.look("/activity", "what happened, without anybody in it")
    narrator.look("/api/docs", "the API")


def _decided(report: dict[str, Any]) -> list[tuple[str, str, str]]:
    return sorted((each["target_id"], each["from"], each["to"]) for each in report["decisions"])
