"""GET /api/onboarding-form, over HTTP."""

from __future__ import annotations

import asyncio
from functools import cache
from unittest.mock import Mock
from urllib.parse import urlencode

import httpx
import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.middleware import Middleware

from becivic.api import onboarding
from becivic.api.onboarding import ADDRESS, OnboardingRoutes
from becivic.api.openapi.onboarding_operation import FORM, onboarding_components, onboarding_paths
from becivic.api.reading.answers import Served
from becivic.corpus.load import Corpus, Loader
from becivic.onboarding.composer import Mode, composed
from becivic.onboarding.locales import LOCALES
from becivic.onboarding.question_list import LISTS
from becivic.onboarding.questions import Kind
from becivic.rules.reading import PART_BYTES
from becivic.store.store import Store
from becivic.web.answers import Prepared
from becivic.web.guard import Guard
from tests.factories.asking import ask
from tests.factories.intake import service
from tests.factories.onboarding import EVERY_INPUT, packaged

URL = "https://becivic.test"
OPERATION = onboarding_paths()[ADDRESS]["get"]
ANSWER = jsonschema_rs.Draft202012Validator(onboarding_components()[FORM])


class Shown:
    """What is served, which a test may change."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        gone = Prepared(b"{}", "application/problem+json", "gone", status=410)
        self.files = {f"/skills/{EVERY_INPUT}.md": gone}

    def __call__(self) -> Served:
        return Served(self.corpus, self.files)


def app(shown: Shown) -> Starlette:
    guard = Middleware(Guard)
    return Starlette(routes=OnboardingRoutes(shown, URL).routes(), middleware=[guard])


@cache
def usual() -> Starlette:
    return app(Shown(packaged()))


def read(*query: tuple[str, str], on: Starlette | None = None, held: str = "") -> httpx.Response:
    headers = {"if-none-match": held} if held else {}
    answer = ask(on or usual(), f"{ADDRESS}?{urlencode(query)}", headers=headers)
    assert str(answer.status_code) in OPERATION["responses"]
    return answer


def test_a_form_is_answered_as_documented_and_may_be_kept_for_a_minute() -> None:
    answer = read(("skill_id", EVERY_INPUT), ("locale", "fr"))
    told = answer.json()
    ANSWER.validate(told)
    assert (told["skill_id"], told["locale_actual"], told["locale_fallback_reason"]) == (
        EVERY_INPUT,
        "fr",
        None,
    )
    assert told["form_html"].startswith("<!DOCTYPE html>")
    assert answer.headers["cache-control"] == "public, max-age=60, s-maxage=60"


def test_whoever_has_it_still_is_told_so() -> None:
    first = read(("locale", "nl"))
    again = read(("locale", "nl"), held=first.headers["etag"])
    assert (again.status_code, again.content) == (304, b"")
    assert read(("locale", "de"), held=first.headers["etag"]).status_code == 200


def test_without_anything_it_is_the_first_section_in_english() -> None:
    told = read().json()
    assert (told["skill_id"], told["locale_actual"]) == (None, "en")
    assert told["locale_fallback_reason"] == "locale_not_given"


@pytest.mark.parametrize("locale", LOCALES)
def test_there_are_six_languages(locale: str) -> None:
    told = read(("locale", locale)).json()
    assert (told["locale_actual"], told["locale_fallback_reason"]) == (locale, None)
    assert f'<html lang="{locale}"' in told["form_html"]


def test_an_unknown_locale_is_english_with_a_reason_and_is_not_repeated() -> None:
    answer = read(("locale", "klingon<script>"))
    assert answer.json()["locale_fallback_reason"] == "locale_not_supported"
    assert "klingon" not in answer.text


def test_an_unknown_skill_is_a_404() -> None:
    answer = read(("skill_id", "no-such-skill"))
    assert (answer.status_code, answer.json()["error"]) == (404, "not_found")


def test_a_withheld_skill_gives_its_notice() -> None:
    text = packaged().skills[EVERY_INPUT].frontmatter.fields.data
    assert text["status"] == "alpha"
    raw = packaged().tree.read(f"skills/{EVERY_INPUT}/canonical.md").replace(b"alpha", b"quarantined")
    pulled = Loader().amended(packaged(), {f"skills/{EVERY_INPUT}/canonical.md": raw})
    assert read(("skill_id", EVERY_INPUT), on=app(Shown(pulled))).status_code == 410


@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        ((("mode", "Returning"),), "/mode"),
        ((("view", "Mars"),), "/view"),
        ((("view", "questions"), ("pre_selected", "region:Mars")), "/pre_selected/0"),
        ((("skill_id", "Not An Id"),), "/skill_id"),
        ((("locale", "fr"), ("locale", "nl")), "/locale"),
        ((("pre_selected", "region"),), "/pre_selected"),
        ((("pre_selected", "region:Flanders"), ("pre_selected", "region:Mars")), "/pre_selected/1"),
    ],
)
def test_a_wrong_query_is_refused_with_its_place(query: tuple[tuple[str, str], ...], pointer: str) -> None:
    answer = read(*query)
    assert (answer.status_code, answer.json()["schema_pointer"]) == (400, pointer)
    assert "Mars" not in answer.text


def test_what_somebody_said_of_themselves_is_filled_in_and_kept_nowhere() -> None:
    routes = OnboardingRoutes(Shown(packaged()), URL)
    answer = read(
        ("mode", "returning"), ("pre_selected", "region:Flanders"), on=Starlette(routes=routes.routes())
    )
    ANSWER.validate(answer.json())
    assert '<dd dir="auto">Flanders</dd>' in answer.json()["form_html"]
    assert answer.headers["cache-control"] == "no-store"
    assert routes._kept.weight == 0


@pytest.mark.parametrize("said", ["region:Flanders", "region:Atlantis"])
def test_an_answer_about_somebody_is_kept_by_nobody_and_its_address_goes_no_further(said: str) -> None:
    answer = read(("pre_selected", said))
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert "etag" not in answer.headers


def test_a_form_is_made_once_for_a_corpus(monkeypatch: pytest.MonkeyPatch) -> None:
    shown, made = Shown(packaged()), Mock(wraps=composed)
    monkeypatch.setattr(onboarding, "composed", made)
    routes = OnboardingRoutes(shown, URL)
    on = Starlette(routes=routes.routes())
    for _ in range(2):
        assert read(on=on).status_code == 200
    assert made.call_count == 1
    shown.corpus = Loader().amended(packaged(), {})
    assert read(on=on).status_code == 200
    assert made.call_count == 2


def test_the_examples_of_the_document_hold() -> None:
    for example in OPERATION["responses"]["200"]["content"]["application/json"]["examples"].values():
        ANSWER.validate(example["value"])
    assert [each["name"] for each in OPERATION["parameters"]] == [
        "skill_id",
        "locale",
        "mode",
        "pre_selected",
        "view",
    ]


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["skill_id", "locale", "mode", "pre_selected", "view"]),
            st.text()
            | st.sampled_from(
                [EVERY_INPUT, "returning", "questions", "region:Flanders", "inputs.remark:<b>"]
            ),
        ),
        max_size=4,
    )
)
@settings(max_examples=60)
def test_whatever_is_asked_the_answer_is_a_form_or_says_what_is_wrong(query: list[tuple[str, str]]) -> None:
    answer = read(*[(name, value.encode("utf-8", "replace").decode()) for name, value in query])
    assert answer.status_code in (200, 400, 404)


def test_forms_that_are_asked_for_at_once_are_all_answered() -> None:
    async def several() -> list[int]:
        transport = httpx.ASGITransport(app(Shown(packaged())))
        async with httpx.AsyncClient(transport=transport, base_url="http://becivic.test") as client:
            answers = await asyncio.gather(*(client.get(f"{ADDRESS}?locale={code}") for code in LOCALES))
        return [answer.status_code for answer in answers]

    assert asyncio.run(several()) == [200] * len(LOCALES)


# --- the same as a list of questions --------------------------------------------------------------------------


def listed(*query: tuple[str, str], on: Starlette | None = None) -> httpx.Response:
    answer = read(("view", "questions"), *query, on=on)
    assert answer.status_code == 200, answer.text
    ANSWER.validate(answer.json())
    assert len(answer.content) <= PART_BYTES
    return answer


def test_a_list_tells_what_the_form_asks_and_where_the_form_is() -> None:
    answer = listed(("skill_id", EVERY_INPUT), ("locale", "fr-BE"), ("mode", "returning"))
    told = answer.json()
    assert told["form_url"] == f"{URL}{ADDRESS}?view=page&skill_id={EVERY_INPUT}&locale=fr&mode=returning"
    form = read(("skill_id", EVERY_INPUT), ("locale", "fr-BE"), ("mode", "returning")).json()
    shared = ("skill_id", "locale_actual", "locale_fallback_reason", "version")
    assert {name: told[name] for name in shared} == {name: form[name] for name in shared}
    assert all(question["name"] in form["form_html"] for question in told["questions"])
    assert answer.headers["cache-control"] == "public, max-age=60, s-maxage=60"
    assert "form_html" not in told


def test_the_form_of_no_procedure_in_no_language_is_the_page_alone() -> None:
    told = listed(("locale", "klingon")).json()
    expected = (f"{URL}{ADDRESS}?view=page", "locale_not_supported")
    assert (told["form_url"], told["locale_fallback_reason"]) == expected
    assert {question["section"] for question in told["questions"]} == {"profile"}


def test_the_view_is_a_form_when_nobody_says_otherwise() -> None:
    assert read(("view", "form"), ("locale", "nl")).json() == read(("locale", "nl")).json()


def test_a_form_and_its_list_are_kept_apart() -> None:
    on = Starlette(routes=OnboardingRoutes(Shown(packaged()), URL).routes())
    for _ in range(2):
        assert "questions" in listed(on=on).json()
        assert "form_html" in read(on=on).json()


def test_whoever_asks_for_every_form_fills_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    most = 500_000
    monkeypatch.setattr(onboarding, "FORMS_BYTES", most)
    routes = OnboardingRoutes(Shown(packaged()), URL)
    on = Starlette(routes=routes.routes())
    sent = sum(len(read(("skill_id", name), on=on).content) for name in sorted(packaged().skills)[:10])
    assert sent > most
    assert 0 < routes._kept.weight <= most


def test_what_is_filled_in_stands_by_its_question_and_is_kept_nowhere() -> None:
    routes = OnboardingRoutes(Shown(packaged()), URL)
    answer = listed(
        ("skill_id", EVERY_INPUT),
        ("pre_selected", "region:Flanders"),
        ("pre_selected", "inputs.way:post"),
        on=Starlette(routes=routes.routes()),
    )
    told = answer.json()
    answered = {each["name"]: each["answer"] for each in told["questions"] if "answer" in each}
    assert answered == {"profile.region": "Flanders", "inputs.way": "post"}
    assert "pre_selected" not in told["form_url"]
    assert (answer.headers["cache-control"], routes._kept.weight) == ("no-store", 0)
    assert "etag" not in answer.headers


def test_every_list_that_is_named_is_served(sqlite_store: Store) -> None:
    asked = service(sqlite_store)
    countries, communes = (asked.ask("GET", LISTS[kind]).json() for kind in (Kind.COUNTRY, Kind.COMMUNE))
    corpus = asked.library.edition.corpus
    assert set(countries["countries"]) == corpus.types.countries
    assert set(corpus.communes.by_code) <= set(str(communes).replace("'", " ").split())


@pytest.mark.parametrize("locale", LOCALES)
def test_no_list_of_the_library_is_longer_than_an_agent_takes_in(locale: str) -> None:
    for name in (None, *packaged().skills):
        of = () if name is None else (("skill_id", name),)
        for mode in Mode:
            told = listed(*of, ("locale", locale), ("mode", mode)).json()
            assert "left_out" not in told
            assert all("group" in question for question in told["questions"]), "told in full"


def test_as_a_page_it_is_html_that_runs_its_own_script_alone() -> None:
    page = read(("skill_id", EVERY_INPUT), ("view", "page"))
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.text == read(("skill_id", EVERY_INPUT)).json()["form_html"]
    policy = page.headers["content-security-policy"]
    assert "script-src 'sha256-" in policy
    assert "frame-ancestors 'none'" in policy
    assert page.headers["x-robots-tag"] == "noindex"
    assert read(("skill_id", EVERY_INPUT), ("view", "page"), held=page.headers["etag"]).status_code == 304


def test_a_page_with_answers_in_it_is_kept_nowhere() -> None:
    page = read(("pre_selected", "region:Wallonia"), ("view", "page"))
    assert page.headers["content-type"].startswith("text/html")
    assert page.headers["cache-control"] == "no-store"
    assert "script-src 'sha256-" in page.headers["content-security-policy"]
    assert read(("pre_selected", "region:Mars"), ("view", "page")).status_code == 400


def test_the_list_of_questions_names_the_whole_address_of_the_page() -> None:
    listed = read(("skill_id", EVERY_INPUT), ("locale", "fr"), ("view", "questions")).json()
    assert listed["form_url"].startswith(f"{URL}{ADDRESS}?")
    query = listed["form_url"].partition("?")[2]
    page = ask(usual(), f"{ADDRESS}?{query}")
    assert page.headers["content-type"].startswith("text/html")
    assert '<html lang="fr"' in page.text
