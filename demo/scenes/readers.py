"""Readers of the second day: they confirm, flag and report. The author has no vote."""

from __future__ import annotations

from becivic.rules.errors import ErrorCategory
from becivic.rules.submissions import SubmissionType, Verdict
from becivic.rules.targets import TargetType
from demo import letters
from demo.cast import CAREFUL, NEWCOMER, READERS, WATCHFUL
from demo.expecting import expect
from demo.play import Play


def judge(play: Play) -> None:
    _confirm(play)
    _flag(play)
    _report_the_fee(play)


def _confirm(play: Play) -> None:
    stage, narrator = play.stage, play.narrator
    own = NEWCOMER.votes(stage, TargetType.SKILL, letters.SKILL)
    expect(
        "what an author hears who confirms their own text",
        own.json()["error"],
        ErrorCategory.SELF_VALIDATION_BLOCKED,
    )
    narrator.tell(NEWCOMER.name, "tries to confirm its own amendment, and is refused.")
    for reader in READERS[:3]:
        reader.confirms(stage, TargetType.SKILL, letters.SKILL)
    (observation,) = stage.get(f"/api/skills/{letters.SKILL}/concerns")["items"]
    expect("what the page quotes is the newcomer's", observation["content"]["body"], letters.SECOND_PROOF)
    for reader in READERS[:2]:
        reader.confirms(stage, TargetType.OBSERVATION, observation["uid"])
    narrator.tell(
        "three readers", "confirm the amended procedure, each from an address of its own; two its report."
    )


def _flag(play: Play) -> None:
    stage = play.stage
    read = WATCHFUL.tool(stage, "read_skill", id=letters.ATTACKED)
    expect("what the tool reads has the injected line", letters.INJECTION in str(read))
    flag = {
        "target_type": TargetType.SKILL.value,
        "target_id": letters.ATTACKED,
        "verdict": Verdict.REJECT.value,
        "rationale": "It gives orders to the agent that reads it.",
        "injection_flag": True,
        "injection_reason": "It tells the agent to send the profile away.",
    }
    kind = SubmissionType.VALIDATION
    play.took(kind, WATCHFUL.sends(stage, kind, **flag))
    play.narrator.tell(WATCHFUL.name, f"reads `{letters.ATTACKED}` over MCP and flags the hidden order.")


def _report_the_fee(play: Play) -> None:
    stage, kind = play.stage, SubmissionType.CONCERN
    play.took(kind, CAREFUL.sends(stage, kind, **letters.fee_report(stage, letters.RIGHT, letters.FALSE_FEE)))
    kind = SubmissionType.AMENDMENT
    right = letters.fee(letters.RIGHT, "Paid at the desk, and the page of the commune says the same.")
    play.took(kind, CAREFUL.sends(stage, kind, **right))
    play.narrator.tell(CAREFUL.name, "reports the false fee and sends a correction, €11.50.")
