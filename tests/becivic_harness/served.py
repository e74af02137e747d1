"""What the service answers over the packaged corpus, as the harness gets and keeps it."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from becivic.corpus.load import Corpus, Loader
from becivic.corpus.tree import DirectoryTree
from becivic.packaged import corpus_folder
from becivic.reading.filed import filed_skill
from becivic.reading.graph import GraphFilters, graph_of
from becivic.reading.skill_json import skill_json
from becivic.rules.reading import GRAPH_STATUSES

URL = "https://civic.example"
FIXTURES = Path(__file__).parents[1] / "fixtures"


@cache
def corpus() -> Corpus:
    return Loader().load(DirectoryTree(corpus_folder()))


@cache
def graph() -> dict[str, Any]:
    """`GET /api/skill-graph` with every status."""
    return graph_of(corpus(), GraphFilters(statuses=tuple(GRAPH_STATUSES)), URL, "2026-11-16T00:00:00Z")


@cache
def skills() -> dict[str, Any]:
    """`GET /api/skills/<id>`, by id."""
    told = {
        name: skill_json(filed_skill(corpus(), skill), "0" * 40, URL)
        for name, skill in corpus().skills.items()
    }
    again: dict[str, Any] = json.loads(json.dumps(told))
    return again


@cache
def paths() -> dict[str, Any]:
    """`GET /api/paths`."""
    told: dict[str, Any] = json.loads(json.dumps(corpus().paths.document.fields.data))
    return told


@cache
def questions(name: str) -> list[dict[str, Any]]:
    """Questions as people ask them, with the skill that answers or None."""
    return list(json.loads((FIXTURES / f"{name}.json").read_text(encoding="utf-8")))


def node(name: str, **fields: Any) -> dict[str, Any]:
    """A node of a graph; what is not said is as plain as can be."""
    return {
        "id": name,
        "title": name.replace("-", " "),
        "summary": "",
        "description": "",
        "status": "stable",
        "canonical_url": f"{URL}/skills/{name}",
        "tags": [],
        "applies_to": "residency",
        "prerequisites": [],
        "related": [],
        "profile_requirements": [],
        **fields,
    }


def graph_with(*nodes: dict[str, Any], fallback: bool = True) -> dict[str, Any]:
    floor = [node("meta-no-skill-fallback", applies_to="meta")] if fallback else []
    return {
        "generated_at": "2026-11-16T00:00:00Z",
        "filters_applied": {},
        "nodes": [*nodes, *floor],
        "edges": [],
    }
