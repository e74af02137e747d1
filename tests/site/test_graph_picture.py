"""The picture of the graph: everything is in it, it leads somewhere, and it is drawn from the left to the right."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from becivic.site.graph_picture import graph_picture
from tests.factories.corpora import APPLICATION, CLOCK, PATHS, Files
from tests.requirement import requirement

SVG = "{http://www.w3.org/2000/svg}"


def drawn(files: Files) -> ET.Element:
    return ET.fromstring(graph_picture(files.load()))


def boxes(picture: ET.Element) -> dict[str, int]:
    """What is drawn, by its address, and how far right."""
    return {
        link.attrib["href"]: int(link.findall(f"{SVG}rect")[0].attrib["x"])
        for link in picture.iter(f"{SVG}a")
    }


def edges(picture: ET.Element) -> list[str]:
    return [path.findtext(f"{SVG}title", "") for path in picture.iter(f"{SVG}path")]


@requirement("R-GRAPH-14")
def test_every_skill_and_path_is_a_link_and_every_requirement_a_line() -> None:
    picture = drawn(Files.valid())
    places = boxes(picture)
    assert set(places) == {
        "/skills/demo-application",
        "/skills/demo-clock",
        "/skills/meta-no-skill-fallback",
        "/paths/demo-certificate",
    }
    assert (
        places["/skills/demo-application"] < places["/skills/demo-clock"] < places["/paths/demo-certificate"]
    )
    assert any("in some cases" in words for words in edges(picture)), "a requirement with a condition"
    assert any("in some cases" not in words for words in edges(picture))
    assert "3 procedures and 1 paths" in picture.findtext(f"{SVG}desc", "")


def test_the_same_corpus_gives_the_same_bytes() -> None:
    assert graph_picture(Files.valid().load()) == graph_picture(Files.valid().load())


def test_what_is_withheld_is_not_drawn_nor_any_line_to_it() -> None:
    held = Files.valid().replaced(CLOCK, "status: beta", "status: quarantined")
    picture = drawn(held)
    assert "/skills/demo-clock" not in boxes(picture)
    assert not any("Count" in words for words in edges(picture))


def test_a_title_cannot_break_out_of_the_picture() -> None:
    files = Files.valid().replaced(APPLICATION, "title: Apply for a demonstration", 'title: "<script> & co"')
    assert "&lt;script&gt; &amp; co" in graph_picture(files.load())
    drawn(files)


def test_a_long_name_is_cut_in_its_box_and_whole_in_its_title() -> None:
    name = "demo-" + "very-" * 8 + "long"
    files = Files.valid().replaced(PATHS, "demo-certificate", name, count=-1)
    text = graph_picture(files.load())
    assert re.search(r">demo-very-[a-z-]+…</text>", text)
    assert f"/paths/{name}" in text


def test_a_circle_that_checks_would_refuse_is_drawn_all_the_same() -> None:
    files = Files.valid().replaced(CLOCK, "status: beta", "status: beta\nrequires: [{id: demo-application}]")
    assert len(boxes(drawn(files))) == 4


def test_an_empty_corpus_has_an_empty_picture() -> None:
    assert boxes(drawn(Files({}))) == {}


def test_signs_that_xml_has_no_place_for_do_not_break_the_picture() -> None:
    files = Files.valid().replaced(
        APPLICATION, "title: Apply for a demonstration", 'title: "a\\x01b\\x1b[31m"'
    )
    assert "a\ufffdb\ufffd[31m" in graph_picture(files.load())
    drawn(files)


def test_skills_alone_have_no_column_of_paths() -> None:
    assert ">Paths<" not in graph_picture(Files.valid().without(PATHS).load())
    assert not any(address.startswith("/paths") for address in boxes(drawn(Files.valid().without(PATHS))))
