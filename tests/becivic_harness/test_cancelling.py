"""Taking back is told as done only where the service itself said so, and is asked for as long as it may help."""

from __future__ import annotations

import json
import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from becivic_harness import cancelling, receipts
from becivic_harness.cli.main import main
from becivic_harness.here import Here
from becivic_harness.refusals import NOT_REACHED, REFUSED, Refused
from tests.becivic_harness.test_library import Answers, body, server
from tests.factories.harness import NOW, NOWHERE, later, machine
from tests.requirement import requirement

ROUTE = "/api/concerns/con_1"
GONE = body({"cancelled": True})


def sent(root: Path, **more: Any) -> Here:
    """A machine from which a concern was sent, to be published a day from now."""
    here = machine(root, **more)
    eta = (here.now + timedelta(hours=24)).isoformat()
    receipts.keep(
        here,
        {"id": "con_1", "type": "concern", "cancel_token": "t", "commit_eta": eta, "status": "staged"},
    )
    return here


def run(here: Here, *arguments: str, api: str = NOWHERE, **by: float) -> int:
    moment = (NOW + timedelta(**by)).isoformat()
    return main([*arguments, "--data-dir", here.home.root, "--api", api, "--now", moment])


@requirement("R-BUF-13")
@pytest.mark.parametrize(
    "said",
    [
        (200, b"<html>Welcome to the airport"), (200, b""), (204, b""), (200, b"{}"), (200, b"[true]"), body({"cancelled": "true"}),
        body({"cancelled": False}), (403, b'{"error": "log in first"}'), (404, b'{"cancelled": true}'), (429, b'{"error": "forbidden_not"}'),
    ],
)  # fmt: skip
def test_only_the_services_own_word_takes_something_back(said: tuple[int, bytes], tmp_path: Path) -> None:
    answers = Answers({ROUTE: said})
    with server(answers) as (url, asked):
        here = sent(tmp_path, api=url)
        assert cancelling.cancel(here, "con_1")["status"] == "queued"
        assert receipts.one(here, "con_1")["status"] == "staged"
        assert os.path.exists(here.home.cancel_retry("con_1"))
        answers[ROUTE] = GONE
        assert cancelling.cancel(here, "con_1")["status"] == "cancelled"
        assert len(asked) == 2
        assert not os.path.exists(here.home.cancel_retry("con_1"))


@requirement("R-BUF-13")
def test_in_the_last_minute_and_after_it_the_server_is_asked_all_the_same(tmp_path: Path) -> None:
    with server(Answers({ROUTE: GONE})) as (url, _):
        here = sent(tmp_path, api=url)
        last = later(here, hours=23, minutes=59, seconds=30)
        assert cancelling.cancel(last, "con_1")["status"] == "cancelled"


@requirement("R-BUF-13")
def test_too_late_for_the_queue_says_no_more_than_is_known(tmp_path: Path) -> None:
    here = sent(tmp_path)
    with pytest.raises(Refused, match="may be published") as refused:
        cancelling.cancel(later(here, hours=25), "con_1")
    assert refused.value.code == NOT_REACHED
    assert not os.path.exists(here.home.cancel_retry("con_1"))
    cancelling.cancel(here, "con_1")
    assert "may be published" in cancelling.retry(later(here, hours=25))[0]["say"]


@requirement("R-BUF-13")
def test_what_still_waits_ends_with_the_code_for_a_server_that_was_not_reached(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here = sent(tmp_path)
    assert run(here, "cancel", "con_1") == NOT_REACHED
    told = json.loads(capsys.readouterr().out)
    assert (told["error"], told["status"], bool(told["deadline"])) == ("not_reached", "queued", True)
    assert run(here, "cancel", "--retry") == NOT_REACHED
    assert json.loads(capsys.readouterr().out)["queue"][0]["status"] == "queued"
    assert run(here, "cancel", "con_1", "--text") == NOT_REACHED
    assert "Not done: The server did not take it back yet." in capsys.readouterr().out
    assert run(here, "cancel", "--retry", hours=25) == REFUSED
    assert json.loads(capsys.readouterr().out)["queue"][0]["status"] == "too_late"
    assert run(here, "cancel", "--retry", hours=25) == 0
    with server(Answers({ROUTE: GONE})) as (url, _):
        assert run(here, "cancel", "con_1", api=url) == 0
    capsys.readouterr()


@requirement("R-BUF-13")
def test_what_a_kill_left_half_written_in_the_queue_is_taken_back_once(tmp_path: Path) -> None:
    answers = Answers({ROUTE: (401, b'{"error": "unauthorised"}')})
    here = sent(tmp_path)
    cancelling.cancel(here, "con_1")
    queued = here.home.cancel_retry("con_1")
    Path(f"{queued}.77.half-written").write_bytes(Path(queued).read_bytes())
    answers.once[ROUTE] = GONE
    with server(answers) as (url, asked):
        assert run(here, "cancel", "--retry", api=url) == 0
    assert len(asked) == 1
    assert receipts.one(here, "con_1")["status"] == "cancelled"
