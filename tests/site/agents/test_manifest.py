"""The manifest, as an agent reads it."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import jsonschema_rs
import pytest

from becivic.corpus.generated import DASHBOARD, PATHS_ACTIVITY, SKILLS_INDEX
from becivic.packaged import corpus_folder
from becivic.site.agents.manifest import manifest
from becivic.store.store import Store
from tests.factories.corpora import APPLICATION, Files
from tests.factories.grounds import URL, grounds
from tests.factories.intake import service
from tests.requirement import requirement

_TEXT = {"type": "string", "minLength": 1}
_OBJECT: dict[str, Any] = {"type": "object"}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "schema_version": {"const": 1},
        "name": {"const": "Be Civic"},
        "url": {"type": "string", "pattern": "^https?://[^/]+$"},
        "read_first": {"const": "/agents"},
        "capability_tiers": {"type": "object", "required": ["capabilities", "submission", "runtime"]},
        "endpoints": {
            "type": "array",
            "minItems": 20,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "name": {"type": "string", "pattern": "^[a-z_]+$"},
                    "method": {"enum": ["GET", "POST", "DELETE"]},
                    "path": {"type": "string", "pattern": "^/[a-z{}_./-]+$"},
                    "query": {"type": "array", "items": _TEXT, "minItems": 1},
                    "schema": {
                        "type": "string",
                        "pattern": r"^/(schemas/[a-z-]+\.schema\.json|api/openapi\.json#/components/schemas/[a-z-]+)$",
                    },
                    "cache": {"type": "string", "pattern": "^public, max-age="},
                    "description": _TEXT,
                },
                "required": ["name", "method", "path", "description"],
            },
        },
        "session_start": {"type": "object", "required": ["required_fields", "order"]},
        "retry_policy": {"type": "object", "required": ["retry_on", "backoff", "cancel"]},
        "limits": {"type": "object", "required": ["per_address", "envelope_items"]},
        "scrub_rules": {
            "type": "object",
            "properties": {"sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$"}},
            "required": ["address", "schema_version", "rules", "sha256"],
        },
        "versions": {"type": "object", "required": ["submission_contract_version", "schema_version"]},
        "error_categories": {"type": "array", "minItems": 15, "items": _OBJECT},
        "corpus": {"type": "object", "required": ["commit", "generated_at", "skills", "paths"]},
        "license": {
            "type": "object",
            "properties": {"id": {"const": "CC-BY-4.0"}},
            "required": ["id", "url"],
        },
        "links": {"type": "object", "required": ["overview", "contract", "submit"]},
    },
}
SCHEMA["required"] = list(SCHEMA["properties"])


@requirement("R-AGT-02")
def test_the_manifest_has_the_shape_that_agents_rely_on() -> None:
    told = json.loads(manifest(grounds()).body)
    jsonschema_rs.Draft202012Validator(SCHEMA).validate(told)
    assert told["url"] == URL


def test_the_same_grounds_give_the_same_bytes() -> None:
    assert manifest(grounds()) == manifest(grounds())


def test_the_scrub_rules_are_known_again_by_their_digest() -> None:
    told = json.loads(manifest(grounds()).body)["scrub_rules"]
    raw = (corpus_folder() / "scrub/regex-rules.json").read_bytes()
    assert told["sha256"] == hashlib.sha256(raw).hexdigest()
    assert told["rules"] == len(json.loads(raw)["rules"])


def test_the_corpus_is_told_with_the_time_it_came_to_be() -> None:
    told = json.loads(manifest(grounds()).body)["corpus"]
    assert told == {"commit": None, "generated_at": "2026-11-16T12:30:00Z", "skills": 20, "paths": 19}


def test_what_is_quarantined_is_not_counted() -> None:
    files = Files.valid()
    before = json.loads(manifest(grounds(files.load())).body)["corpus"]["skills"]
    pulled = files.replaced(APPLICATION, "status: alpha", "status: quarantined")
    assert json.loads(manifest(grounds(pulled.load())).body)["corpus"]["skills"] == before - 1


@pytest.mark.parametrize("kind", ["concern", "amendment", "validation", "draft", "feedback", "rating"])
def test_every_page_on_submitting_is_linked(kind: str) -> None:
    links = json.loads(manifest(grounds()).body)["links"]
    assert links["submit"][kind] == f"/agents/submit/{kind}"
    assert (corpus_folder() / f"agents/submit/{kind}.mdx").is_file()


@requirement("R-IDX-01", "R-IDX-03")
def test_what_the_service_writes_is_linked_once_it_is_there() -> None:
    files = Files.valid().with_file(SKILLS_INDEX, "{}").with_file(PATHS_ACTIVITY, "{}")
    links = json.loads(manifest(grounds(files.with_file(DASHBOARD, "{}").load())).body)["links"]
    written = {"skills_index": SKILLS_INDEX, "paths_activity": PATHS_ACTIVITY, "activity": DASHBOARD}
    assert written.items() == {name: links[name][1:] for name in written}.items()
    assert not written.keys() & json.loads(manifest(grounds()).body)["links"].keys()


def test_linked_documents_are_there() -> None:
    links = json.loads(manifest(grounds()).body)["links"]
    pages = [links[name] for name in ("overview", "install", "contract", "guidelines", "recommendations")]
    assert all((corpus_folder() / f"{page[1:]}.mdx").is_file() for page in pages)


def test_the_digest_is_that_of_the_rules_as_they_are_served(sqlite_store: Store) -> None:
    running = service(sqlite_store)
    told = json.loads(manifest(grounds(running.library.edition.corpus)).body)
    assert told["corpus"]["commit"] == running.library.edition.commit
    served = running.ask("GET", told["scrub_rules"]["address"]).content
    assert hashlib.sha256(served).hexdigest() == told["scrub_rules"]["sha256"]
