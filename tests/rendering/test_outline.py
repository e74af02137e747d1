"""The headings of a resolved body have the ids that its page gives them."""

from __future__ import annotations

import pytest

from becivic.corpus.load import Corpus, Loader
from becivic.corpus.skill import Skill
from becivic.corpus.tree import DirectoryTree
from becivic.packaged import corpus_folder
from becivic.reading.filed import filed_skill
from becivic.rendering.bodies import rendered_body
from becivic.rendering.markdown import resolved_markdown
from becivic.rendering.outline import outline
from becivic.rendering.voice import ENGLISH
from tests.factories.corpora import APPLICATION, Files
from tests.requirement import requirement

CORPUS = Loader().load(DirectoryTree(corpus_folder()))
HEADINGS = (
    "### Costs <VV name=\"demo-handling-fee-eur\" uid=\"val-00001\">20</VV> today",
    "### See <Path id=\"demo-certificate\" /> first",
    "### *What* it `costs` & [why](https://law.example)",
    "### 1. First",
    "### 1. First",
    "### Sources",
    "#### note-1 ##",
    "### Élan",
    "### ???",
    "# On top",
    "Underlined\n---",
)  # fmt: skip


def page_ids(corpus: Corpus, skill: Skill) -> list[str]:
    reading = filed_skill(corpus, skill)
    body = rendered_body(skill, corpus, reading.rows, ENGLISH)
    return [
        each for section in body.sections for each in (section.id, *(found.id for found in section.headings))
    ]


def resolved(corpus: Corpus, skill: Skill) -> str:
    return resolved_markdown(skill, corpus, filed_skill(corpus, skill).rows, ENGLISH)


@requirement("R-READ-10")
@pytest.mark.parametrize("name", sorted(CORPUS.skills))
def test_every_heading_of_the_packaged_corpus_has_the_anchor_of_its_page(name: str) -> None:
    skill = CORPUS.skills[name]
    assert [each.id for each in outline(resolved(CORPUS, skill))] == page_ids(CORPUS, skill)


@pytest.mark.parametrize("heading", HEADINGS)
def test_whatever_a_heading_is_made_of_it_has_the_anchor_of_its_page(heading: str) -> None:
    files = Files.valid().replaced(APPLICATION, "## Process\n", f"## Process\n\n{heading}\n\n{heading}\n\n")
    corpus = files.load()
    skill = corpus.skills["demo-application"]
    assert [each.id for each in outline(resolved(corpus, skill))] == page_ids(corpus, skill)


def test_a_heading_governs_what_is_below_it_and_code_has_none() -> None:
    text = "Intro\n\n## One\n\na\n\n### Below\n\nb\n\n```text\n## Not one\n```\n\n## Two\n\nc\n"
    found = outline(text)
    assert [(each.id, each.title, each.level) for each in found] == [
        ("one", "One", 2),
        ("below", "Below", 3),
        ("two", "Two", 2),
    ]
    assert [text[each.start : each.end].splitlines()[0] for each in found] == [
        "## One",
        "### Below",
        "## Two",
    ]
    assert found[0].end == found[1].end == found[2].start
    assert found[2].end == len(text)
