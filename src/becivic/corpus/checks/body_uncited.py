"""Every claim has a source: a block of a procedure cites something, or says that it claims nothing
(architecture 3.1; R-PRIN-01; issue 7, "uncited paragraph detector").

A block is a paragraph, a list item without the items inside it, or a table row; see `becivic.corpus.blocks`. It is
not asked whether its words claim anything: however short, it cites, it leads into a list or table with a colon, or
its last line carries one of the marks of `becivic.rules.marks`. A mark covers its own block only.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from typing import Final

from becivic.corpus.blocks import Block, Shape, blocks, leads_in
from becivic.corpus.body import Body
from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.corpus.citing import cited_in
from becivic.corpus.masking import masked
from becivic.corpus.seed import Catalogue
from becivic.corpus.tokens import Kind
from becivic.rules.marks import CLAIMLESS
from becivic.rules.skills import DISCLAIMER, Section

_MARK: Final = re.compile(rf"<!--\s*(?:{'|'.join(CLAIMLESS)})\s*-->")
_MARKS: Final = " or ".join(f"<!-- {mark} -->" for mark in CLAIMLESS)
_NO_CLAIMS: Final = (Section.OBSERVATIONS, Section.REQUESTS)
_UNSAID: Final = (Kind.OPEN, Kind.CLOSE, Kind.VOID, Kind.COMMENT)
_SAYS_NOTHING: Final = re.compile(r"[ \t>]*+(?:[0-9]{1,9}[.)](?!\S))?[\W_]*+")
"""A marker alone, or nothing but what tags and comments leave behind."""
_HEADING: Final = ("# ", "## ", "### ", "#### ")
_DECORATION: Final = re.compile(r"[\s*_]+")
_NAMES: Final = {Shape.PARAGRAPH: "a paragraph", Shape.ITEM: "a list item", Shape.ROW: "a table row"}


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
    for block, following in zip(every, [*every[1:], None], strict=False):
        cites = bisect_left(cited, block.start) < bisect_left(cited, block.end)
        if not cites and block.shape is not Shape.HEAD and reading.claims(block, following):
            yield block


class _Reading:
    """What stands in a body instead of citations."""

    def __init__(self, body: Body) -> None:
        self._body = body
        self._marks = [each.start for each in body.opaque if _MARK.fullmatch(body.text, each.start, each.end)]
        self._elsewhere = [each for each in body.sections if each.title in _NO_CLAIMS]

    def is_settled_by_lines(self, cited: list[int]) -> bool:
        """Whether no line needs a look at its block: most blocks are one line, and most bodies are in order."""
        body = self._body
        settled = {body.line(offset) for offset in (*cited, *self._marks)}
        for section in self._elsewhere:
            settled.update(range(body.line(section.start), body.line(section.end)))
        first_section = body.line(body.intro_end)
        for number, line in enumerate(body.text.split("\n"), body.first_line):
            disclaims = number < first_section and DISCLAIMER in line
            if line and number not in settled and not disclaims and not line.startswith(_HEADING):
                return False
        return True

    def claims(self, block: Block, following: Block | None) -> bool:
        """Whether a block that cites nothing says something all the same."""
        if self._is_marked(block) or self._is_elsewhere(block) or self._is_disclaimer(block):
            return False
        said = self._said[block.start : block.end]
        if _SAYS_NOTHING.fullmatch(said):
            return False
        return not (_ends_with_a_colon(said) and leads_in(self._body, block, following))

    def _is_marked(self, block: Block) -> bool:
        last_line = self._body.text.rfind("\n", block.start, block.end) + 1 or block.start
        return bisect_left(self._marks, last_line) < bisect_left(self._marks, block.end)

    def _is_elsewhere(self, block: Block) -> bool:
        return any(section.start <= block.start < section.end for section in self._elsewhere)

    def _is_disclaimer(self, block: Block) -> bool:
        text = self._body.text[block.start : block.end]
        return block.start < self._body.intro_end and DISCLAIMER in _DECORATION.sub(" ", text).casefold()

    @cached_property
    def _said(self) -> str:
        """The body without its tags and comments."""
        unsaid = [(token.start, token.end) for token in self._body.tokens if token.kind in _UNSAID]
        return masked(self._body.text, unsaid)


def _ends_with_a_colon(said: str) -> bool:
    return said.rstrip(" \t\n*_").endswith(":")
