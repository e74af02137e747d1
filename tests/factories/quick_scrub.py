"""The packaged rules in both engines, the ordinary one and the quick one, made once a process."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, Final

from becivic.packaged import corpus_folder
from becivic_scrub import Engine, parse_rules
from becivic_scrub.prepared import prepare
from becivic_scrub.quick import QuickEngine, quick_engine

RULES_FILE: Final = corpus_folder() / "scrub/regex-rules.json"


@cache
def packaged_bytes() -> bytes:
    return RULES_FILE.read_bytes()


@cache
def packaged_facts() -> dict[str, Any]:
    """As a file holds them, for that is where they come from."""
    kept: dict[str, Any] = json.loads(json.dumps(prepare(packaged_bytes())))
    return kept


@cache
def both_engines() -> tuple[Engine, QuickEngine]:
    return Engine(parse_rules(packaged_bytes())), quick_engine(packaged_bytes(), packaged_facts())


def finds_the_same(text: str) -> bool:
    ordinary, quick = both_engines()
    return ordinary.find(text) == quick.find(text)
