from __future__ import annotations

from markupsafe import Markup

from becivic.rendering.bodies import RenderedBody, RenderedSection
from becivic.rendering.headings import Heading
from becivic.rendering.voice import Voice
from becivic.rules.skills import Section
from becivic.site.pages.skill_parts import heading_id, parts


def body(*titles: str) -> RenderedBody:
    sections = tuple(
        RenderedSection(f"s{index}", title, Markup("<p>x</p>"), (Heading(3, f"h{index}", f"in {title}"),))
        for index, title in enumerate(titles)
    )
    return RenderedBody(Markup(""), sections, (), 0)


def test_what_one_needs_at_a_counter_comes_before_what_it_rests_on() -> None:
    told = parts(body(*Section), Voice("nl"))
    assert [part.kind for part in told] == [
        "branching",
        "documents",
        "process",
        "surprises",
        "observations",
        "basis",
        "requests",
    ]
    assert told[2].title == "Stappen"
    assert told[2].kind == "process"


def test_a_section_of_its_own_keeps_its_place_and_its_english_title() -> None:
    told = parts(body("Before all", Section.PROCESS, "After the steps", Section.SURPRISES), Voice("de"))
    assert [part.title for part in told] == [
        "Before all",
        "Schritte",
        "After the steps",
        "Bekannte Überraschungen",
    ]
    assert [part.kind for part in told] == ["", "process", "", "surprises"]


def test_a_heading_is_found_by_its_title() -> None:
    assert heading_id(body("One", "Two"), "in Two") == "h1"
    assert heading_id(body("One"), "in Two") == ""
