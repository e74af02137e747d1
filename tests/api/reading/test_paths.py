"""GET /api/paths, one path and its history, over HTTP."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from becivic.api.reading.answers import Served
from becivic.api.reading.paths import PathRoutes
from becivic.app import create_app
from becivic.corpus.load import Loader
from becivic.library import Library
from becivic.publishing.path_history import PathHistory
from becivic.publishing.records import fill_records
from becivic.reading.path_votes import PathVotes
from becivic.reading.reader import open_reader
from becivic.reading.walker import Walker
from becivic.rules.consensus import POLICY
from becivic.store import revision
from becivic.store.store import Store
from tests.factories.asking import ask
from tests.factories.corpora import CLOCK, PATHS, Files
from tests.factories.documented import assert_documented
from tests.factories.homes import NOON, StoppedClock, commit, filled_home
from tests.factories.intake import MovedClock, Service, service, state
from tests.requirement import requirement

RENAMED = Files.valid().replaced(PATHS, '"en": "', '"en": "Another ')


class Moving(Service):
    """A service whose main a test moves."""

    def becomes(self, files: Files) -> str:
        moved = commit(self.library.repository, files)
        self.library.refresh()
        return moved

    def read(self, path: str, status: int = 200, **more: Any) -> Any:
        answer = self.ask("GET", path, **more)
        assert_documented(answer)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None


@pytest.fixture
def moving(tmp_path: Path, sqlite_store: Store) -> Moving:
    library = Library(filled_home(tmp_path), Loader())
    fill_records(sqlite_store, library.edition.corpus, NOON)
    return Moving(
        create_app(state(library, sqlite_store, StoppedClock())), sqlite_store, MovedClock(), library
    )


def with_status(status: str) -> Files:
    document = json.loads(Files.valid()[PATHS])
    document["paths"]["demo-certificate"]["status"] = status
    return Files.valid().with_file(PATHS, json.dumps(document))


# --- the catalogue --------------------------------------------------------------------------------------------


@requirement("R-READ-06")
def test_the_catalogue_is_to_the_byte_what_its_own_address_says(moving: Moving) -> None:
    answer, file = moving.ask("GET", "/api/paths"), moving.ask("GET", "/paths/index.json")
    assert assert_documented(answer) == "readPaths"
    assert answer.content == file.content
    assert (
        answer.headers["cache-control"] == file.headers["cache-control"] == "public, max-age=60, s-maxage=60"
    )
    again = moving.ask("GET", "/api/paths", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304
    assert moving.ask("HEAD", "/api/paths").content == b""


@pytest.mark.parametrize(
    ("query", "narrows"),
    [
        ("purpose=tool", lambda entry: entry["purpose"] == "tool"),
        ("purpose=tool&purpose=check-only", lambda entry: entry["purpose"] in ("tool", "check-only")),
        ("theme=family", lambda entry: "family" in entry["themes"]),
        ("status=stable", lambda entry: entry["status"] == "stable"),
        ("status=alpha&purpose=tool", lambda entry: (entry["status"], entry["purpose"]) == ("alpha", "tool")),
        (
            "region=flanders",
            lambda entry: any(
                not source["audience"].get("regions") or "flanders" in source["audience"]["regions"]
                for source in entry["sources"]
            ),
        ),
    ],
)
def test_with_filters_it_is_the_same_object_with_fewer_paths(
    sqlite_store: Store, query: str, narrows: Any
) -> None:
    asked = service(sqlite_store)
    whole = asked.ask("GET", "/api/paths").json()
    answer = asked.ask("GET", f"/api/paths?{query}")
    assert_documented(answer)
    assert answer.json() == {
        **whole,
        "paths": {key: entry for key, entry in whole["paths"].items() if narrows(entry)},
    }


@requirement("R-READ-06")
def test_pages_go_on_where_the_last_one_ended_under_the_same_filters(sqlite_store: Store) -> None:
    asked = service(sqlite_store)
    whole = asked.ask("GET", "/api/paths?status=alpha").json()
    names, after = sorted(whole["paths"]), ""
    found: dict[str, Any] = {}
    for _ in names:
        answer = asked.ask("GET", f"/api/paths?status=alpha&limit=1{after}")
        assert assert_documented(answer) == "readPaths"
        found |= answer.json()["paths"]
        after = f"&after={answer.json().get('next', '')}"
    assert "next" not in answer.json()
    assert found == whole["paths"]
    rest = asked.ask("GET", f"/api/paths?status=alpha&after={names[0]}")
    assert_documented(rest)
    assert list(rest.json()["paths"]) == names[1:]


@requirement("R-READ-06")
def test_in_short_every_path_is_there_and_in_full_it_is_the_same_bytes(moving: Moving) -> None:
    whole, short = moving.ask("GET", "/api/paths"), moving.read("/api/paths?detail=summary")
    assert moving.ask("GET", "/api/paths?detail=full").content == whole.content
    assert {**short, "paths": {}} == {**whole.json(), "paths": {}}
    (told,) = short["paths"].values()
    entry = whole.json()["paths"]["demo-certificate"]
    assert told["path_id"] == "demo-certificate"
    assert (told["title"], told["status"]) == (entry["title"], entry["status"])
    assert {source["id"] for source in told["sources"]} == {source["id"] for source in entry["sources"]}
    assert "description" not in told


@pytest.mark.parametrize(
    "query",
    ["purpose=x", "theme=x", "status=x", "region=Brussels", "detail=all", "limit=0", "limit=201", "after=A"],
)
def test_what_is_no_filter_is_refused(moving: Moving, query: str) -> None:
    assert moving.read(f"/api/paths?{query}", 400)["schema_pointer"] == f"/{query.partition('=')[0]}"


def alone(moving: Moving, files: Files) -> Starlette:
    """The routes of paths by themselves, with nothing before them that remembers an answer."""
    corpus = files.load()
    reader, walker = open_reader(moving.store, POLICY), Walker.of(moving.library.repository)
    routes = PathRoutes(
        lambda: Served(corpus, {}),
        PathVotes(moving.store),
        reader.path,
        walker,
        PathHistory(walker.history),
        "https://example.org",
    )
    return Starlette(routes=routes.routes())


def test_without_a_catalogue_there_is_none(moving: Moving) -> None:
    app = alone(moving, Files.valid().without(PATHS))
    for address in ("/api/paths", "/api/paths?purpose=tool", "/api/paths/demo-certificate"):
        assert ask(app, address).status_code == 404


def test_the_answer_of_a_path_is_made_once_while_it_says_the_same(moving: Moving) -> None:
    app = alone(moving, Files.valid())
    first, second = (ask(app, "/api/paths/demo-certificate") for _ in range(2))
    assert (first.status_code, first.content) == (200, second.content)


# --- one path -------------------------------------------------------------------------------------------------


def test_a_path_is_its_entry_and_how_it_stands(moving: Moving) -> None:
    told = moving.read("/api/paths/demo-certificate")
    entry = moving.library.edition.corpus.paths.entries["demo-certificate"].fields.data
    assert {key: told[key] for key in entry} == entry
    assert (told["path_id"], told["commit"]) == ("demo-certificate", moving.library.edition.commit)
    assert told["canonical_url"] == "http://becivic.test/paths/demo-certificate"


@requirement("R-READ-05")
def test_a_path_is_kept_by_what_it_says_while_main_moves_on(moving: Moving) -> None:
    before = moving.ask("GET", "/api/paths/demo-certificate")
    assert before.headers["cache-control"] == "public, max-age=60, s-maxage=60"
    kept = {"if-none-match": before.headers["etag"]}
    assert moving.read("/api/paths/demo-certificate", 304, headers=kept) is None
    moved = moving.becomes(Files.valid().replaced(CLOCK, "Count the waiting time", "Count the days"))
    assert moving.read("/api/paths/demo-certificate", 304, headers=kept) is None
    assert moving.read("/api/paths/demo-certificate")["commit"] == moved
    moving.becomes(RENAMED)
    assert moving.read("/api/paths/demo-certificate", headers=kept)["title"]["en"].startswith("Another")
    assert moving.ask("HEAD", "/api/paths/demo-certificate").status_code == 200


@requirement("R-QUAR-06")
def test_a_quarantined_path_is_a_notice(moving: Moving) -> None:
    moving.becomes(with_status("quarantined"))
    told = moving.read("/api/paths/demo-certificate", 410)
    assert (told["error"], "pulled for cause" in told["detail"], "instead" in told["detail"]) == (
        "gone",
        True,
        False,
    )
    document = json.loads(with_status("quarantined")[PATHS])
    document["paths"]["demo-certificate"]["superseded_by"] = "demo-tool"
    moving.becomes(Files.valid().with_file(PATHS, json.dumps(document)))
    moving.store.write(revision.bump)
    assert "Read the path `demo-tool` instead." in moving.read("/api/paths/demo-certificate", 410)["detail"]


def test_a_path_whose_status_cannot_be_read_is_withheld(moving: Moving) -> None:
    moving.becomes(with_status("who-knows"))
    assert "withheld" in moving.read("/api/paths/demo-certificate", 404)["detail"]


@pytest.mark.parametrize("rest", ["", "/history"])
@pytest.mark.parametrize("name", ["nobody", "%2e%2e", "UPPER"])
def test_an_unknown_path_is_404(moving: Moving, name: str, rest: str) -> None:
    answer = moving.ask("GET", f"http://becivic.test/api/paths/{name}{rest}")
    assert (answer.status_code, answer.json()["error"]) == (404, "not_found")


# --- its history ----------------------------------------------------------------------------------------------


def test_the_history_of_a_path_is_the_commits_that_changed_its_entry(moving: Moving) -> None:
    first = moving.library.edition.commit
    moving.becomes(Files.valid().replaced(PATHS, '"paths"', ' "paths"'))
    second = moving.becomes(RENAMED)
    told = moving.read("/api/paths/demo-certificate/history")
    assert [each["commit"] for each in told["items"]] == [second, first]
    entry = moving.library.edition.corpus.paths.entries["demo-certificate"]
    assert (told["items"][0]["status"], told["items"][0]["version"]) == (entry.status, str(entry.version))
    page = moving.read("/api/paths/demo-certificate/history?limit=1")
    assert ([each["commit"] for each in page["items"]], page["next"]) == ([second], second)
    rest = moving.read(f"/api/paths/demo-certificate/history?limit=1&after={page['next']}")
    assert rest == {"items": told["items"][1:]}


@pytest.mark.parametrize(
    ("query", "status"), [("after=HEAD", 400), ("limit=0", 400), (f"after={'0' * 40}", 404)]
)
def test_a_history_cannot_go_on_after_nothing(moving: Moving, query: str, status: int) -> None:
    moving.read(f"/api/paths/demo-certificate/history?{query}", status)
