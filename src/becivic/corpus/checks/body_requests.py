"""Requests for contributions are bullets, or the one line that says there are none (schemas 6.1; R-BODY-06)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from becivic.corpus.body import Body, Sectioned
from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.rules.skills import NO_REQUESTS, Section
from becivic.rules.statuses import Status

_AFTER_BLANK_LINE: Final = re.compile(r"(?<=\n)[ \t]*\n(?=\S)")
_REMEDY: Final = f'Write one bullet for each request, or the single line "{NO_REQUESTS}"'


@body_rule(
    "body-requests", "requests are bullets, or the line that says there are none", section="schemas 6.1"
)
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        section = skill.body.section(Section.REQUESTS)
        if section is None or skill.status is Status.DRAFT:
            continue
        if (fault := _fault(skill.body, section)) is not None:
            offset, message = fault
            yield Problem(skill.body_place(offset), message, _REMEDY)


def _fault(body: Body, section: Sectioned) -> tuple[int, str] | None:
    """The first thing that is neither, with its offset."""
    content = body.content(section)
    if not content.strip():
        return section.start, f"the section `{Section.REQUESTS}` is empty"
    if content.strip() == NO_REQUESTS:
        return None
    if NO_REQUESTS in content:
        return (
            section.content + content.index(NO_REQUESTS),
            "the section says that there are no requests and something else besides",
        )
    stray = _first_outside_bullets(body, section)
    return None if stray is None else (stray, "a request is not a bullet")


def _first_outside_bullets(body: Body, section: Sectioned) -> int | None:
    items = body.items(section)
    bullets = {item.start for item in items if item.number is None}
    numbered = (item.start for item in items if item.number is not None)
    breaks = _AFTER_BLANK_LINE.finditer(body.text, section.content, section.end)
    lines = (_first_line(body, section), *(found.end() for found in breaks), *numbered)
    return min((start for start in lines if start not in bullets), default=None)


def _first_line(body: Body, section: Sectioned) -> int:
    """Where the first line of the section begins that is not blank."""
    content = body.content(section)
    first = section.content + len(content) - len(content.lstrip())
    return body.text.rfind("\n", 0, first) + 1
