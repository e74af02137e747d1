"""Reading level: what is counted as a word, a syllable and a sentence, and what is not read at all."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from becivic.corpus.body import Body
from becivic.corpus.reading_level import Figures, Sentence, counted, hardest, sentences, syllables, total
from tests.corpus.test_tokens import ANY_TEXT


def read(text: str) -> list[tuple[str, int]]:
    """The first eight characters of each sentence, and its words."""
    return [(text[each.offset :][:8], each.figures.words) for each in sentences(Body(text))]


@pytest.mark.parametrize(
    ("word", "heard"),
    [
        ("the", 1), ("care", 1), ("cared", 1), ("cares", 1), ("files", 1), ("rules", 1), ("used", 1), ("called", 1),
        ("bed", 1), ("free", 1), ("cheque", 1), ("18", 1), ("XII", 1), ("table", 2), ("wanted", 2), ("needed", 2),
        ("settled", 2), ("places", 2), ("boxes", 2), ("titles", 2), ("commune", 2), ("unique", 2), ("Declare", 2),
        ("articles", 3), ("procedure", 3), ("residence", 3), ("nationality", 5),
    ],
)  # fmt: skip
def test_syllables_are_runs_of_vowels_less_what_is_not_heard(word: str, heard: int) -> None:
    assert syllables(word) == heard


def test_words_are_letters_with_apostrophes_or_numbers() -> None:
    assert counted("It's 1.5 well-known «états», A2!") == Figures(7, 1, 0, 8)
    assert counted("Declarations follow; see 1234567.").long_words == 1
    assert counted("— (…)").words == 0


def test_figures_are_put_in_proportion() -> None:
    figures = Figures(words=100, sentences=5, long_words=20, syllables=150)
    assert (figures.words_a_sentence, figures.long_share) == (20, 0.2)
    assert figures.ease == pytest.approx(206.835 - 20.3 - 126.9)
    nothing = Figures()
    assert (nothing.words_a_sentence, nothing.long_share, nothing.ease) == (0, 0, 100)


def test_sentences_end_with_a_full_stop_and_never_reach_over_a_block() -> None:
    assert read('One two. Three? "Four!" 5 six\n\n- Seven\n- Eight\n  nine.\n') == [
        ("One two.", 2), ('Three? "', 1), ('"Four!" ', 1), ("5 six\n\n-", 2), ("Seven\n- ", 1), ("Eight\n  ", 2),
    ]  # fmt: skip
    assert read("One\ntwo.\nThree.") == [("One\ntwo.", 2), ("Three.", 1)]


@pytest.mark.parametrize(
    "text",
    ["Bring papers, e.g. Belgian ones.", "See art. 12 of it.", "It costs 1.50 in all", "At no. 5 ask."],
)
def test_abbreviations_and_decimals_end_nothing(text: str) -> None:
    assert len(read(text)) == 1


def test_headings_tags_code_labels_glosses_and_heads_of_tables_are_not_read() -> None:
    text = (
        '## Title\n\nA (*un mot*, _een woord_) **bold** <VV name="a-b">two days</VV>, `code`, [a-b] '
        '<Ref name="a-b" title="t">The long name of a law</Ref>. <!-- advice -->\n\n'
        "| head | cell |\n|---|---|\n| one | two |\n\n```\nno\n```\n\n1. last\n"
    )
    assert [words for _, words in read(text)] == [4, 2, 1]


def test_an_asterisk_or_underscore_inside_a_word_is_no_gloss() -> None:
    assert read("a*b c*d and e_f g_h or 2 * 3 * 4")[0][1] == 13


def test_the_hardest_are_long_enough_and_come_by_difficulty() -> None:
    easy = Sentence(0, Figures(10, 1, 0, 10))
    hard = Sentence(5, Figures(10, 1, 9, 30))
    short = Sentence(9, Figures(2, 1, 2, 12))
    assert hardest([easy, short, hard], 3) == [hard, easy]
    assert hardest([easy, hard], 1) == [hard]
    assert total([easy, hard]) == Figures(20, 2, 9, 40)
    assert total([]) == Figures()


@settings(deadline=None)
@given(ANY_TEXT)
def test_reading_never_fails_and_counts_only_what_is_there(text: str) -> None:
    found = list(sentences(Body(text)))
    assert [each.offset for each in found] == sorted({each.offset for each in found})
    assert total(found).words <= len(text)


@pytest.mark.parametrize(
    "text", ["a" + "." * 200_000, "!?" * 100_000 + "a", '."' * 100_000, "." + " " * 200_000]
)
def test_a_long_run_of_stops_is_read_to_its_end(text: str) -> None:
    # From each stop to the last of them again would take hours.
    assert total(list(sentences(Body(text)))).words <= 1


def test_several_stops_end_one_sentence() -> None:
    assert read("One two... Three?! (Four.) Five") == [
        ("One two.", 2), ("Three?! ", 1), ("(Four.) ", 1), ("Five", 1)
    ]  # fmt: skip
