"""body-risk-verb: a body suggests, and never advises or tells."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import body_risk_verb
from becivic.rules.skills import RISK_VERB_FORMS_BANNED, RISK_VERBS_BANNED
from tests.factories.corpora import APPLICATION, FALLBACK, Files, assert_caught, assert_clean
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
    line = files.line_of(APPLICATION, f"   {verb} that")
    assert_caught(files, RULE, APPLICATION, line, says=f'a risk is put with the verb "{verb.lower()}"')


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


@requirement("R-BODY-08")
def test_outside_a_risk_the_verb_is_caught_too() -> None:
    files = Files.valid().replaced(APPLICATION, "Some counters", "They tell you that some counters")
    line = files.line_of(APPLICATION, "They tell")
    assert_caught(files, RULE, APPLICATION, line, says='the body speaks with the verb "tell"')


@requirement("R-BODY-08")
def test_a_meta_skill_is_held_to_it() -> None:
    files = Files.valid().replaced(FALLBACK, "1. Say openly", "1. Tell them openly")
    assert_caught(files, RULE, FALLBACK, files.line_of(FALLBACK, "Tell them"), says="tell")


@pytest.mark.parametrize("place", [PASSAGE, "Some counters"])
def test_the_title_and_the_label_of_a_source_are_its_own(place: str) -> None:
    source = '<Ref name="a-b" title="What to tell us" url="https://a.be/tell">What to tell us</Ref>'
    assert_clean(Files.valid().replaced(APPLICATION, place, source), RULE)
