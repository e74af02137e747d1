"""The list of paths and its themes."""

from __future__ import annotations

import json

import pytest

from becivic.rules.routes import Theme
from becivic.site.pages.paths_list import paths_json, paths_page
from becivic.site.pages.themes import counted_themes, theme_pages, themes_of
from becivic.words import LANGUAGES
from tests.factories.corpora import CLOCK, PATHS, Files
from tests.factories.site_pages import PUBLIC_URL, Shown, markdown_of
from tests.requirement import requirement

CORPUS = Files.valid().load()
PATH = "/paths/demo-certificate"


@requirement("R-SITE-04")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_path_is_listed_by_its_name_in_the_readers_language(language: str) -> None:
    shown = Shown(paths_page(CORPUS), language)
    name = "Certificat de démonstration" if language == "fr" else "Demonstration certificate"
    assert shown.links()[PATH] == name


def test_filters_narrow_by_purpose_theme_authority_and_status() -> None:
    fitting = [
        ("purpose", "submission"),
        ("theme", "identity-civil-status"),
        ("authority", "demo-registry"),
        ("status", "alpha"),
    ]
    assert PATH in Shown(paths_page(CORPUS, fitting)).links()
    for other in (("purpose", "tool"), ("theme", "family"), ("status", "stable")):
        shown = Shown(paths_page(CORPUS, [other]))
        assert PATH not in shown.links()
        assert "No document or tool matches all of your filters." in shown.text()


def test_a_path_is_found_by_its_name_in_any_language() -> None:
    assert PATH in Shown(paths_page(CORPUS, [("q", "demonstration certificat")]), "de").links()


@requirement("R-SITE-04")
def test_there_is_a_page_for_each_of_the_twelve_themes() -> None:
    pages = {page.address: page for page in theme_pages(CORPUS)}
    assert set(pages) == {f"/paths/themes/{theme}/" for theme in Theme}
    held = Shown(pages["/paths/themes/identity-civil-status/"])
    assert PATH in held.links()
    assert "Certificates of birth" in held.text()
    assert PATH in markdown_of(pages["/paths/themes/identity-civil-status/"])


def test_an_empty_theme_answers_with_ways_on_and_nobody_is_led_to_it() -> None:
    pages = {page.address: page for page in theme_pages(CORPUS)}
    empty = Shown(pages["/paths/themes/family/"], "nl")
    assert "Over dit thema staat hier nog niets." in empty.text()
    assert {"/search", "/skills/", "/paths/"} <= set(empty.links())
    for page in (paths_page(CORPUS), *pages.values()):
        assert "/paths/themes/family/" not in Shown(page).links()


def test_a_theme_has_the_procedures_about_it_too() -> None:
    pages = {page.address: page for page in theme_pages(CORPUS)}
    residence = pages["/paths/themes/residency-and-immigration/"]
    assert "/skills/demo-clock" in Shown(residence).links()
    assert "/skills/demo-clock/index.md" in markdown_of(residence)
    assert dict(counted_themes(CORPUS))[Theme.RESIDENCY_AND_IMMIGRATION] == 1
    insured = Files.valid().replaced(CLOCK, "domain: residency", "domain: social-security").load()
    assert {Theme.HEALTH_AND_CARE, Theme.SOCIAL_PROTECTION_AND_PENSIONS} <= set(dict(counted_themes(insured)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_theme_has_a_name_and_a_description_in_every_language(language: str) -> None:
    for page in theme_pages(CORPUS):
        shown = Shown(page, language)
        assert shown.text("h1")
        assert shown.text("p", class_="lead")


def test_themes_that_nobody_knows_are_passed_over() -> None:
    index = json.loads(Files.valid()[PATHS])
    index["paths"]["demo-certificate"]["themes"] = ["gardening", "family"]
    corpus = Files.valid().with_file(PATHS, json.dumps(index)).load()
    assert themes_of(corpus.paths.entries["demo-certificate"]) == ["family"]
    assert dict(counted_themes(corpus))[Theme.FAMILY] == 1
    assert PATH in Shown(paths_page(corpus, [("theme", "family")])).links()


def test_a_path_without_a_title_is_called_by_its_key() -> None:
    index = json.loads(Files.valid()[PATHS])
    del index["paths"]["demo-certificate"]["title"]
    corpus = Files.valid().with_file(PATHS, json.dumps(index)).load()
    assert Shown(paths_page(corpus), "fr").links()[PATH] == "demo-certificate"


@requirement("R-QUAR-06")
def test_a_withheld_path_is_not_led_to() -> None:
    corpus = Files.valid().replaced(PATHS, '"status": "alpha"', '"status": "quarantined"').load()
    assert "demo-certificate" not in Shown(paths_page(corpus)).source
    assert "demo-certificate" not in markdown_of(paths_page(corpus))
    pages = [Shown(page).source for page in theme_pages(corpus)]
    assert not any("demo-certificate" in source for source in pages)


def test_the_markdown_leads_to_the_markdown_of_each_path() -> None:
    assert f"- [Demonstration certificate]({PATH}/index.md) (`alpha`): A" in markdown_of(paths_page(CORPUS))


@requirement("R-SITE-06", "R-READ-06")
def test_a_program_gets_the_same_list_as_the_directory_has_it() -> None:
    (told,) = [
        each for each in paths_json(CORPUS, (), PUBLIC_URL)["items"] if each["path_id"] == "demo-certificate"
    ]
    entry = CORPUS.paths.entries["demo-certificate"].fields.data
    assert {name: told[name] for name in entry} == entry
    assert told["canonical_url"] == f"{PUBLIC_URL}/paths/demo-certificate"
    assert paths_json(CORPUS, [("q", "zebra")], PUBLIC_URL) == {"items": []}
