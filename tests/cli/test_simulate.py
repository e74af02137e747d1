"""`becivic simulate`: tables for people, JSON for programs, figures for both; the same seed gives the same bytes."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

from tests.cli.conftest import Run

SMALL = ("simulate", "--artefacts", "6", "--months", "2", "--rings", "0")


def test_it_prints_a_table_for_each_question(run: Run) -> None:
    ran = run(*SMALL, "--population", "quiet")
    assert ran.code == 0, ran.err
    assert "6 artefacts, 2 months" in ran.out
    for title in (
        "Good new content",
        "Bad content",
        "Good content that is hit",
        "smallest ring",
        "One false flagger",
    ):
        assert title in ran.out
    assert "careless" not in ran.out


def test_the_same_seed_prints_the_same_bytes(run: Run) -> None:
    first, again = (run(*SMALL, "--json", "--population", "vandals", "--seed", "5") for _ in range(2))
    assert json.loads(first.out)["seed"] == 5
    assert first.out == again.out


def test_json_is_all_that_is_printed_and_names_every_population(run: Run) -> None:
    ran = run(*SMALL, "--json")
    assert list(json.loads(ran.out)["populations"]) == ["quiet", "healthy", "careless", "ring", "vandals"]


def test_another_policy_and_other_assumptions_are_taken(run: Run) -> None:
    said = ("--policy", "quarantine_flags=2", "--policy", "alpha_confirms=900", "--assume", "volume=3")
    told = json.loads(run(*SMALL, "--json", "--population", "healthy", *said).out)
    assert (told["policy"]["quarantine_flags"], told["assumptions"]["volume"]) == (2, 3)
    assert told["populations"]["healthy"]["good"]["beta"]["count"] == 0
    assert {each["quarantines"] for each in told["flagger"]} == {0}


def test_figures_are_written_where_they_are_asked_for(run: Run, tmp_path: Path) -> None:
    ran = run(*SMALL, "--population", "quiet", "--plots", tmp_path / "new" / "figures")
    assert ran.code == 0, ran.err
    written = sorted((tmp_path / "new" / "figures").iterdir())
    assert [each.name for each in written] == ["flagger.svg", "rings.svg", "rising.svg", "standing.svg"]
    assert all(ET.parse(each).getroot().tag.endswith("svg") for each in written)


def test_a_folder_that_cannot_be_is_one_sentence(run: Run, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("", encoding="utf-8")
    ran = run(*SMALL, "--population", "quiet", "--plots", tmp_path / "taken")
    assert ran.code == 2
    assert "The figures could not be written." in ran.err


def test_a_name_or_a_number_that_is_not_known_is_one_sentence(run: Run) -> None:
    for said in (("--population", "angels"), ("--policy", "mercy=1"), ("--assume", "luck=1")):
        ran = run("simulate", *said)
        assert ran.code == 2
        assert "Use one of" in ran.err
        assert "Traceback" not in ran.err


def test_the_help_has_examples(run: Run) -> None:
    ran = run("simulate", "--help")
    assert ran.code == 0
    assert "becivic simulate --policy quarantine_flags=2" in ran.out
