"""GET /api/health."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.applications import Starlette

from becivic import __version__
from becivic.api.health import HealthRoutes
from becivic.reading.service import Standing
from becivic.store.store import Store
from tests.factories.asking import ask
from tests.factories.corpora import APPLICATION, Files
from tests.factories.homes import NOON, StoppedClock
from tests.factories.intake import service
from tests.requirement import requirement

NOTHING = Files()


def app(
    files: Files,
    *,
    is_current: bool = True,
    records: bool = True,
    writes: bool = True,
    is_stopping: bool = False,
) -> Starlette:
    standing = Standing(files.load(), is_current, NOON)

    async def reached() -> bool:
        return records

    routes = HealthRoutes(
        lambda: standing, reached, lambda: writes, StoppedClock(), lambda: is_stopping
    ).routes()
    return Starlette(routes=routes)


def health(files: Files, **how: bool) -> dict[str, Any]:
    answer = ask(app(files, **how), "/api/health")
    assert answer.headers["cache-control"] == "no-store"
    body: dict[str, Any] = answer.json()
    return body


def checks(**how: bool) -> dict[str, bool]:
    return {check["name"]: check["ok"] for check in health(Files.valid(), **how)["checks"]}


@requirement("R-REPO-12")
def test_health_says_what_is_served_and_when() -> None:
    assert health(Files.valid()) == {
        "status": "ok",
        "live": True,
        "ready": True,
        "checks": [{"name": name, "ok": True} for name in ("records", "writes", "corpus", "main", "running")],
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


def test_what_is_wrong_is_told_with_what_to_do() -> None:
    found = health(Files.valid(), is_current=False)
    assert found["ready"]
    assert found["checks"][3]["name"] == "main"
    assert found["checks"][3]["remedy"].startswith("Main cannot be served, or cannot be read")
    others = {"corpus": True, "main": True, "running": True}
    assert checks(records=False) == {"records": False, "writes": True, **others}
    assert checks(writes=False) == {"records": True, "writes": False, **others}


def test_a_process_that_answers_is_live_whatever_else_is_wrong() -> None:
    answer = ask(app(Files.valid(), records=False, is_stopping=True), "/api/health/live")
    assert (answer.status_code, answer.json()) == (200, {"live": True})


def test_a_service_that_can_work_is_ready_even_where_main_cannot_be_served() -> None:
    answer = ask(app(Files.valid(), is_current=False), "/api/health/ready")
    assert (answer.status_code, answer.json()) == (200, {"ready": True})
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("files", "how", "missing"),
    [
        (Files.valid(), {"records": False}, "records"),
        (Files.valid(), {"writes": False}, "writes"),
        (Files.valid(), {"is_stopping": True}, "running"),
        (Files.valid(), {"records": False, "is_stopping": True}, "records, running"),
        (NOTHING, {}, "corpus"),
    ],
)
def test_a_service_that_cannot_work_says_what_is_missing_and_when_to_ask_again(
    files: Files, how: dict[str, bool], missing: str
) -> None:
    answer = ask(app(files, **how), "/api/health/ready")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
    body = answer.json()
    assert body["detail"] == f"Not ready: {missing}."
    assert body["error"] == "service_unavailable"
    assert body["remedy"]
