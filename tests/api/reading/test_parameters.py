"""Parameters say once what they take, what rule a wrong value breaks, and how that is put in words."""

from __future__ import annotations

import pytest

from becivic.api.reading.parameters import AFTER_COMMIT, LIMIT, LOCALE, PROFILE, QUESTION_ASKED, Parameter


@pytest.mark.parametrize(
    ("parameter", "keyword", "form"),
    [
        (LIMIT, "type", "a number from 1 to 200"),
        (LOCALE, "enum", "one of: NL, FR, DE, EN"),
        (AFTER_COMMIT, "pattern", "of the form ^[0-9a-f]{40}$"),
        (PROFILE, "type", "a JSON object of at most 8192 bytes"),
        (QUESTION_ASKED, "pattern", "a question: any text that is not blank"),
    ],
)
def test_a_parameter_says_what_it_takes(parameter: Parameter, keyword: str, form: str) -> None:
    assert (parameter.keyword, parameter.form) == (keyword, form)
    assert parameter.accepts(parameter.example)


@pytest.mark.parametrize(
    ("text", "is_taken"),
    [
        ("{}", True),
        ('{"a": {"b": [1]}}', True),
        ("[]", False),
        ("3", False),
        ("{", False),
        ("{" * 9000, False),
    ],
)
def test_an_object_is_taken_whatever_it_says(text: str, *, is_taken: bool) -> None:
    assert PROFILE.accepts(text) is is_taken
