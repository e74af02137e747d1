"""GET /api/skills/<id> in parts, over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from becivic.api.reading.parameters import CURSOR, SECTION
from becivic.app import create_app
from becivic.corpus.load import Loader
from becivic.library import Library
from becivic.publishing.records import fill_records
from becivic.reading.skill_parts import SkillParts, Stretch
from becivic.rules.reading import PART_BYTES
from becivic.store import revision
from becivic.store.store import Store
from tests.factories.corpora import APPLICATION, Files
from tests.factories.documented import assert_documented
from tests.factories.homes import NOON, StoppedClock, filled_home
from tests.factories.intake import MovedClock, Service, state
from tests.requirement import requirement

ADDRESS = "/api/skills/demo-application"
LONG = Files.valid().replaced(
    APPLICATION, "## Process\n", "## Process\n\n" + "A sentence of no weight, é.\n\n" * 2_000 + "### More\n\n"
)


@pytest.fixture
def asked(tmp_path: Path, sqlite_store: Store) -> Service:
    """A service whose procedure is longer than a part."""
    library = Library(filled_home(tmp_path, LONG), Loader())
    fill_records(sqlite_store, library.edition.corpus, NOON)
    return Service(
        create_app(state(library, sqlite_store, StoppedClock())), sqlite_store, MovedClock(), library
    )


def read(asked: Service, query: str = "", status: int = 200) -> Any:
    answer = asked.ask("GET", f"{ADDRESS}{query}")
    assert assert_documented(answer) == "readSkill"
    assert answer.status_code == status, answer.text
    return answer.json()


def parts(asked: Service) -> Iterator[dict[str, Any]]:
    cursor = "start"
    while cursor:
        answer = asked.ask("GET", f"{ADDRESS}?cursor={cursor}")
        assert_documented(answer)
        assert len(answer.content) <= PART_BYTES
        yield answer.json()
        cursor = answer.json().get("next", "")


@requirement("R-READ-10")
def test_the_parts_are_the_whole_and_what_mcp_would_say(asked: Service) -> None:
    whole, found = read(asked), list(parts(asked))
    assert len(found) > 1
    assert "".join(each["part"]["text"] for each in found) == whole["resolved_body"]
    made = SkillParts(whole)
    stretch = made.at("start")
    assert stretch is not None
    assert found[0] == made.told(stretch)
    assert found[0]["cohort_stats"] == whole["cohort_stats"]


def test_a_section_is_asked_for_by_its_anchor_and_with_a_cursor_that_decides(asked: Service) -> None:
    found = read(asked, "?section=process")
    assert found["part"]["text"].startswith("## Process\n")
    assert found["part"]["section"] == "process"
    assert read(asked, "?section=process&cursor=start") == read(asked, "?cursor=start")
    assert f'id="{found["part"]["section"]}"' in asked.ask("GET", "/skills/demo-application").text


def test_an_unknown_section_is_404_and_says_which_there_are(asked: Service) -> None:
    told = read(asked, "?section=nowhere", 404)
    assert told["error"] == "not_found"
    assert {"process", "required-documents"} <= set(told["sections"])
    assert "nowhere" not in str(told)


@pytest.mark.parametrize("cursor", ["0.00000000", "99999999.{hash}", "9-5.{hash}", "5-99999999.{hash}"])
def test_a_cursor_of_another_text_is_refused_and_says_how_to_begin_again(asked: Service, cursor: str) -> None:
    hashed = read(asked, "?cursor=start")["next"].partition(".")[2]
    told = read(asked, f"?cursor={cursor.format(hash=hashed)}", 400)
    assert (told["error"], told["schema_pointer"]) == ("schema_fail", "/cursor")
    assert "changed since" in told["detail"]
    assert told["remedy"] == "Begin again with `cursor=start`."


@pytest.mark.parametrize(
    "query",
    [
        *("?cursor=", "?cursor=begin", "?cursor=1", "?cursor=01.00000000", "?cursor=1.0000000G", "?cursor=-5.00000000"),
        *("?cursor=start&cursor=start", "?section=", "?section=-a", "?section=A", f"?section={'a' * 101}"),
    ],
)  # fmt: skip
def test_what_is_neither_cursor_nor_section_is_refused_without_repeating_it(
    asked: Service, query: str
) -> None:
    told = read(asked, query, 400)
    assert (told["error"], told["schema_pointer"]) == ("schema_fail", f"/{query[1:].partition('=')[0]}")


@requirement("R-READ-05")
def test_a_part_may_be_kept_as_the_whole_is(asked: Service) -> None:
    first = asked.ask("GET", f"{ADDRESS}?cursor=start")
    assert first.headers["cache-control"] == "public, max-age=60, s-maxage=60"
    again = asked.ask("GET", f"{ADDRESS}?cursor=start", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert asked.ask("HEAD", f"{ADDRESS}?cursor=start").headers["etag"] == first.headers["etag"]


def test_while_a_skill_says_the_same_its_parts_are_made_once(
    asked: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, told = [], SkillParts.told

    def counted(parts: SkillParts, stretch: Stretch) -> dict[str, Any]:
        made.append(stretch)
        return told(parts, stretch)

    monkeypatch.setattr(SkillParts, "told", counted)
    for _ in range(3):
        read(asked, "?cursor=start")
        asked.store.write(revision.bump)
    assert len(made) == 1


def test_what_is_withheld_or_unknown_has_no_parts(asked: Service) -> None:
    answer = asked.ask("GET", "/api/skills/nobody?cursor=start")
    assert (answer.status_code, answer.json()["error"]) == (404, "not_found")


def test_examples_are_taken() -> None:
    assert CURSOR.accepts(CURSOR.example)
    assert CURSOR.accepts("120-4500.0123abcd")
    assert SECTION.accepts(SECTION.example)
