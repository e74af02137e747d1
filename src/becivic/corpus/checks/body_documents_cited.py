"""Each required document says where that is written or where it comes from (schemas 6.1; R-BODY-02)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.corpus.citing import cited_in
from becivic.rules.skills import Section
from becivic.rules.statuses import Status


@body_rule("body-documents-cited", "every required document cites its source", section="schemas 6.1")
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        section = skill.body.section(Section.DOCUMENTS)
        if section is None or skill.status is Status.DRAFT:
            continue
        cited = cited_in(skill.body, context.catalogue, section.content, section.end)
        for item in skill.body.items(section):
            if bisect_left(cited, item.start) == bisect_left(cited, item.end):
                yield Problem(
                    skill.body_place(item.start),
                    "a required document cites no source",
                    "Add a <Ref>, or a <Path> or <Skill> that leads to the document.",
                )
