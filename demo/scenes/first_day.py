"""The first day: a newcomer's agent at work, and three others who write."""

from __future__ import annotations

import json
from typing import Any

from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import TargetType
from demo import days, letters
from demo.cast import CAPABLE, HASTY, NEIGHBOUR, NEWCOMER, TRICKSTER, WALKS, Harness
from demo.expecting import expect
from demo.play import Play


def open_the_house(play: Play) -> None:
    stage, narrator = play.stage, play.narrator
    stage.start(days.OPENING)
    stage.ready()
    narrator.url = stage.url
    play.seen["url"] = stage.url
    held = stage.get("/api/health")
    said = f"filled its home from the packaged corpus: {held['skills']} procedures, {held['paths']} paths."
    narrator.tell("becivic serve", said)
    narrator.look("/", "the site")
    narrator.look("/mcp", "the same for agents")


def help_a_newcomer(play: Play) -> None:
    """Everything through the harness: one process a command, one folder of notes, one approval before anything is sent."""
    harness, narrator, who = Harness(play.stage), play.narrator, NEWCOMER.name
    _begin(harness)
    routed = harness("route", letters.TASK)
    expect("the procedure that the task leads to", routed["pick"], letters.SKILL)
    narrator.tell(who, f"asks: “{letters.TASK}”. That is the procedure `{letters.SKILL}`.")
    read = harness("skill", letters.SKILL)
    expect("the text that was read has its steps", "## Process" in read["markdown"])
    narrator.tell(who, "reads it, costs and surprises included.")
    narrator.look(f"/skills/{letters.SKILL}")
    _walk(harness)
    narrator.tell(who, f"walks the path `{letters.PATH}` with the person until they hold the document.")
    narrator.look(f"/paths/{letters.PATH}")
    _collect(play, harness)
    sent = _send(play, harness)
    narrator.tell(who, f"shows the person what was collected; after their yes it sends {_counted(sent)}.")


def let_others_write(play: Play) -> None:
    stage, narrator = play.stage, play.narrator
    kind = SubmissionType.AMENDMENT
    play.seen["fee"] = [stage.get(f"/api/volatile-values/{letters.VALUE}")["value"]]
    wrong = letters.fee(letters.WRONG, "Read on the page of the commune.")
    play.seen["false_fee"] = play.took(kind, HASTY.sends(stage, kind, **wrong))
    narrator.tell(HASTY.name, f"misreads a fee and “corrects” €11.50 to €{letters.WRONG}.")
    injected = letters.surprise(stage, letters.ATTACKED, letters.INJECTION)
    play.seen["injection"] = play.took(kind, TRICKSTER.sends(stage, kind, **injected))
    narrator.tell(
        TRICKSTER.name,
        f"hides an order to other agents, worded like advice, in an amendment of `{letters.ATTACKED}`.",
    )
    kind = SubmissionType.CONCERN
    named = letters.report(stage, letters.TOLD)
    play.seen["named"] = play.took(kind, NEIGHBOUR.sends(stage, kind, **named))
    narrator.tell(NEIGHBOUR.name, "reports what it was told at the counter, and by whom: with a name.")
    narrator.tell(
        "the service", "took all three over MCP. They wait 24 hours, as everything does; nothing is public."
    )


def _begin(harness: Harness) -> None:
    able = [each for name in (*CAPABLE, *WALKS) for each in ("--capability", name)]
    harness("session", "start", "--consent", *able)
    known = ("region=Brussels-Capital", "commune_nis5=21001", "document_inventory.has_id_card=yes")
    harness("profile", "set", *known, "residency_status=registered", "administration_language=FR")


def _walk(harness: Harness) -> None:
    step = harness("traverse", "start", letters.PATH)["step"]
    expect("the walk begins with what the person has to do", step["state"], "awaiting-handoff")
    harness("traverse", "report", letters.PATH, "--event", "shown")
    received = "user-confirms-document-received=true"
    step = harness("traverse", "report", letters.PATH, "--signal", received)["step"]
    expect("the walk ends with the document", step["state"], "succeeded")


def _collect(play: Play, harness: Harness) -> None:
    stage = play.stage
    concern = {"type": SubmissionType.CONCERN.value, **letters.report(stage, letters.SECOND_PROOF)}
    amendment = {
        "type": SubmissionType.AMENDMENT.value,
        **letters.surprise(stage, letters.SKILL, letters.HINT),
    }
    for item in (concern, amendment):
        harness("buffer", "add", "--json", json.dumps(item))
    vote = (f"target_type={TargetType.PATH.value}", f"target_id={letters.PATH}", "verdict=confirm")
    harness("buffer", "add", SubmissionType.VALIDATION.value, *vote, "injection_flag=false")


def _send(play: Play, harness: Harness) -> list[dict[str, Any]]:
    harness("buffer", "approve", "--all")
    results: list[dict[str, Any]] = harness("submit")["results"]
    expect("everything that was approved is taken", [each["ok"] for each in results], [True] * len(results))
    for each in results:
        play.seen[f"newcomer_{each['type']}"] = play.took(SubmissionType(each["type"]), each["id"])
    return results


def _counted(results: list[dict[str, Any]]) -> str:
    kinds = [str(each["type"]) for each in results]
    return ", ".join(
        f"{kinds.count(kind)} {kind}{'s' * (kinds.count(kind) > 1)}" for kind in dict.fromkeys(kinds)
    )
