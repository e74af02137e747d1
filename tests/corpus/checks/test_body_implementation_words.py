"""body-implementation-words: a procedure does not speak of our machinery."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import body_implementation_words
from becivic.rules.skills import IMPLEMENTATION_WORDS
from tests.factories.corpora import CLOCK, FALLBACK, Files, assert_caught, assert_clean
from tests.requirement import requirement

RULE = body_implementation_words.check
PLACE = "Leap years count once."


def with_prose(text: str) -> Files:
    return Files.valid().replaced(CLOCK, PLACE, f"First line.\n{text}")


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), RULE)


@requirement("R-BODY-10")
@pytest.mark.parametrize("word", IMPLEMENTATION_WORDS)
@pytest.mark.parametrize("written", ["See {}.", "See `{}`.", "<!-- {} -->", "<Risk>{}</Risk>"])
def test_each_word_is_caught_at_its_line(word: str, written: str) -> None:
    files = with_prose(written.format(word))
    assert_caught(files, RULE, CLOCK, files.line_of(CLOCK, written.format(word)))


@requirement("R-BODY-10")
@pytest.mark.parametrize(
    "word", ["SCRUB", "Sprints", "dogfooding", "scrubbed", "scrubbing", "Session_ID", "~/.be-civic/x"]
)
def test_capitals_and_other_forms_are_caught_too(word: str) -> None:
    files = with_prose(f"See {word} here.")
    assert_caught(files, RULE, CLOCK, files.line_of(CLOCK, f"See {word}"))


@pytest.mark.parametrize(
    "text", ["Scrubland and sprinters.", "my_session_ids", "A profile, a session.", "canonical.mdx"]
)
def test_words_that_only_contain_one_are_clean(text: str) -> None:
    assert_clean(with_prose(text), RULE)


def test_an_attribute_is_not_read() -> None:
    assert_clean(with_prose('<Ref name="a-b" url="https://a.be/sprint">law</Ref>'), RULE)


def test_a_meta_skill_may_speak_of_it() -> None:
    assert_clean(Files.valid().replaced(FALLBACK, "2. Research", "2. Scrub, then research"), RULE)
