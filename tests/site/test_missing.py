"""The page where no page is: near addresses, found quickly, and nothing of what was asked in a link."""

from __future__ import annotations

from http import HTTPStatus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic.site.pages.missing import Neighbours, missing_page
from becivic.words import LANGUAGES
from tests.factories.site_pages import Shown, html_of, markdown_of

KNOWN = [
    "/",
    "/skills/",
    "/skills/nationality-application",
    "/skills/nationality-residence-clock",
    "/skills/residence-card-renewal",
    "/paths/nationality-certificate",
    "/docs/privacy",
]
NEAR = Neighbours(KNOWN)


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("/skills/nationality-aplication", "/skills/nationality-application"),
        ("/fr/skills/Nationality-Application/", "/skills/nationality-application"),
        ("/paths/residence-card-renewal", "/skills/residence-card-renewal"),
        ("/nationality-certificat", "/paths/nationality-certificate"),
        ("/docs/privacy.md", "/docs/privacy"),
        ("/skill/", "/skills/"),
    ],
)
def test_the_nearest_address_comes_first(asked: str, first: str) -> None:
    assert NEAR.of(asked)[0] == first


def test_what_looks_like_nothing_gets_no_suggestion() -> None:
    assert NEAR.of("/wp-login.php") == []
    assert "Did you mean" not in html_of(missing_page(NEAR, "/wp-login.php"))
    assert "Did you mean" not in markdown_of(missing_page(NEAR, "/wp-login.php"))


def test_letters_that_all_share_are_not_looked_at() -> None:
    many = Neighbours([*(f"/skills/matter-{number}" for number in range(1000)), "/skills/zebra"])
    assert many.of("/skills/zebro") == ["/skills/zebra"]
    assert len(many.of("/skills/matter-77")) == 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_leads_on_in_every_language(language: str) -> None:
    page = missing_page(NEAR, "/skills/nationality-aplication")
    shown = Shown(page, language, is_chosen=True)
    assert page.status is HTTPStatus.NOT_FOUND
    assert not page.is_indexed
    assert shown.links()[f"/{language}/skills/nationality-application"] == "Nationality application"
    assert {f"/{language}/skills/", f"/{language}/paths/", f"/{language}/docs/"} <= set(shown.links())
    assert [each.attrib["value"] for each in shown.all("input")] == ["nationality aplication"]


def test_markdown_names_the_nearest() -> None:
    assert "- </docs/privacy>" in markdown_of(missing_page(NEAR, "/docs/privacie"))


@pytest.mark.parametrize(
    "asked", ["//evil.example/x", '/"><script>alert(1)</script>', "/\x00\ud800", "/" + "a" * 9000]
)
def test_nothing_that_was_asked_for_becomes_a_link(asked: str) -> None:
    shown = Shown(missing_page(NEAR, asked))
    assert "evil.example" not in shown.source
    assert "<script>alert" not in shown.source
    assert len(shown.source) < 20_000


@given(st.text(max_size=300))
def test_any_address_gives_a_page(asked: str) -> None:
    assert set(NEAR.of(asked)) <= set(KNOWN)
