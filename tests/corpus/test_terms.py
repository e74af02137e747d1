"""The glossary as it is read."""

from __future__ import annotations

import json

from becivic.corpus.terms import TERMS_FILE
from tests.factories.corpora import Files
from tests.factories.payloads import TERMS


def files(terms: object = TERMS) -> Files:
    return Files.valid().with_file(TERMS_FILE, json.dumps(terms, ensure_ascii=False, indent=2) + "\n")


def test_a_term_has_a_name_and_other_words_in_each_language() -> None:
    card = next(term for term in files().load().terms.entries if term.id == "demo-card")
    assert (card.kind, card.name("fr"), card.name("de")) == ("document", "Carte de séjour", "")
    assert card.also("fr") == ["Carte orange"]
    assert card.also("nl") == []
    assert [(language, word) for language, word, _ in card.words()] == [
        ("fr", "Carte de séjour"),
        ("fr", "Carte orange"),
        ("nl", "Verblijfskaart"),
        ("en", "Residence card"),
        ("en", "orange card"),
    ]


def test_a_word_leads_to_everything_it_may_mean_whatever_its_capitals() -> None:
    by_word = files().load().terms.by_word
    assert [term.id for term in by_word["verblijfskaart"]] == ["demo-card"]
    assert [term.id for term in by_word["orange card"]] == ["demo-card", "demo-desk"]


def test_a_corpus_without_a_glossary_has_no_terms() -> None:
    assert Files.valid().load().terms.entries == []
