"""What somebody who wanted to break a promise tried, and what must come of it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from becivic_harness import (
    buffer_file,
    cancelling,
    collecting,
    files,
    locking,
    profile_edits,
    profile_file,
    receipts,
    session,
    session_facts,
    topics,
)
from becivic_harness.cli.main import main
from becivic_harness.refusals import ASK_THE_PERSON, NOT_REACHED, NOT_WRITABLE, USAGE, Refused
from becivic_harness.session import Probes
from becivic_harness.submitting import submit
from becivic_harness.wire import Unreachable, get
from tests.becivic_harness.test_library import GRAPH, RULES, Answers, body, server
from tests.factories.harness import NOW, NOWHERE, everything, machine
from tests.requirement import requirement

FEEDBACK = {"type": "feedback", "topic": "praise", "body": "The list of papers was right."}


def said(
    folder: Path, capsys: pytest.CaptureFixture[str], *arguments: str, api: str = NOWHERE
) -> tuple[int, dict[str, Any]]:
    capsys.readouterr()
    code = main([*arguments, "--data-dir", str(folder / "be-civic"), "--api", api, "--now", NOW.isoformat()])
    return code, json.loads(capsys.readouterr().out)


@requirement("R-PROF-12", "R-PROF-13")
@pytest.mark.parametrize(
    "pair",
    [
        "consent.start=Jean Dupont 85.07.30-033.28",
        'consent={"nn":85073003328}',
        'consent={"type":"Jean Dupont"}',
        'consent={"submissions":"no"}',
        'x={"start":"Jean Dupont"}',
        "y=[85073003328]",
        'z=["85.07.30","033.28"]',
        'naissance={"jour":30,"mois":7,"annee":1985}',
        'document_inventory={"validity_end_jeandupont":"2028-01"}',
    ],
)
def test_no_field_can_be_made_up_to_put_somebody_in(
    pair: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said(tmp_path, capsys, "session", "start", "--consent")
    file = tmp_path / "be-civic" / "profile.json"
    before = file.read_text(encoding="utf-8")
    code, told = said(tmp_path, capsys, "profile", "set", pair)
    assert code == 1, told
    assert file.read_text(encoding="utf-8") == before
    assert "dupont" not in json.dumps(told).casefold()


@requirement("R-HARN-21")
def test_a_slip_in_the_profile_loses_nothing_and_shares_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here = machine(tmp_path)
    profile_file.write(here, profile_file.with_consent(here, {"region": "Flanders"}, submissions=False))
    file = Path(here.home.profile)
    broken = file.read_text(encoding="utf-8").replace('"Flanders"', '"Flanders",,')
    file.write_text(broken, encoding="utf-8")
    assert profile_file.consented(profile_file.read(here), "submissions") is False
    code, told = said(tmp_path, capsys, "profile", "set", "civic_status=married")
    assert (code, told["error"]) == (1, "profile_unreadable")
    assert file.read_text(encoding="utf-8") == broken
    code, told = said(tmp_path, capsys, "profile", "forget", "--all", "--yes")
    assert code == 0
    assert Path(told["set_aside"]).read_text(encoding="utf-8") == broken
    assert said(tmp_path, capsys, "profile", "set", "civic_status=married")[0] == 0


def test_a_word_of_consent_adds_to_those_that_were_given() -> None:
    kept = {"consent": {"data_dir": True, "data_dir_at": "2026-11-18T10:00:00Z"}}
    assert profile_edits.changed(kept, ['consent={"analytics": false}'])["consent"] == {
        **kept["consent"],
        "analytics": False,
    }


def test_who_runs_the_harness_is_said_once_and_looked_at(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said(
        tmp_path,
        capsys,
        "session",
        "start",
        "--consent",
        "--capability",
        "multi_turn",
        "--capability",
        "structured_output",
    )
    said(tmp_path, capsys, "analytics", "on")
    said(
        tmp_path,
        capsys,
        "buffer",
        "add",
        "feedback",
        "topic=praise",
        "body=Clear.",
        "--agent",
        "jean-dupont/85.07.30",
    )
    said(
        tmp_path,
        capsys,
        "analytics",
        "event",
        "session_outcome",
        "--outcome",
        "success",
        "--agent",
        "amina-haddad/1985",
    )
    disk = everything(tmp_path)
    assert "dupont" not in disk
    assert "haddad" not in disk
    assert said(tmp_path, capsys, "session", "start", "--agent", "jean-dupont/1.0")[0] == USAGE


@pytest.mark.parametrize(
    ("arguments", "given"),
    [
        (("session", "start"), {"consent": "no"}),
        (("forget",), {"yes": "no"}),
        (("session", "start"), {"capability": 5}),
        (("session", "start"), {"mcp_tool": 7}),
        (("session", "start"), {"data_dir": 5}),
        (("session", "close"), {"outcome": "splendid"}),
        (("traverse", "report", "x"), {"observed": 5}),
        (("traverse", "report", "x"), {"signal": 5}),
        (("memory", "note"), {}),
    ],
)
def test_json_gives_what_the_line_would_and_no_more(
    arguments: tuple[str, ...], given: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, told = said(tmp_path, capsys, *arguments, "--json", json.dumps(given))
    assert (code, told["error"]) == (USAGE, "usage")
    assert not (tmp_path / "be-civic").exists()


def test_words_may_come_as_json_and_options_stand_anywhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said(tmp_path, capsys, "session", "start", "--json", '{"consent": true}')[0] == 0
    assert (
        said(tmp_path, capsys, "memory", "note", "--json", '{"words": ["Moved", "here", "for", "work."]}')[0]
        == 0
    )
    assert (
        said(
            tmp_path, capsys, "document", "note", "residence-permit", "--id", "old-card", "permit_type=f-card"
        )[0]
        == 0
    )


def test_what_is_not_understood_is_not_repeated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (
        ("traverse", "report", "x", "--event", "Jean Dupont"),
        ("session", "start", "Jean", "Dupont"),
        ("plan", "--Dupont=1"),
    ):
        code, told = said(tmp_path, capsys, *words)
        assert code == USAGE
        assert "Dupont" not in json.dumps(told)


@requirement("R-BUF-13")
def test_a_queued_cancel_outlives_whatever_answers_in_the_servers_place(tmp_path: Path) -> None:
    here = machine(tmp_path)
    for name in ("con_1", "con_2"):
        receipts.keep(
            here, {"id": name, "type": "concern", "cancel_token": "t", "commit_eta": "2026-11-19T10:00:00Z"}
        )
        assert cancelling.cancel(here, name)["status"] == "queued"
    files.write_json(here.home.cancel_retry("con_3"), {"id": 5, "attempt": "x"})
    with server(
        Answers(
            {
                "/api/concerns/con_1": (404, b"<html>captive"),
                "/api/concerns/con_2": (403, b'{"error": "forbidden"}'),
            }
        )
    ) as (url, _):
        there = machine(tmp_path, api=url)
        done = {each["id"]: each["status"] for each in cancelling.retry(there, only_due=False)}
        assert done == {"con_1": "queued", "con_2": "cancel_failed"}
        assert session.start(there, Probes())["session_id"]
    assert os.path.exists(here.home.cancel_retry("con_1"))
    assert not os.path.exists(here.home.cancel_retry("con_2"))


@requirement("R-BUF-06")
@pytest.mark.parametrize(
    "results",
    [[5, None], [], [{"idx": 0, "ok": "false", "cancel_token": {"a": 1}}], [{"idx": 9, "ok": True}]],
)
def test_what_was_not_acknowledged_was_not_sent(results: list[Any], tmp_path: Path) -> None:
    answers = Answers({"/scrub-rules.json": (200, RULES), "/api/feedback": body({"results": results})})
    with server(answers) as (url, _):
        here = machine(tmp_path, api=url)
        session.start(here, Probes(["multi_turn", "structured_output"]))
        current = session_facts.require(here)
        item = collecting.add(here, current, FEEDBACK).item
        current = buffer_file.approve(here, current, [item])
        assert not submit(here, current)["ok"]
        assert buffer_file.read(here, current.id).items == [item]
        assert receipts.every(here) == []
        answers["/api/feedback"] = (200, b"<html>captive")
        with pytest.raises(Refused, match="Nothing was sent"):
            submit(here, current)


STAGED = {
    "idx": 0,
    "ok": True,
    "status": "staged",
    "cancel_token": "T" * 43,
    "commit_eta": "2026-11-19T10:00:00Z",
}
VALIDATED = {"idx": 0, "ok": True, "status": "validated"}


@requirement("R-BUF-06")
@pytest.mark.parametrize(
    ("first", "then"),
    [
        (STAGED, STAGED),
        ({**STAGED, "cancel_token": "../../x", "commit_eta": "never"}, VALIDATED),
        ({"idx": 0, "ok": True}, STAGED),
        ({**VALIDATED, "id": "fbk_of-somebody-else"}, STAGED),
        (VALIDATED, VALIDATED),
        (VALIDATED, {**STAGED, "commit_eta": "never"}),
        (VALIDATED, {**STAGED, "cancel_token": "../../x"}),
        (VALIDATED, {**STAGED, "cancel_token": "a b\r\nc"}),
        (VALIDATED, {**STAGED, "cancel_token": ""}),
        (VALIDATED, {"idx": 0, "ok": True, "status": "applied"}),
        (VALIDATED, {"idx": 0, "ok": True, "status": "rejected"}),
    ],
)
def test_a_server_is_believed_only_what_the_service_says(
    first: dict[str, Any], then: dict[str, Any], tmp_path: Path
) -> None:
    answers = Answers({"/scrub-rules.json": (200, RULES)})
    with server(answers) as (url, asked):
        here = machine(tmp_path, api=url)
        session.start(here, Probes(["multi_turn", "structured_output"]))
        current = session_facts.require(here)
        item = collecting.add(here, current, FEEDBACK).item
        current = buffer_file.approve(here, current, [item])
        answers["/api/feedback"] = body({"results": [first]})
        judged = submit(here, current, only_validate=True)
        assert judged["ok"] is (first is VALIDATED)
        answers["/api/feedback"] = body({"results": [then]})
        if first is VALIDATED:
            answers.once["/api/feedback"] = body({"results": [first]})
        assert not submit(here, current)["ok"]
        assert buffer_file.read(here, current.id).items == [item]
        assert receipts.every(here) == []
        answers["/api/feedback"] = body({"results": [STAGED]})
        answers.once["/api/feedback"] = body({"results": [VALIDATED]})
        assert submit(here, current)["ok"]
        assert [each["cancel_token"] for each in receipts.every(here)] == ["T" * 43]
    assert asked


@requirement("R-BUF-06", "R-BUF-11")
def test_what_the_service_knows_already_is_sent(tmp_path: Path) -> None:
    known = body({"results": [{"idx": 0, "ok": True, "status": "duplicate", "state": "staged"}]})
    with server(Answers({"/scrub-rules.json": (200, RULES), "/api/feedback": known})) as (url, _):
        here = machine(tmp_path, api=url)
        session.start(here, Probes(["multi_turn", "structured_output"]))
        current = session_facts.require(here)
        item = collecting.add(here, current, FEEDBACK).item
        assert submit(here, buffer_file.approve(here, current, [item]))["left_in_buffer"] == 0


@requirement("R-HARN-08")
def test_what_a_hand_put_into_the_buffer_goes_through_layer_1_before_it_leaves(tmp_path: Path) -> None:
    with server(Answers({"/scrub-rules.json": (200, RULES)})) as (url, asked):
        here = machine(tmp_path, api=url)
        session.start(here, Probes(["multi_turn", "structured_output"]))
        current = session_facts.require(here)
        item = {
            **collecting.add(here, current, FEEDBACK).item,
            "body": "Amina El Idrissi asked for two copies.",
        }
        buffer_file.replace(here, current.id, [item])
        current = buffer_file.approve(here, current, [item])
        with pytest.raises(Refused, match="identifies a person"):
            submit(here, current)
        assert not [each for each in asked if each.startswith("POST")]


@requirement("R-TIER-02")
def test_a_folder_that_cannot_be_written_gives_guidance_and_a_clear_refusal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said(tmp_path, capsys, "session", "start", "--consent")
    monkeypatch.setattr("becivic_harness.place.can_be_made", lambda _: False)
    code, told = said(tmp_path, capsys, "session", "start")
    assert (code, told["tier"]["name"]) == (0, "T1")
    monkeypatch.undo()
    (tmp_path / "be-civic" / locking.NAME).unlink(missing_ok=True)
    (tmp_path / "be-civic" / locking.NAME).mkdir()
    code, told = said(tmp_path, capsys, "memory", "note", "x")
    assert (code, told["error"]) == (NOT_WRITABLE, "not_writable")


def test_a_file_that_somebody_named_by_hand_stops_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here = machine(tmp_path)
    for name in ("decision_log_My notes.md", "procedure_progress_Old One.md"):
        files.write(os.path.join(here.home.memory, name), "---\nname: mine\n---\n")
    for words in (
        ("session", "start"),
        ("memory", "note", "Moved here for work."),
        ("memory", "list"),
        ("decision", "list"),
    ):
        assert said(tmp_path, capsys, *words)[0] == 0
    assert [topic.file for topic in topics.every(here)] == ["customer_context.md"]


@pytest.mark.parametrize(
    "api",
    [
        "http://127.0.0.1.evil.invalid",
        "http://localhost.evil.invalid",
        "ftp://127.0.0.1",
        "http://127.0.0.1:abc",
        "nonsense",
    ],
)
def test_only_this_machine_is_spoken_to_in_the_open(api: str, tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        get(machine(tmp_path, api=api), "/api/paths")
    assert refused.value.code == USAGE


def test_an_id_that_was_made_up_goes_into_no_address(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with server(Answers({"/api/skill-graph": body(GRAPH), "/scrub-rules.json": (200, RULES)})) as (
        url,
        asked,
    ):
        for start in (("--consent",), ()):
            said(tmp_path, capsys, "session", "start", *start, api=url)
        for words in (
            ("skill", "jean-dupont"),
            ("skill", "85073003328"),
            ("eligibility", "jean-dupont"),
            ("plan", "jean-dupont"),
        ):
            code, _ = said(tmp_path, capsys, *words, api=url)
            assert code in (1, 4)
        for words in (
            ("skill", "jean-dupont"),
            ("plan", "jean-dupont"),
        ):  # without a folder, and so without a graph
            said(tmp_path / "elsewhere", capsys, *words, api=url)
    assert "dupont" not in " ".join(asked)
    assert "85073003328" not in " ".join(asked)


def test_an_id_with_many_digits_is_looked_up_in_the_list_of_the_library_before_it_is_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    skill_id = "eu-2016-1191-multilingual-form"
    nodes = [*GRAPH["nodes"], {"id": skill_id, "title": "Form", "status": "beta"}]
    text = f"---\nid: {skill_id}\n---\n\nBody.\n".encode()
    answers = Answers(
        {"/api/skill-graph": body({**GRAPH, "nodes": nodes}), f"/skills/{skill_id}.md": (200, text)}
    )
    with server(answers) as (url, asked):
        code, answer = said(tmp_path, capsys, "skill", skill_id, api=url)
        assert (code, answer.get("via")) == (0, "web")
        assert asked[0].startswith("GET /api/skill-graph")
        for typed in ("birth-1985-07-30-form", "85073003328", "eu-1985-0730-jean-dupont"):
            code, answer = said(tmp_path, capsys, "skill", typed, api=url)
            assert (code, answer["error"]) == (1, "no_skill")
    assert not [each for each in asked if any(part in each for part in ("1985", "8507", "dupont"))]


def test_an_id_that_cannot_be_looked_up_is_neither_sent_nor_called_unknown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with server(Answers({})) as (url, asked):
        code, answer = said(tmp_path, capsys, "skill", "eu-2016-1191-multilingual-form", api=url)
    assert (code, answer["error"]) == (NOT_REACHED, "not_reached")
    assert not [each for each in asked if "1191" in each]


def test_an_answer_that_never_ends_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, *[100.0] * 50])
    monkeypatch.setattr("becivic_harness.wire.time.monotonic", lambda: next(clock))
    with (
        server(Answers({"/api/paths": (200, b"x" * 100_000)})) as (url, _),
        pytest.raises(Unreachable, match="no end"),
    ):
        get(machine(tmp_path, api=url), "/api/paths")


@pytest.mark.parametrize(
    "paths",
    [
        {"demo-path": 5},
        {"demo-path": {"sources": 5}},
        {"demo-path": {"sources": [5]}},
        {"demo-path": {"sources": [], "applies_to": 5}},
    ],
)
def test_wrong_types_from_a_library_are_left_out_and_the_good_copy_stays(
    paths: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = {"demo-path": {"id": "demo-path", "sources": [], "applies_to": {}}}
    for served in (good, paths):
        answers = Answers(
            {
                "/api/skill-graph": body({"nodes": [5, None, "x", *GRAPH["nodes"]], "edges": 3}),
                "/api/paths": body({"paths": served}),
            }
        )
        with server(answers) as (url, _):
            assert said(tmp_path, capsys, "session", "start", "--consent", api=url)[0] == 0
            for words in (
                ("buffer", "list"),
                ("eligibility", "demo-path"),
                ("traverse", "start", "demo-path"),
            ):
                code, told = said(tmp_path, capsys, *words, api=url)
                assert (code, told.get("error")) == (0, None), told


def test_a_calendar_is_written_over_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    skill = {"id": "demo-skill", "title": "Demo", "requires_paths": []}
    answers = Answers(
        {
            "/api/skill-graph": body(GRAPH),
            "/api/skills/demo-skill": body(skill),
        }
    )
    mine = tmp_path / "mine.txt"
    mine.write_text("mine", encoding="utf-8")
    with server(answers) as (url, _):
        said(tmp_path, capsys, "session", "start", "--consent", api=url)
        assert said(tmp_path, capsys, "plan", "demo-skill", "--ics", str(mine), api=url)[0] == ASK_THE_PERSON
        assert mine.read_text(encoding="utf-8") == "mine"
        assert (
            said(
                tmp_path, capsys, "plan", "demo-skill", "--ics", str(tmp_path / "no" / "folder.ics"), api=url
            )[1]["error"]
            == "not_written"
        )
        assert said(tmp_path, capsys, "plan", "demo-skill", "--ics", str(mine), "--yes", api=url)[0] == 0
    assert mine.read_text(encoding="utf-8").startswith("BEGIN:VCALENDAR")


@requirement("R-DOC-03")
@pytest.mark.parametrize(
    ("kind", "pair"),
    [
        ("passport", "validity_end=1985-07-30"),
        ("correspondence", "deadline_date=1985-07-30"),
        ("passport", "issuing_country=jd"),
    ],
)
def test_a_birth_date_fits_into_no_field_of_a_document(
    kind: str, pair: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said(tmp_path, capsys, "session", "start", "--consent")
    assert said(tmp_path, capsys, "document", "note", kind, pair)[0] == ASK_THE_PERSON
    assert "1985" not in everything(tmp_path)
