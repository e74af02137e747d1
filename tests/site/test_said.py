"""Sayings of the corpus: in the reader's language, or in one that there is."""

from __future__ import annotations

from becivic.corpus.fields import Fields
from becivic.site.pages.said import Said, authority_name, english, said
from tests.factories.corpora import Files


def test_the_readers_language_comes_first_and_then_english() -> None:
    told = Fields({"fr": "un", "en": "one"})
    assert said(told, "fr") == Said("un", "fr")
    assert said(told, "nl") == Said("one", "en")


def test_whatever_there_is_is_better_than_nothing() -> None:
    assert said(Fields({"de": "eins"}), "fr") == Said("eins", "de")
    assert said(Fields({}), "fr") == Said("", "fr")


def test_an_authority_that_nobody_names_is_called_by_its_id() -> None:
    corpus = Files.valid().load()
    assert authority_name(corpus, "demo-registry", "fr") == Said("Registre de démonstration", "fr")
    assert authority_name(corpus, "demo-registry", "nl") == Said("Demonstration registry", "en")
    assert authority_name(corpus, "nobody", "nl") == Said("nobody", "nl")


def test_what_is_written_in_english_alone_says_so() -> None:
    assert english("one") == Said("one", "en")
