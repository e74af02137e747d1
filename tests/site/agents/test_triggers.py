"""The words that wake a harness."""

from __future__ import annotations

import json
from typing import Any

import pytest

from becivic.site.agents.triggers import triggers
from tests.factories.corpora import APPLICATION, CLOCK, PATHS, Files
from tests.factories.grounds import URL, grounds, packaged
from tests.requirement import requirement


def told(files: Files | None = None) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(triggers(grounds(files.load() if files else None)).body)
    return found


def keywords(listed: list[dict[str, Any]], key: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = next(each["keywords"] for each in listed if each["id"] == key)
    return found


@requirement("R-AGT-04")
@pytest.mark.parametrize("language", ["en", "fr", "nl", "de"])
def test_there_are_words_in_every_language_for_everybody_and_for_each_procedure(language: str) -> None:
    found = told()
    assert len(found["global"][language]) >= 8
    for skill in packaged().skills.values():
        if not skill.is_meta:
            assert keywords(found["skills"], skill.id)[language], skill.id


@pytest.mark.parametrize(
    ("skill", "language", "word"),
    [
        ("driving-licence-exchange", "nl", "rijbewijs omwisselen"),
        ("mutualite-enrolment", "fr", "mutuelle"),
        ("family-reunification-with-belgian", "de", "Familienzusammenführung"),
        ("nationality-application", "en", "becoming Belgian"),
        ("residence-card-renewal", "fr", "titre de séjour"),
    ],
)
def test_the_glossary_says_a_tag_in_the_other_languages(skill: str, language: str, word: str) -> None:
    assert word in keywords(told()["skills"], skill)[language]


def test_a_path_is_woken_by_its_title_in_each_language() -> None:
    assert "Aanslagbiljet (personenbelasting)" in keywords(told()["paths"], "tax-notice")["nl"]


def test_pages_on_how_agents_work_wake_nothing() -> None:
    assert not [each for each in told()["skills"] if each["id"] in ("becivic", "meta-no-skill-fallback")]


def test_what_is_withheld_or_only_a_skeleton_wakes_nothing() -> None:
    files = Files.valid()
    assert {"demo-application", "demo-clock"} <= {each["id"] for each in told(files)["skills"]}
    changed = files.replaced(APPLICATION, "status: alpha", "status: quarantined").replaced(
        CLOCK, "status: beta", "status: draft"
    )
    assert told(changed)["skills"] == []


def test_a_path_without_a_title_in_a_language_has_no_empty_word() -> None:
    files = Files.valid()
    entries = json.loads(files[PATHS])
    entry = next(iter(entries["paths"].values()))
    entry["title"] = {"en": "A form"}
    found = told(files.with_file(PATHS, json.dumps(entries)))["paths"]
    assert "" not in [word for each in found for words in each["keywords"].values() for word in words]


def test_the_prompt_to_paste_names_this_installation() -> None:
    found = told()["paste_prompt"]
    assert found["en"] == f"Help me with [task]. Read {URL}/agents and follow Be Civic's protocol."
    assert all(f"{URL}/agents" in text for text in found.values())


def test_no_list_names_a_word_twice() -> None:
    found = told()
    lists = [*found["global"].values()]
    lists += [
        words for part in ("skills", "paths") for each in found[part] for words in each["keywords"].values()
    ]
    assert all(len(words) == len(set(words)) for words in lists)
