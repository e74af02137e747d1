"""The last stable text of a skill as it is served, over a real repository."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import html5lib
import httpx
import pytest
from starlette.applications import Starlette

from becivic.app import create_app
from becivic.corpus.load import Loader
from becivic.library import Library
from becivic.publishing.commits import NewCommit
from becivic.publishing.records import fill_records
from becivic.publishing.repository import CorpusRepository, RepositoryRefused
from becivic.store.store import Store
from becivic.words import LANGUAGES
from tests.factories.asking import ask
from tests.factories.corpora import APPLICATION, Files
from tests.factories.homes import NOON, commit, home_at
from tests.factories.intake import MovedClock, fixture_files, state
from tests.factories.press import press
from tests.requirement import requirement

PAGE = "/skills/demo-application"
STABLE = (
    Files.valid()
    .replaced(APPLICATION, "status: alpha\n", "status: stable\n")
    .replaced(APPLICATION, "last_verified: 2026-11-15", "last_verified: 2026-04-26")
)
"""The text that many people had confirmed."""

VERIFIED = {
    "en": "previous stable version (last compared with its sources on 26 April 2026)",
    "fr": "version stable précédente (comparée à ses sources pour la dernière fois le 26 avril 2026)",
    "nl": "vorige stabiele versie (laatst met haar bronnen vergeleken op 26 april 2026)",
    "de": "vorigen stabilen Version zurück (zuletzt am 26. April 2026 mit ihren Quellen verglichen)",
}


def newer(before: str, status: str = "alpha") -> Files:
    """The text after it, which nobody has confirmed."""
    return (
        Files.valid()
        .replaced(APPLICATION, "status: alpha\n", f"status: {status}\nprevious_stable_sha: {before}\n")
        .replaced(APPLICATION, "Apply for a demonstration", "Apply for something else")
    )


class House:
    """The application over both commits."""

    def __init__(self, home: Path, store: Store) -> None:
        self.repository: CorpusRepository = home_at(home, STABLE)
        self.before = self.repository.head()
        self.after = commit(self.repository, newer(self.before))
        self.library, clock = Library(self.repository, Loader()), MovedClock()
        fill_records(store, self.library.edition.corpus, clock.now() - timedelta(days=30), self.repository)
        self.app: Starlette = create_app(state(self.library, store, clock))

    def becomes(self, files: Files) -> None:
        commit(self.repository, files)
        self.library.refresh()

    @property
    def address(self) -> str:
        return f"{PAGE}/versions/{self.before}"

    def get(self, path: str, accept: str = "text/html") -> httpx.Response:
        return ask(self.app, path, headers={"accept": accept})


@pytest.fixture
def house(tmp_path: Path, sqlite_store: Store) -> House:
    return House(tmp_path, sqlite_store)


@requirement("R-FM-20", "R-BODY-12")
def test_the_notice_leads_to_the_last_stable_text(house: House) -> None:
    current, earlier = house.get(PAGE).text, house.get(house.address)
    assert f'<a href="{house.address}">' in current
    assert "Apply for something else" in current
    assert earlier.status_code == 200
    assert "<h1>Apply for a demonstration</h1>" in earlier.text
    assert "This is the earlier version of 15 November 2026, which many people had confirmed." in earlier.text
    assert f'<a href="{PAGE}">The current version</a>' in earlier.text
    assert "Apply for something else" not in earlier.text
    assert "application/ld+json" not in earlier.text
    html5lib.HTMLParser(strict=True).parse(earlier.text)


@requirement("R-BODY-12")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_notice_says_when_that_text_was_last_verified(house: House, language: str) -> None:
    for form in ("text/html", "text/markdown"):
        assert VERIFIED[language] in house.get(f"/{language}{PAGE}", form).text
    assert VERIFIED["en"] in house.get(f"/{language}{PAGE}?format=json").json()["notices"][0]["text"]


@requirement("R-BODY-12")
def test_whichever_form_it_is_read_in_the_day_is_the_same_one(house: House) -> None:
    notice, *others = house.get(f"/api{PAGE}").json()["notices"]
    assert notice["last_verified"] == "2026-04-26"
    assert VERIFIED["en"] in notice["text"]
    assert house.get(f"{PAGE}?format=json").json()["notices"] == [notice, *others]


@requirement("R-BODY-12")
def test_a_main_that_has_moved_is_asked_again(house: House) -> None:
    assert VERIFIED["en"] in house.get(PAGE).text
    again = STABLE.replaced(APPLICATION, "last_verified: 2026-04-26", "last_verified: 2026-10-01")
    house.becomes(again)
    assert "previous stable version" not in house.get(PAGE).text
    house.becomes(newer(house.repository.head(), "beta"))
    assert (
        "previous stable version (last compared with its sources on 1 October 2026)" in house.get(PAGE).text
    )


def test_a_page_tells_the_latest_changes_and_leads_to_the_stable_text(house: House) -> None:
    page, twin = house.get(PAGE).text, house.get(f"{PAGE}/index.md").text
    assert "15 November 2026: an edit (alpha, version 0.1.0)" in page
    assert (
        f'“<span>as given</span>”</span> <a href="{house.address}">The last stable version</a></li>' in page
    )
    assert '- 15 November 2026: an edit (alpha, version 0.1.0): "a change"\n' in twin
    assert f'"as given" [Previous stable version]({house.address}/index.md)\n' in twin
    assert f"`/api{PAGE}/history`" in twin
    assert len(house.get(f"/api{PAGE}/history").json()["items"]) == 2


def test_while_main_cannot_be_read_it_is_refused_for_now_and_not_forgotten(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise RepositoryRefused("cannot be read.", where="here", remedy="Restore it.")

    with monkeypatch.context() as away:
        away.setattr(CorpusRepository, "file_at", refused)
        answer = house.get(house.address)
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
    assert answer.json()["detail"].startswith("Earlier texts cannot be reached")
    assert house.get(house.address).status_code == 200


@requirement("R-SITE-02", "R-SITE-03")
def test_search_engines_are_sent_to_the_current_page(house: House) -> None:
    earlier = house.get(house.address)
    assert f'<link rel="canonical" href="http://becivic.test{PAGE}">' in earlier.text
    assert '<meta name="robots" content="noindex">' in earlier.text
    assert earlier.headers["x-robots-tag"] == "noindex"
    assert f'<link rel="alternate" type="text/markdown" href="{house.address}/index.md">' in earlier.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_stands_in_every_language(house: House, language: str) -> None:
    earlier = house.get(f"/{language}{house.address}").text
    assert f'<html lang="{language}">' in earlier
    assert f'href="/{language}{PAGE}"' in earlier
    assert f'href="/fr{house.address}"' in earlier


@requirement("R-SITE-06")
def test_its_markdown_says_the_same(house: House) -> None:
    twin, negotiated = house.get(f"{house.address}/index.md"), house.get(house.address, "text/markdown")
    assert twin.text == negotiated.text
    assert twin.text.startswith("# Apply for a demonstration\n")
    assert f"[The current version]({PAGE}/index.md)" in twin.text
    assert "€20" in twin.text
    assert twin.headers["link"] == f'<http://becivic.test{PAGE}>; rel="canonical"'
    assert negotiated.headers["content-location"] == f"{house.address}/index.md"
    current = house.get(f"{PAGE}/index.md").text
    assert f"[Previous stable version]({house.address}/index.md)" in current


def test_no_other_version_is_served(house: House) -> None:
    for rest in (house.after, house.before[:12], "0" * 40, "", f"{house.before}/more"):
        assert house.get(f"{PAGE}/versions/{rest}").status_code == 404
    assert house.get(f"{PAGE}/other/{house.before}").status_code == 404
    assert house.get(f"/skills/demo-clock/versions/{house.before}").status_code == 404
    assert house.get(f"{house.address}?format=json").status_code == 406


def test_a_commit_that_main_does_not_have_is_not_served(house: House) -> None:
    """What was taken out of history, or never came into it, may still lie in the repository."""
    aside = house.repository.write(NewCommit(house.before, {APPLICATION: STABLE[APPLICATION]}, "aside", NOON))
    commit(house.repository, newer(aside))
    house.library.refresh()
    assert f"{PAGE}/versions/{aside}" in house.get(PAGE).text
    assert house.get(f"{PAGE}/versions/{aside}").status_code == 404


@requirement("R-FM-20")
def test_what_strangers_change_leaves_the_text_that_was_confirmed(
    tmp_path: Path, sqlite_store: Store
) -> None:
    """The whole way: a stable skill, a stranger's amendment, and back to what it said before."""
    file, page = "skills/nationality-application/canonical.md", "/skills/nationality-application"
    files = fixture_files().replaced(file, "status: alpha", "status: stable")
    house = press(sqlite_store, tmp_path, files.replaced(file, "version: 0.1.0", "version: 1.0.0"))
    before = house.get(f"{page}/index.md").text
    house.sends("amendments/valid/skill/body-one-line")
    house.a_day_later()
    told = house.get(f"/api{page}").json()
    (notice,) = [each for each in told["notices"] if each["kind"] == "alpha"]
    earlier = house.get(f"{notice['link'].removeprefix('http://becivic.test')}/index.md")
    assert earlier.status_code == 200
    assert (
        earlier.text.partition("\n---\n")[2].partition("<Observations")[0]
        == (before.partition("\n---\n")[2].partition("<Observations")[0])
    )
    assert house.get(f"{page}/index.md").text.partition("\n---\n")[2] != before.partition("\n---\n")[2]
