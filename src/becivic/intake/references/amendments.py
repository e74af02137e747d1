"""An amendment must apply to what is on main now (R-XREF-07, R-XREF-08).

A field that breaks a rule is refused. A body that does is only warned of: its change request is where that is decided.
"""

from __future__ import annotations

from becivic.corpus.changes import ChangeRefused, changed_paths, changed_skill
from becivic.corpus.diffs import DiffRefused
from becivic.corpus.directory import PATHS_INDEX
from becivic.corpus.frontmatter import split
from becivic.corpus.minting import minted_by_submitter
from becivic.intake.desk import Desk
from becivic.intake.references.proposed import Broken, broken_rules, refuse_broken
from becivic.intake.references.refused import DiffNotHeld, NotHeld
from becivic.intake.submission import Submission
from becivic.rules.submissions import AmendmentSubtype
from becivic.rules.targets import TargetType


def check_amendment(submission: Submission, desk: Desk) -> Broken:
    """Raises NotHeld, or says what its change request will be told."""
    match submission.target:
        case TargetType.SKILL:
            return _check_skill(submission, desk)
        case TargetType.PATH | TargetType.PATH_SOURCE:
            _check_paths(submission, desk)
        case _:
            pass  # a value or a reference takes the fast path: its schema has said all there is
    return ()


def _check_skill(submission: Submission, desk: Desk) -> Broken:
    content, world = submission.content, desk.world
    skill = world.corpus.skills[submission.target_id]
    of_body = content["amendment_subtype"] == AmendmentSubtype.BODY
    if of_body and not world.on_main(content["skill_commit"]):
        raise DiffNotHeld("/content/skill_commit", "This commit is not on main.")
    try:
        text = changed_skill(world.corpus, submission.target_id, content)
    except DiffRefused as refused:
        raise DiffNotHeld(
            "/content/body_diff", f"The diff does not apply to the current body: {refused.reason}."
        ) from None
    except ChangeRefused as refused:
        raise NotHeld(refused.pointer, refused.reason) from None
    if of_body and minted_by_submitter(skill.body.text, split(text)[1]):
        raise NotHeld(
            "/content/body_diff",
            "The diff gives out a uid, or binds one to something else; uids are given out here alone.",
            "Leave a new tag's uid empty, and amend the value or reference itself.",
        )
    if of_body:
        return broken_rules(desk, skill.file, text, submission.type)
    refuse_broken(desk, skill.file, text, submission.type, "/content/frontmatter_change")
    return ()


def _check_paths(submission: Submission, desk: Desk) -> None:
    try:
        index = changed_paths(desk.world.corpus, submission.target_id, submission.content)
    except ChangeRefused as refused:
        raise NotHeld(refused.pointer, refused.reason) from None
    refuse_broken(desk, PATHS_INDEX, index, submission.type, "/content")
