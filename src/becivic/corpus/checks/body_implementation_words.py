"""A procedure speaks of the procedure, never of our own machinery (architecture 17 S65, 24.1; R-BODY-10)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from becivic.corpus.body import Body
from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.corpus.sieve import Sieve
from becivic.corpus.tokens import Kind
from becivic.rules.skills import IMPLEMENTATION_WORDS

_READ: Final = (Kind.TEXT, Kind.CODE, Kind.COMMENT)
"""A path in backticks or a note in a comment is read as well: the source of every page is public."""


def _pattern(word: str) -> str:
    """The word whole where it begins or ends with a letter; a plain verb in its other forms too."""
    before = r"(?<!\w)" if word[0].isalnum() else ""
    after = r"(?!\w)" if word[-1].isalnum() else ""
    forms = rf"(?:s|{word[-1]}?(?:ed|ing))?" if word.isalpha() else ""
    return f"{before}{re.escape(word)}{forms}{after}"


_SIEVE: Final = Sieve("|".join(re.escape(word) for word in IMPLEMENTATION_WORDS))
_PATTERNS: Final = {word: _pattern(word) for word in IMPLEMENTATION_WORDS}


@body_rule(
    "body-implementation-words", "a procedure does not speak of our machinery", section="architecture 24.1"
)
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        if skill.is_meta:
            continue
        for offset in _betraying(skill.body):
            yield Problem(
                skill.body_place(offset),
                "the body speaks of how this library works inside",
                "Leave out files, sessions, submissions and notes to ourselves; say what the reader does.",
            )


def _betraying(body: Body) -> Iterator[int]:
    if not _SIEVE.catches(body.text):
        return
    lowered = body.text.lower()
    suspects = [pattern for word, pattern in _PATTERNS.items() if word in lowered]
    pattern = re.compile("|".join(suspects), re.IGNORECASE)
    for token in body.tokens:
        if token.kind in _READ:
            for match in pattern.finditer(body.text, token.start, token.end):
                yield match.start()
