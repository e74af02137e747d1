"""GET /api/skills/<id> and its history, over HTTP."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, update

from becivic.app import create_app
from becivic.corpus.load import Loader
from becivic.library import Library
from becivic.publishing.records import fill_records
from becivic.rules.targets import TargetType
from becivic.store import revision
from becivic.store.store import Store
from becivic.store.tables.keeping import ARTEFACTS
from tests.factories.corpora import APPLICATION, CLOCK, PATHS, Files
from tests.factories.documented import assert_documented
from tests.factories.homes import NOON, StoppedClock, commit, filled_home
from tests.factories.intake import MovedClock, Service, service, state
from tests.factories.signals import vote
from tests.requirement import requirement

CHANGED = Files.valid().replaced(CLOCK, "Count the waiting time", "Count the days")


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
def moving(tmp_path: Path, store: Store) -> Moving:
    library, clock = Library(filled_home(tmp_path), Loader()), MovedClock()
    fill_records(store, library.edition.corpus, NOON)
    return Moving(create_app(state(library, store, StoppedClock())), store, clock, library)


@requirement("R-CATL-06")
def test_a_skill_is_its_frontmatter_with_its_body_and_the_commit_that_is_served(store: Store) -> None:
    asked = service(store)
    answer = asked.ask("GET", "/api/skills/nationality-application")
    assert_documented(answer)
    skill = asked.library.edition.corpus.skills["nationality-application"]
    told = answer.json()
    assert (told.pop("commit"), told.pop("body")) == (asked.library.edition.commit, skill.body.text)
    assert told.pop("cohort_stats")["n"] == 0
    assert {name: told.pop(name) for name in skill.fields.data} == skill.fields.data
    assert told.pop("observations_block")["skill_id"] == "nationality-application"
    assert sorted(told) == [
        "canonical_url",
        "disclaimer",
        "license",
        "notices",
        "references",
        "required_documents",
        "resolved_body",
        "sources_read",
        "story",
        "unresolved",
        "values",
    ]
    assert answer.headers["cache-control"] == "public, max-age=60, s-maxage=60"
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_skill_is_kept_by_its_content_while_main_moves_on(moving: Moving) -> None:
    before = moving.ask("GET", "/api/skills/demo-clock")
    moved = moving.becomes(Files.valid().replaced(APPLICATION, "title:", "title: Another"))
    kept = {"if-none-match": before.headers["etag"]}
    assert moving.read("/api/skills/demo-clock", 304, headers=kept) is None
    assert moving.read("/api/skills/demo-clock")["commit"] == moved
    moved = moving.becomes(CHANGED)
    told = moving.read("/api/skills/demo-clock", headers=kept)
    assert (told["commit"], "Count the days" in str(told)) == (moved, True)
    assert moving.ask("HEAD", "/api/skills/demo-clock").status_code == 200


def test_a_skill_says_when_it_was_changed_once_the_records_know_of_this_very_content(moving: Moving) -> None:
    skill = moving.library.edition.corpus.skills["demo-clock"]
    known = {"commit_sha": "1" * 40, "changed_at": "2026-11-14T09:00:00.000000Z"}

    def record(**columns: str | None) -> None:
        def job(connection: Connection) -> None:
            connection.execute(update(ARTEFACTS).where(ARTEFACTS.c.target_id == "demo-clock").values(columns))
            revision.bump(connection)  # as everybody does who changes a record

        moving.store.write(job)

    tags = [moving.ask("GET", "/api/skills/demo-clock").headers["etag"]]
    for columns in ({**known, "blob_id": "2" * 40}, {"commit_sha": None, "blob_id": skill.blob_id}):
        record(**columns)
        assert "changed" not in moving.read("/api/skills/demo-clock")
    record(**known, blob_id=skill.blob_id)
    told = moving.read("/api/skills/demo-clock")
    assert told["changed"] == {"commit": "1" * 40, "at": "2026-11-14T09:00:00Z"}
    tags.append(moving.ask("GET", "/api/skills/demo-clock").headers["etag"])
    assert len(set(tags)) == 2


def test_a_skill_is_read_while_the_records_are_away(moving: Moving) -> None:
    moving.store.close()
    assert moving.read("/api/skills/demo-clock")["id"] == "demo-clock"


@requirement("R-OBSV-07", "R-OBSV-13")
def test_a_skill_says_what_its_cohort_says_as_soon_as_something_is_said(moving: Moving) -> None:
    clock = (TargetType.SKILL, "demo-clock")
    before = moving.ask("GET", "/api/skills/demo-clock")
    vote(moving.store, clock, voter="one", version="0.2.0")
    moving.store.write(revision.bump)
    kept = {"if-none-match": before.headers["etag"]}
    assert moving.read("/api/skills/demo-clock", headers=kept)["cohort_stats"] == {
        "affirms": 1,
        "rejects": 0,
        "distinct_ips": 1,
        "injection_flags": 0,
        "cohort_started_at": "2026-11-15T12:00:00Z",
        "last_validation_at": "2026-11-15T12:00:00Z",
        "n": 1,
    }
    tag = {"if-none-match": moving.ask("GET", "/api/skills/demo-clock").headers["etag"]}
    assert moving.read("/api/skills/demo-clock", 304, headers=tag) is None


def test_a_skill_that_the_records_do_not_know_is_read_without_them(tmp_path: Path, store: Store) -> None:
    library = Library(filled_home(tmp_path), Loader())
    unknown = Moving(create_app(state(library, store, StoppedClock())), store, MovedClock(), library)
    assert {"cohort_stats", "changed"}.isdisjoint(unknown.read("/api/skills/demo-clock"))


@requirement("R-QUAR-06", "R-RETR-04")
def test_a_quarantined_skill_is_a_notice_and_keeps_its_history(moving: Moving) -> None:
    status = Files.valid()[CLOCK].decode().split("status: ")[1].split("\n")[0]
    moved = moving.becomes(Files.valid().replaced(CLOCK, f"status: {status}", "status: quarantined"))
    told = moving.read("/api/skills/demo-clock", 410)
    assert told["error"] == "gone"
    assert "pulled for cause" in told["detail"]
    assert "Count the waiting time" not in str(told)
    items = moving.read("/api/skills/demo-clock/history")["items"]
    assert [each["status"] for each in items] == ["quarantined", status]
    assert items[0]["commit"] == moved
    assert moving.read("/api/skills/demo-clock/concerns")["items"] == []


def test_a_skill_whose_status_cannot_be_read_is_withheld(moving: Moving) -> None:
    moving.becomes(Files.valid().replaced(CLOCK, "status: ", "status: not-"))
    assert "withheld" in moving.read("/api/skills/demo-clock", 404)["detail"]


@pytest.mark.parametrize("rest", ["", "/history", "/concerns"])
@pytest.mark.parametrize("name", ["nobody", "%2e%2e", "UPPER", "%00"])
def test_an_unknown_skill_is_404(moving: Moving, name: str, rest: str) -> None:
    answer = moving.ask("GET", f"http://becivic.test/api/skills/{name}{rest}")
    assert (answer.status_code, answer.json()["error"]) == (404, "not_found")


@requirement("R-CATL-07")
def test_the_history_of_a_skill_is_the_commits_that_changed_it(moving: Moving) -> None:
    first = moving.library.edition.commit
    second = moving.becomes(CHANGED)
    third = moving.becomes(CHANGED.replaced(PATHS, '"paths"', ' "paths"'))
    told = moving.read("/api/skills/demo-clock/history")
    assert [each["commit"] for each in told["items"]] == [second, first]
    skill = moving.library.edition.corpus.skills["demo-clock"]
    assert told["items"][0] == {
        "commit": second,
        "at": "2026-11-15T12:00:00Z",
        "title": "a change",
        "status": skill.status,
        "version": str(skill.version),
    }
    page = moving.read("/api/skills/demo-clock/history?limit=1")
    assert ([each["commit"] for each in page["items"]], page["next"]) == ([second], second)
    rest = moving.read(f"/api/skills/demo-clock/history?limit=1&after={page['next']}")
    assert rest == {"items": told["items"][1:]}
    assert moving.read(f"/api/skills/demo-clock/history?after={third}") == told


def test_a_commit_says_which_submission_it_came_from(moving: Moving) -> None:
    amendment = "amd_019a8000-0000-7000-8000-000000000001"
    message = f"amendment: one\n\nBe-Civic-Submission: amendment {amendment}\n"
    repository = moving.library.repository
    repository.commit(CHANGED.load().tree, message, NOON)
    moving.library.refresh()
    newest, oldest = moving.read("/api/skills/demo-clock/history")["items"]
    assert newest["submission"] == {"type": "amendment", "id": amendment}
    assert "submission" not in oldest


def test_a_skill_that_cannot_be_read_has_a_history_and_no_page(moving: Moving) -> None:
    moving.becomes(Files.valid().with_file(CLOCK, "nothing"))
    moving.read("/api/skills/demo-clock", 404)
    newest, oldest = moving.read("/api/skills/demo-clock/history")["items"]
    assert ("status" in newest, "status" in oldest) == (False, True)


@pytest.mark.parametrize(
    ("query", "status"), [("after=HEAD", 400), ("limit=0", 400), (f"after={'0' * 40}", 404)]
)
def test_a_history_cannot_go_on_after_nothing(moving: Moving, query: str, status: int) -> None:
    moving.read(f"/api/skills/demo-clock/history?{query}", status)
