"""What is said of sending is so: nothing is sent that could not be written down, and what went is told whatever comes after."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from becivic_harness import buffer_file, cancelling, collecting, files, receipts, session_facts, submitting
from becivic_harness.here import Here
from becivic_harness.items import STAGE, envelopes
from becivic_harness.refusals import NOT_REACHED, NOT_WRITABLE, Refused
from becivic_harness.session_facts import Session
from tests.becivic_harness.test_collecting import stocked
from tests.becivic_harness.test_library import Answers, body, server
from tests.factories.harness import NOW
from tests.factories.payloads import Fixture, submissions
from tests.requirement import requirement

ROUTE = "/api/feedback"
ETA = (NOW + timedelta(hours=24)).isoformat()
VALID = {"idx": 0, "ok": True, "status": "validated"}
STAGED = {"idx": 0, "ok": True, "status": "staged", "cancel_token": "t0ken", "commit_eta": ETA}


def ready(root: Path, api: str, items: int = 1) -> tuple[Here, Session]:
    """A machine with approved items and a server."""
    here, session = stocked(root)
    here.api = api
    facts = {**session.facts, "session": {**session.about, "rules_fetched": True}}
    session = session_facts.write(here, Session(session.id, facts))
    for number in range(items):
        collecting.add(here, session, {"type": "feedback", "topic": "praise", "body": "Clear" + "." * number})
    session = session_facts.require(here)
    buffer_file.approve(here, session, buffer_file.read(here, session.id).items)
    return here, session_facts.require(here)


def answering(stage: tuple[int, bytes]) -> Answers:
    """Judged well at first; then this."""
    answers = Answers({ROUTE: stage})
    answers.once[ROUTE] = body({"results": [VALID]})
    return answers


def unwritable(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    def refuse(path: str, *_: object) -> None:
        raise files.unusable(path, OSError(28, "No space left on device"))

    monkeypatch.setattr(files, name, refuse)


@requirement("R-BUF-14")
def test_what_could_not_be_written_down_is_not_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with server(answering(body({"results": [STAGED]}))) as (url, asked):
        here, session = ready(tmp_path, url)
        unwritable(monkeypatch, "require_appendable")
        with pytest.raises(Refused) as refused:
            submitting.submit(here, session)
        assert refused.value.code == NOT_WRITABLE
        assert asked == [f"POST {ROUTE}"]  # judged, and no more
        receipts.keep(here, {"id": "con_1", "type": "concern", "cancel_token": "t", "commit_eta": ETA})
        with pytest.raises(Refused):
            cancelling.cancel(here, "con_1")
        assert len(asked) == 1


@requirement("R-BUF-14")
def test_what_was_sent_is_told_with_its_token_where_the_disk_is_full_by_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server(answering(body({"results": [STAGED]}))) as (url, _):
        here, session = ready(tmp_path, url)
        unwritable(monkeypatch, "append")
        with pytest.raises(Refused, match="It was sent") as refused:
            submitting.submit(here, session)
    (told,) = refused.value.facts["receipts"]
    assert told["cancel_token"] == "t0ken"
    assert refused.value.code == NOT_WRITABLE


@pytest.mark.parametrize("stage", [(200, b"<html>"), (200, b"{}"), (502, b"")])
def test_an_answer_that_does_not_come_back_proves_nothing(stage: tuple[int, bytes], tmp_path: Path) -> None:
    with server(answering(stage)) as (url, _):
        here, session = ready(tmp_path, url)
        with pytest.raises(Refused, match="not known whether it arrived") as refused:
            submitting.submit(here, session)
    assert refused.value.code == NOT_REACHED
    assert "never taken twice" in refused.value.remedy
    assert len(buffer_file.read(here, session.id).items) == 1


def test_nothing_is_called_sent_that_was_not_taken(tmp_path: Path) -> None:
    with server(answering(body({"results": []}))) as (url, _):
        here, session = ready(tmp_path, url)
        told = submitting.submit(here, session)
    assert not told["ok"]
    assert told["say"].startswith("The service took none of it.")
    assert told["left_in_buffer"] == 1


def test_what_went_before_something_broke_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def one_by_one(items: Any, head: Any, mode: str) -> list[dict[str, Any]]:
        parts = [[item] for item in items] if mode == STAGE else [items]
        return [each for part in parts for each in envelopes(part, head, mode)]

    monkeypatch.setattr(submitting, "envelopes", one_by_one)
    answered = iter(
        [body({"results": [VALID, {**VALID, "idx": 1}]}), body({"results": [STAGED]}), (502, b"")]
    )

    class Once(Answers):
        def get(self, *_: object) -> tuple[int, bytes]:
            return next(answered)

    with server(Once({})) as (url, _):
        here, session = ready(tmp_path, url, items=2)
        with pytest.raises(Refused, match="1 were sent, the others perhaps not") as refused:
            submitting.submit(here, session)
    assert [each["status"] for each in refused.value.facts["results"]] == ["staged"]
    assert len(buffer_file.read(here, session.id).items) == 1
    assert len(receipts.every(here)) == 1


def _own(fixture: Fixture) -> Mapping[str, Any]:
    sent = fixture.read()
    return {
        "type": fixture.type.value,
        **{key: value for key, value in sent.items() if key != "schema_version"},
    }


def test_a_draft_has_no_target_and_is_not_refused_for_it(tmp_path: Path) -> None:
    here, session = stocked(tmp_path)
    taken, refused = set(), {}
    for fixture in submissions("valid"):
        if fixture.type.value == "draft":
            try:
                taken.add(str(collecting.add(here, session, _own(fixture)).item["target_type"]))
            except Refused as why:
                refused[str(fixture)] = (why.error, why.detail)
    assert taken == {"skill", "path"}, refused
    assert "bad_id" not in {error for error, _ in refused.values()}


def test_a_vote_without_a_target_is_told_what_is_missing(tmp_path: Path) -> None:
    here, session = stocked(tmp_path)
    vote = {"type": "validation", "target_type": "skill", "verdict": "confirm", "injection_flag": False}
    with pytest.raises(Refused, match="target_id"):
        collecting.add(here, session, vote)


def test_a_vote_on_what_somebody_reported_is_taken(tmp_path: Path) -> None:
    here, session = stocked(tmp_path)
    vote = {
        "type": "validation",
        "target_type": "observation",
        "target_id": "con-00012",
        "verdict": "confirm",
        "injection_flag": False,
    }
    assert collecting.add(here, session, vote).item["target_id"] == "con-00012"
    assert here.layer_one.clean("As con-00012 and con-123456 say.").text == "As con-00012 and con-123456 say."


@pytest.mark.parametrize("place", [[], {}, True, "0", 0.5, None])
def test_a_result_that_names_no_item_says_nothing_of_any(place: object, tmp_path: Path) -> None:
    with server(answering(body({"results": [{**STAGED, "idx": place}]}))) as (url, _):
        here, session = ready(tmp_path, url)
        told = submitting.submit(here, session)
    assert (told["ok"], told["left_in_buffer"]) == (False, 1)
