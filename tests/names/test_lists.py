"""Our lists are readable, and say each thing once."""

from __future__ import annotations

import pytest

from becivic.names.folding import fold
from becivic.names.lists import entries, folded, folded_section, folder_entries, section
from becivic.rules.languages import LANGUAGES


def test_sections_are_headings_and_the_rest_are_entries() -> None:
    assert "le" in section("fr", "cues", "determiners.txt")
    assert "le" not in section("en", "cues", "determiners.txt")
    assert not any(entry.startswith("#") or "," in entry for entry in entries("cues", "roles.txt"))


def test_a_folder_is_read_by_the_beginning_of_its_file_names() -> None:
    assert "Laeken" in set(folder_entries("deny", "places_"))
    assert "Laeken" not in set(folder_entries("deny", "words_"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_its_small_words_determiners_and_particles(language: str) -> None:
    assert len(entries("function", f"{language}.txt")) > 100
    assert folded_section(language, "cues", "determiners.txt")
    assert folded_section(language, "cues", "holding_particles.txt")


def test_particles_that_hold_are_particles() -> None:
    assert folded("cues", "holding_particles.txt") <= folded("cues", "particles.txt")


def test_the_lists_of_names_are_broad() -> None:
    assert len({fold(name) for name in entries("given_names.txt")}) >= 3_500
    assert len({fold(name) for name in entries("surnames.txt")}) >= 4_500
