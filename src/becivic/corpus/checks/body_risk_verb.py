"""A risk is put as a suggestion: never "advise", never "tell" (schemas 6.1; R-BODY-08)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from becivic.corpus.body import Body
from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.rules.skills import RISK_VERB, RISK_VERB_FORMS_BANNED
from becivic.rules.tags import Tag

_BANNED: Final = re.compile(rf"\b(?:{'|'.join(RISK_VERB_FORMS_BANNED)})\b", re.IGNORECASE)


@body_rule("body-risk-verb", "a risk is put as a suggestion", section="schemas 6.1")
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        for offset, verb in _banned(skill.body):
            yield Problem(
                skill.body_place(offset),
                f'a risk is put with the verb "{verb.lower()}"',
                f'Say what your agent can "{RISK_VERB}" instead.',
            )


def _banned(body: Body) -> Iterator[tuple[int, str]]:
    for element in body.named(Tag.RISK):
        for match in _BANNED.finditer(element.get("reason") or ""):
            yield element.at("reason"), match.group()
    for offset, text in body.prose_within(Tag.RISK):
        for match in _BANNED.finditer(text):
            yield offset + match.start(), match.group()
