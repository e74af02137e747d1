from __future__ import annotations

from becivic.search.analysis import words_of
from becivic.search.concepts import Phrase
from becivic.search.entries import Entry, Field, Kind, Unit
from becivic.search.index import EntryIndex


def entry(name: str, *units: Unit) -> Entry:
    return Entry(kind=Kind.DOC, id=name, address=f"/{name}", status="", titles={}, summaries={}, units=units)


def phrase(text: str) -> Phrase:
    return Phrase(text, tuple(words_of(text)))


INDEX = EntryIndex(
    [
        entry("one", Unit(Field.TITLE, "Renewing cards", "en"), Unit(Field.TAG, "verblijfskaarten")),
        entry("two", Unit(Field.TITLE, "Cartes", "fr")),
    ],
    lambda each: "A long text about pensions." if each.id == "two" else "",
)


def test_entries_are_found_by_stem_in_the_language_of_each_unit() -> None:
    assert INDEX.known_by([phrase("card")]).keys() == {0}
    assert INDEX.known_by([phrase("carte")]).keys() == {1}
    assert INDEX.known_by([phrase("verblijfskaart")]).keys() == {0}
    assert INDEX.known_by([phrase("card"), phrase("carte")]).keys() == {0, 1}


def test_all_words_of_a_phrase_are_needed() -> None:
    assert INDEX.known_by([phrase("renew card")]).keys() == {0}
    assert INDEX.known_by([phrase("renew pension")]) == {}


def test_the_text_is_another_matter_than_what_an_entry_is_known_by() -> None:
    assert INDEX.telling_of([phrase("pension")]).keys() == {1}
    assert INDEX.known_by([phrase("pension")]) == {}
    assert INDEX.has_in_text(words_of("pension")[0])
    assert not INDEX.has_in_text(words_of("card")[0])


def test_nothing_asked_finds_nothing() -> None:
    assert INDEX.known_by([]) == {}
