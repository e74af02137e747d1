from __future__ import annotations

import pytest

from becivic.rendering.path_markdown import PathFacts, path_markdown
from becivic.rendering.skill_markdown import skill_markdown
from becivic.rendering.voice import ENGLISH, Voice
from becivic.words import LANGUAGES
from tests.factories.bodies import ROWS, block_of, concern
from tests.factories.corpora import APPLICATION, Files
from tests.requirement import requirement


@requirement("R-BODY-11", "R-PRIN-05")
def test_a_skill_in_markdown_has_a_head_a_notice_the_disclaimer_and_its_body() -> None:
    corpus = Files.valid().load()
    said = skill_markdown(
        corpus.skills["demo-application"], corpus, ROWS, ENGLISH, block_of(concern("Seen."))
    )
    lines = said.splitlines()
    assert lines[0] == "# Apply for a demonstration"
    assert lines[2] == "AI agents: read /agents before anything else."
    assert "- Status: alpha" in lines
    assert "- Version: 0.1.0" in lines
    assert "- Last compared with its sources: 15 November 2026" in lines
    assert "- Sources: 1 of 1 source was read in a stored copy, 1 without a date." in lines
    assert any(line.startswith("- Authority: ") for line in lines)
    assert any(line.startswith("> ⚠ This page is brand-new") for line in lines)
    assert any(line.startswith("**Starter scaffold: verify with your commune.") for line in lines)
    assert said.index("\n---\n") < said.index("## Authoritative basis")
    assert "€1,000</VV>" in said
    assert "Seen." in said


@requirement("R-SITE-07")
@pytest.mark.parametrize("language", LANGUAGES)
def test_agents_are_sent_to_their_page_in_the_same_words_in_every_language(language: str) -> None:
    corpus, voice = Files.valid().load(), Voice(language)
    skill = skill_markdown(corpus.skills["demo-application"], corpus, ROWS, voice)
    path = path_markdown(corpus.paths.entries["demo-certificate"], corpus, voice, PathFacts())
    for said in (skill, path):
        assert said.splitlines()[2] == "AI agents: read /agents before anything else."


@requirement("R-QUAR-06")
def test_what_is_withheld_has_no_words_of_its_own() -> None:
    corpus = Files.valid().replaced(APPLICATION, "status: alpha", "status: quarantined").load()
    said = skill_markdown(corpus.skills["demo-application"], corpus, ROWS, Voice("fr"))
    assert said.startswith("# demo-application\n")
    assert "quarantaine" in said
    assert "demonstration" not in said.replace("demo-application", "")
    assert "##" not in said


def test_a_skill_that_says_little_has_a_short_head() -> None:
    files = Files.valid().replaced(APPLICATION, "title: Apply for a demonstration\n", "")
    files = files.replaced(
        APPLICATION, "summary: File the demonstration form at the commune after the waiting time.\n", ""
    )
    files = files.replaced(APPLICATION, "authority_id: demo-registry\n", "").replaced(
        APPLICATION, "status: alpha\n", ""
    )
    corpus = files.load()
    said = skill_markdown(corpus.skills["demo-application"], corpus, ROWS, ENGLISH)
    assert "Authority" not in said
    assert "Status:" not in said
