"""What changes is cited, never written out: amounts fail, durations warn (architecture 16; R-BODY-17, R-BODY-03)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.corpus.findings import Severity
from becivic.corpus.sieve import Sieve
from becivic.corpus.skill import Skill
from becivic.rules.tags import Tag

_GAP: Final = r"(?:[\s*_]|&nbsp;){0,4}"
_CURRENCY_FIRST: Final = re.compile(rf"(?:€|&euro;|\bEUR){_GAP}[0-9]", re.IGNORECASE)
_FIGURES_FIRST: Final = re.compile(
    rf"[0-9](?:(?:[.,][-\u2013\u2014]{{1,2}})?{_GAP}(?P<money>€|&euro;|EUR\b|euros?\b)"
    rf"|(?=[\s*_&]){_GAP}(?:(?:working|calendar|business)\s)?"
    r"(?:hour|day|week|month|year)s?\b(?!\s(?:old|of\sage)\b))",
    re.IGNORECASE,
)
_MONEY: Final = "(?:€|&euro;|eur)"
_SOMETHING: Final = "(?:[^0-9a-z]|&nbsp;){0,12}"
_SIEVE: Final = Sieve(
    f"[0-9]{_SOMETHING}(?:{_MONEY}|working|calendar|business|hour|day|week|month|year)|{_MONEY}{_SOMETHING}[0-9]"
)
_ELSEWHERE: Final = (Tag.VV, Tag.REF)
"""A value belongs in the first; the label of the second is the source's own name."""


@body_rule("body-volatile-literal", "amounts and durations are volatile values", section="architecture 16")
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        prose = list(skill.body.prose(outside=_ELSEWHERE))
        if not _SIEVE.catches("\n".join([text for _, text in prose])):  # nearly always: they stand in <VV>
            continue
        for offset, text in prose:
            for found in _FIGURES_FIRST.finditer(text):
                problem = _amount if found.group("money") else _duration
                yield problem(skill, offset + found.start())
            for found in _CURRENCY_FIRST.finditer(text):
                yield _amount(skill, offset + found.start())


def _amount(skill: Skill, offset: int) -> Problem:
    return Problem(
        skill.body_place(offset),
        "an amount of money stands in the prose",
        'Wrap it as <VV name="…">…</VV> with a name of the catalogue; the uid is filled in before the merge.',
    )


def _duration(skill: Skill, offset: int) -> Problem:
    return Problem(
        skill.body_place(offset),
        "a duration in figures stands in the prose",
        'Wrap it as <VV name="…">…</VV> unless it can never change.',
        Severity.WARNING,
    )
