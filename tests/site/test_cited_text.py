from __future__ import annotations

from becivic.rendering.voice import Voice
from becivic.site.pages.cited_text import CitedText, without_marks
from tests.factories.skill_readings import edited, skill_reading

REF = '<Ref name="demo-law-article-one" uid="ref-00001">article 1</Ref>'
VALUE = '<VV name="demo-handling-fee-eur" uid="val-00001">€20</VV>'


def told(text: str) -> CitedText:
    """Of a text that stands in a body with a citation before it."""
    reading = skill_reading(edited("## Known surprises", f"### Here\n\n{text}\n\n## Known surprises"))
    body = reading.skill.body
    section = next(each for each in body.headings if each.title == "Here")
    return CitedText(body, reading.rows, Voice("en"), (section.content, section.end))


def test_values_stand_in_the_words_and_citations_are_only_marked() -> None:
    found = told(f"Pay {VALUE} {REF} <!-- why -->at `the` desk [demo-law-article-one].")
    assert without_marks(found.text).split() == ["Pay", "€20", "at", "`the`", "desk", "."]
    assert found.has_value(found.text)
    assert found.sources(found.text, "") == ("ref-00001",)


def test_a_piece_without_a_mark_rests_on_what_is_around_it_or_on_nothing() -> None:
    found = told(f"One thing. Another {REF}.")
    assert found.sources("One thing.", found.text) == ("ref-00001",)
    assert found.sources("One thing.", "") == ()
    assert not found.has_value(found.text)


def test_what_is_wrapped_by_other_tags_is_read_and_no_authors_text_passes_for_a_mark() -> None:
    found = told('<Risk reason="r">Mind \U000f0000this</Risk> <Skill id="demo-clock" />\U0010ffff.')
    assert found.text.strip() == "Mind this ."
    assert found.sources(found.text, "") == ()


def test_a_whole_body_can_be_read() -> None:
    reading = skill_reading()
    body = reading.skill.body
    whole = CitedText(body, reading.rows, Voice("en"), (0, len(body.text)))
    assert "ref-00001" in whole.sources(whole.text, "")
