"""path-auth-provider: a preferred provider is a supported one."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import path_auth_provider
from tests.factories.corpora import PATHS, Files, assert_caught, assert_clean
from tests.factories.json_edits import PORTAL, line_at, with_value
from tests.requirement import requirement

FIELD = f"{PORTAL}/preferred_auth_provider"


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), path_auth_provider.check)


@requirement("R-SRC-02")
def test_a_provider_that_is_not_supported_is_caught_at_its_line() -> None:
    files = with_value(Files.valid(), FIELD, "carrier-pigeon")
    assert_caught(files, path_auth_provider.check, PATHS, line_at(files, FIELD))


@requirement("R-SRC-02")
def test_a_source_that_supports_nobody_prefers_nobody() -> None:
    files = with_value(Files.valid(), f"{PORTAL}/auth/supported_providers", [])
    assert_caught(files, path_auth_provider.check, PATHS, line_at(files, FIELD))


@pytest.mark.parametrize("value", [7, None, "", []])
def test_what_is_no_text_is_left_to_the_schema(value: object) -> None:
    assert_clean(with_value(Files.valid(), FIELD, value), path_auth_provider.check)
