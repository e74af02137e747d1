"""A labelled line keeps the shape that its marker gives it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from becivic.corpus.body import Body
from becivic.corpus.fields import Fields
from becivic.corpus.frontmatter import Frontmatter
from becivic.corpus.reported import fingerprint
from becivic.corpus.skill import Skill
from becivic.rendering.reported_passages import shown_body
from becivic.rendering.voice import ENGLISH

LABEL = "**Somebody reported this, nobody has confirmed it:** \N{LEFT DOUBLE QUOTATION MARK}"
END = "\N{RIGHT DOUBLE QUOTATION MARK}"


def shown(*lines: str, **more: str) -> list[str]:
    marks = [{"submission": "amd_x", "since": "x", "passages": [fingerprint(line) for line in lines], **more}]
    fields = Fields({"reported": marks})
    skill = Skill("demo", "skills/demo/canonical.md", "", Frontmatter(fields, ""), Body("\n".join(lines)))
    body = shown_body(skill, ENGLISH)
    assert shown_body(replace(skill, frontmatter=Frontmatter(Fields({}), "")), ENGLISH) is skill.body
    return body.text.split("\n")


@pytest.mark.parametrize(
    ("line", "labelled"),
    [
        ("Go there.", f"{LABEL}Go there.{END}"),
        ("- Go there.", f"- {LABEL}Go there.{END}"),
        ("  1. Go there. <!-- advice -->", f"  1. {LABEL}Go there.{END} <!-- advice -->"),
        ("- [ ] Go there.", f"- [ ] {LABEL}Go there.{END}"),
        ("> Go there.", f"> {LABEL}Go there.{END}"),
        ("| Go | there |", f"| {LABEL}Go | there{END} |"),
        ("### Going there", f"### {LABEL}Going there{END}"),
        ("## Steps", "## Steps"),
        ("<!-- advice -->", "<!-- advice -->"),
        ("```text", "```text"),
    ],
)
def test_a_line_of_every_shape(line: str, labelled: str) -> None:
    assert shown(line) == [labelled]


def test_a_confirmed_line_is_as_it_was() -> None:
    assert shown("Go there.", confirmed="2026-11-20T10:00:00Z") == ["Go there."]


def test_a_line_without_a_word_has_no_mark() -> None:
    assert fingerprint("  ---  ") == ""
    assert fingerprint(" a ") == fingerprint("a")
