"""A body suggests: it never advises and never tells, in a risk or anywhere else (schemas 6.1; R-BODY-08; issue 7,
"banned phrases").

The label of a reference and the title of a source are not our words, and are left out. Meta-skills are held to it
too: what an agent says to a person there is said to the same person.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from becivic.corpus.body import Body
from becivic.corpus.checks.rule import Context, Problem, body_rule
from becivic.corpus.sieve import Sieve
from becivic.rules.skills import RISK_VERB, RISK_VERB_FORMS_BANNED
from becivic.rules.tags import Tag

_WRITTEN: Final = rf"\b(?:{'|'.join(RISK_VERB_FORMS_BANNED)})\b"
_BANNED: Final = re.compile(_WRITTEN, re.IGNORECASE)
_SIEVE: Final = Sieve(_WRITTEN)


@body_rule("body-risk-verb", "a body suggests, and never advises or tells", section="schemas 6.1")
def check(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        if not _SIEVE.catches(skill.body.text):
            continue
        for offset, verb, in_risk in _banned(skill.body):
            yield Problem(
                skill.body_place(offset),
                f'{"a risk is put" if in_risk else "the body speaks"} with the verb "{verb.lower()}"',
                f'Say what your agent can "{RISK_VERB}" instead.',
            )


def _banned(body: Body) -> Iterator[tuple[int, str, bool]]:
    for element in body.named(Tag.RISK):
        for match in _BANNED.finditer(element.get("reason") or ""):
            yield element.at("reason"), match.group(), True
    in_risks = {offset for offset, _ in body.prose_within(Tag.RISK)}
    for offset, text in body.prose(outside=(Tag.REF,)):
        for match in _BANNED.finditer(text):
            yield offset + match.start(), match.group(), offset in in_risks
