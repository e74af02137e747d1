"""The method skills say what the specification asks of them; a reader's eye is needed for how well."""

from __future__ import annotations

import re

from becivic.rules.errors import ErrorCategory
from becivic.rules.skills import FALLBACK_SKILL, Section
from becivic.rules.tags import Tag
from tests.factories.oracle import corpus
from tests.requirement import requirement

CORPUS = corpus()


def body(skill_id: str) -> str:
    """The text on one line, so that a phrase may be broken anywhere."""
    return " ".join(CORPUS.skills[skill_id].body.text.split())


def steps(skill_id: str) -> list[str]:
    skill = CORPUS.skills[skill_id]
    process = skill.body.section(Section.PROCESS)
    assert process is not None
    return [skill.body.text[item.start : item.end] for item in skill.body.items(process)]


@requirement("R-META-01")
def test_the_fallback_is_open_about_itself_before_it_researches() -> None:
    said = [index for index, step in enumerate(steps(FALLBACK_SKILL)) if "no verified procedure" in step]
    researched = [index for index, step in enumerate(steps(FALLBACK_SKILL)) if "order of sources" in step]
    assert said
    assert researched
    assert said[0] < researched[0]


@requirement("R-META-01")
def test_the_fallback_asks_for_sources_fresh_ones_and_a_list_to_verify() -> None:
    text = body(FALLBACK_SKILL)
    assert "source older than a year" in text
    assert "checklist to verify with the commune" in text
    assert "the documents with a source for each" in text


@requirement("R-META-02", "R-META-06")
def test_the_fallback_uses_what_the_library_has_and_says_which_is_which() -> None:
    text = body(FALLBACK_SKILL)
    assert "load it in the usual way" in text
    assert "which parts come from the library and which are research" in text
    assert "It is voluntary." in text
    assert "plain markdown that the person can submit by hand" in text


@requirement("R-META-03", "R-META-07")
def test_the_fallback_is_kept_like_any_procedure_and_archived_after_it() -> None:
    text = body(FALLBACK_SKILL)
    assert "`no-skill-fallback:`" in text
    assert "its own progress note" in text
    assert re.search(r"submitted or declined, move the matter to the archive", text)


@requirement("R-META-05")
def test_the_fallback_never_rests_on_blogs_or_commentary() -> None:
    assert re.search(
        r"Blogs, social media, forums and commentary [^.]*never the source of a statement",
        body(FALLBACK_SKILL),
    )


@requirement("R-META-04")
def test_a_method_page_can_be_loaded_by_what_it_calls_for() -> None:
    """Every page that a method page leads to is there."""
    for skill in CORPUS.skills.values():
        if skill.is_meta:
            for linked in re.findall(r"\]\(/skills/([a-z0-9-]+)\)", skill.body.text):
                assert linked in CORPUS.skills, (skill.id, linked)


def test_the_page_on_proposals_names_every_section_and_tag_an_author_writes() -> None:
    text = body("meta-draft-l1-skill")
    assert [section for section in Section if f"`{section}`" not in text] == []
    assert [tag for tag in Tag if tag.shape.authored and f"<{tag}" not in text] == []


def test_pages_for_agents_name_only_categories_that_exist() -> None:
    known = {category.value for category in ErrorCategory}
    for file in CORPUS.files:
        if file.startswith("agents/submit/"):
            refused = CORPUS.tree.read(file).decode("utf-8").partition("## If it is refused")[2]
            named = set(re.findall(r"^\| `([a-z0-9_]+)` \|", refused, re.MULTILINE))
            assert named, file
            assert named <= known, (file, named - known)
