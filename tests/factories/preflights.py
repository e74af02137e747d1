"""The harness's own look at an item, in the world of fixtures/README.md, with everything it may have read fresh at hand."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from becivic.corpus.directory import PATHS_INDEX
from becivic.reading.graph import GraphFilters, graph_of
from becivic.rules.reading import GRAPH_STATUSES
from becivic.rules.submissions import SubmissionType
from becivic.scrub import linear_engine
from becivic_harness.preflight import Body, Known, Preflight, preflight
from becivic_scrub import Engine, packaged_rules
from tests.factories.intake import fixture_files, fixture_library
from tests.factories.oracle import NOW


@cache
def graph(*, fresh: bool = True) -> Known:
    corpus = fixture_library().edition.corpus
    whole = GraphFilters(statuses=GRAPH_STATUSES)
    return Known(
        json.loads(json.dumps(graph_of(corpus, whole, "http://becivic.test", "2026-11-15T00:00:00Z"))), fresh
    )


@cache
def paths(*, fresh: bool = True) -> Known:
    return Known(json.loads(fixture_files()[PATHS_INDEX]), fresh)


@cache
def engine() -> Engine:
    """The server's: it finds what the stdlib one finds (tests/scrub), and is made at once."""
    return linear_engine(packaged_rules())


def fields_of(payload: Mapping[str, Any], *, fresh: bool = True) -> Known | None:
    """What an agent has read of the skill that a payload is about."""
    target = payload.get("target_id")
    skills = fixture_library().edition.corpus.skills
    if payload.get("target_type") != "skill" or not isinstance(target, str) or target not in skills:
        return None
    return Known({**skills[target].fields.data, "commit": fixture_library().edition.commit}, fresh)


def body_of(payload: Mapping[str, Any]) -> Body | None:
    fields = fields_of(payload)
    if fields is None:
        return None
    text = fixture_library().edition.corpus.skills[payload["target_id"]].body.text
    return Body(text, fresh=True, commit=fields.document["commit"])


def look(kind: SubmissionType | str, payload: Mapping[str, Any], **world: Any) -> Preflight:
    """Preflight with everything known and fresh, unless said otherwise."""
    known: dict[str, Any] = {
        "engine": engine(),
        "graph": graph(),
        "paths": paths(),
        "skill_body": body_of(payload),
        "skill_fields": fields_of(payload),
        "now": NOW,
    }
    return preflight({"type": str(kind), **payload}, **{**known, **world})
