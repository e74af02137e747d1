"""Every `<Path id>` names an entry of the Path Directory (schemas 6.10; R-TAG-05)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.rules.tags import Tag


@body_rule("unresolved-path", "every <Path id> resolves in paths/index.json", section="schemas 6.10")
def check(context: Context) -> Iterator[Problem]:
    if not context.corpus.paths.document.exists:
        return  # the loader or path-schema says so once
    known = context.corpus.paths.entries
    for skill in context.skills:
        for element in skill.body.named(Tag.PATH):
            target = element.get("id")
            if target and target not in known:
                yield Problem(
                    skill.body_place(element.start),
                    f"unresolved_path: no path `{target}` in the directory",
                    "Correct the id, or add the path to paths/index.json first.",
                )
