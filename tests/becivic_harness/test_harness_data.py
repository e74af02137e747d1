"""The tables that the harness carries are the server's own, written by `make format`, and a package carries what it needs."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tools import harness_data
from tools.generate import GENERATED

from becivic.rules.schemas import SchemaFile, SchemaRegistry, packaged_registry
from becivic_harness import schema_loading
from becivic_harness.submission_rules import kinds, rules
from tests.factories.mutations import mutated
from tests.factories.payloads import valid_instances

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", [harness_data.RULES, harness_data.COMMUNES])
def test_what_is_committed_is_what_the_servers_tables_say(name: str) -> None:
    assert (ROOT / name).read_text(encoding="utf-8") == GENERATED[name]()


def test_the_rules_are_named_by_the_hash_of_what_they_say() -> None:
    said = {name: value for name, value in rules().items() if name != "sha256"}
    written = json.dumps(said, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    assert rules()["sha256"] == hashlib.sha256(written.encode()).hexdigest()


def test_every_type_has_a_schema_that_is_carried() -> None:
    carried = harness_data.carried()
    for name in (*kinds(), "profile", "feedback-envelope", "skill-graph", "paths-index"):
        assert f"schemas/{name}.schema.json" in carried


_CARRIED = SchemaRegistry(
    {
        name.removeprefix("schemas/"): json.loads(content)
        for name, content in harness_data.carried().items()
        if name.startswith("schemas/")
    }
)


@given(st.data())
def test_a_schema_without_its_words_for_people_judges_the_same(data: st.DataObject) -> None:
    file, valid = data.draw(st.sampled_from(valid_instances()))
    instance: Any = data.draw(mutated(valid))
    assert _CARRIED.is_valid(file, valid)
    assert _CARRIED.is_valid(file, instance) is packaged_registry().is_valid(file, instance)


@pytest.mark.parametrize("file", SchemaFile)
def test_a_schema_without_its_words_for_people_can_be_judged_here(file: SchemaFile) -> None:
    schema_loading.vet(_CARRIED.documents[file], file.value)
