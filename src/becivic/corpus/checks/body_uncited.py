"""Every claim has a source: a block of a procedure cites something, or says that it claims nothing
(architecture 3.1; R-PRIN-01; issue 7, "uncited paragraph detector").

A block is a paragraph, a list item without the items inside it, or a table row; see `becivic.corpus.blocks`. It is
not asked whether its words claim anything: however short, it cites, it leads with a colon into a list or table that
says something, or its last line carries one of the marks of `becivic.rules.marks`. A mark covers its own block only.
What the rule does not see stands in decision record 26.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

from becivic.corpus.blocks import Block, Shape, blocks, led_into
from becivic.corpus.body import Body
from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.corpus.citing import cited_in
from becivic.corpus.masking import masked
from becivic.corpus.seed import Catalogue
from becivic.corpus.tokens import Kind
from becivic.rules.marks import CLAIMLESS, MARK
from becivic.rules.skills import DISCLAIMER, Section

_MARKS: Final = " or ".join(f"<!-- {mark} -->" for mark in CLAIMLESS)
_NO_CLAIMS: Final = (Section.OBSERVATIONS, Section.REQUESTS)
_UNSAID: Final = (Kind.OPEN, Kind.CLOSE, Kind.VOID, Kind.COMMENT)
_SAYS_NOTHING: Final = re.compile(r"[ \t>]*+(?:[0-9]{1,9}[.)](?!\S))?[\W_]*+")
"""A marker alone, or nothing but what tags and comments leave behind."""
_HEADING: Final = ("# ", "## ", "### ", "#### ")
_DECORATION: Final = re.compile(r"[\s*_]+")
_DISCLAIMS: Final = re.compile(rf"\W*+(?:starter scaffold\W++)?+{DISCLAIMER}")
_AFTER_A_COLON: Final = " \t\n*_\u00a0\u202f\"'\u2019\u201d\u00bb\u203a)]}"
"""Blanks, emphasis, and what closes a quotation or a bracket."""
_NAMES: Final = {
    Shape.PARAGRAPH: "a paragraph",
    Shape.ITEM: "a list item",
    Shape.HEAD: "a table without rows",
    Shape.ROW: "a table row",
}


@body_rule("body-uncited", "every block that makes a claim cites its source", section="architecture 3.1")
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        if not skill.is_procedure:
            continue
        for block in _uncited(skill.body, context.catalogue):
            yield Problem(
                skill.body_place(block.start),
                f"{_NAMES[block.shape]} cites no source",
                f"Cite what says so with a <Ref>, <VV>, <Path> or <Skill>, or end it with {_MARKS} if it makes no claim.",
            )


def _uncited(body: Body, catalogue: Catalogue) -> Iterator[Block]:
    cited = cited_in(body, catalogue, 0, len(body.text))
    reading = _Reading(body)
    if reading.is_settled_by_lines(cited):
        return
    every = blocks(body)
    cites = [bisect_left(cited, block.start) < bisect_left(cited, block.end) for block in every]
    claims = reading.claims(every, cites)
    yield from (block for block, claim in zip(every, claims, strict=True) if claim)


class _Reading:
    """What stands in a body instead of citations."""

    def __init__(self, body: Body) -> None:
        self._body = body
        self._marks = [each.start for each in body.opaque if MARK.fullmatch(body.text, each.start, each.end)]
        self._elsewhere = [each for each in body.sections if each.title in _NO_CLAIMS]
        self._elsewhere_starts = [each.start for each in self._elsewhere]

    def is_settled_by_lines(self, cited: list[int]) -> bool:
        """Whether no line needs a look at its block: most blocks are one line, and most bodies are in order."""
        body = self._body
        settled = {body.line(offset) for offset in (*cited, *self._marks)}
        for section in self._elsewhere:
            settled.update(range(body.line(section.start), body.line(section.end)))
        first_section = body.line(body.intro_end)
        disclaimed = not_begun = False
        for number, line in enumerate(body.text.split("\n"), body.first_line):
            begins, not_begun = not_begun or number == body.first_line, not line or line.startswith(_HEADING)
            disclaims = begins and not disclaimed and number < first_section and _disclaims(line)
            disclaimed = disclaimed or disclaims
            if not (not_begun or disclaims or number in settled):
                return False
        return True

    def claims(self, every: Sequence[Block], cites: Sequence[bool]) -> list[bool]:
        """Of each block, whether it cites nothing and says something all the same."""
        claims = [False] * len(every)
        holds = list(cites)  # whether it is something to lead into
        disclaimer = self._disclaimer(every)
        for index in range(len(every) - 1, -1, -1):  # from the end: what a block leads into is known by then
            block = every[index]
            said = self._said[block.start : block.end]
            if cites[index] or _SAYS_NOTHING.fullmatch(said):
                continue
            if self._is_marked(block) or self._is_elsewhere(block) or index == disclaimer:
                holds[index] = True
            elif block.shape is Shape.HEAD or said.rstrip(_AFTER_A_COLON).endswith(":"):
                holds[index] = any(holds[led] for led in led_into(self._said, every, index))
                claims[index] = not holds[index]
            else:
                holds[index] = claims[index] = True
        return claims

    def _is_marked(self, block: Block) -> bool:
        last_line = self._body.text.rfind("\n", block.start, block.end) + 1 or block.start
        return bisect_left(self._marks, last_line) < bisect_left(self._marks, block.end)

    def _is_elsewhere(self, block: Block) -> bool:
        before = bisect_right(self._elsewhere_starts, block.start)
        return before > 0 and block.start < self._elsewhere[before - 1].end

    def _disclaimer(self, every: Sequence[Block]) -> int | None:
        """The first block of the intro that begins with the disclaimer. Another that has it is one more claim."""
        text, end = self._body.text, self._body.intro_end
        intro = ((index, block) for index, block in enumerate(every) if block.start < end)
        return next((index for index, block in intro if _disclaims(text[block.start : block.end])), None)

    @cached_property
    def _said(self) -> str:
        """The body without its tags and comments."""
        unsaid = [(token.start, token.end) for token in self._body.tokens if token.kind in _UNSAID]
        return masked(self._body.text, unsaid)


def _disclaims(text: str) -> bool:
    return _DISCLAIMS.match(_DECORATION.sub(" ", text).casefold()) is not None
