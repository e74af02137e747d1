"""The page of a path, for people."""

from __future__ import annotations

import json
from dataclasses import replace
from http import HTTPStatus
from typing import Any

import pytest

from becivic.lifecycle.standing import SourceHealth
from becivic.reading.readings import Changed
from becivic.rendering.story import StoryLine
from becivic.rules.statuses import Status
from becivic.site.pages.path import path_page
from becivic.words import LANGUAGES
from tests.factories.path_readings import path_reading, source_standing, with_path
from tests.factories.path_sources import demo_source, with_sources
from tests.factories.site_pages import PUBLIC_URL, Shown, html_of, markdown_of
from tests.requirement import requirement

REJECTED: dict[str, Any] = {"health": SourceHealth.REJECTED}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_stands_in_every_language_with_the_other_names_marked(language: str) -> None:
    shown = Shown(path_page(path_reading()), language, is_chosen=True)
    own = "Certificat de démonstration" if language == "fr" else "Demonstration certificate"
    other = ("en", "Demonstration certificate") if language == "fr" else ("fr", "Certificat de démonstration")
    assert shown.text("h1") == own
    assert [
        (each.attrib["lang"], each.text)
        for each in shown.all("p", class_="names")[0].iter("span")
        if "lang" in each.attrib
    ] == [other]
    assert f"/{language}/skills/demo-application" in shown.links()
    assert f"/{language}/paths/themes/identity-civil-status/" in shown.links()


def test_it_says_what_it_gives_for_whom_by_whom_and_what_for() -> None:
    words = Shown(path_page(path_reading())).text("section", **{"aria-labelledby": "glance"})
    for said in (
        "Demo certificate",
        "Anyone who was ever demonstrated",
        "Demonstration registry",
        "A document to hand in",
    ):
        assert said in words


def test_whom_it_is_for_is_said_in_the_readers_language_too() -> None:
    words = Shown(path_page(path_reading()), "de").text("section", **{"aria-labelledby": "glance"})
    assert "Anyone who was ever demonstrated" in words
    assert "Wenn Sie verheiratet" in words


@requirement("R-SITE-04")
def test_notes_of_a_source_are_folded_away() -> None:
    files = with_sources(demo_source("x", notes="Seen on a stored copy."))
    shown = Shown(path_page(path_reading(files)))
    folded = shown.all("details")
    assert ["Seen on a stored copy." in "".join(each.itertext()) for each in folded] == [True]
    assert all("open" not in each.attrib for each in folded)
    assert shown.source.count("Seen on a stored copy.") == 1


@requirement("R-SITE-04", "R-PLC-07")
def test_a_stale_source_has_its_badge() -> None:
    reading = path_reading(None, source_standing("federal-portal", is_stale=True))
    assert Shown(path_page(reading)).text("span", class_="badge--stale") == "not confirmed lately"


def test_an_audited_delivery_has_its_stamp_and_asks_for_consent() -> None:
    files = with_sources(demo_source("x", audited_document_delivery=True))
    shown = Shown(path_page(path_reading(files)))
    assert shown.text("span", class_="badge--audited") == "a real document is issued"
    assert "asks for your consent first" in shown.text("li", class_="lane")


def test_lanes_say_who_does_what_where_and_lead_outside() -> None:
    shown = Shown(path_page(path_reading()), "fr")
    first, second = (" ".join("".join(each.itertext()).split()) for each in shown.all("li", class_="lane"))
    assert "À vous de le faire" in first
    assert "Sign in and download the certificate." in first
    assert "https://demo.belgium.be/certificate" in shown.links()
    assert "Si vous avez une carte d'identité ou de séjour belge à puce" in first
    assert "Ouvrir demo.belgium.be" in first
    assert first.index("Si vous avez") < first.index("Ouvrir") < first.index("Ce que vous faites")
    assert (
        first.index("Ce que vous faites") < first.index("Connexion") < first.index("Pour votre assistant IA")
    )
    assert "Au guichet" in second
    assert "Les 19 communes de Bruxelles" in second
    assert "si rien de ce qui précède ne fonctionne" in second
    outside = shown.all("a", href="https://demo.belgium.be/certificate")[0]
    assert outside.attrib["rel"] == "external noopener noreferrer"
    assert all(
        each.attrib.get("lang") == "en"
        for task in shown.all("dl", class_="tasks")
        for each in task.iter("dd")
    )


@requirement("R-PLC-03")
def test_a_deprecated_path_is_over_only_when_no_way_is_left() -> None:
    files = with_path(status="deprecated")
    portal, desk = source_standing("federal-portal", **REJECTED), source_standing("commune-desk")
    partly = Shown(path_page(path_reading(files, portal, desk))).text("div", class_="notice")
    assert "Still offered: At the desk." in partly
    assert "at its end" not in partly
    first, second = Shown(path_page(path_reading(files, portal, desk))).all("li", class_="lane")
    assert "At the desk" in "".join(first.itertext())
    assert "lane--rejected" in second.attrib["class"]
    over = path_reading(files, portal, source_standing("commune-desk", **REJECTED))
    assert "at its end" in Shown(path_page(over)).text("div", class_="notice--stop")


def test_a_successor_is_led_to() -> None:
    files = with_sources(demo_source("x"), path_id="newer")
    shown = Shown(path_page(path_reading(with_path(files, status="deprecated", superseded_by="newer"))))
    assert shown.links()["/paths/newer"] == "Demonstration certificate"


@requirement("R-SITE-03")
@pytest.mark.parametrize("status", [status for status in Status if status is not Status.QUARANTINED])
def test_only_a_stable_path_is_for_search_engines(status: Status) -> None:
    page = path_page(path_reading(with_path(status=status.value)))
    assert page.is_indexed == (status is Status.STABLE)
    shown = Shown(page)
    assert shown.all("div", class_="notice") == [] or status is not Status.STABLE
    assert ('<meta name="robots" content="noindex">' in shown.source) == (status is not Status.STABLE)


@requirement("R-QUAR-06")
@pytest.mark.parametrize(
    ("status", "answer"), [("quarantined", HTTPStatus.GONE), ("odd", HTTPStatus.NOT_FOUND)]
)
def test_of_a_withheld_path_only_the_notice_is_shown(status: str, answer: HTTPStatus) -> None:
    files = with_sources(demo_source("x"), path_id="newer")
    page = path_page(path_reading(with_path(files, status=status, superseded_by="newer")))
    shown = Shown(page, "nl")
    assert page.status is answer
    assert not page.is_indexed
    assert "ingetrokken" in shown.text()
    assert "/paths/newer" in shown.links()
    assert "A certificate that exists for the tests." not in shown.source
    assert "A certificate that exists for the tests." not in markdown_of(page)


def test_a_withheld_path_without_a_successor_leads_to_all_paths() -> None:
    assert "/paths/" in Shown(path_page(path_reading(with_path(status="quarantined")))).links()


def test_when_it_changed_is_said_where_it_is_known() -> None:
    reading = replace(path_reading(), changed=Changed("abcdef0123456789", "2026-11-15T10:00:00Z"))
    assert "Last changed 15 November 2026, commit abcdef012345" in Shown(path_page(reading)).text()


def test_it_leads_to_its_history() -> None:
    told = Shown(path_page(path_reading()), "de", is_chosen=True).links()
    assert told["/api/paths/demo-certificate/history"] == "Alle Änderungen, als Daten"


def test_a_bare_path_is_a_page_all_the_same() -> None:
    bare = with_path(
        title=None, description=None, themes=["odd"], purpose="odd", outputs=None, applies_to=None,
        authority_id=None, last_verified=None, related_skills=["demo-clock", "nothing"],
        sources=[{"id": "x", "actor": {}}],
    )  # fmt: skip
    shown = Shown(path_page(path_reading(bare)), "fr")
    assert shown.text("h1") == "demo-certificate"
    assert "/skills/demo-clock" in shown.links()
    assert "Ouvert à tous" in shown.text("li", class_="lane")


def test_what_an_author_writes_stays_text() -> None:
    hostile = "</script><script>alert(1)</script>"
    handoff = {"agent_responsibility": hostile, "user_responsibility": hostile, "resumption": hostile}
    source = demo_source(
        "x", notes=hostile, actor={"primary": hostile, "handoff": handoff}, auth={"method": "csam", "supported_providers": [hostile]},
        audience={"communes": [hostile], "predicates": [{"field": hostile, "op": "eq", "value": hostile}]},
        procedure={"kind": hostile, "instructions": hostile, "url": "https://a.example/?" + hostile, "languages": [hostile]},
    )  # fmt: skip
    files = with_path(
        with_sources(source),
        title={"en": hostile},
        description={"en": hostile},
        applies_to={"audience_summary": hostile},
    )
    source_text = html_of(path_page(path_reading(files)))
    assert "<script>alert" not in source_text
    Shown(path_page(path_reading(files)))


@requirement("R-SITE-06")
def test_its_markdown_is_the_path_for_agents() -> None:
    text = markdown_of(path_page(path_reading()))
    assert text.startswith("# Demonstration certificate")
    assert "federal-portal" in text


def test_search_engines_are_told_of_the_service() -> None:
    shown = Shown(path_page(path_reading()))
    (block,) = (each for each in shown.root.iter("script") if each.attrib["type"] == "application/ld+json")
    service, page = json.loads(block.text or "")["@graph"]
    assert service["@type"] == "GovernmentService"
    assert page["url"] == f"{PUBLIC_URL}/paths/demo-certificate"
    changed = Changed("a" * 40, "2026-11-02T08:00:00Z")
    assert '"dateModified": "2026-11-02T08:00:00Z"' in html_of(
        path_page(replace(path_reading(), changed=changed))
    )


def test_the_turns_of_its_status_are_told_on_the_page_and_in_markdown() -> None:
    turn = StoryLine("2026-04-26T10:00:00Z", "promote", "alpha", "beta")
    page = path_page(replace(path_reading(), story=(turn,)))
    said = "26 April 2026: alpha → beta"
    assert said in Shown(page).text("section", **{"aria-labelledby": "story"})
    assert markdown_of(page).endswith(f"## History\n\n- {said}\n")
