"""What layer 1 costs people who write about procedures and nobody: hardly a word."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path

from becivic_harness import free_text
from becivic_scrub import Engine

_TESTS = Path(__file__).parents[2]
_SKILLS = _TESTS.parent / "corpus" / "skills"
_TAG = re.compile(r"<!--.*?-->|</?(?:Ref|VV)[^>]*>", re.DOTALL)
_ADDRESS = re.compile(r"https?://[^\s<>\"')\]}|\\`]+")


def _loses_words(text: str, engine: Engine, today: date) -> bool:
    """A day that became its month is no loss of words."""
    cleaned = free_text.clean(text, engine, today)
    return bool(cleaned.removed) and "[" in cleaned.text.replace(text, "")


def test_of_ordinary_notes_at_most_two_in_a_hundred_lose_a_word(engine: Engine, today: date) -> None:
    notes = json.loads((_TESTS / "fixtures" / "civic-notes.json").read_text(encoding="utf-8"))["notes"]
    assert len(notes) >= 150
    assert {note["lang"] for note in notes} == {"de", "en", "fr", "nl"}
    losing = [note["text"] for note in notes if _loses_words(note["text"], engine, today)]
    assert len(losing) <= 0.02 * len(notes), losing


def test_of_the_sentences_of_the_skills_at_most_three_in_a_hundred_lose_a_word(
    engine: Engine, today: date
) -> None:
    sentences = [
        sentence
        for file in sorted(_SKILLS.glob("*/canonical.md"))
        for line in _TAG.sub("", file.read_text(encoding="utf-8").split("\n---\n", 1)[1]).splitlines()
        for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z])", line.strip())
        if len(sentence) > 20
    ]
    losing = [
        sentence
        for sentence in sentences
        if free_text.clean(sentence, engine, today).text.count("[") > sentence.count("[")
    ]
    assert len(sentences) > 1000
    assert len(losing) <= 0.03 * len(sentences), losing


def test_no_address_of_the_corpus_is_touched(engine: Engine, today: date) -> None:
    corpus = _SKILLS.parent
    addresses = {
        address
        for folder in ("skills", "paths")
        for file in (corpus / folder).rglob("*")
        if file.is_file()
        for address in _ADDRESS.findall(file.read_text(encoding="utf-8"))
    }
    assert len(addresses) > 400
    assert [each for each in sorted(addresses) if free_text.personal(each, engine, today)] == []
