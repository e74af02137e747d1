"""path-provider-names: a path names no private provider."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import path_provider_names
from tests.factories.corpora import PATHS, Files, assert_caught, assert_clean
from tests.factories.json_edits import with_value
from tests.requirement import requirement

RULE = path_provider_names.check
ENTRY = "/paths/demo-certificate"


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), RULE)


@requirement("R-BODY-09")
@pytest.mark.parametrize(
    "pointer",
    [
        "/title/fr",
        "/description/en",
        "/applies_to/audience_summary",
        "/sources/0/notes",
        "/sources/1/procedure/instructions",
        "/sources/0/actor/handoff/agent_responsibility",
        "/sources/0/actor/handoff/user_responsibility",
        "/sources/1/actor/handoff/resumption",
    ],
)
def test_a_name_in_a_text_that_is_read_is_caught_at_its_line(pointer: str) -> None:
    files = with_value(Files.valid(), ENTRY + pointer, "Pay at Belfius.", PATHS)
    line = files.line_of(PATHS, "Belfius")
    assert_caught(files, RULE, PATHS, line, says='the path names "Belfius", a bank or payment firm')


@pytest.mark.parametrize(
    ("pointer", "text"),
    [
        ("/sources/0/procedure/deeplink", "https://demo.be/belfius"),
        ("/sources/0/notes", "Sign in with itsme or eID, see https://www.belfius.be/itsme."),
        ("/sources/0/validation_path/failure_signals/0/value", "Belfius"),
    ],
)
def test_addresses_signals_and_means_of_signing_in_are_clean(pointer: str, text: str) -> None:
    assert_clean(with_value(Files.valid(), ENTRY + pointer, text, PATHS), RULE)


@pytest.mark.parametrize("text", ["Pay at Belf\u0131us.", "Pay at Bel\u00adfius.", "Pay at _Belfius_."])
def test_what_a_body_may_not_say_a_path_may_not_either(text: str) -> None:
    files = with_value(Files.valid(), f"{ENTRY}/sources/0/notes", text, PATHS)
    assert_caught(files, RULE, PATHS, files.line_of(PATHS, "Pay at"), says='"Belfius"')
