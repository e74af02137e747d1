"""Presidio, set up offline."""

from __future__ import annotations

import socket
from typing import NoReturn

import pytest

from becivic.names import PresidioNameFinder
from becivic.names.lexicon import Lexicon
from becivic.names.presidio import Analyser, OfflineEngine
from becivic.rules.languages import LANGUAGES
from tests.requirement import requirement


def _refuse(*_: object) -> NoReturn:
    raise AssertionError("the network was tried")


@requirement("R-NER-01")
def test_no_network_is_tried_from_making_to_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("getaddrinfo", "create_connection", "gethostbyname"):
        monkeypatch.setattr(socket, name, _refuse)
    finder = PresidioNameFinder()
    for language in LANGUAGES:
        assert finder.find("Fatima Peeters, fatima@example.org, https://example.org", language)


def test_without_a_model_our_own_words_are_all_there_is(lexicon: Lexicon) -> None:
    engine = OfflineEngine({}, lexicon)
    engine.load()
    assert engine.is_loaded()
    assert engine.process_text("Fatima attend", "nl").people == ()
    assert engine.get_supported_entities() == ["PERSON"]
    assert engine.get_supported_languages() == list(LANGUAGES)
    assert not engine.is_stopword("le", "fr")
    assert not engine.is_punct(".", "fr")


def test_only_people_are_looked_for(lexicon: Lexicon) -> None:
    analyser = Analyser({}, lexicon)
    (spans,) = analyser.find(["Fatima habite à Namur, 0470 00 00 00, fatima@example.org"], "fr")
    assert {span.recogniser for span in spans} <= {"known_name", "speaker"}
    assert [(span.start, span.end) for span in spans] == [(0, 6)]
