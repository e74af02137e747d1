"""The application whole: it follows main, keeps what is good, and refuses in one voice."""

from __future__ import annotations

import asyncio
import re
import shutil
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from becivic import heap, living
from becivic import library as libraries
from becivic.app import create_app
from becivic.corpus.load import Corpus, Loader
from becivic.corpus.scrubbing import SCRUB_RULES_FILE
from becivic.intake import salts
from becivic.intake.tidying import Tidier
from becivic.library import Library
from becivic.publishing.repository import MAIN, CorpusRepository
from becivic.publishing.servable import CorpusBroken
from becivic.store.store import Store, StoreUnavailable
from becivic.store.tables.keeping import SALTS
from tests.factories.asking import ask
from tests.factories.corpora import APPLICATION, CLOCK, PATHS, Files
from tests.factories.homes import StoppedClock, commit, filled_home, home_at
from tests.factories.intake import MovedClock, fixture_files, state
from tests.factories.table_contents import rows
from tests.requirement import requirement

NEW_TITLE = Files.valid().replaced(CLOCK, "Count the waiting time", "Count the days")
TYPES = ["amendments", "concerns", "drafts", "feedback-channel", "ratings", "validations"]
CATALOGUES = ["references", "volatile-values"]
ROUTES = [
    *(f"/api/{each}{rest}" for each in TYPES for rest in ("", "/{id}", "/{id}/status")),
    "/api/analytics",
    "/api/docs",
    "/api/docs.css",
    "/api/feedback",
    "/api/feedback/sessions/{session_id}",
    *(f"/api/health{rest}" for rest in ("", "/live", "/ready")),
    "/api/onboarding-form",
    "/api/openapi.json",
    *(f"/api/paths{rest}" for rest in ("", "/{id}", "/{id}/history")),
    "/api/search",
    "/api/skill-graph",
    *(f"/api/{each}{rest}" for each in CATALOGUES for rest in ("", "/{uid}", "/{uid}/history")),
    *(f"/api/skills/{{id}}{rest}" for rest in ("", "/concerns", "/history")),
    "/api/status",
    "/communes.json",
    "/docs/activity/global.json",
    "/docs/activity/global.md",
    "/paths/activity.json",
    "/paths/index.json",
    "/metrics",
    "/schemas/{file}",
    "/scrub-rules.json",
    "/skills/index.json",
    "/skills/index.md",
    "/skills/{id}.md",
    "/mcp",
]


@pytest.fixture
def repository(tmp_path: Path) -> CorpusRepository:
    return filled_home(tmp_path)


@pytest.fixture
def library(repository: CorpusRepository) -> Library:
    return Library(repository, Loader())


@pytest.fixture
def store(sqlite_store: Store) -> Store:
    """On one database: what is looked at here is above the records."""
    return sqlite_store


@pytest.fixture
def app(library: Library, store: Store) -> Starlette:
    return create_app(replace(state(library, store, StoppedClock()), new_request_id=lambda: "id-1"))


def test_the_library_opens_at_main(library: Library, repository: CorpusRepository) -> None:
    assert library.edition.commit == repository.head()
    assert library.is_current


def test_main_as_it_stands_keeps_the_edition(library: Library) -> None:
    before = library.edition
    library.refresh()
    assert library.edition is before


def test_a_new_commit_is_a_new_edition(
    library: Library, repository: CorpusRepository, app: Starlette
) -> None:
    before = ask(app, "/skills/demo-clock.md")
    moved = commit(repository, NEW_TITLE)
    library.refresh()
    after = ask(app, "/skills/demo-clock.md", headers={"If-None-Match": before.headers["etag"]})
    assert (before.status_code, after.status_code) == (200, 200)
    assert b"Count the days" in after.content
    assert ask(app, "/api/health").json()["commit"] == moved


def test_a_broken_commit_keeps_the_old_edition_and_is_logged_once(
    library: Library, repository: CorpusRepository, app: Starlette, caplog: pytest.LogCaptureFixture
) -> None:
    good = library.edition
    commit(repository, Files.valid().with_file(PATHS, "{"))
    library.refresh()
    library.refresh()
    assert library.edition is good
    assert len(caplog.messages) == 1
    assert caplog.messages[0].startswith(f"{PATHS}:1: ")
    assert caplog.messages[0].endswith(f"Still serving commit {good.commit[:7]}.")
    assert ask(app, "/api/health").json()["status"] == "stale"


@requirement("R-SCRUB-05")
def test_broken_scrub_rules_keep_the_old_edition_and_the_old_engine(
    library: Library, repository: CorpusRepository, app: Starlette, caplog: pytest.LogCaptureFixture
) -> None:
    engine = library.edition.scrub
    commit(repository, Files.valid().replaced(SCRUB_RULES_FILE, '"pattern": "', '"pattern": "(('))
    library.refresh()
    assert caplog.messages[0].startswith(f"{SCRUB_RULES_FILE}:7: the pattern of `belgian_nrn` ")
    assert library.edition.scrub is engine
    assert ask(app, "/scrub-rules.json").content == Files.valid()[SCRUB_RULES_FILE]
    assert ask(app, "/api/health").json()["status"] == "stale"


def test_the_engine_is_compiled_when_the_rules_change_and_only_then(
    library: Library, repository: CorpusRepository
) -> None:
    engine = library.edition.scrub
    commit(repository, NEW_TITLE)
    library.refresh()
    assert library.edition.scrub is engine
    commit(repository, NEW_TITLE.replaced(SCRUB_RULES_FILE, "E-mail address.", "An e-mail address."))
    library.refresh()
    assert library.edition.scrub is not engine
    assert [each.rule for each in library.edition.scrub.find("a.b@example.org")] == ["email"]


def test_a_library_tells_for_how_long_it_has_been_behind(repository: CorpusRepository) -> None:
    ticks = iter([100.0, 130.0])
    library = Library(repository, Loader(), lambda: next(ticks))
    assert library.behind_seconds == 0
    commit(repository, Files.valid().without(PATHS))
    library.refresh()
    library.refresh()
    assert library.behind_seconds == 30
    commit(repository, NEW_TITLE)
    library.refresh()
    assert library.behind_seconds == 0


def test_a_main_that_cannot_be_read_is_behind_too(repository: CorpusRepository) -> None:
    ticks = iter([100.0, 130.0])
    library = Library(repository, Loader(), lambda: next(ticks))
    served = library.edition.commit
    (repository.path / MAIN).write_text("1" * 40 + "\n")
    library.refresh()
    library.refresh()
    assert library.behind_seconds == 30
    (repository.path / MAIN).write_text(served + "\n")
    library.refresh()
    assert library.behind_seconds == 0


def test_a_repository_that_is_gone_is_behind_too(repository: CorpusRepository) -> None:
    ticks = iter([100.0, 130.0])
    library = Library(repository, Loader(), lambda: next(ticks))
    shutil.rmtree(repository.path)
    library.refresh()
    library.refresh()
    assert library.behind_seconds == 30


def test_every_page_is_served_though_the_repository_is_gone_before_anybody_asked(
    store: Store, tmp_path: Path
) -> None:
    repository = home_at(
        tmp_path, fixture_files()
    )  # each object in a file of its own, as after a first start
    library = Library(CorpusRepository.open(repository.path), Loader())
    app = create_app(state(library, store, StoppedClock()))
    shutil.rmtree(repository.path)
    library.refresh()
    addresses = [address for address in _addresses(app) if not address.startswith("/api")]
    answers = {address: ask(app, address).status_code for address in addresses}
    assert "/" in answers
    assert set(answers.values()) == {200}, answers


def _addresses(app: Starlette) -> list[str]:
    """What the site map lists, and what machines ask for first."""
    listed = re.findall(r"<loc>http://becivic.test([^<]+)</loc>", ask(app, "/sitemap.xml").text)
    return [*listed, "/", "/skills/", "/paths/", "/docs/", "/search?q=clock", "/llms.txt", "/llms-full.txt"]


def test_the_next_good_commit_ends_the_complaint(library: Library, repository: CorpusRepository) -> None:
    commit(repository, Files.valid().without(PATHS))
    library.refresh()
    moved = commit(repository, NEW_TITLE)
    library.refresh()
    assert library.is_current
    assert library.edition.commit == moved


def test_main_set_back_to_what_is_served_ends_the_complaint(
    library: Library, repository: CorpusRepository
) -> None:
    commit(repository, Files.valid().without(PATHS))
    library.refresh()
    (repository.path / MAIN).write_text(library.edition.commit + "\n")
    library.refresh()
    assert library.is_current


def test_a_repository_that_vanishes_keeps_the_old_edition(
    library: Library, repository: CorpusRepository, caplog: pytest.LogCaptureFixture
) -> None:
    good = library.edition
    shutil.rmtree(repository.path)
    library.refresh()
    library.refresh()
    assert library.edition is good
    assert len(caplog.messages) == 1


def test_a_slip_while_loading_keeps_the_old_edition(
    library: Library,
    repository: CorpusRepository,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def slip(*_: object) -> Corpus:
        raise ZeroDivisionError(secret)

    secret = "somebody's words"
    good = library.edition
    commit(repository, NEW_TITLE)
    monkeypatch.setattr(libraries, "load_servable", slip)
    library.refresh()
    assert library.edition is good
    library.refresh()
    (said,) = caplog.messages
    first, *traced, last = said.splitlines()
    assert first == f"main cannot be loaded. Still serving commit {good.commit[:7]}."
    assert "in slip" in "".join(traced), "an operator finds where it was"
    assert last == "ZeroDivisionError"


def test_a_library_cannot_open_on_a_broken_corpus(tmp_path: Path) -> None:
    with pytest.raises(CorpusBroken, match=f"^{PATHS}:1: is missing"):
        Library(home_at(tmp_path, Files.valid().without(PATHS)), Loader())


def test_a_skill_left_out_is_one_warning(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    Library(home_at(tmp_path, Files.valid().with_file(APPLICATION, "nothing")), Loader())
    assert len(caplog.messages) == 1
    assert caplog.messages[0].startswith(f"{APPLICATION}:1: ")
    assert caplog.messages[0].endswith("the skill is left out")


def test_a_flood_of_unreadable_files_is_counted_not_listed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    files = Files.valid()
    for number in range(23):
        files = files.with_file(f"skills/demo-{number}/canonical.md", "nothing")
    Library(home_at(tmp_path, files), Loader())
    assert len(caplog.messages) == 21
    assert caplog.messages[-1] == "3 files more cannot be read."


@pytest.mark.parametrize(
    ("address", "accept"),
    [
        ("/api", "*/*"),
        ("/api/health/", "*/*"),
        ("/api/nowhere", "text/html"),
        ("/nowhere", "application/json"),
        ("/schemas/a/b", "application/json"),
        ("//x", "application/json"),
    ],
)
def test_an_unknown_address_is_told_the_known_ones(app: Starlette, address: str, accept: str) -> None:
    answer = ask(app, f"http://becivic.test{address}", headers={"accept": accept})
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json() == {
        "type": "about:blank",
        "title": "Not Found",
        "status": 404,
        "detail": "There is nothing at this address.",
        "error": "not_found",
        "routes": sorted(ROUTES),
    }


@pytest.mark.parametrize("address", ["/nowhere", "/schemas/a/b", "//x"])
def test_a_person_is_told_on_a_page(app: Starlette, address: str) -> None:
    answer = ask(app, f"http://becivic.test{address}")
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-request-id"] == "id-1"


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW"])
@pytest.mark.parametrize(
    "address", ["/api/health", "/communes.json", "/skills/demo-clock.md", "/skills/demo-clock"]
)
def test_a_method_that_an_address_does_not_know_is_405(app: Starlette, address: str, method: str) -> None:
    answer = ask(app, address, method=method)
    assert answer.status_code == 405
    assert answer.headers["allow"] == "GET, HEAD"
    assert answer.json()["error"] == "method_not_allowed"
    assert answer.headers["x-request-id"] == "id-1"


def test_any_other_refusal_of_the_router_is_a_problem_too(app: Starlette) -> None:
    async def too_much(_: Request) -> Response:
        raise HTTPException(413, "secret", {"Retry-After": "9"})

    app.router.routes.insert(0, Route("/much", too_much))
    answer = ask(app, "/much")
    assert (answer.status_code, answer.headers["retry-after"]) == (413, "9")
    assert answer.json()["error"] == "content_too_large"
    assert "secret" not in answer.text


@pytest.mark.parametrize("address", ["/", "/skills/demo-clock", "/api/skill-graph", "/skills/demo-clock.md"])
def test_every_answer_is_named_whether_it_was_filed_or_not(
    library: Library, store: Store, address: str
) -> None:
    app = create_app(state(library, store, StoppedClock()))
    answers = [ask(app, address) for _ in range(3)]
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.headers["x-request-id"] for answer in answers}) == 3
    assert all(len(answer.headers.get_list("x-request-id")) == 1 for answer in answers)


def test_request_ids_are_random_unless_somebody_says_otherwise(library: Library, store: Store) -> None:
    app = create_app(state(library, store, StoppedClock()))
    first, second = (ask(app, "/nowhere").headers["x-request-id"] for _ in range(2))
    assert first != second
    assert len(first) == 16


def test_the_application_follows_main_while_it_lives(
    library: Library, repository: CorpusRepository, store: Store
) -> None:
    app = create_app(replace(state(library, store, StoppedClock()), follow_every=0.001))

    async def live() -> httpx.Response:
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://becivic.test") as client,
        ):
            moved = commit(repository, NEW_TITLE)
            for _ in range(2000):
                answer = await client.get("/api/health")
                if answer.json()["commit"] == moved:
                    break
                await asyncio.sleep(0.005)
            return answer

    assert asyncio.run(live()).json()["commit"] == repository.head()


async def _until(seen: Callable[[], bool]) -> None:
    for _ in range(2000):
        if seen():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("It never came about.")


def test_memory_goes_back_to_the_system_when_an_edition_goes_and_not_before(
    library: Library, repository: CorpusRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[str] = []
    monkeypatch.setattr(heap, "give_back", lambda: given.append(library.edition.commit))
    living.follow(library)
    assert not given
    moved = commit(repository, NEW_TITLE)
    living.follow(library)
    assert given == [moved]


@requirement("R-SALT-01")
def test_a_quiet_application_lets_no_salt_outlive_its_day(
    library: Library, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(living, "TIDY_EVERY", 0.001)
    clock = MovedClock()
    app = create_app(state(library, store, clock))

    def make(days: int) -> None:
        at = clock.now() - timedelta(days=days)
        store.write(lambda connection: salts.daily_salt(connection, at, lambda: "grain"))

    async def live() -> None:
        make(1)
        async with app.router.lifespan_context(app):
            await _until(lambda: not rows(store, SALTS))
            make(0)
            clock.move(days=1)
            await _until(lambda: not rows(store, SALTS))

    asyncio.run(live())


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (StoreUnavailable("The database is away.", remedy="Wait."), []),
        (
            ZeroDivisionError("secret"),
            ["What has outlived its time could not be put away.", "    raise trouble", "ZeroDivisionError"],
        ),
    ],
)
def test_a_look_that_fails_is_followed_by_another(
    app: Starlette,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    trouble: Exception,
    said: list[str],
) -> None:
    looks: list[object] = []

    def look(_: Tidier, now: object) -> None:
        looks.append(now)
        if len(looks) == 1:
            raise trouble

    monkeypatch.setattr(living, "TIDY_EVERY", 0.001)
    monkeypatch.setattr(Tidier, "look", look)

    async def live() -> None:
        async with app.router.lifespan_context(app):
            await _until(lambda: len(looks) > 1)

    asyncio.run(live())
    lines = "\n".join(caplog.messages).splitlines()
    assert [line for line in lines if line in said] == said
    assert len(caplog.messages) == min(len(said), 1)
    assert "secret" not in caplog.text


def test_however_an_application_ends_nothing_of_it_goes_on(app: Starlette) -> None:
    others = set(threading.enumerate())

    def ours() -> list[str]:
        names = [each.name for each in set(threading.enumerate()) - others]
        return [name for name in names if name.startswith(("becivic-history", "becivic-search"))]

    async def ends_badly() -> None:
        async with app.router.lifespan_context(app):
            await _asked_in_every_thread(app)
            assert len(ours()) == 2
            raise ZeroDivisionError

    async def live() -> set[asyncio.Task[None]]:
        before = asyncio.all_tasks()
        with pytest.raises(ExceptionGroup, match="TaskGroup"):
            await ends_badly()
        return asyncio.all_tasks() - before

    assert asyncio.run(live()) == set()
    assert ours() == []
    asyncio.run(_asked_in_every_thread(app))  # it may live again


async def _asked_in_every_thread(app: Starlette) -> None:
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app), base_url="http://becivic.test"
    ) as client:
        for address in (
            "/skills/demo-clock",
            "/skills/demo-clock/feed.atom",
            "/api/skills/demo-clock/history",
            "/api/paths/demo-certificate/history",
            "/sitemap.xml",
            "/search?q=demonstration",
            "/api/search?q=demonstration",
        ):
            assert (await client.get(address)).status_code == 200
