"""`plan` on the command line, over copies of the library."""

from __future__ import annotations

import json

import pytest

from becivic_harness.files import as_line
from tests.becivic_harness import served
from tests.factories.harness import Machine

SKILL = "nationality-application"


@pytest.fixture
def reader(agent: Machine) -> Machine:
    """Somebody who has read the procedure, and has no network now."""
    agent("session", "start", "--consent")
    kept = {
        "skill-graph.json": served.graph(),
        "paths.json": served.paths(),
        **{f"skill-{name}.json": fields for name, fields in served.skills().items()},
    }
    for name, document in kept.items():
        copy = agent.data / "cache" / name
        copy.parent.mkdir(exist_ok=True)
        copy.write_text(
            as_line({"fetched_at": agent.now.isoformat(), "document": document}), encoding="utf-8"
        )
    return agent


def test_documents_are_named_as_the_desk_names_them_too(reader: Machine) -> None:
    dutch = "(nl: Attest van hoofdverblijfplaats met historiek)"
    assert dutch not in reader("plan", SKILL).said["text"]
    reader("profile", "set", "administration_language=NL")
    assert dutch in reader("plan", SKILL, "--text").raw
    french = reader("plan", SKILL, "--profile", json.dumps({"administration_language": "FR"})).said["text"]
    assert "(fr: " in french
    assert "(nl: " not in french
