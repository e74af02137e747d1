"""A draft proposes something that is not there yet, gives out no uid, and passes the corpus checks (R-XREF-09)."""

from __future__ import annotations

from typing import Final

from becivic.corpus.changes import ChangeRefused, drafted_paths, drafted_skill
from becivic.corpus.directory import PATHS_INDEX
from becivic.corpus.load import CANONICAL
from becivic.corpus.minting import minted_by_submitter
from becivic.intake.desk import Desk
from becivic.intake.references.proposed import refuse_broken
from becivic.intake.references.refused import NotHeld
from becivic.intake.submission import Submission
from becivic.rules.targets import TargetType

_ONE_ID: Final = "Use one id in both places."


def check_draft(submission: Submission, desk: Desk) -> None:
    check = _check_skill if submission.target is TargetType.SKILL else _check_path
    try:
        check(submission, desk)
    except ChangeRefused as refused:
        raise NotHeld(refused.pointer, refused.reason) from None


def _check_skill(submission: Submission, desk: Desk) -> None:
    proposed, content = submission.target_id, submission.content
    if desk.world.corpus.knows_skill(proposed):
        raise NotHeld("/proposed_id", *_exists("skill"))
    if content["frontmatter"]["id"] != proposed:
        raise NotHeld(
            "/content/frontmatter/id", "The frontmatter has another id than `proposed_id`.", _ONE_ID
        )
    if minted_by_submitter(None, content["body"]):
        raise NotHeld(
            "/content/body", "A tag carries a uid: those are given out here alone.", "Leave it empty."
        )
    text = drafted_skill(content["frontmatter"], content["body"])
    refuse_broken(desk, f"skills/{proposed}/{CANONICAL}", text, submission.type, "/content")


def _check_path(submission: Submission, desk: Desk) -> None:
    proposed, entry = submission.target_id, submission.content["entry"]
    if proposed in desk.world.corpus.paths.entries:
        raise NotHeld("/proposed_id", *_exists("path"))
    if entry["id"] != proposed:
        raise NotHeld("/content/entry/id", "The entry has another id than `proposed_id`.", _ONE_ID)
    index = drafted_paths(desk.world.corpus, entry)
    refuse_broken(desk, PATHS_INDEX, index, submission.type, "/content/entry")


def _exists(what: str) -> tuple[str, str]:
    return f"A {what} with this id exists already.", "Amend that one, or choose another id."
