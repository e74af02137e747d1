"""A skill holds nothing that points to a person, in its body or in its frontmatter (schemas 6.8; design 7.7).

Both are read as they are written, comments and addresses included; the fields also as they are meant, for an
escape or a folded line would hide what is in them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.corpus.checks.personal import fired, in_text, in_value, not_scrubbed
from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.corpus.findings import Place
from becivic.corpus.skill import Skill
from becivic_scrub import Engine

_BODY: Final = "content.body"
_FRONTMATTER: Final = "content.frontmatter"
"""Where both stand in the draft that becomes a skill."""


@body_rule("body-personal", "skills hold nothing that points to a person", section="schemas 6.8")
def check(context: Context) -> Iterator[Problem]:
    yield from not_scrubbed(context, "skills")
    engine = context.corpus.scrubbing.engine
    if engine is None:
        return
    for skill in context.skills:
        yield from in_text(engine, skill.body.text, _BODY, Place(skill.file, skill.body.first_line))
        yield from _in_frontmatter(engine, skill)


def _in_frontmatter(engine: Engine, skill: Skill) -> Iterator[Problem]:
    below_the_fence = Place(skill.file, 2)
    written = list(in_text(engine, skill.frontmatter.source, _FRONTMATTER, below_the_fence))
    yield from written
    said = {problem.message for problem in written}
    for pointer, finding in in_value(engine, skill.fields.data, _FRONTMATTER):
        problem = fired(finding, skill.field_place(pointer))
        if problem.message not in said:  # else it stands there openly, and its exact line is known
            yield problem
