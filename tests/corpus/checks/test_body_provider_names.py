"""body-provider-names: a body names no private provider."""

from __future__ import annotations

import re

import pytest

from becivic.corpus.checks import body_provider_names
from tests.factories.corpora import APPLICATION, CLOCK, FALLBACK, Files, assert_caught, assert_clean
from tests.requirement import requirement

RULE = body_provider_names.check
PLACE = "Leap years count once."


def with_prose(text: str) -> Files:
    return Files.valid().replaced(CLOCK, PLACE, f"First line.\n{text}")


def with_field(key: str, text: str) -> Files:
    skill = re.sub(rf"^{key}: .*\n", "", Files.valid()[CLOCK].decode(), flags=re.MULTILINE)
    return (
        Files.valid().with_file(CLOCK, skill).replaced(CLOCK, "status: beta", f"status: beta\n{key}: {text}")
    )


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), RULE)


@requirement("R-BODY-09")
@pytest.mark.parametrize(
    "text",
    ["Open one at Belfius.", "`Belfius`", "<!-- Belfius -->", "<Ref name='a-b'>Belfius on accounts</Ref>"],
)
def test_a_name_is_caught_at_its_line_with_its_kind(text: str) -> None:
    files = with_prose(text)
    line = files.line_of(CLOCK, "Belfius")
    assert_caught(files, RULE, CLOCK, line, says='names "Belfius", a bank or payment firm')


@requirement("R-BODY-09")
def test_a_name_in_the_reason_of_a_risk_is_caught() -> None:
    files = Files.valid().replaced(APPLICATION, "A wrong route", "A wrong account at Belfius")
    assert_caught(files, RULE, APPLICATION, files.line_of(APPLICATION, "Belfius"))


@requirement("R-BODY-09")
def test_a_meta_skill_is_held_to_it() -> None:
    files = Files.valid().replaced(FALLBACK, "2. Research", "2. Ask ChatGPT, then research")
    assert_caught(files, RULE, FALLBACK, files.line_of(FALLBACK, "ChatGPT"), says="a vendor of AI")


@pytest.mark.parametrize(
    "text",
    [
        '<Ref name="a-b" title="Belfius and others" url="https://a.be/belfius">list of banks</Ref>',
        "[a list](https://www.belgium.be/belfius)",
    ],
)
def test_titles_and_addresses_of_sources_are_their_own(text: str) -> None:
    assert_clean(with_prose(text), RULE)


@requirement("R-BODY-09")
@pytest.mark.parametrize(
    ("key", "says"),
    [
        ("title", "the title names"),
        ("summary", "the summary names"),
        ("verification_notes", "the verification notes name"),
    ],
)
def test_a_name_in_what_is_said_about_a_skill_is_caught_at_its_line(key: str, says: str) -> None:
    files = with_field(key, "Ask _Belfius_")
    line = files.line_of(CLOCK, "Belfius")
    assert_caught(files, RULE, CLOCK, line, says=f'{says} "Belfius", a bank')


def test_a_name_that_only_the_first_look_saw_is_clean() -> None:
    assert_clean(with_field("verification_notes", "Asked ing. Peeters"), RULE)


def test_a_soft_hyphen_hides_no_name() -> None:
    files = with_prose("Open one at Bel\u00adfius.")
    assert_caught(files, RULE, CLOCK, files.line_of(CLOCK, "Open one"))
