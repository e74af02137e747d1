"""Passages of a body that an anonymous amendment brought and nobody has confirmed: quoted and labelled where they stand.

The label goes into the markdown before anything is rendered, so that pages, markdown, JSON and MCP show the same.
"""

from __future__ import annotations

import re
from typing import Final

from becivic.corpus.body import Body
from becivic.corpus.directory import PathEntry
from becivic.corpus.reported import fingerprint, unconfirmed_passages
from becivic.corpus.skill import Skill
from becivic.rendering.plain import in_markdown
from becivic.rendering.voice import Voice

_MARKER: Final = re.compile(r"\s*(?:(?:[-*+]|\d{1,9}[.)]|>|\|) +(?:\[[ xX]\] )?)*")
_END: Final = re.compile(r"((?:\s|\||<!--.*?-->)*)\Z")
_SECTION: Final = re.compile(r"##? |\s*(?:<!--.*-->\s*|```.*|~~~.*)\Z")
"""Titles of sections are a closed list, which checks hold; comments are shown to nobody, and a fence must stay one."""
_HEADING: Final = re.compile(r"#{3,6} ")


def shown_body(skill: Skill, voice: Voice) -> Body:
    """The body as readers see it; the very same where everything in it is confirmed."""
    reported = unconfirmed_passages(skill.fields)
    if not reported:
        return skill.body
    label = f"**{voice.t('body.reported_passage')}** "
    lines = skill.body.text.split("\n")
    told = [_labelled(line, label) if fingerprint(line) in reported else line for line in lines]
    return Body("\n".join(told), skill.body.first_line)


def quoted_field(words: str, name: str, artefact: Skill | PathEntry, voice: Voice) -> str:
    """A field as a line of markdown: a labelled quotation where nobody has confirmed it."""
    said = in_markdown(words)
    if name not in artefact.reported_fields or not said:
        return said
    return quoted(said, voice)


def quoted(said: str, voice: Voice) -> str:
    """Markdown of one line, as a labelled quotation."""
    label = voice.t("body.reported_passage")
    return f"**{label}** \N{LEFT DOUBLE QUOTATION MARK}{said}\N{RIGHT DOUBLE QUOTATION MARK}"


def _labelled(line: str, label: str) -> str:
    if _SECTION.match(line):
        return line
    heading, marker = _HEADING.match(line), _MARKER.match(line)
    start = heading.end() if heading else marker.end() if marker else 0
    rest = line[start:]
    end = _END.search(rest)
    words = rest[: end.start()] if end else rest
    return f"{line[:start]}{label}\N{LEFT DOUBLE QUOTATION MARK}{words}\N{RIGHT DOUBLE QUOTATION MARK}{rest[len(words) :]}"
