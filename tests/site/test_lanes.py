"""The lanes of a path: order, who acts, where, and how each stands."""

from __future__ import annotations

from typing import Any

import pytest

from becivic.lifecycle.standing import SourceHealth
from becivic.rendering.path_markdown import PathFacts, path_markdown
from becivic.rendering.voice import Voice
from becivic.rules.routes import AuthMethod, SourceClass
from becivic.site.pages.lanes import Lane, lanes
from becivic.words import LANGUAGES
from tests.factories.corpora import Files
from tests.factories.path_readings import path_reading, source_standing
from tests.factories.path_sources import demo_source, with_sources
from tests.requirement import requirement

ENGLISH = Voice("en")


def lane(language: str = "en", **fields: Any) -> Lane:
    (found,) = lanes(path_reading(with_sources(demo_source("x", **fields))), Voice(language))
    return found


def test_lanes_stand_in_the_order_they_are_tried_and_fallbacks_last() -> None:
    sources = [
        demo_source("desk", priority=99, fallback_only=True),
        demo_source("low", priority=10),
        demo_source("high", priority=80),
    ]
    found = lanes(path_reading(with_sources(*sources)), ENGLISH)
    assert [each.id for each in found] == ["high", "low", "desk"]
    assert [each.is_fallback for each in found] == [False, False, True]


@pytest.mark.parametrize(("primary", "picture"), [("agent", "agent"), ("user", "person"), ("both", "both")])
def test_a_figure_says_who_acts(primary: str, picture: str) -> None:
    found = lane(actor={"primary": primary, "handoff": {"agent_responsibility": "A.", "resumption": "B."}})
    assert found.picture == picture
    assert found.tasks == []
    assert found.for_agent == [("path.agent_does", "A."), ("path.afterwards", "B.")]


def test_what_a_person_does_comes_first_and_what_their_assistant_does_apart() -> None:
    handoff = {"user_responsibility": "Go.", "agent_responsibility": "Tell.", "resumption": "Note."}
    found = lane(
        actor={"primary": "both", "handoff": handoff},
        procedure={"kind": "commune-visit", "instructions": "Ask."},
        notes="Seen.",
    )
    assert found.tasks == [("path.you_do", "Go."), ("path.ask_for", "Ask.")]
    assert [key for key, _ in found.for_agent] == ["path.agent_does", "path.afterwards", "path.notes"]


def test_no_two_lanes_look_alike() -> None:
    desk = {"kind": "commune-visit", "instructions": "Ask."}
    brussels = {"predicates": [{"field": "user.region", "op": "eq", "value": "Brussels-Capital"}]}
    files = with_sources(
        demo_source("town-hall", priority=3, procedure=desk, audience=brussels),
        demo_source("tax-office", priority=2, procedure=desk, audience={}),
        demo_source("pension-office", priority=1, procedure=desk, audience={}),
    )
    found = lanes(path_reading(files), ENGLISH)
    assert [each.title for each in found] == ["At the desk"] * 3
    assert [each.condition for each in found] == [
        "if you live in Brussels", "open to everybody", "open to everybody",
    ]  # fmt: skip
    assert [each.named for each in found] == ["", "Tax office", "Pension office"]


def test_services_that_look_alike_are_told_by_their_host_or_by_their_id() -> None:
    addresses = ("https://a.example/x", "https://b.example/", "https://b.example/y")
    sources = [
        demo_source(f"way-{number}", priority=9 - number, procedure={"kind": "lookup", "url": address})
        for number, address in enumerate(addresses)
    ]
    found = lanes(path_reading(with_sources(*sources)), ENGLISH)
    assert [each.named for each in found] == ["a.example", "Way 1", "Way 2"]


def test_an_actor_that_nobody_knows_is_said_to_be_unknown() -> None:
    assert lane(actor={"primary": "somebody"}).picture == "info"
    assert lane(actor={"primary": "somebody"}).actor == "It is not said who does this"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("source_class", [*SourceClass, "another"])
def test_every_class_has_a_name_in_every_language(source_class: str, language: str) -> None:
    assert lane(language, source_class=source_class).title


def test_a_desk_is_called_a_desk() -> None:
    found = lane("nl", source_class="offline", procedure={"kind": "commune-visit", "instructions": "Ask."})
    assert found.title == "Aan het loket"
    assert ("path.ask_for", "Ask.") in found.tasks


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("method", AuthMethod)
def test_signing_in_is_said_in_words(method: str, language: str) -> None:
    assert lane(language, auth={"method": method}).sign_in


def test_providers_are_named_and_an_unknown_way_in_is_not() -> None:
    providers = ["eid", "itsme", "digital-key"]
    found = lane(auth={"method": "csam", "supported_providers": providers})
    assert found.sign_in == "with the federal sign-in CSAM (eID, itsme, digital key)"
    assert lane(auth={"method": "magic"}).sign_in == ""


def test_at_a_desk_nothing_is_said_of_signing_in() -> None:
    none = {"method": "none"}
    assert lane(auth=none, procedure={"kind": "commune-visit"}).sign_in == ""
    assert lane(auth=none, procedure={"kind": "lookup"}).sign_in == "none needed"


@pytest.mark.parametrize(
    ("procedure", "address"),
    [
        ({"url": "https://a.example/x", "deeplink": "https://b.example/"}, "https://b.example/"),
        ({"url": "http://a.example/"}, "http://a.example/"),
        ({"deeplink": "javascript:alert(1)", "url": "https://a.example/"}, "https://a.example/"),
        ({"url": "data:text/html,x"}, ""),
        ({"url": 7}, ""),
    ],
)
def test_only_web_addresses_become_links(procedure: dict[str, Any], address: str) -> None:
    assert lane(procedure={"kind": "lookup", **procedure}).address == address


def test_the_host_stands_beside_the_name() -> None:
    assert lane(procedure={"kind": "lookup", "url": "https://a.example/x"}).host == "a.example"


@pytest.mark.parametrize(
    ("audience", "where"),
    [
        ({"regions": ["brussels", "flanders", "wallonia"]}, ""),
        ({"regions": ["flanders", "atlantis"]}, "Flandre"),
        ({"regions": ["brussels"], "communes": ["all-19-rbc-communes"]}, "les 19 communes de Bruxelles"),
        ({"communes": ["21009", "11001", "99999"]}, "Ixelles, Aartselaar, 99999"),
        ({"communes": ["21009"] * 13}, ", ".join(["Ixelles"] * 12) + ", …"),
        ({}, ""),
    ],
)
def test_places_have_names_in_the_readers_language(audience: dict[str, Any], where: str) -> None:
    assert lane("fr", audience=audience).where == where


def test_a_commune_without_a_name_in_english_has_its_own() -> None:
    assert lane(audience={"communes": ["21009"]}).where == "Ixelles"


def test_conditions_are_said_and_never_tried() -> None:
    audience = {"predicates": [{"field": "user.region", "op": "eq", "value": "Brussels-Capital"}]}
    assert lane(audience=audience).condition == "if you live in Brussels"
    assert lane(audience={}).condition == "open to everybody"


def test_languages_of_a_service_are_named() -> None:
    assert lane(procedure={"kind": "lookup", "languages": ["fr", "nl", "xx"]}).languages == "French, Dutch"


@requirement("R-PLC-06")
def test_an_audited_delivery_shows_what_people_confirmed_and_nothing_else() -> None:
    files = with_sources(demo_source("x", audited_document_delivery=True))
    known, unknown = (
        lanes(path_reading(files, source_standing("x", is_audited=True, **fields)), ENGLISH)[0]
        for fields in ({}, {"last_user_confirmation": None})
    )
    assert known.is_audited
    assert known.state[1:] == ["last user confirmation on 2 October 2026"]
    assert unknown.state[1:] == ["nobody has confirmed it yet"]


@requirement("R-PLC-07")
def test_a_stale_source_is_marked_and_still_offered() -> None:
    files = with_sources(demo_source("x"))
    never = {"last_validated": None, "last_user_confirmation": None}
    stale = source_standing("x", is_stale=True, health=SourceHealth.UNTRIED, **never)
    (found,) = lanes(path_reading(files, stale), ENGLISH)
    assert found.is_stale
    assert not found.is_rejected
    assert found.state == ["nobody has confirmed it yet", "not confirmed for a while"]


@requirement("R-PLC-06")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("health", SourceHealth)
def test_the_page_says_of_a_source_what_its_markdown_says(health: SourceHealth, language: str) -> None:
    reading = path_reading(with_sources(demo_source("x")), source_standing("x", is_stale=True, health=health))
    voice = Voice(language)
    (found,) = lanes(reading, voice)
    facts = PathFacts(standing=reading.standing)
    assert "; ".join(found.state) in path_markdown(reading.entry, reading.corpus, voice, facts)


def test_a_source_that_others_rejected_is_marked() -> None:
    files = with_sources(demo_source("x"))
    (found,) = lanes(path_reading(files, source_standing("x", health=SourceHealth.REJECTED)), ENGLISH)
    assert found.is_rejected
    assert found.state == [
        "last user confirmation on 2 October 2026",
        "people could not use it: try the next one",
    ]


def test_where_the_records_know_nothing_nothing_is_said() -> None:
    found = lanes(path_reading(Files.valid()), ENGLISH)
    assert [each.state for each in found] == [[], []]
    assert not any(each.is_stale or each.is_rejected for each in found)
