"""The picture in a procedure's page: what it rests on and what rests on it, as links that a keyboard reaches."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from becivic.corpus.load import Corpus
from becivic.rendering.voice import ENGLISH, Voice
from becivic.site.pictures import neighbourhood
from tests.factories.corpora import APPLICATION, CLOCK, PATHS, Files

FRENCH = Voice("fr", is_chosen=True)


def both(corpus: Corpus, skill_id: str, voice: Voice = ENGLISH) -> tuple[ET.Element, ET.Element]:
    """The drawing, and the same as lists."""
    picture = neighbourhood(corpus, corpus.skills[skill_id], voice)
    drawing, lists = ET.fromstring(f"<div>{picture}</div>")
    return drawing, lists


def drawn(corpus: Corpus, skill_id: str, voice: Voice = ENGLISH) -> ET.Element:
    return both(corpus, skill_id, voice)[0]


def links(picture: ET.Element) -> list[str]:
    return [each.attrib["href"] for each in picture.iter("a")]


def lines(picture: ET.Element) -> list[str]:
    return [path.findtext("title", "") for path in picture.iter("path")]


def test_what_it_rests_on_is_drawn_and_linked() -> None:
    picture = drawn(Files.valid().load(), "demo-application")
    assert links(picture) == ["/skills/demo-clock", "/paths/demo-certificate"]
    assert any("in some cases" in words for words in lines(picture))
    assert all(each.attrib["aria-label"] for each in picture.iter("a"))


def test_the_same_is_there_as_lists_for_who_has_no_room_for_a_drawing() -> None:
    corpus = Files.valid().load()
    for skill_id, heading in (("demo-application", "S'appuie sur"), ("demo-clock", "Nécessaire pour")):
        drawing, lists = both(corpus, skill_id, FRENCH)
        assert links(lists) == links(drawing)
        assert [each.attrib.get("lang") for each in lists.iter("a")] == [
            each.attrib.get("lang") for each in drawing.iter("a")
        ]
        assert [each.text for each in lists.iter("p")] == [heading]


def test_what_rests_on_it_is_drawn_too() -> None:
    assert links(drawn(Files.valid().load(), "demo-clock")) == ["/skills/demo-application"]


def test_a_reader_of_another_language_gets_titles_and_links_in_it() -> None:
    corpus = Files.valid().load()
    picture = drawn(corpus, "demo-application", FRENCH)
    assert links(picture) == ["/fr/skills/demo-clock", "/fr/paths/demo-certificate"]
    skill, path = picture.iter("a")
    assert skill.attrib["lang"] == "en"
    assert path.attrib["aria-label"] == corpus.paths.entries["demo-certificate"].fields.child("title").text(
        "fr"
    )
    assert "lang" not in path.attrib


def test_a_title_that_is_missing_in_a_language_is_english_and_says_so() -> None:
    corpus = Files.valid().replaced(PATHS, '"fr": "', '"xx": "').load()
    _, path = drawn(corpus, "demo-application", FRENCH).iter("a")
    assert path.attrib["lang"] == "en"


def test_who_stands_alone_has_no_picture() -> None:
    corpus = Files.valid().load()
    assert neighbourhood(corpus, corpus.skills["meta-no-skill-fallback"], ENGLISH) is None


def test_what_is_withheld_or_missing_is_not_drawn() -> None:
    held = Files.valid().replaced(CLOCK, "status: beta", "status: quarantined")
    held = held.replaced(PATHS, '"demo-certificate"', '"another"')
    assert neighbourhood(held.load(), held.load().skills["demo-application"], ENGLISH) is None
    corpus = Files.valid().replaced(APPLICATION, "status: ", "status: quarantined #").load()
    assert neighbourhood(corpus, corpus.skills["demo-clock"], ENGLISH) is None


def test_a_long_title_is_cut_in_the_box_and_whole_in_its_label() -> None:
    title = "A title <b>&</b> " * 12
    corpus = Files.valid().replaced(CLOCK, "title: ", f"title: {title}").load()
    (box, _) = drawn(corpus, "demo-application").iter("a")
    texts = [text.text or "" for text in box.iter("text")]
    assert len(texts) == 3
    assert texts[-1].endswith("…")
    assert title.strip() in box.attrib["aria-label"]
