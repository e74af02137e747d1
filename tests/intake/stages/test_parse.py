from __future__ import annotations

import pytest

from becivic.intake.refusal import Refusal
from becivic.intake.stages.parse import parse
from becivic.rules import caps
from becivic.rules.errors import ErrorCategory
from tests.requirement import requirement


@requirement("R-PIPE-01")
def test_an_object_is_taken_as_it_is() -> None:
    assert parse(b'{"a": [1, "\xc3\xa9"]}') == {"a": [1, "é"]}


@requirement("R-PIPE-01", "R-API-05")
@pytest.mark.parametrize(
    ("raw", "keyword"),
    [
        (b"", "parse"),
        (b"{", "parse"),
        (b'{"a": 1, "a": 2}', "parse"),
        (b'{"a": NaN}', "parse"),
        (b'{"a": "\\ud800"}', "parse"),
        (b'{"a": "\xff"}', "parse"),
        (b'{"a": ' + b"[" * 100 + b"]" * 100 + b"}", "parse"),
        (b"[]", "type"),
        (b'"85.07.30-033.28"', "type"),
        (b"null", "type"),
    ],
)
def test_what_is_not_one_json_object_is_refused_without_a_word_of_it(raw: bytes, keyword: str) -> None:
    refused = parse(raw)
    assert isinstance(refused, Refusal)
    assert (refused.category, refused.status, refused.keyword) == (ErrorCategory.SCHEMA_FAIL, 400, keyword)
    assert refused.remedy
    assert "85.07" not in refused.detail


def test_a_body_above_the_cap_is_too_large_and_one_at_it_is_not() -> None:
    room = caps.BODY_BYTES - len(b'{"a": ""}')
    assert not isinstance(parse(b'{"a": "' + b"x" * room + b'"}'), Refusal)
    refused = parse(b'{"a": "' + b"x" * (room + 1) + b'"}')
    assert isinstance(refused, Refusal)
    assert (refused.status, refused.category) == (413, ErrorCategory.SCHEMA_FAIL)
