"""The log line of a submission: four fields, and no way for anything else to get in."""

from __future__ import annotations

import logging
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic.rules.errors import ErrorCategory
from becivic.rules.submissions import SubmissionType
from becivic.web.request_log import NOTHING, OUTCOMES, log_submission
from tests.requirement import requirement

UUID = "01932d5e-7c1a-7f3b-8a2b-0123456789ab"
CONCERN, RATING = f"con_{UUID}", f"rtg_{UUID}"
LINE = re.compile(r"(-|[a-z]{3}_[0-9a-f-]{36}(,[a-z]{3}_[0-9a-f-]{36})*) (-|[a-z0-9_]+) [0-9]{3} [0-9]+ ms")


class Kept(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        assert record.levelno == logging.INFO
        assert (record.exc_info, record.stack_info) == (None, None)
        self.lines.append(record.getMessage())


def logged(ids: list[object], outcome: str, status: int = 200, milliseconds: float = 3.4) -> list[str]:
    logger, kept = listening(logging.INFO)
    log_submission(logger, ids, outcome, status, milliseconds)
    return kept.lines


def listening(level: int) -> tuple[logging.Logger, Kept]:
    logger, kept = logging.getLogger(__name__), Kept()
    logger.handlers, logger.propagate = [kept], False
    logger.setLevel(level)
    return logger, kept


@requirement("R-PIPE-13")
def test_a_line_holds_the_ids_the_outcome_the_status_and_the_time() -> None:
    assert logged([CONCERN], "staged") == [f"{CONCERN} staged 200 3 ms"]
    assert logged([CONCERN, RATING], "duplicate") == [f"{CONCERN},{RATING} duplicate 200 3 ms"]
    refused = logged([CONCERN], ErrorCategory.REGEX_FAIL, 422, 0.6)
    assert refused == [f"{CONCERN} regex_fail 422 1 ms"]


@pytest.mark.parametrize("kind", SubmissionType)
def test_ids_of_every_type_are_written(kind: SubmissionType) -> None:
    assert logged([f"{kind.facts.id_prefix}{UUID}"], "staged")[0].startswith(f"{kind.facts.id_prefix}{UUID} ")


@pytest.mark.parametrize(
    "claimed",
    ["somebody@example.org", f"{CONCERN}\n", f"{CONCERN} 203.0.113.7", f"ses_{UUID}", f"con_{UUID.upper()}", "", None,
     7, {"con_": UUID}],
)  # fmt: skip
def test_what_is_not_an_id_is_not_written(claimed: object) -> None:
    assert logged([claimed], "schema_fail", 400) == [f"{NOTHING} schema_fail 400 3 ms"]
    assert logged([claimed, CONCERN], "schema_fail", 400) == [f"{CONCERN} schema_fail 400 3 ms"]


@pytest.mark.parametrize("outcome", sorted(OUTCOMES))
def test_every_outcome_of_ours_is_written(outcome: str) -> None:
    assert logged([CONCERN], outcome) == [f"{CONCERN} {outcome} 200 3 ms"]


@requirement("R-PIPE-13")
@given(ids=st.lists(st.one_of(st.text(), st.just(CONCERN), st.integers()), max_size=4), outcome=st.text())
def test_nothing_else_can_get_in(ids: list[object], outcome: str) -> None:
    (line,) = logged(ids, outcome)
    assert LINE.fullmatch(line)


def test_above_info_nothing_is_written() -> None:
    logger, kept = listening(logging.WARNING)
    log_submission(logger, [CONCERN], "staged", 200, 1)
    assert kept.lines == []
