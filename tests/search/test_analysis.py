from __future__ import annotations

from becivic.search.analysis import keys_of, plain_words, readable, words_of


def test_words_lose_capitals_accents_and_what_stands_between_them() -> None:
    assert plain_words("L'Élève: Straße, œuvre & Führerschein-Umtausch") == [
        "l", "eleve", "strasse", "oeuvre", "fuhrerschein", "umtausch",
    ]  # fmt: skip


def test_a_word_is_recognised_as_written_and_by_its_stem_in_each_language() -> None:
    (word,) = words_of("cartes", "fr")
    assert word == ("cartes", frozenset({"x:cartes", "fr:cart"}))
    assert {key.partition(":")[0] for key in words_of("cartes")[0].keys} == {"x", "fr", "nl", "de", "en"}
    assert keys_of("carte", "fr") & word.keys == {"fr:cart"}


def test_a_text_is_cut_and_half_characters_are_replaced() -> None:
    assert readable("abc\ud800def", 5) == "abc?d"


def test_american_spelling_is_read_as_british_and_has_nothing_to_do_with_shorter_words() -> None:
    assert keys_of("legalize") == keys_of("legalise")
    assert keys_of("Legalization") == keys_of("legalisation")
    assert not keys_of("legalized") & keys_of("legal")
    assert "x:size" in keys_of("size")
