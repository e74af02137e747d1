"""The stored comparisons behind docs/consensus.md are those that this code makes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from becivic.simulation import study as studied
from becivic.simulation.study import COMPARED, FLAGGED, Variant, small_run, study
from becivic.simulation.whole import Scale

STORED = Path(__file__).resolve().parents[2] / "docs/consensus/study.json"


def test_the_stored_study_is_what_the_rules_and_the_model_give_today() -> None:
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    assert json.loads(json.dumps(small_run())) == stored["small"], (
        "Rules or model have changed: run tools/consensus_study.py, then `make format`, and read docs/consensus.md again."
    )


def test_a_variant_is_called_by_what_it_changes() -> None:
    assert Variant("flags").name == "as it is"
    assert Variant("x", ("quarantine_flags=2",), ("volume=2",)).name == "quarantine_flags=2 volume=2"


def test_a_study_compares_every_variant_on_every_population_it_names(monkeypatch: pytest.MonkeyPatch) -> None:
    tiny = Scale(artefacts=2, months=1, rings=1)
    for name in ("DEFAULT", "HALF", "FEWER", "SMALL"):
        monkeypatch.setattr(studied, name, tiny)
    monkeypatch.setattr(studied, "FLAGGED", FLAGGED[:1])
    monkeypatch.setattr(studied, "COMPARED", [(names[-1:], variants[:2]) for names, variants in COMPARED])
    steps = list[str]()
    found = study(lambda title, done, total: steps.append(f"{title} {done}/{total}"))
    compared = 2 * len(COMPARED)
    assert len(found["compared"]) == compared
    assert steps[-1] == f"comparisons {compared}/{compared}"
    assert set(found) == {"default", "compared", "rings", "flagger", "small"}
    assert {each["population"] for each in found["rings"]} == {"nobody", "healthy"}


def test_every_variant_is_one_that_can_be() -> None:
    assert all(each.rules() for _, variants in COMPARED for each in variants)
    assert all(each.rules() for each in FLAGGED)
