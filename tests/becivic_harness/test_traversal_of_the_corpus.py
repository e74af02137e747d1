"""Walks along every path of the packaged corpus, for five people: who is sent where, in which order, and told what."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest

from becivic.packaged import corpus_folder
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic_harness.observations import NOT_PRODUCED, RECEIVED
from becivic_harness.predicates import NO_ELIGIBLE_SOURCES
from becivic_harness.sources import Source, sources_of
from becivic_harness.traversal import Scene, Step, happen, next_step, report, scene, start
from tests.factories.payloads import FIXTURES, Fixture, fixtures
from tests.factories.walks import HEADER
from tests.factories.watched_walk import as_submitted
from tests.requirement import requirement

TODAY = date(2026, 11, 16)
PATHS: dict[str, Any] = json.loads((corpus_folder() / "paths/index.json").read_text(encoding="utf-8"))[
    "paths"
]
FOLDER = FIXTURES / "starter-traversal"
PEOPLE = {
    file.stem: json.loads(file.read_text(encoding="utf-8"))
    for file in sorted((FOLDER / "people").glob("*.json"))
}
ORDERS: dict[str, Any] = json.loads((FOLDER / "orders.json").read_text(encoding="utf-8"))
EVERY_SOURCE = [(key, source) for key, path in PATHS.items() for source in sources_of(path)]

ON = {"asking": "refuse", "awaiting-consent": "consent-yes", "awaiting-handoff": "shown"}


def at(path: dict[str, Any], profile: dict[str, Any]) -> Scene:
    return scene(path, profile, today=TODAY, tier="T2", capabilities=["path_handoff"])


def tried_when_all_fail(key: str, where: Scene) -> tuple[list[str], list[Step]]:
    """Every source in the order it is offered, and every step on the way to the end."""
    traversal = start(key, where)
    tried: list[str] = []
    steps: list[Step] = []
    has_chosen = False
    while True:
        step = next_step(traversal, where)
        steps.append(step)
        if step["state"] in ("stopped", "not-for-them"):
            return tried, steps
        if "report" in step["events"]:
            change = report(traversal, where, {NOT_PRODUCED: True}, source=step["source"])
            assert change.validation is not None
            assert packaged_registry().faults(SchemaFile.VALIDATION, as_submitted(change.validation)) == []
            tried.append(step["source"])
            traversal = change.traversal
            continue
        event = ON.get(step["state"]) or ("choose-skip" if has_chosen else "choose-commune")
        has_chosen = has_chosen or event == "choose-commune"
        traversal = happen(traversal, event, where).traversal


@requirement("R-TRAV-02", "R-TRAV-04", "R-TRAV-06", "R-TRAV-09", "R-PRED-04")
@pytest.mark.parametrize("name", PEOPLE)
@pytest.mark.parametrize("key", PATHS)
def test_where_everything_fails_somebody_is_sent_along_the_order_that_was_read_by_eye(
    key: str, name: str
) -> None:
    tried, steps = tried_when_all_fail(key, at(PATHS[key], PEOPLE[name]))
    expected = ORDERS[key][name]
    if isinstance(expected, str):
        assert (tried, steps[-1]["state"]) == ([], "not-for-them")
    else:
        assert tried == expected


@requirement("R-TRAV-05", "R-ACT-07", "R-TRAV-11")
@pytest.mark.parametrize("name", PEOPLE)
@pytest.mark.parametrize("key", PATHS)
def test_everybody_is_told_everything_before_they_are_handed_over(key: str, name: str) -> None:
    where = at(PATHS[key], PEOPLE[name])
    _, steps = tried_when_all_fail(key, where)
    for step in steps:
        if step["state"] == "awaiting-handoff":
            source = where.source(step["source"])
            assert source is not None
            told = " ".join(step["say"])
            for text in ("agent_responsibility", "user_responsibility", "resumption"):
                assert " ".join(source.handoff[text].split()) in told
            assert ("Nobody has confirmed yet" in told) is (source.when != "captcha")
            assert step.get("link", "") == source.link


@requirement("R-TRAV-06", "R-TRAV-07", "R-TRAV-15")
@pytest.mark.parametrize(("key", "source"), EVERY_SOURCE, ids=lambda each: getattr(each, "id", each))
def test_every_source_can_be_seen_to_work_by_what_it_lists(key: str, source: Source) -> None:
    """Each source alone on its path, open to all: its success signals and the person's word end it well."""
    audience: dict[str, Any] = {"regions": [], "communes": [], "predicates": []}
    path = {**PATHS[key], "applies_to": {}, "sources": [{**source.data, "audience": audience}]}
    where = at(path, HEADER)
    traversal = start(key, where)
    for event in ("choose-commune", "shown"):
        if event in next_step(traversal, where)["events"]:
            traversal = happen(traversal, event, where).traversal
    step = next_step(traversal, where)
    assert all(each["look_for"] for each in step["needed"])
    signals = source.validation_path["success_signals"]
    change = report(traversal, where, {each["check"]: each["value"] for each in signals} | {RECEIVED: True})
    assert change.traversal["state"] == "succeeded"
    assert change.validation is not None
    assert change.validation["verdict"] == "confirm"
    assert packaged_registry().faults(SchemaFile.VALIDATION, as_submitted(change.validation)) == []
    assert change.progress is not None
    assert change.progress["artefacts"] == [each["name"] for each in PATHS[key]["outputs"]]


@requirement("R-TEST-04", "R-TRAV-03", "R-TRAV-04")
@pytest.mark.parametrize("fixture", fixtures("path-eligibility/*.json"), ids=str)
def test_a_case_of_eligibility_is_walked_in_its_order(fixture: Fixture) -> None:
    case = fixture.read()
    tried, steps = tried_when_all_fail(case["path"]["id"], at(case["path"], case["profile"]))
    assert (tried or NO_ELIGIBLE_SOURCES) == case["expected"]
    assert steps[-1]["state"] == "stopped"


GOLDEN = FOLDER / "walks"
WALKS = [
    ("certificate-of-residence-history", "brussels-eu"),
    ("sworn-translator-register", "abroad"),
    ("address-lookup-best", "flanders-single-permit"),
]


@pytest.mark.parametrize(("key", "name"), WALKS)
def test_a_whole_walk_reads_as_it_was_read_by_eye(key: str, name: str) -> None:
    """A change of words or of a path shows here. `python -m tests.becivic_harness.test_traversal_of_the_corpus`
    writes the files anew: read what changed.
    """
    assert told_walk(key, name) == (GOLDEN / f"{key}.{name}.md").read_text(encoding="utf-8")


def told_walk(key: str, name: str) -> str:
    _, steps = tried_when_all_fail(key, at(PATHS[key], PEOPLE[name]))
    return "\n".join(_told(step) for step in steps)


def _told(step: Step) -> str:
    lines = [f"## {step['state']}" + (f": {step['source']}" if "source" in step else ""), ""]
    lines += [f"> {each}" for each in step["say"]]
    lines += ["", *(f"- {each}" for each in step["do"])]
    lines += [f"- ({each})" for each in step.get("notes", ())]
    lines += [f"- [{each['event']}] {each['means']}" for each in step.get("choices", ())]
    shown = [f"{name}={step[name]}" for name in ("link", "fetch", "browser") if name in step]
    return "\n".join([*lines, *([f"- {', '.join(shown)}"] if shown else []), ""])


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for walk in WALKS:
        (GOLDEN / f"{'.'.join(walk)}.md").write_text(told_walk(*walk), encoding="utf-8", newline="\n")
