"""Walks over many commands where nothing can be written: the walk goes out with each step and comes back with the next."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from becivic_harness import files, library, place, profile_file, session, session_facts, walking
from becivic_harness.here import Here
from becivic_harness.refusals import USAGE, Refused
from becivic_harness.session import Probes
from becivic_harness.walking import Given
from tests.becivic_harness.served import paths
from tests.factories.harness import Machine, everything, machine
from tests.requirement import requirement

PATH = "sworn-translator-register"
FIELD = "administration_language"
WALKING = ["multi_turn", "structured_output", "path_traversal", "path_handoff"]


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Here:
    """No folder, and a directory that is at hand all the same."""
    monkeypatch.setattr(library, "known_paths", lambda _: paths()["paths"])
    return machine(tmp_path, agreed=False)


@requirement("R-TIER-02", "R-TIER-07")
def test_without_a_folder_an_answer_is_given_along_and_the_walk_goes_on(bare: Here, tmp_path: Path) -> None:
    asked = walking.begin(bare, PATH)
    assert asked["step"]["question"]["field"] == FIELD
    assert not asked["kept"]
    assert "Write the answer" not in str(asked["step"]["do"])
    assert "--walk" in asked["how"]
    profile = {FIELD: "FR"}
    told = walking.tell(bare, PATH, "answer", {}, Given(profile, asked["walk"]))
    assert told["step"]["state"] == "advice"
    assert told["step"] == walking.step(bare, PATH, Given(profile, told["walk"]))["step"]
    on = walking.tell(bare, PATH, "decline", {}, Given(profile, told["walk"]))
    assert on["step"].get("source") != told["step"]["source"]
    assert walking.begin(bare, PATH, given=Given(profile))["step"]["state"] == "advice"
    assert list(tmp_path.iterdir()) == []


def test_a_walk_along_another_path_is_not_taken_for_this_one(bare: Here) -> None:
    walk = walking.begin(bare, "household-composition")["walk"]
    with pytest.raises(Refused) as refused:
        walking.step(bare, PATH, Given(None, walk))
    assert refused.value.code == USAGE


@requirement("R-HARN-09")
def test_a_folder_that_became_read_only_stops_no_walk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = machine(tmp_path)
    session.start(here, Probes(WALKING))
    files.write_json(here.home.cached(library.PATHS), {"fetched_at": here.stamp, "document": paths()})
    assert walking.begin(here, PATH)["kept"]
    before = everything(here.home.root)
    monkeypatch.setattr(place, "can_be_made", lambda _: False)
    again = walking.begin(here, PATH)
    assert (again["kept"], again["step"]["state"]) == (False, "asking")
    assert [each["key"] for each in again["lost"]] == ["capability_lost", "hold_or_retry"]
    told = walking.tell(here, PATH, "refuse", {"field": FIELD})
    assert not told["kept"]
    assert told["walk"]["refused"] != again["walk"]["refused"]
    assert [each["key"] for each in walking.begin(here, "tax-notice")["lost"]] == ["capability_lost"]
    assert everything(here.home.root) == before


@requirement("R-MEM-01", "R-HARN-09")
def test_a_no_to_notes_takes_nobody_off_their_way(tmp_path: Path) -> None:
    here = machine(tmp_path)
    session.start(here, Probes(WALKING))
    files.write_json(here.home.cached(library.PATHS), {"fetched_at": here.stamp, "document": paths()})
    walking.begin(here, PATH)
    profile_file.write(here, profile_file.with_consent(here, profile_file.read(here), data_dir=False))
    before = everything(here.home.root)
    for again in (walking.begin(here, PATH), walking.step(here, PATH)):
        assert (again["kept"], again["step"]["state"]) == (False, "asking")
        assert "lost" not in again  # it was their own wish
    told = walking.tell(here, PATH, "refuse", {"field": FIELD}, Given(None, again["walk"]))
    assert told["walk"]["refused"] == [FIELD]
    left = walking.tell(here, PATH, "choose-skip", {})
    assert (left["kept"], left["step"]["state"]) == (False, "stopped")
    assert not walking.begin(here, "tax-notice")["kept"]
    assert everything(here.home.root) == before


def test_a_walk_that_had_ended_begins_anew_where_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = machine(tmp_path)
    session.start(here, Probes(WALKING))
    files.write_json(here.home.cached(library.PATHS), {"fetched_at": here.stamp, "document": paths()})
    walking.begin(here, PATH)
    walking.tell(here, PATH, "choose-skip", {})
    monkeypatch.setattr(place, "can_be_made", lambda _: False)
    assert walking.begin(here, PATH)["step"]["state"] == "asking"


@requirement("R-TIER-02", "R-CAP-08")
def test_without_a_folder_the_end_of_a_walk_asks_for_no_note_and_is_no_vote(bare: Here) -> None:
    profile = {FIELD: "FR"}
    walk = walking.begin(bare, PATH, given=Given(profile))["walk"]
    observed = {
        "submit-produces-success-page": ["list of registered translators"],
        "user-confirms-document-received": [True],
    }
    done = walking.tell(bare, PATH, "report", {"observed": observed}, Given(profile, walk))
    assert done["step"]["state"] == "succeeded"
    assert "Note on the progress" not in str(done["step"]["do"])
    assert "Nothing is noted here" in str(done["step"]["do"])
    assert "validation" not in done


@requirement("R-TIER-02")
def test_the_commands_take_a_profile_and_a_walk(agent: Machine) -> None:
    agent("session", "start", "--consent")
    files.write_json(
        str(agent.data / "cache" / library.PATHS), {"fetched_at": "2026-11-18T10:00:00Z", "document": paths()}
    )
    profile = json.dumps({FIELD: "FR"})
    assert agent("traverse", "start", PATH).said["step"]["state"] == "asking"
    assert agent("traverse", "next", PATH, "--profile", profile).said["step"]["state"] != "asking"
    agent("session", "close")
    loose: dict[str, Any] = agent("traverse", "start", PATH).said
    given = ("--walk", json.dumps(loose["walk"]))
    step = agent("traverse", "report", PATH, "--event", "answer", "--profile", profile, *given).said["step"]
    assert step["state"] == "advice"
    shown = agent("traverse", "next", PATH, *given, "--text").raw
    assert '"path_id"' in shown
    refused = agent("traverse", "next", PATH, "--walk", "[1]", expect=2).said
    assert refused["error"] == "usage"
    assert "`walk` of the last answer" in refused["remedy"]
    assert "--profile" in agent("traverse", "next", PATH, "--profile", "x", expect=2).said["remedy"]


@requirement("R-DOC-01")
def test_before_a_document_is_shown_it_is_said_what_becomes_of_it(agent: Machine) -> None:
    told = agent("document", "kinds").said
    assert "I don't take a copy" in told["say"]
    assert "passport" in told["kinds"]


@pytest.mark.parametrize("odd", [[], {}, None, 5])
def test_facts_that_a_hand_bent_stop_no_walk(odd: Any, tmp_path: Path) -> None:
    here = machine(tmp_path)
    session.start(here, Probes(WALKING))
    files.write_json(here.home.cached(library.PATHS), {"fetched_at": here.stamp, "document": paths()})
    current = session_facts.require(here)
    session_facts.changed(here, current, session={**current.about, "capabilities": [*WALKING, odd]})
    assert walking.begin(here, PATH)["kept"]
    assert session_facts.require(here).capabilities == WALKING
