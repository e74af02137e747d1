"""Rule 12: nobody but the bot writes a uid (lifecycle 10.1; schemas 6.11; R-CI-13, R-DRF-04; C-21).

Not the author of a line is asked but whether the uid was in this skill's body before. The packaged seed mints
its uids once and is the exception.
"""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.body import Body
from becivic.corpus.checks.rule import Context, Problem, body_rule


@body_rule("rule-12", "uids are minted, never written by hand", section="lifecycle 10.1", needs_base=True)
def check(context: Context) -> Iterator[Problem]:
    change = context.change
    if change is None or change.by_bot:
        return
    seed, before = context.corpus.seed, change.base.skills
    for skill in context.skills:
        old = before.get(skill.id)
        if old is not None and old.blob_id == skill.blob_id:
            continue
        known = _uids(old.body) if old is not None else set()
        for element in skill.body.citations:
            uid = element.get("uid")
            if uid and uid not in known and seed.row(uid) is None:
                yield Problem(
                    skill.body_place(element.at("uid")),
                    f"<{element.name}> has a uid that this change wrote by hand",
                    "Empty the uid: it is filled in before the merge, by name.",
                )


def _uids(body: Body) -> set[str | None]:
    return {element.get("uid") for element in body.citations}
