"""What a reader of a procedure does with its page: finds the way in it, looks at sources, ticks and prints."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest

from becivic.packaged import corpus_folder

SKILL: Final = "/skills/residence-card-renewal"
PHONE: Final = {"width": 360, "height": 800}
WIDE: Final = {"width": 1440, "height": 900}


def top(page: Any, selector: str) -> float:
    """How far down the page something stands."""
    return float(
        page.evaluate(
            "selector => document.querySelector(selector).getBoundingClientRect().top + scrollY", selector
        )
    )


class TestContents:
    @pytest.mark.parametrize("scripts", [True, False])
    def test_on_a_phone_they_are_folded_after_the_head(self, scripts: bool, opened: Any) -> None:
        page = opened(viewport=PHONE, java_script_enabled=scripts)
        page.goto(SKILL)
        link = page.locator(".contents a[href='#sources']")
        assert link.count() == 1
        assert not link.is_visible()
        page.locator(".contents summary").click()
        assert link.is_visible()
        assert link.bounding_box()["height"] >= 44
        link.click()
        assert page.url.endswith("#sources")
        if scripts:
            assert not link.is_visible(), "they fold again behind whoever has chosen"

    def test_where_there_is_room_they_stand_beside_the_text_unfolded(self, opened: Any) -> None:
        page = opened(viewport=WIDE, java_script_enabled=False)
        page.goto(SKILL)
        assert page.locator(".contents a[href='#sources']").is_visible()
        assert not page.locator(".contents summary").is_visible()
        page.evaluate("scrollTo(0, 6000)")
        assert page.locator(".contents a[href='#sources']").bounding_box()["y"] > 0, "they follow"

    def test_the_mark_reaches_the_last_part_at_the_end_of_the_page(self, opened: Any) -> None:
        page = opened(viewport=WIDE)
        page.goto(SKILL)
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        page.wait_for_selector(".contents a[href='#report'][aria-current]")
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_selector(".contents a[href='#report']:not([aria-current])")
        assert page.locator(".contents [aria-current]").count() <= 1


class TestNotes:
    def later(self, page: Any) -> Any:
        """A citation of a source that was cited before."""
        return page.locator("article section a.cite[href^='#cite-']").last

    @pytest.mark.parametrize("size", [PHONE, WIDE])
    def test_a_later_citation_shows_the_note_where_it_stands(
        self, size: dict[str, int], opened: Any, trouble: list[str]
    ) -> None:
        page = opened(viewport=size)
        page.goto(SKILL)
        numeral = self.later(page)
        numeral.scroll_into_view_if_needed()
        before = page.evaluate("scrollY")
        numeral.click()
        note = page.locator("#note-here")
        assert note.is_visible()
        assert page.evaluate("scrollY") == before
        assert note.locator("a[href^='http']").count() >= 1, "the source is a link"
        if size is PHONE:
            note.locator(".note-close").click()
        else:
            near = note.bounding_box()["y"] - numeral.bounding_box()["y"]
            assert abs(near) < 300
            page.keyboard.press("Escape")
        page.wait_for_selector("#note-here", state="detached")
        assert trouble == []

    def test_without_a_script_it_leads_to_the_first(self, opened: Any) -> None:
        page = opened(viewport=PHONE, java_script_enabled=False)
        page.goto(SKILL)
        numeral = self.later(page)
        numeral.click()
        assert page.url.endswith(numeral.get_attribute("href"))

    def test_every_note_of_a_list_or_paragraph_stands_in_the_margin_by_its_first_numeral(
        self, opened: Any
    ) -> None:
        page = opened(viewport=WIDE)
        page.goto(SKILL)
        away = page.evaluate(
            """[...document.querySelectorAll('.note[data-n]')].filter(note => note.checkVisibility()).map(note =>
              Math.abs(note.getBoundingClientRect().top - note.previousElementSibling.getBoundingClientRect().top))"""
        )
        assert len(away) > 20
        assert max(away) < 900

    def test_pressing_a_numeral_moves_nothing_in_the_margin(self, opened: Any) -> None:
        page = opened(viewport=WIDE)
        page.goto(SKILL)
        places = """[...document.querySelectorAll('.note[data-n]')].filter(each => each.checkVisibility())
          .map(each => each.getBoundingClientRect().top + scrollY)"""
        before = page.evaluate(places)
        page.locator(".text p > label.cite").first.click(force=True)
        assert page.evaluate(places) == before

    def test_a_sheet_on_a_phone_can_be_seen_to_close(self, opened: Any) -> None:
        page = opened(viewport=PHONE, java_script_enabled=False)
        page.goto(SKILL)
        page.locator("label.cite button").first.click()
        closing = page.locator(".note:popover-open .note-close")
        assert closing.bounding_box()["height"] >= 44
        closing.click()
        assert page.locator(".note:popover-open").count() == 0

    def test_a_term_says_its_other_names_to_a_pointer_and_to_the_keyboard(self, opened: Any) -> None:
        page = opened(viewport=WIDE)
        page.goto(SKILL)
        word = page.locator(".term-word").first
        word.scroll_into_view_if_needed()
        word.hover()
        note = page.locator(".term .note").first
        assert note.is_visible()
        note.hover()
        page.wait_for_timeout(400)
        assert note.is_visible(), "a pointer may go to the note"
        word.click()
        assert note.is_visible(), "pressing it does not take it away"
        page.keyboard.press("Escape")
        assert not note.is_visible()
        page.mouse.move(0, 0)
        page.keyboard.press("Tab")
        word.locator("button").focus()
        assert note.is_visible()
        word.locator("button").blur()
        page.wait_for_selector(".term .note:popover-open", state="detached", timeout=2000)


def test_on_a_phone_the_first_fact_is_not_far(opened: Any) -> None:
    page = opened(viewport=PHONE)
    page.goto(SKILL)
    assert top(page, "#at_glance") < 1000
    for link in page.locator(".facts dd > a.meta").all():
        assert link.bounding_box()["height"] >= 24


def test_what_it_belongs_to_is_drawn_where_there_is_room_and_listed_on_a_phone(opened: Any) -> None:
    page = opened(viewport=PHONE)
    page.goto(SKILL)
    drawn, listed = page.locator("a.picture-box"), page.locator(".picture-list a")
    assert drawn.count() == listed.count() > 0
    addresses = "all => all.map(each => each.getAttribute('href'))"
    assert drawn.evaluate_all(addresses) == listed.evaluate_all(addresses)
    assert listed.first.is_visible()
    assert listed.first.bounding_box()["height"] >= 44
    assert not drawn.first.is_visible()
    page.set_viewport_size(WIDE)
    assert drawn.first.is_visible()
    assert not listed.first.is_visible()


def test_the_diagram_is_a_link_on_a_phone_and_calm_in_the_dark(opened: Any) -> None:
    page = opened(viewport=PHONE, color_scheme="dark")
    page.goto(SKILL)
    page.locator("details.diagram > summary").click()
    assert not page.locator(".diagram-scroll").is_visible()
    assert page.locator(".diagram-link").bounding_box()["height"] >= 44
    page.set_viewport_size(WIDE)
    assert page.locator(".diagram-scroll").is_visible()
    paper = "getComputedStyle(document.querySelector('.diagram-scroll')).backgroundColor"
    assert page.evaluate(paper) != "rgb(255, 255, 255)"
    page.emulate_media(color_scheme="light")
    assert page.evaluate(paper) == "rgb(255, 255, 255)"


@pytest.mark.parametrize("scripts", [True, False])
def test_where_ticks_stay_is_said_only_where_something_can_be_ticked(scripts: bool, opened: Any) -> None:
    page = opened(java_script_enabled=scripts)
    page.goto(SKILL)
    assert page.locator(".ticks-about").is_visible() is scripts
    assert (page.locator(".checkable input").count() > 0) is scripts


class TestOnPaper:
    def test_every_procedure_of_the_library_fits_two_sheets(self, opened: Any) -> None:
        page = opened()
        for folder in sorted((corpus_folder() / "skills").iterdir()):
            page.goto(f"/skills/{folder.name}")
            assert sheets_of(page) <= 2, folder.name

    def test_what_is_ticked_prints_as_ticked_and_what_it_is_called_stands_out(self, opened: Any) -> None:
        page = opened()
        page.goto(SKILL)
        page.locator(".checkable input[type='checkbox']").first.check()
        page.emulate_media(media="print")
        drawn = "selector => getComputedStyle(document.querySelector(selector), '::before').content"
        assert page.evaluate(drawn, ".checkable.is-ticked") == '"✓"'
        assert page.evaluate(drawn, ".checkable:not(.is-ticked)") == '""'
        bold = "getComputedStyle(document.querySelector('.checklist > li > p')).fontWeight"
        assert page.evaluate(bold) == "700"

    def test_cost_and_term_are_printed_and_cases_are_or_it_is_said_where_they_stand(
        self, opened: Any
    ) -> None:
        page = opened()
        for address, has_room in ((SKILL, False), ("/skills/sworn-translation", True)):
            page.goto(address)
            page.emulate_media(media="print")
            assert page.locator(".facts .icon").first.is_visible()
            assert page.locator(".facts > div").count() == page.locator(".facts > div:visible").count()
            assert page.locator(".part--branching").is_visible() is has_room
            assert page.locator(".cases-elsewhere:visible").count() == (not has_room)


def sheets_of(page: Any) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))
