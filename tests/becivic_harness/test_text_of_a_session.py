"""`--text` of the commands of a session beside the procedures: no front matter, tag or placeholder of the library.

A correction or a draft in the buffer is the exception: its text is shown exactly as it would be sent (R-BUF-10).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from becivic_harness import buffer_file, receipts, session_facts
from becivic_harness.cli.main import main
from becivic_harness.refusals import ASK_THE_PERSON
from tests.becivic_harness import served
from tests.becivic_harness.test_leaving import STAGED
from tests.becivic_harness.test_library import server
from tests.becivic_harness.test_review import SENDABLE, item_of, leaves
from tests.becivic_harness.test_text_output import answers, unwanted
from tests.factories.harness import NOW, machine

Run = Callable[..., str]
SKILL = "nationality-application"
PATH = "certificate-of-residence"


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with server(answers()) as (address, _):
        yield address


@pytest.fixture
def run(url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """A command in a session that the person agreed to; the text that it printed."""

    def ran(*words: str, expect: int = 0) -> str:
        more = ("--text", "--data-dir", str(tmp_path / "be-civic"), "--api", url, "--now", NOW.isoformat())
        capsys.readouterr()
        assert main([*words, *more]) == expect, words
        return capsys.readouterr().out

    ran("session", "start", "--consent")
    return ran


def test_memory_decisions_documents_and_the_profile(run: Run) -> None:
    run("profile", "set", "region=Flanders", "administration_language=nl")
    run("memory", "note", "Moved here for work.")
    run("decision", "add", "language-exam", "Chose the employment route.")
    run("document", "note", "residence-permit", "permit_type=f-card", "validity_end=2028-06")
    shown = [
        run(*words.split())
        for words in (
            "profile get",
            "memory list",
            "memory show customer_context",
            "memory show document_reference_residence-permit",
            "decision list",
            "document kinds",
        )
    ]
    assert "Moved here for work." in shown[2]
    assert "2028-06" in shown[3]
    assert [unwanted(each) for each in shown] == [[] for _ in shown]


def test_progress_of_every_procedure_and_its_calendar(run: Run, tmp_path: Path) -> None:
    calendar = tmp_path / "steps.ics"
    found = []
    for node in served.graph()["nodes"]:
        found += unwanted(run("progress", "start", node["id"], "--opted-in"))
        found += unwanted(run("progress", "show", node["id"]))
        found += unwanted(run("plan", node["id"], "--ics", str(calendar), "--yes"))
        found += unwanted(calendar.read_bytes().decode().replace("\r\n ", ""))
    said = run("progress", "step", SKILL, "--at", "collecting documents", "--next", "ask for the certificate")
    assert "collecting documents" in said
    shown = [
        said,
        run("progress", "list"),
        run("pivot", SKILL),
        run("session", "status"),
        run("memory", "list"),
    ]
    closed = run("progress", "close", SKILL, "--outcome", "completed")
    assert (
        found + [each for text in (*shown, closed, run("progress", "list")) for each in unwanted(text)] == []
    )


def test_walks_of_every_path_and_their_history(run: Run) -> None:
    found = []
    for path in served.paths()["paths"]:
        for words in (("traverse", "start"), ("traverse", "next"), ("history", "show"), ("traverse", "stop")):
            found += unwanted(run(*words, path))
    listed = run("history", "list") + run("traverse", "list")
    assert PATH in listed
    assert found + unwanted(listed) == []


def test_routes_of_what_people_ask(run: Run) -> None:
    asked = [each["question"] for each in served.questions("search-questions")][::6]
    assert len(asked) > 60
    assert [each for question in asked for each in unwanted(run("route", question))] == []


def test_receipts_of_what_was_sent(run: Run, tmp_path: Path) -> None:
    receipts.keep(machine(tmp_path), STAGED)
    shown = [run("session", "status"), run("forget", expect=ASK_THE_PERSON)]
    assert [unwanted(each) for each in shown] == [[], []]


def test_items_of_every_kind_in_the_buffer_show_markup_only_where_it_would_be_sent(
    run: Run, tmp_path: Path
) -> None:
    here = machine(tmp_path)
    items = [item_of(each) for each in SENDABLE]
    assert len({each["type"] for each in items}) == 6
    buffer_file.append(here, session_facts.require(here), *items)
    sent = {line.strip() for item in items for _, value in leaves(item) for line in str(value).split("\n")}
    marked = sorted(filter(unwanted, sent), key=len, reverse=True)
    for words, code in (("buffer list", 0), ("session close", ASK_THE_PERSON)):
        said = run(*words.split(), expect=code)
        assert items[0]["target_id"] in said
        assert unwanted(said), "a correction is shown with its tags"
        for part in marked:
            said = said.replace(part, "")
        assert unwanted(said) == []
    assert unwanted(run("buffer", "approve", "--all")) == []
    assert unwanted(run("session", "close", "--keep")) == []
