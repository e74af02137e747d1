"""GET /api/health."""

from __future__ import annotations

from starlette.applications import Starlette

from becivic import __version__
from becivic.api.health import health_route
from becivic.reading.service import Standing
from becivic.store.store import Store
from tests.factories.asking import ask
from tests.factories.corpora import APPLICATION, Files
from tests.factories.homes import NOON, StoppedClock
from tests.factories.intake import service
from tests.requirement import requirement


def health(files: Files, *, is_current: bool = True, records: bool = True) -> dict[str, object]:
    standing = Standing(files.load(), is_current, NOON)

    async def reached() -> bool:
        return records

    answer = ask(Starlette(routes=[health_route(lambda: standing, reached, StoppedClock())]), "/api/health")
    assert answer.headers["cache-control"] == "no-store"
    body: dict[str, object] = answer.json()
    return body


@requirement("R-REPO-12")
def test_health_says_what_is_served_and_when() -> None:
    assert health(Files.valid()) == {
        "status": "ok",
        "records": "ok",
        "commit": None,
        "version": __version__,
        "skills": 3,
        "paths": len(Files.valid().load().paths.entries),
        "corpus_errors": 0,
        "now": "2026-11-15T12:00:00Z",
    }


def test_health_counts_what_could_not_be_read() -> None:
    found = health(Files.valid().with_file(APPLICATION, "nothing"))
    assert (found["skills"], found["corpus_errors"]) == (2, 1)


def test_health_says_when_main_has_moved_to_something_that_cannot_be_served() -> None:
    assert health(Files.valid(), is_current=False)["status"] == "stale"


def test_health_says_when_the_records_cannot_be_reached() -> None:
    found = health(Files.valid(), is_current=False, records=False)
    assert (found["status"], found["records"]) == ("degraded", "unreachable")


def test_the_application_asks_its_own_store(store: Store) -> None:
    running = service(store)
    assert running.ask("GET", "/api/health").json()["records"] == "ok"
    store.close()
    assert running.ask("GET", "/api/health").json()["status"] == "degraded"
