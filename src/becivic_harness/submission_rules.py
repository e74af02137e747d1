"""The server's tables about submissions, as the harness carries them: generated (`make format`), never written twice."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, NamedTuple

from becivic_harness.resources import resource


class SubmissionKind(NamedTuple):
    """What holds for every submission of one type."""

    name: str
    id_field: str
    id_prefix: str
    route: str
    schema_version: int
    staged: bool
    in_envelope: bool
    takes_session_id: bool
    tier: dict[str, str]
    """By target type; the empty one for a type that has no target."""
    corpus_content: tuple[str, ...]
    """Where in it stands what is written to be published: pointers that such a place begins with."""


@lru_cache(maxsize=1)
def rules() -> dict[str, Any]:
    """The whole table, with the `sha256` that names it."""
    table: dict[str, Any] = json.loads(resource("submission-rules.json"))
    return table


@lru_cache(maxsize=1)
def kinds() -> dict[str, SubmissionKind]:
    """Every type that can be sent, by its name."""
    return {
        name: SubmissionKind(name=name, **{**facts, "corpus_content": tuple(facts["corpus_content"])})
        for name, facts in rules()["types"].items()
    }


def required_capabilities(kind: SubmissionKind, target_type: str) -> list[str]:
    """What an agent must be able to do before it may send this (schemas 6.7), in the order of the table."""
    tier = kind.tier.get(target_type)
    return rules()["tiers"][tier] if tier is not None else []


def remedy(category: str) -> str:
    """What to do about a refusal, in the server's words."""
    return str(rules()["remedies"].get(category, ""))
