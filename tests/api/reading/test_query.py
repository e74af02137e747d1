"""Queries: what a parameter accepts, and what is told of one that is wrong."""

from __future__ import annotations

import pytest
from starlette.datastructures import QueryParams

from becivic.api.reading import parameters
from becivic.api.reading.parameters import Parameter
from becivic.api.reading.query import Query
from becivic.rules.identifiers import UidPrefix
from becivic.rules.reading import FILTER_VALUES, PAGE
from tests.requirement import requirement

STATUS = parameters.ROW_STATUS


def query(text: str) -> Query:
    return Query(QueryParams(text))


@pytest.mark.parametrize(
    ("parameter", "accepted", "refused"),
    [
        (
            parameters.LIMIT,
            ["1", "50", "200"],
            ["0", "201", "-1", "1.5", "05", "", "\N{ARABIC-INDIC DIGIT ONE}", "50 "],
        ),
        (STATUS, ["alpha", "deprecated"], ["draft", "Alpha", ""]),
        (parameters.TARGET_TYPE, ["skill", "skill_graph"], ["observation", ""]),
        (
            parameters.TARGET_ID,
            ["a-skill", "val-00001", "9a", "a-path:a-source"],
            ["", "A", "a\x00", "x:y:z"],
        ),
        (parameters.SKILL, ["a-skill"], ["9a", "val:1", ""]),
        (parameters.CONCERN_STATUS, ["pending", "committed"], ["staged"]),
        (
            parameters.SINCE,
            ["2026-11-01", "2026-11-01T23:59:59Z", "2026-11-01T10:00:00+01:00", "2026-11-01T23:59:59.5Z"],
            ["2026-13-01", "2026-02-30", "2026-11-01T24:00:00Z", "2026-11-01T10:00:00", "yesterday", ""],
        ),
        (parameters.ROW_NAME, ["fin-fee-eur"], ["fee", "FIN-fee"]),
        (parameters.AFTER_CONCERN, ["con-00001", "con-100000"], ["con-1", "val-00001"]),
        (parameters.after_uid(UidPrefix.REFERENCE), ["ref-00001"], ["con-00001"]),
        (parameters.AFTER_COMMIT, ["0" * 40], ["0" * 39, "HEAD"]),
        (parameters.AFTER_SKILL, ["a-skill"], ["", "A", "9a"]),
        (
            parameters.CURSOR,
            ["start", "0.0123abcd", "7-12.0123abcd"],
            ["", "end", "7", "07.0123abcd", "7-0.0123abcd"],
        ),
        (parameters.SECTION, ["process", "part-2", "1-first"], ["", "Process", "-a", "a" * 101]),
        (parameters.AFTER_PATH, ["a-path", "9a"], ["", "A", "a-"]),
        (parameters.DETAIL, ["summary", "full"], ["", "all", "Full"]),
        (parameters.AFTER_NUMBER, ["1", "999999999"], ["0", "1000000000"]),
    ],
)
def test_a_parameter_accepts_its_form_and_nothing_else(
    parameter: Parameter, accepted: list[str], refused: list[str]
) -> None:
    assert parameter.accepts(parameter.example)
    assert [each for each in accepted if not parameter.accepts(each)] == []
    assert [each for each in refused if parameter.accepts(each)] == []


def test_what_is_left_out_narrows_nothing() -> None:
    asked = query("unknown=1")
    assert (asked.all(STATUS), asked.one(parameters.SINCE), asked.limit()) == ([], None, PAGE)
    assert asked.refusal is None


def test_values_are_read_in_their_order() -> None:
    assert query("status=beta&status=alpha").all(STATUS) == ["beta", "alpha"]
    assert query("limit=7").limit() == 7


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("status=alpha", None),
        ("limit=7", ("", 7)),
        ("after=a-skill", ("a-skill", PAGE)),
        ("after=a-skill&limit=7", ("a-skill", 7)),
    ],
)
def test_a_page_is_meant_where_its_beginning_or_its_length_is_said(
    text: str, page: tuple[str, int] | None
) -> None:
    assert query(text).page(parameters.AFTER_SKILL) == page


@requirement("R-READ-03")
def test_what_repeats_may_be_written_with_brackets() -> None:
    assert query("status[]=beta&status=alpha&status%5B%5D=stable").all(STATUS) == ["alpha", "beta", "stable"]
    assert query("limit[]=7").limit() == PAGE
    assert query("status[]=whim").all(STATUS) == []


def test_everything_wrong_is_told_at_once_and_nothing_repeated() -> None:
    asked = query("status=whim&limit=9999&since=secret&since=2026-11-01")
    assert (asked.all(STATUS), asked.limit(), asked.one(parameters.SINCE)) == ([], PAGE, None)
    assert asked.refusal is not None
    said = asked.refusal.said()
    assert (said["error"], said["schema_pointer"], said["keyword"]) == ("schema_fail", "/status", "enum")
    assert [(each["schema_pointer"], each["keyword"]) for each in said["faults"]] == [
        ("/status", "enum"),
        ("/limit", "type"),
        ("/since", "maxItems"),
    ]
    assert said["faults"][1]["detail"] == "Must be a number from 1 to 200"
    assert said["faults"][2]["detail"] == "May be said once"
    assert "query parameter" in said["remedy"]
    assert not {"whim", "9999", "secret"} & set(str(said).replace("'", " ").split())


def test_a_filter_may_be_repeated_so_often_and_no_oftener() -> None:
    assert query("&".join(["status=alpha"] * FILTER_VALUES)).all(STATUS) == ["alpha"] * FILTER_VALUES
    asked = query("&".join(["status=alpha"] * (FILTER_VALUES + 1)))
    assert asked.all(STATUS) == []
    assert asked.refusal is not None
    assert asked.refusal.detail == f"May be said {FILTER_VALUES} times at most."


def test_a_shape_is_said_as_a_pattern() -> None:
    asked = query("after=x")
    asked.one(parameters.AFTER_COMMIT)
    assert asked.refusal is not None
    assert (asked.refusal.keyword, asked.refusal.detail) == ("pattern", "Must be of the form ^[0-9a-f]{40}$.")
