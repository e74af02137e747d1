from __future__ import annotations

import pytest

from becivic.rendering.bodies import rendered_body
from becivic.rendering.voice import ENGLISH
from becivic.site.pages.skill import skill_page
from becivic.site.pages.skill_print import Sheets, sheets
from tests.factories.corpora import Files
from tests.factories.site_pages import Shown
from tests.factories.skill_readings import edited, skill_reading


def planned(files: Files) -> Sheets:
    reading = skill_reading(files)
    body = rendered_body(reading.skill, reading.corpus, reading.rows, ENGLISH)
    return sheets(reading.skill, (), (), body.notes)


def longer(letters: int, title: str = "## Known surprises") -> Files:
    return edited(title, f"{title}\n\n{'word ' * (letters // 5)}")


@pytest.mark.parametrize(
    ("letters", "size"),
    [
        (0, ""),
        (10_000, "print-long"),
        (11_000, "print-longer"),
        (12_500, "print-longest"),
        (40_000, "print-longest"),
    ],
)
def test_what_has_more_to_say_is_set_smaller(letters: int, size: str) -> None:
    assert planned(longer(letters)).size == size


def test_cases_and_titles_are_printed_only_where_there_is_room() -> None:
    assert planned(Files.valid()) == Sheets("", has_cases=True, has_titles=True)
    assert planned(Files.valid()).classes == " print-cases print-titles"
    assert planned(longer(9_000, "## Branching layer")) == Sheets("", has_cases=False, has_titles=True)
    assert planned(longer(40_000)).classes == " print-longest"


def test_what_is_read_on_the_site_alone_takes_no_room() -> None:
    assert planned(longer(40_000, "## Authoritative basis")) == planned(Files.valid())


def test_where_cases_are_not_printed_it_is_said_where_they_stand() -> None:
    said = "The cases that a step may refer to stand under “Which case is yours” on the page"
    assert said not in Shown(skill_page(skill_reading())).source
    shown = Shown(skill_page(skill_reading(longer(9_000, "## Branching layer"))))
    assert said in shown.text("p", class_="cases-elsewhere")
