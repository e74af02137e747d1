"""The plain files over HTTP, as one commit holds them."""

from __future__ import annotations

import httpx
import pytest
from starlette.applications import Starlette

from becivic.corpus.scrubbing import SCRUB_RULES_FILE
from becivic.site.raw_files import raw_file_routes
from becivic.site.shelf import Shelf
from becivic.web.problems import problem
from tests.factories.asking import ask
from tests.factories.corpora import APPLICATION, CLOCK, COMMUNES, FALLBACK, Files
from tests.requirement import requirement

NO_PAGE = "There is no such page."
SCHEMA = "schemas/feedback-envelope.schema.json"


def get(path: str, files: Files | None = None, method: str = "GET") -> httpx.Response:
    shelf = Shelf((files or Files.valid()).load())
    return ask(Starlette(routes=raw_file_routes(lambda: shelf, problem(404, NO_PAGE))), path, method=method)


@requirement("R-COMM-04", "R-ENV-02", "R-SITE-05", "R-SCRUB-01")
@pytest.mark.parametrize(
    ("address", "file", "media_type"),
    [
        ("/communes.json", COMMUNES, "application/json"),
        ("/scrub-rules.json", SCRUB_RULES_FILE, "application/json"),
        ("/schemas/types.json", "schemas/types.json", "application/json"),
        (f"/{SCHEMA}", SCHEMA, "application/schema+json"),
        ("/skills/demo-clock.md", CLOCK, "text/markdown; charset=utf-8"),
    ],
)
def test_a_file_is_served_as_it_was_committed(address: str, file: str, media_type: str) -> None:
    answer = get(address)
    assert answer.status_code == 200
    assert answer.content == Files.valid()[file]
    assert answer.headers["content-type"] == media_type
    assert answer.headers["cache-control"] == "public, max-age=60, s-maxage=60"


def test_the_bytes_are_those_of_git_even_where_the_loader_is_lenient() -> None:
    odd = Files.valid()[CLOCK].replace(b"\n", b"\r\n")
    assert get("/skills/demo-clock.md", Files.valid().with_file(CLOCK, odd)).content == odd


@requirement("R-SITE-03")
def test_only_stable_skills_are_for_search_engines() -> None:
    assert get("/skills/demo-clock.md").headers["x-robots-tag"] == "noindex"
    assert "x-robots-tag" not in get(f"/{FALLBACK.removesuffix('/canonical.md')}.md").headers


@requirement("R-RETR-04", "R-QUAR-06")
def test_a_quarantined_skill_is_gone_with_a_notice_and_never_its_body() -> None:
    files = Files.valid().replaced(APPLICATION, "status: alpha", "status: quarantined")
    answer = get("/skills/demo-application.md", files)
    assert answer.status_code == 410
    assert answer.headers["content-type"] == "application/problem+json"
    body = answer.json()
    assert body["error"] == "gone"
    assert body["detail"] == "This skill is quarantined: it was pulled for cause and must not be followed."
    assert "demonstration" not in answer.text


def test_a_quarantined_skill_names_its_successor() -> None:
    files = Files.valid().replaced(
        APPLICATION, "status: alpha", "status: quarantined\nsuperseded_by: demo-clock"
    )
    detail = get("/skills/demo-application.md", files).json()["detail"]
    assert detail.endswith("Read the skill `demo-clock` instead.")


def test_a_skill_whose_status_cannot_be_read_is_withheld() -> None:
    answer = get("/skills/demo-clock.md", Files.valid().replaced(CLOCK, "status: beta", "status: quarantine"))
    assert answer.status_code == 404
    assert answer.json()["detail"] == "This skill is withheld: its status cannot be read."


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("/skills/absent.md", NO_PAGE),
        (f"/skills/{'a' * 20_000}.md", NO_PAGE),
        ("/schemas/absent.json", "There is no such schema."),
        ("/skills/index.json", "The job `index` has not written this file yet; ask again later."),
        ("/docs/activity/global.md", "The job `index` has not written this file yet; ask again later."),
    ],
)
def test_what_is_not_there_is_a_problem_that_repeats_nothing(address: str, says: str) -> None:
    answer = get(address)
    assert answer.status_code == 404
    assert answer.json()["detail"] == says
    assert len(answer.content) < 300


def test_head_has_no_bytes() -> None:
    answer = get("/communes.json", method="HEAD")
    assert (answer.status_code, answer.content) == (200, b"")
