"""Both finders: people are found with true offsets, whatever comes in."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from becivic.names import NameFinder, PersonSpan, PlainNameFinder, PresidioNameFinder
from tests.names.marked import named, unmarked
from tests.requirement import requirement

_PEOPLE = [
    ("fr", "Hier, [Aminata Traoré] est allée à Saint-Gilles avec M. [Janssens]."),
    ("nl", "Gisteren ging [Aminata Traoré] naar Sint-Gillis met dhr. [Janssens]."),
    ("de", "Gestern ging [Aminata Traoré] nach Sankt Vith mit Herrn [Janssens]."),
    ("en", "Yesterday [Aminata Traoré] went to Saint-Gilles with Mr [Janssens]."),
]
_ODD = [
    "",
    " ",
    "\x00",
    "...!?",
    "\ud800 Amina \udfff",
    "'",
    "-",
    "\u2019s",
    "M.",
    "Mme",
    "J.",
    "signé",
    "\u0301\u0301",
    "İ İ İ",
    "ǅ",
    "王小明",
    "محمد",
]
_plain = PlainNameFinder()


@requirement("R-NER-01", "R-NER-04")
@pytest.mark.parametrize("told", [True, False])
@pytest.mark.parametrize(("language", "marked"), _PEOPLE)
def test_people_are_found_in_four_languages(
    language: str, marked: str, told: bool, plain: PlainNameFinder, presidio: PresidioNameFinder
) -> None:
    text, people = unmarked(marked)
    finders: list[NameFinder] = [plain, presidio]
    for finder in finders:
        assert named(text, finder.find(text, language if told else None)) == people


@requirement("R-NER-08")
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "Je me suis rendu à Saint-Gilles, puis à Philippeville."),
        ("fr", "La loi Breyne et l'arrêt Zambrano ne changent rien à l'Annexe 15."),
        ("nl", "Het loket van Sint-Gillis-Waas en de wet Breyne"),
        ("de", "Die Gemeinde Sankt Vith und das Urteil Zambrano"),
        ("en", "Fedasil, MyMinfin and the Franchimont law"),
    ],
)
def test_communes_laws_and_portals_are_nobody(
    language: str, text: str, plain: PlainNameFinder, presidio: PresidioNameFinder
) -> None:
    assert plain.find(text, language) == presidio.find(text, language) == []


def test_many_texts_are_answered_in_their_order(plain: PlainNameFinder, presidio: PresidioNameFinder) -> None:
    items: list[tuple[str, str | None]] = [(unmarked(marked)[0], language) for language, marked in _PEOPLE]
    items = [*items, ("", None), *reversed(items)]
    for finder in (plain, presidio):
        together = finder.find_many(items)
        assert together == [finder.find(text, language) for text, language in items]


def test_the_model_finds_whom_no_list_knows(presidio: PresidioNameFinder) -> None:
    text = "Le rendez-vous avec Xavérine Quorlbat-Zorbin a été annulé."
    assert named(text, presidio.find(text, "fr")) == ["Xavérine Quorlbat-Zorbin"]


def test_a_span_never_carries_the_text(plain: PlainNameFinder) -> None:
    (span,) = plain.find("Bonjour, Fatima attend.", "fr")
    assert span == PersonSpan(9, 15, span.score, span.recogniser)
    assert "Fatima" not in repr(span)


def test_making_a_finder_loads_nothing() -> None:
    assert "_analyser" not in vars(PresidioNameFinder())


@pytest.mark.parametrize("text", _ODD)
def test_odd_input_is_answered(text: str, plain: PlainNameFinder, presidio: PresidioNameFinder) -> None:
    for finder in (plain, presidio):
        for language in (None, "fr", "nl", "de", "en", "xx"):
            finder.find(text, language)


@pytest.mark.parametrize("piece", ["A", "a-", "A'", "J. ", "De ", "\x00", "é"])
def test_long_lines_are_answered(piece: str, plain: PlainNameFinder) -> None:
    assert plain.find(piece * (65_536 // len(piece)), "fr") == []


def test_a_long_text_goes_through_the_model_in_windows(presidio: PresidioNameFinder) -> None:
    text = "Quorlbat attend son tour au guichet " * 150 + "avec Xavérine Quorlbat-Zorbin"
    assert named(text, presidio.find(text, "fr"))[-1].endswith("Quorlbat-Zorbin")


@given(st.text(), st.sampled_from(["fr", "nl", "de", "en"]))
@settings(max_examples=200)
def test_any_text_is_answered_with_offsets_inside_it(text: str, language: str) -> None:
    spans = _plain.find(text, language)
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert spans == sorted(spans)
