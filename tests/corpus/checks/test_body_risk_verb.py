"""body-risk-verb: a risk is put as a suggestion."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import body_risk_verb
from becivic.rules.skills import RISK_VERB_FORMS_BANNED, RISK_VERBS_BANNED
from tests.factories.corpora import APPLICATION, Files, assert_caught, assert_clean
from tests.requirement import requirement

RULE = body_risk_verb.check
PASSAGE = "Suggest that the person"


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), RULE)


def test_the_forms_are_those_of_the_two_verbs() -> None:
    assert set(RISK_VERBS_BANNED) <= set(RISK_VERB_FORMS_BANNED)


@requirement("R-BODY-08")
@pytest.mark.parametrize("verb", [*RISK_VERB_FORMS_BANNED, "Tell", "ADVISE"])
def test_a_banned_verb_in_a_risk_is_caught_at_its_line(verb: str) -> None:
    files = Files.valid().replaced(APPLICATION, PASSAGE, f"Stop.\n   {verb} that the person")
    assert_caught(files, RULE, APPLICATION, files.line_of(APPLICATION, f"   {verb} that"), says=verb.lower())


@requirement("R-BODY-08")
def test_a_banned_verb_in_the_reason_is_caught() -> None:
    files = Files.valid().replaced(APPLICATION, "A wrong route cannot", "They told us it cannot")
    assert_caught(files, RULE, APPLICATION, files.line_of(APPLICATION, "told"), says="told")


def test_a_verb_in_a_nested_risk_is_caught_once() -> None:
    files = Files.valid().replaced(APPLICATION, PASSAGE, "<Risk>Tell them</Risk> that the person")
    assert_caught(files, RULE, APPLICATION, files.line_of(APPLICATION, "Tell them"))


@pytest.mark.parametrize(
    "near_miss", ["Advice for the person:", "Teller, intelligent, foretells", "`tell`", "<Risk>x</Risk>"]
)
def test_other_words_and_code_are_clean(near_miss: str) -> None:
    assert_clean(Files.valid().replaced(APPLICATION, PASSAGE, near_miss), RULE)


def test_outside_a_risk_the_verb_is_free() -> None:
    assert_clean(
        Files.valid().replaced(APPLICATION, "Some counters", "They tell you that some counters"), RULE
    )
