"""The site as it is served: the same facts in three forms, kept while they are true, and honest about what is missing."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import Mock, patch
from xml.etree import ElementTree as ET

import httpx
import pytest
from starlette.applications import Starlette

from becivic.app import create_app
from becivic.corpus.load import Loader
from becivic.library import Library
from becivic.publishing.records import fill_records
from becivic.rules.targets import TargetType
from becivic.search.searcher import Searcher
from becivic.site import surfaces
from becivic.site.agents import llms
from becivic.site.agents.surface import Surface
from becivic.site.book import Book
from becivic.site.last_days import Days
from becivic.site.library_files import Changed, whole_sitemap
from becivic.store import revision
from becivic.store.store import Store, StoreUnavailable
from becivic.store.tables.signals import FEEDBACK_CHANNEL
from becivic.web.answers import CORPUS_CACHE
from tests.factories.asking import ask
from tests.factories.corpora import CLOCK, PATHS, Files
from tests.factories.homes import home_at
from tests.factories.intake import MovedClock, Service, service, state
from tests.factories.records import record
from tests.factories.signals import concern, vote
from tests.requirement import requirement

ATOM = "{http://www.w3.org/2005/Atom}"
SKILL = "/skills/nationality-application"
PATH = "/paths/household-composition"


@pytest.fixture
def site(sqlite_store: Store) -> Service:
    return service(sqlite_store)


@pytest.fixture
def clock() -> MovedClock:
    return MovedClock()


def get(site: Service, path: str, accept: str = "text/html", **headers: str) -> httpx.Response:
    said = {name.replace("_", "-"): value for name, value in headers.items()}
    return site.ask("GET", path, headers={"accept": accept, **said})


def happened(store: Store) -> None:
    """As with every signal that the service itself writes."""
    store.write(revision.bump)


def small(tmp_path: Path, store: Store, files: Files, clock: MovedClock) -> Starlette:
    """The application over the demonstration corpus."""
    library = Library(home_at(tmp_path, files), Loader())
    fill_records(store, library.edition.corpus, clock.now() - timedelta(days=30), library.repository)
    return create_app(state(library, store, clock))


class TestForms:
    @pytest.mark.parametrize("address", [SKILL, "/skills/", "/", "/search?q=card", "/skills/nothing-here"])
    def test_a_form_that_no_page_has_is_406_with_those_there_are(self, site: Service, address: str) -> None:
        mark = "&" if "?" in address else "?"
        asked = get(site, f"{address}{mark}format=xml")
        assert asked.status_code == 406
        assert asked.headers["content-type"] == "application/problem+json"
        assert asked.json()["formats"] == ["html", "md", "json"]
        assert "xml" not in asked.text

    def test_a_form_that_this_page_lacks_is_406_with_those_it_has(self, site: Service) -> None:
        asked = get(site, "/docs/privacy?format=json")
        assert asked.status_code == 406
        assert asked.json()["formats"] == ["html", "md"]

    @pytest.mark.parametrize(
        "address", ["/skills/nationality-aplication.md", "/skills/nationality-aplication"]
    )
    def test_an_unknown_page_names_the_nearest_in_markdown_and_json(
        self, site: Service, address: str
    ) -> None:
        asked = get(site, address, "text/markdown")
        assert asked.status_code == 404
        assert asked.headers["content-type"].startswith("text/markdown")
        assert f"<{SKILL}>" in asked.text
        assert any(each.endswith(SKILL) for each in get(site, f"{address}?format=json").json()["nearest"])

    @requirement("R-SITE-06", "R-READ-10")
    @pytest.mark.parametrize("address", [SKILL, PATH])
    def test_json_is_what_the_api_says(self, site: Service, address: str) -> None:
        asked = get(site, f"{address}?format=json")
        assert asked.json() == get(site, f"/api{address}", "application/json").json()
        assert asked.json() == get(site, address, "application/json").json()
        assert asked.headers["x-robots-tag"] == "noindex"

    @requirement("R-OBSV-12")
    def test_a_page_varies_by_what_it_was_chosen_by(self, site: Service) -> None:
        page = get(site, SKILL)
        assert page.headers["vary"] == "Accept-Encoding, Accept, Accept-Language"
        assert page.headers["cache-control"] == "public, max-age=60, s-maxage=60"
        assert page.headers["content-language"] == "en"
        assert get(site, SKILL, accept_language="nl").headers["content-language"] == "nl"
        assert get(site, SKILL, "text/markdown").headers["content-location"] == f"{SKILL}/index.md"

    def test_markdown_that_depends_on_a_query_lies_at_an_address_with_it(self, site: Service) -> None:
        for asked, place in (
            ("/skills/?domain=family", "/skills/index.md?domain=family"),
            ("/fr/search?q=visa+d&format=md", "/fr/search/index.md?q=visa+d"),
            (f"{SKILL}?from=mail", f"{SKILL}/index.md"),
        ):
            answer = get(site, asked, "text/markdown")
            assert answer.headers["content-location"] == place
            assert get(site, place).content == answer.content

    @requirement("R-SITE-06")
    @pytest.mark.parametrize("address", [SKILL, PATH, "/skills/"])
    def test_markdown_says_in_which_language_it_is_and_where_it_stands(
        self, site: Service, address: str
    ) -> None:
        twin = f"{address.rstrip('/')}/index.md"
        for language in ("fr", "nl", "de"):
            negotiated = get(site, address, "text/markdown", accept_language=language)
            chosen = get(site, f"/{language}{address}", "text/markdown")
            for answer, place in ((negotiated, twin), (chosen, f"/{language}{twin}")):
                assert answer.headers["content-language"] == language
                assert answer.headers["content-location"] == place
            assert get(site, f"/{language}{twin}").text == chosen.text
            assert get(site, twin, accept_language=language).headers["content-language"] == language

    def test_what_there_is_in_english_alone_says_so(self, site: Service) -> None:
        for address, accept in ((f"/fr{SKILL}", "application/json"), ("/fr/docs/privacy", "text/markdown")):
            assert get(site, address, accept).headers["content-language"] == "en"

    def test_whatever_reads_the_same_in_every_language_says_that_it_is_english(self, site: Service) -> None:
        for address in (
            "/",
            "/skills/",
            "/paths/",
            "/docs/",
            "/docs/privacy",
            "/agents",
            SKILL,
            PATH,
            "/activity",
        ):
            english, french = (get(site, f"/{code}{address}", "text/markdown") for code in ("en", "fr"))
            is_same = english.text == french.text
            assert french.headers["content-language"] == ("en" if is_same else "fr"), address

    @pytest.mark.parametrize("coding", ["br", "gzip"])
    def test_an_answer_is_packed_and_conditional(self, site: Service, coding: str) -> None:
        page = get(site, SKILL, accept_encoding=coding)
        assert page.headers["content-encoding"] == coding
        tag = page.headers["etag"]
        again = get(site, SKILL, accept_encoding=coding, if_none_match=tag)
        assert (again.status_code, again.content) == (304, b"")
        head = site.ask("HEAD", SKILL, headers={"accept": "text/html", "accept-encoding": coding})
        assert (head.content, head.headers["etag"]) == (b"", tag)
        assert int(head.headers["content-length"]) > 1000

    def test_what_was_not_changed_since_need_not_be_sent(self, site: Service) -> None:
        page = get(site, SKILL)
        again = get(site, SKILL, if_modified_since=page.headers["last-modified"])
        assert again.status_code == 304


class TestFreshness:
    @requirement("R-OBSV-02", "R-OBSV-13")
    def test_what_others_report_is_on_the_page_at_once(self, site: Service) -> None:
        renewal = "/skills/residence-card-renewal"
        before = get(site, renewal)
        concern(
            site.store, (TargetType.SKILL, "residence-card-renewal"), content={"body": "The stamp is blue."}
        )
        happened(site.store)
        after = get(site, renewal)
        assert "The stamp is blue." not in before.text
        assert "The stamp is blue." in after.text
        assert after.headers["etag"] != before.headers["etag"]

    def test_a_vote_elsewhere_changes_nothing_here(self, site: Service) -> None:
        first = get(site, SKILL)
        vote(site.store, (TargetType.PATH, "household-composition"))
        happened(site.store)
        assert get(site, SKILL).headers["etag"] == first.headers["etag"]

    def test_the_activity_is_counted_again_when_something_happened(self, site: Service) -> None:
        assert get(site, "/activity", "application/json").json()["weeks"][-1]["concerns"] == 1
        concern(site.store, (TargetType.SKILL, "nationality-application"), at=site.clock.now())
        happened(site.store)
        assert get(site, "/activity", "application/json").json()["weeks"][-1]["concerns"] == 2

    def test_the_activity_that_was_counted_stands_while_the_records_cannot_be_reached(
        self, site: Service
    ) -> None:
        before = get(site, "/activity")
        site.clock.move(hours=2)
        site.store.close()
        assert get(site, "/activity").text == before.text

    def test_what_was_made_without_the_records_is_not_kept(
        self, site: Service, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        renewal = "/skills/residence-card-renewal/index.md"
        concern(
            site.store, (TargetType.SKILL, "residence-card-renewal"), content={"body": "The stamp is blue."}
        )
        happened(site.store)
        assert get(site, "/skills/becivic").status_code == 200, "now it is known what is current"

        def gone(*_: object) -> None:
            raise StoreUnavailable("away")

        with monkeypatch.context() as away:
            away.setattr(Store, "_read", gone)
            assert "The stamp is blue." not in get(site, renewal).text
        assert "The stamp is blue." in get(site, renewal).text

    def test_the_full_text_follows_within_a_minute(self, site: Service) -> None:
        get(site, "/llms-full.txt")
        concern(
            site.store, (TargetType.SKILL, "residence-card-renewal"), content={"body": "The stamp is blue."}
        )
        happened(site.store)
        site.clock.move(minutes=1)
        assert "The stamp is blue." in get(site, "/llms-full.txt").text

    def test_the_full_text_stands_while_no_page_says_anything_else(self, site: Service) -> None:
        first = get(site, "/llms-full.txt")
        asked = Mock(wraps=llms.llms_full_txt)
        with patch.object(llms, "llms_full_txt", asked):
            site.clock.move(minutes=2)
            assert get(site, "/llms-full.txt").content == first.content
            asked.assert_not_called()
            site.clock.move(hours=1)
            get(site, "/llms-full.txt")
            asked.assert_called_once()

    def test_the_full_text_is_made_once_for_all_who_wait(
        self, site: Service, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        made: list[int] = []
        really = llms.llms_full_txt

        def counted(*given: Any) -> Surface:
            made.append(1)
            return really(*given)

        monkeypatch.setattr(llms, "llms_full_txt", counted)

        async def ask_together() -> None:
            await asyncio.gather(*(site.asking("GET", "/llms-full.txt") for _ in range(4)))

        asyncio.run(ask_together())
        assert len(made) == 1

    @requirement("R-READ-09")
    def test_an_agent_gets_what_others_saw_in_its_place_and_is_told_to_show_it(self, site: Service) -> None:
        concern(
            site.store, (TargetType.SKILL, "residence-card-renewal"), content={"body": "The stamp is blue."}
        )
        happened(site.store)
        text = get(site, "/skills/residence-card-renewal/index.md").text
        block = text[text.index("<Observations ") : text.index("</Observations>")]
        assert "<CohortStats " in block
        assert "The stamp is blue." in block
        assert "belongs to what you show" in get(site, "/agents/index.md").text

    @requirement("R-OBSV-14")
    def test_what_was_said_to_the_operators_alone_is_nowhere(self, site: Service) -> None:
        row = record(FEEDBACK_CHANNEL, 1, body="Only for the operators.", topic="praise")
        site.store.write(lambda connection: connection.execute(FEEDBACK_CHANNEL.insert(), [row]).rowcount)
        happened(site.store)
        addresses = (
            SKILL,
            PATH,
            "/activity",
            "/llms-full.txt",
            "/feed.atom",
            f"/api{SKILL}",
            "/api/concerns",
        )
        for address in (*addresses, f"{SKILL}/index.md", f"{PATH}/index.md"):
            assert "Only for the operators." not in get(site, address).text, address


class TestMissing:
    def test_a_page_that_is_missing_names_those_near_it(self, site: Service) -> None:
        answer = get(site, "/skills/nationality-aplication")
        assert answer.status_code == 404
        assert 'href="/skills/nationality-application"' in answer.text
        assert "noindex" in answer.headers["x-robots-tag"]

    def test_without_records_there_is_no_activity_to_show(self, site: Service) -> None:
        site.store.close()
        answer = get(site, "/activity")
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
        assert get(site, "/sitemap.xml").status_code == get(site, "/llms-full.txt").status_code == 200

    @requirement("R-SITE-02", "R-QUAR-06")
    def test_what_was_pulled_for_cause_is_gone_and_says_so(
        self, tmp_path: Path, sqlite_store: Store, clock: MovedClock
    ) -> None:
        files = Files.valid().replaced(CLOCK, "status: beta", "status: quarantined")
        files = files.replaced(PATHS, '"status": "', '"status": "quarantined", "was": "')
        app = small(tmp_path, sqlite_store, files, clock)
        for address in ("/skills/demo-clock", "/paths/demo-certificate"):
            answer = ask(app, address, headers={"accept": "text/html"})
            assert answer.status_code == 410
            assert answer.headers["cache-control"] == "no-store"
            assert "Count the waiting time" not in answer.text
            for told in (
                ask(app, f"{address}?format=json"),
                ask(app, address, headers={"accept": "application/json"}),
            ):
                assert (told.status_code, told.headers["content-type"]) == (410, "application/problem+json")
                assert "must not be followed" in told.json()["detail"]
        assert "/skills/demo-clock" not in ask(app, "/skills/").text

    def test_a_filter_that_is_asked_for_what_it_has_not_is_told_in_json_alone(self, site: Service) -> None:
        for address, pointer in (("/skills/?domain=zzz", "/domain"), ("/paths/?theme=zzz", "/theme")):
            told = get(site, f"{address}&format=json")
            assert (told.status_code, told.json()["error"]) == (400, "schema_fail")
            assert told.json()["schema_pointer"] == pointer
            assert "zzz" not in told.text
            assert get(site, address).status_code == 200

    def test_old_addresses_lead_on(self, site: Service) -> None:
        answer = get(site, "/skills")
        assert (answer.status_code, answer.headers["location"]) == (308, "/skills/")


class TestSearching:
    @pytest.fixture
    def used(self, monkeypatch: pytest.MonkeyPatch) -> list[threading.Thread]:
        """In which thread an index was made or asked, each time."""
        threads: list[threading.Thread] = []

        def watched(name: str) -> None:
            really = getattr(Searcher, name)

            def noting(*given: Any, **named: Any) -> Any:
                threads.append(threading.current_thread())
                return really(*given, **named)

            monkeypatch.setattr(Searcher, name, noting)

        watched("__init__")
        watched("find")
        return threads

    @pytest.mark.parametrize("address", ["/search?q=moving+house", "/api/search?q=moving+house"])
    @pytest.mark.parametrize("accept", ["text/html", "text/markdown"])
    def test_a_search_takes_its_time_where_nobody_else_waits(
        self, site: Service, used: list[threading.Thread], address: str, accept: str
    ) -> None:
        assert get(site, address, accept).status_code == 200
        assert len(used) == 2
        assert threading.main_thread() not in used

    def test_site_and_api_search_in_the_same_thread(
        self, site: Service, used: list[threading.Thread]
    ) -> None:
        get(site, "/search?q=moving+house")
        get(site, "/api/search?q=moving+house")
        assert len(used) == 3
        assert len(set(used)) == 1

    @pytest.mark.parametrize("address", ["/search", "/search?q=++", "/search/index.md", "/llms-full.txt"])
    def test_who_asks_nothing_needs_no_index(
        self, site: Service, used: list[threading.Thread], address: str
    ) -> None:
        assert get(site, address).status_code == 200
        assert used == []


class TestSurfaces:
    @requirement("R-SITE-05")
    def test_the_full_text_has_every_page_with_its_values(self, site: Service) -> None:
        text = get(site, "/llms-full.txt").text
        assert text.count("<!-- http://becivic.test/skills/") == 20
        assert "<VV " in text
        assert get(site, "/llms-full.txt").headers["etag"] == get(site, "/llms-full.txt").headers["etag"]

    @requirement("R-SITE-03")
    def test_the_sitemap_lists_stable_pages_alone(self, site: Service) -> None:
        told = get(site, "/sitemap.xml").text
        assert "/skills/becivic<" in told
        assert "/skills/nationality-application<" not in told

    def test_the_feed_tells_of_every_artefact_that_changed(
        self, tmp_path: Path, sqlite_store: Store, clock: MovedClock
    ) -> None:
        app = small(tmp_path, sqlite_store, Files.valid(), clock)
        feed = ET.fromstring(ask(app, "/feed.atom").text)
        found = {link.attrib["href"] for link in feed.iter(f"{ATOM}link")}
        assert "http://becivic.test/skills/demo-clock" in found
        assert "http://becivic.test/paths/demo-certificate" in found
        sitemap = ask(app, "/sitemap.xml").text
        assert "<lastmod>" in sitemap

    def test_a_skill_has_a_feed_of_its_own(
        self, tmp_path: Path, sqlite_store: Store, clock: MovedClock
    ) -> None:
        app = small(tmp_path, sqlite_store, Files.valid(), clock)
        feed = ET.fromstring(ask(app, "/skills/demo-clock/feed.atom").text)
        assert len(list(feed.iter(f"{ATOM}entry"))) == 1
        assert ask(app, "/skills/gone/feed.atom").status_code == 404

    def test_diagrams_and_the_graph_are_pictures_that_nothing_runs_in(self, site: Service) -> None:
        for address in ("/graph.svg", f"{SKILL}/process.svg"):
            answer = get(site, address)
            assert answer.headers["content-type"] == "image/svg+xml"
            assert "sandbox" in answer.headers["content-security-policy"]
        assert get(site, "/skills/becivic/process.svg").status_code == 404
        assert get(site, f"{SKILL}/nothing.svg").status_code == 404

    def test_whom_to_write_to_is_said(self, site: Service) -> None:
        said = get(site, "/.well-known/security.txt").text
        assert "Contact: http://becivic.test/docs/retraction-protocol\n" in said
        own = replace(
            state(site.library, site.store, site.clock), security_contact="mailto:desk@civic.example"
        )
        assert (
            "Contact: mailto:desk@civic.example\n" in ask(create_app(own), "/.well-known/security.txt").text
        )

    def test_the_whole_is_made_once_a_minute(self, site: Service, monkeypatch: pytest.MonkeyPatch) -> None:
        made: list[int] = []

        def counted(book: Book, changed: Iterable[Changed], documents: Days) -> Surface:
            made.append(1)
            return whole_sitemap(book, changed, documents)

        monkeypatch.setattr(surfaces, "whole_sitemap", counted)
        for minutes in (0, 0, 2):
            site.clock.move(minutes=minutes)
            site.store.write(revision.bump)
            get(site, "/sitemap.xml")
        assert len(made) == 2

    def test_static_files_may_be_kept_for_a_year(self, site: Service) -> None:
        page = get(site, "/").text
        style = page.split('rel="stylesheet" href="')[1].split('"')[0]
        answer = get(site, style)
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["content-type"] == "text/css; charset=utf-8"


@pytest.mark.parametrize("address", ["/skills/", "/paths/"])
class TestLists:
    @requirement("R-SITE-06")
    def test_a_list_is_json_for_whoever_would_rather_read_that(self, site: Service, address: str) -> None:
        told = get(site, address, "application/json")
        assert told.headers["content-type"] == "application/json"
        assert told.headers["vary"].endswith("Accept, Accept-Language")
        assert told.headers["cache-control"] == CORPUS_CACHE
        assert len(told.json()["items"]) >= 10
        named = get(site, f"{address}?format=json")
        assert named.content == told.content
        again = get(site, address, "application/json", if_none_match=told.headers["etag"])
        assert again.status_code == 304
        assert get(site, address, "*/*").headers["content-type"].startswith("text/html")

    def test_its_filters_are_those_of_the_page(self, site: Service, address: str) -> None:
        every = get(site, address, "application/json").json()["items"]
        some = get(site, f"{address}?q=birth&format=json").json()["items"]
        assert 0 < len(some) < len(every)
