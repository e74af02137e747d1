"""Stage 1: what the server could not read, what says who somebody is, what no schema or calendar has."""

from __future__ import annotations

import math
from typing import Any

import pytest

from becivic.intake.refusal import Refusal
from becivic.intake.stages.parse import parse
from becivic.rules import caps
from becivic_harness.checks.verdict import safe_pointer
from becivic_harness.preflight import Preflight, preflight
from tests.factories.oracle import NOW
from tests.factories.payloads import edited, payload
from tests.factories.preflights import engine, look
from tests.requirement import requirement

CONCERN = payload("concerns/valid/path-general")
BODY = "/content/report"


def _said(changes: dict[str, Any]) -> Preflight:
    return look("concern", edited(CONCERN, changes))


def _nested(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


UNREADABLE: dict[str, tuple[Any, str]] = {
    "a NUL": ("a\0b", "NUL"),
    "half a pair": ("\ud800", "surrogate"),
    "infinity": (math.inf, "out of range"),
    "no number": (math.nan, "out of range"),
    "a long number": (10**40, "too long"),
    "a very long number": (10**4000, "too long"),
    "a key that is a number": ({1: 2}, "no text"),
    "a NUL in a key": ({"a\0": 2}, "NUL"),
    "half a pair in a key": ({"\udfff": 2}, "surrogate"),
    "a set": ({1, 2}, "written as JSON"),
    "bytes": (b"a", "written as JSON"),
    "too deep": (_nested(70), "Nests deeper"),
    "far too deep": (_nested(100_000), "Nests deeper"),
    "too large": ("x" * caps.BODY_BYTES, "larger than 256 KiB"),
}


@requirement("R-PIPE-01")
@pytest.mark.parametrize("case", UNREADABLE)
def test_what_the_server_could_not_read_is_refused_before_anything_else(case: str) -> None:
    value, detail = UNREADABLE[case]
    (only,) = look("concern", {**CONCERN, "content": {**CONCERN["content"], "report": value}}).errors
    assert only.error == "schema_fail"
    assert detail in only.detail


def test_a_number_that_is_just_short_enough_is_left_to_the_schema() -> None:
    (first, *_) = look("concern", {**CONCERN, "content": {**CONCERN["content"], "report": 10**39}}).errors
    assert "too long" not in first.detail


@requirement("R-PIPE-01")
def test_the_deepest_that_can_be_sent_in_an_envelope_is_the_deepest_that_is_read() -> None:
    deepest = caps.NESTING - 2
    for levels, refused in ((deepest - 1, False), (deepest, True)):
        (first, *_) = look("concern", {**CONCERN, "content": _nested(levels)}).errors
        assert ("Nests" in first.detail) is refused
        envelope = f'{{"items": [{{"content": {"[" * levels}1{"]" * levels}}}]}}'
        assert isinstance(parse(envelope.encode()), Refusal) is refused


@requirement("R-IDB-04")
def test_a_field_that_says_who_somebody_is_is_told_once_and_first() -> None:
    found = _said({"/content/scope": "nowhere", "/content/user_email": "x"})
    assert [each.error for each in found.errors] == ["identity_field_present", "schema_fail"]
    assert [each.pointer for each in found.errors] == ["/content/user_email", "/content/scope"]


def test_a_day_that_is_in_no_calendar_is_refused() -> None:
    (only,) = _said({"/content/evidence_date": "2026-02-30"}).errors
    assert (only.error, only.pointer) == ("schema_fail", "/content/evidence_date")


def test_notes_are_counted_in_bytes() -> None:
    draft = payload("amendments/valid/skill/body-with-provenance")
    notes = "é" * (caps.RESEARCH_NOTES // 2 + 1)
    (only,) = look("amendment", edited(draft, {"/provenance/research_notes_markdown": notes})).errors
    assert "bytes" in only.detail


@requirement("R-SCRUB-05", "R-SCRUB-12")
def test_personal_text_is_told_of_although_the_form_is_wrong() -> None:
    found = _said({"/content/scope": "nowhere", BODY: "Write to an.example@example.org about it."})
    assert [each.error for each in found.errors] == ["schema_fail", "regex_fail"]
    assert "example" not in str(found.as_json())


@pytest.mark.parametrize("item", [{}, {"type": "observation"}, {"type": ["concern"]}])
def test_an_item_of_no_type_is_refused_at_its_type(item: dict[str, Any]) -> None:
    found = preflight(
        item, engine=engine(), graph=None, paths=None, skill_body=None, skill_fields=None, now=NOW
    )
    (only,) = found.errors
    assert (only.error, only.pointer) == ("schema_fail", "/type")


@pytest.mark.parametrize(("pointer", "told"), [
    ("", ""), ("/content/body", "/content/body"), ("/items/3", "/items/3"), ("/commune_nis5", "/commune_nis5"),
    ("/content/850730-033.28/x", "/content"), ("/An Example", ""), ("/a~1b", ""), ("/12345", ""),
])  # fmt: skip
def test_a_pointer_is_told_as_far_as_its_names_are_known(pointer: str, told: str) -> None:
    assert safe_pointer(pointer) == told
