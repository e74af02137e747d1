"""One line for every hold, for ninety days."""

from __future__ import annotations

import json
import stat
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from becivic.publishing.screening.review_log import REVIEW_LOG, Hold, note_holds
from becivic.publishing.screening.screen import Reason
from becivic.rules.publishing import HoldReason, held_address
from becivic.rules.submissions import SubmissionType
from tests.factories.homes import NOON
from tests.requirement import requirement

HOLD = Hold("held-for-review/concerns/1", [Reason("/content/body", HoldReason.PERSON_NAME)])


def lines(home: Path) -> list[Any]:
    return [json.loads(line) for line in (home / REVIEW_LOG).read_text("utf-8").splitlines()]


@requirement("R-NER-06")
def test_a_line_says_when_where_and_why_and_nothing_else(tmp_path: Path) -> None:
    reasons = [Reason("/content/Somebody", HoldReason.PERSON_NAME)]
    note_holds(tmp_path, [Hold(held_address(SubmissionType.CONCERN, "con_0-1"), reasons)], NOON)
    assert lines(tmp_path) == [
        {
            "at": "2026-11-15T12:00:00.000000Z",
            "held": "held-for-review/concerns/0-1",
            "reasons": [{"reason": "person_name", "pointer": "/content"}],
        }
    ]
    assert stat.S_IMODE((tmp_path / REVIEW_LOG).stat().st_mode) == 0o600


@requirement("R-NER-06")
def test_lines_are_kept_for_ninety_days(tmp_path: Path) -> None:
    note_holds(tmp_path, [HOLD], NOON)
    note_holds(tmp_path, [HOLD], NOON + timedelta(days=30))
    note_holds(tmp_path, [HOLD], NOON + timedelta(days=90))
    assert len(lines(tmp_path)) == 3
    note_holds(tmp_path, [HOLD], NOON + timedelta(days=91))
    assert [line["at"][:10] for line in lines(tmp_path)] == ["2026-12-15", "2027-02-13", "2027-02-14"]
    assert stat.S_IMODE((tmp_path / REVIEW_LOG).stat().st_mode) == 0o600
    assert [file.name for file in (tmp_path / "runtime").iterdir()] == ["ner-review-queue.log"]


def test_a_line_that_was_cut_short_goes_with_the_old_ones(tmp_path: Path) -> None:
    note_holds(tmp_path, [HOLD], NOON)
    file = tmp_path / REVIEW_LOG
    for cut in ('{"at": "20', "[1]", "{}", '{"at": 1}'):
        file.write_text(f"{cut}\n{file.read_text('utf-8')}", "utf-8")
        note_holds(tmp_path, [HOLD], NOON)
    assert len(lines(tmp_path)) == 5


def test_an_empty_log_and_no_holds_are_nothing_special(tmp_path: Path) -> None:
    note_holds(tmp_path, [], NOON)
    assert not (tmp_path / "runtime").exists()
    (tmp_path / "runtime").mkdir()
    (tmp_path / REVIEW_LOG).touch()
    note_holds(tmp_path, [HOLD], NOON)
    assert len(lines(tmp_path)) == 1


def test_those_who_write_at_the_same_moment_lose_nothing(tmp_path: Path) -> None:
    note_holds(tmp_path, [HOLD], NOON - timedelta(days=100))
    with ThreadPoolExecutor(4) as threads:
        for _ in range(20):
            threads.submit(note_holds, tmp_path, [HOLD] * 5, NOON)
    assert len(lines(tmp_path)) == 100


@pytest.mark.parametrize("in_the_way", ["runtime", REVIEW_LOG])
def test_a_log_that_cannot_be_written_stops_nothing(
    in_the_way: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A file where the folder should be, or a folder where the file should be."""
    if in_the_way == "runtime":
        (tmp_path / in_the_way).touch()
    else:
        (tmp_path / in_the_way).mkdir(parents=True)
    note_holds(tmp_path, [HOLD], NOON)
    (record,) = caplog.records
    assert record.levelname == "WARNING"
    assert HOLD.address not in caplog.text
    assert "/content" not in caplog.text
