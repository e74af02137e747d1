"""A skill names no provider that people could be steered to (architecture 4; R-BODY-09; issue 7, "banned phrases").

Read are the body, the title, the summary and the notes on how it was verified; the diagram and the glossary are not.
Meta-skills are held to it too. Labels of references, reasons of risks, code and comments are read, other attributes
are not: the title of a source is the source's own, and so is the host that a link leads to.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.corpus.body import Body
from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.corpus.provider_names import Named, may_name_one, named_in
from becivic.corpus.skill import Skill
from becivic.corpus.tokens import Kind
from becivic.rules.tags import Tag

REMEDY: Final = "Say what kind of service it is, and where a public list of them stands."
_READ: Final = (Kind.TEXT, Kind.CODE, Kind.COMMENT)
_FIELDS: Final = {
    "title": "the title names",
    "summary": "the summary names",
    "verification_notes": "the verification notes name",
}


@body_rule("body-provider-names", "a body names no private provider", section="architecture 4")
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        yield from _in_fields(skill)
        if not may_name_one(skill.body.text):
            continue
        for named in _named(skill.body):
            yield Problem(
                skill.body_place(named.offset), f'the body names "{named.name}", {named.kind}', REMEDY
            )


def _in_fields(skill: Skill) -> Iterator[Problem]:
    for key, says in _FIELDS.items():
        text = skill.fields.text(key)
        if may_name_one(text):
            for named in named_in(text):
                yield Problem(skill.field_place(key), f'{says} "{named.name}", {named.kind}', REMEDY)


def _named(body: Body) -> Iterator[Named]:
    for token in body.tokens:
        if token.kind in _READ:
            for named in named_in(body.text[token.start : token.end]):
                yield named._replace(offset=token.start + named.offset)
    for element in body.named(Tag.RISK):
        for named in named_in(element.get("reason") or ""):
            yield named._replace(offset=element.at("reason"))
