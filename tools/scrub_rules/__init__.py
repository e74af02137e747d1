"""The source of corpus/scrub/regex-rules.json: each topic composes its patterns from named pieces.

`make format` writes the file. Nothing but that file is served or shipped.
"""

from __future__ import annotations

from typing import Final

from becivic.rules.json_text import pretty_json
from becivic.rules.scrub import BASELINE_RULES
from becivic_scrub.rules import SCHEMA_VERSION
from tools.scrub_rules import (
    abroad,
    addresses,
    banking,
    belgium,
    birth_dates,
    contact,
    documents,
    dossiers,
    payment_cards,
    phones,
    plates,
    streets_dutch,
    streets_english,
    streets_french,
    streets_german,
    web,
)
from tools.scrub_rules.parts import ScrubRule

_TOPICS: Final = (
    contact,
    belgium,
    phones,
    banking,
    documents,
    abroad,
    payment_cards,
    dossiers,
    plates,
    streets_french,
    streets_dutch,
    streets_german,
    streets_english,
    addresses,
    birth_dates,
    web,
)


def text() -> str:
    """The whole rule file as it is committed."""
    return pretty_json({"schema_version": SCHEMA_VERSION, "rules": [rule.as_json() for rule in _rules()]})


def _rules() -> list[ScrubRule]:
    """The baseline first, in its own order; then topic by topic."""
    rules: list[ScrubRule] = [rule for topic in _TOPICS for rule in topic.RULES]
    return sorted(rules, key=lambda rule: _place_in_baseline(rule.name))


def _place_in_baseline(name: str) -> int:
    return BASELINE_RULES.index(name) if name in BASELINE_RULES else len(BASELINE_RULES)
