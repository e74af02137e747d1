"""path-pii-guard: signal values hold no long digit strings."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic.corpus.checks import path_pii_guard
from tests.factories.corpora import PATHS, Files, assert_caught, assert_clean
from tests.factories.json_edits import DESK, PORTAL, line_at, with_value
from tests.requirement import requirement

SUCCESS = f"{PORTAL}/validation_path/success_signals/1/value"
FAILURE = f"{DESK}/validation_path/failure_signals/0/value"


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), path_pii_guard.check)


@requirement("R-SRC-15", "R-CI-25")
@pytest.mark.parametrize("pointer", [SUCCESS, FAILURE])
@pytest.mark.parametrize(
    "value",
    [
        "85073003328",
        "12345678",
        "number 12345678.",
        "été12345678",
        "a-12345678-b",
        "line\n123456789",
        "\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18",
        "\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668",
        12345678,
        -12345678,
        12345678.0,
        1e16,
        ["12345678"],
        {"a": "12345678"},
        {"12345678": "a"},
    ],
)
def test_eight_digits_in_a_row_are_caught_without_being_repeated(pointer: str, value: object) -> None:
    files = with_value(Files.valid(), pointer, value)
    finding = assert_caught(files, path_pii_guard.check, PATHS, line_at(files, pointer), says="pii_guard")
    assert not re.search("[0-9]", finding.message + finding.remedy)


@requirement("R-SRC-15")
@pytest.mark.parametrize(
    "value",
    [
        "XXXXXXXX",
        "1234567",
        1234567,
        "404",
        200,
        True,
        None,
        "2026-11-15 and 2027-01-01",
        "abc12345678",
        "12345678abc",
        "_12345678",
        "",
        0.1234567,
        [],
        {},
    ],
)
def test_short_runs_placeholders_and_runs_inside_a_word_are_clean(value: object) -> None:
    assert_clean(with_value(Files.valid(), SUCCESS, value), path_pii_guard.check)


@requirement("R-SRC-15")
@given(st.text(st.characters(codec="ascii") | st.sampled_from("0123456789"), max_size=40))
def test_in_ascii_the_guard_is_the_specifications_expression(text: str) -> None:
    caught = any(path_pii_guard._RUN.search(each) for each in path_pii_guard._texts(text))
    assert caught == bool(re.search(r"\b\d{8,}\b", text, re.ASCII))
