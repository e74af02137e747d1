"""A line of the log: as a sentence or as an object, with its request, and without what an error says."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from becivic.observing.logs import Objects, Sentences, write_logs
from becivic.observing.tracing import REQUEST, running
from becivic.setting_values import LogFormat
from becivic.web.request_log import log_submission
from tests.requirement import requirement

REHEARSED = datetime(2031, 1, 2, 3, 4, 5, tzinfo=UTC)
ID = "con_019a8000-0000-7000-8000-000000000001"


def record(message: str, *values: object, **extra: object) -> logging.LogRecord:
    made = logging.LogRecord("becivic.x", logging.WARNING, __file__, 1, message, values, None)
    made.__dict__.update(extra)
    return made


def as_object(made: logging.LogRecord) -> dict[str, Any]:
    line = Objects(lambda: REHEARSED).format(made)
    assert "\n" not in line
    found: dict[str, Any] = json.loads(line)
    return found


@pytest.fixture
def in_a_request() -> Iterator[None]:
    token = REQUEST.set("0123456789abcdef")
    yield
    REQUEST.reset(token)


@pytest.mark.usefixtures("in_a_request")
def test_a_sentence_ends_with_the_request_it_is_about() -> None:
    said = Sentences().format(record("%s is late.", "It"))
    assert said == "WARNING It is late. request_id=0123456789abcdef"


def test_a_sentence_outside_of_any_request_names_none() -> None:
    assert Sentences().format(record("Late.\nbelow")) == "WARNING Late.\nbelow"


@pytest.mark.usefixtures("in_a_request")
def test_an_object_has_the_time_of_the_service_the_request_and_the_run() -> None:
    with running("run-1"):
        assert as_object(record("%s is late.", "It")) == {
            "time": "2031-01-02T03:04:05Z",
            "level": "warning",
            "logger": "becivic.x",
            "message": "It is late.",
            "request_id": "0123456789abcdef",
            "run_id": "run-1",
        }


@requirement("R-PIPE-13")
def test_the_line_of_a_submission_is_made_of_its_closed_fields(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    log_submission(logging.getLogger("becivic.submissions"), [ID, "somebody's words"], "staged", 200, 12.4)
    found = as_object(caplog.records[0])
    assert found.pop("time")
    assert found == {
        "level": "info",
        "logger": "becivic.submissions",
        "message": f"{ID} staged 200 12 ms",
        "ids": [ID],
        "outcome": "staged",
        "status": 200,
        "ms": 12,
    }


def test_a_field_that_nobody_agreed_on_is_left_out() -> None:
    assert "address" not in as_object(record("Late.", address="192.0.2.99"))


@requirement("R-PIPE-13")
def test_an_exception_is_written_as_its_frames_and_its_kind_in_both_forms() -> None:
    try:
        int("somebody's words")
    except ValueError:
        made = record("It failed.")
        made.exc_info = sys.exc_info()
    found = as_object(made)
    assert found["message"] == "It failed."
    assert found["frames"].endswith("ValueError")
    sentence = Sentences().format(made)
    assert sentence.endswith("ValueError")
    assert "somebody's words" not in f"{found}{sentence}".replace('int("somebody\'s words")', "")


def test_what_a_job_reports_is_an_object_of_its_own_and_ends_the_sentence() -> None:
    made = record("job commit at noon", report={"published": {"concern skill": 1}, "held": ["é"]})
    assert as_object(made)["report"] == {"published": {"concern skill": 1}, "held": ["é"]}
    assert as_object(made)["message"] == "job commit at noon"
    said = Sentences().format(made)
    assert said == 'WARNING job commit at noon: {"published": {"concern skill": 1}, "held": ["é"]}'


def test_frames_in_a_message_stand_in_their_own_field() -> None:
    found = as_object(record("A request failed.\n%s", "File a\nValueError"))
    assert (found["message"], found["frames"]) == ("A request failed.", "File a\nValueError")


def test_nothing_is_written_of_an_exception_that_is_none() -> None:
    made = record("It failed.")
    made.exc_info = (None, None, None)
    assert "frames" not in as_object(made)


@pytest.mark.parametrize(("form", "written"), [(LogFormat.TEXT, Sentences), (LogFormat.JSON, Objects)])
def test_the_last_word_on_the_form_counts(
    form: LogFormat, written: type[logging.Formatter], monkeypatch: pytest.MonkeyPatch
) -> None:
    handler = logging.NullHandler()
    monkeypatch.setattr(logging.getLogger(), "handlers", [handler])
    for name in ("logThreads", "logProcesses", "logMultiprocessing"):
        monkeypatch.setattr(logging, name, True)
    write_logs(LogFormat.TEXT, lambda: REHEARSED)
    write_logs(form, lambda: REHEARSED)
    assert isinstance(handler.formatter, written)
    assert not logging.logThreads
