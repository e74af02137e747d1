"""The word list: small enough, in order, and searched as it lies."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import becivic_harness
from becivic_harness.spans import Span, merged
from becivic_harness.words import building, lists, packaged
from becivic_harness.words.lists import (
    GIVEN,
    GROWS,
    KIN,
    LETTERS,
    LISTS,
    PROPER,
    ROLE,
    SURNAME,
    TOWN,
    WORD,
    WordLists,
)

_LINES = packaged.data("words.txt").split(b"\n")[:-1]
_BARE = [line.rstrip(b"DGKPRSTW") for line in _LINES]


def test_the_list_is_in_order_and_says_of_every_word_what_it_is() -> None:
    assert sorted(set(_BARE)) == _BARE
    assert all(len(bare) < len(line) for bare, line in zip(_BARE, _LINES, strict=True))
    assert {
        chr(letter) for line, bare in zip(_LINES, _BARE, strict=True) for letter in line[len(bare) :]
    } == set(LETTERS)


def test_the_words_take_less_than_their_share_of_the_zipapp() -> None:
    folder = Path(becivic_harness.__file__).parent / "words"
    assert sum(file.stat().st_size for file in folder.glob("*.txt")) < 900_000


def test_every_word_is_found_where_it_lies() -> None:
    lines = packaged.data("words.txt")
    pairs = [*zip(_BARE, _LINES, strict=True)]
    for bare, line in (*pairs[::97], pairs[-1]):
        assert lists.letters_behind(lines, bare).encode() == line[len(bare) :]
    assert lists.letters_behind(lines, b"") == ""
    assert lists.letters_behind(lines, b"zzzzzz") == ""
    assert lists.letters_behind(b"", b"a") == ""


@pytest.mark.parametrize(
    ("word", "sense"),
    [
        ("amina", GIVEN),
        ("rose", GIVEN | SURNAME | WORD),
        ("etterbeek", PROPER),
        ("florence", GIVEN | TOWN),
        ("karte", WORD | GROWS),
        ("xqzt", 0),
        ("de backer", SURNAME),
    ],
)
def test_a_word_is_what_the_lists_say(word: str, sense: int) -> None:
    assert LISTS.sense(word) & sense == sense
    assert bool(LISTS.sense(word)) == bool(sense)


def test_kin_are_roles() -> None:
    assert LISTS.sense("dochter") & (ROLE | KIN) == ROLE | KIN
    assert LISTS.sense("notaris") & (ROLE | KIN) == ROLE


def test_a_text_of_strangers_does_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "_MOST_REMEMBERED", 2)
    known = WordLists()
    assert [known.sense(word) for word in ("xqz", "xqy", "xqw", "amina")] == [0, 0, 0, GIVEN]


@pytest.mark.parametrize(
    "word", ["aufenthaltsbescheinigung", "connectez", "verblijfskaarten", "impfnachweis", "schengenvisum"]
)
def test_ordinary_words_are_known_by_their_build(word: str) -> None:
    assert building.is_ordinary(
        word, lambda part: bool(LISTS.sense(part) & 3), lambda part: bool(LISTS.sense(part) & GROWS)
    )


@pytest.mark.parametrize("word", ["kowalczyk", "vandenbulcke", "jiyoung", "steinberg", "xhoxhaj"])
def test_surnames_are_not(word: str) -> None:
    assert not building.is_ordinary(
        word, lambda part: bool(LISTS.sense(part) & 3), lambda part: bool(LISTS.sense(part) & GROWS)
    )


def test_a_list_that_is_empty_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Empty:
        @staticmethod
        def get_data(_: str) -> bytes:
            return b""

    monkeypatch.setitem(vars(packaged), "__loader__", Empty)
    with pytest.raises(FileNotFoundError, match=r"words\.txt is empty"):
        packaged.data("words.txt")


def test_spans_that_overlap_become_one() -> None:
    assert merged([Span(5, 9, "b"), Span(0, 6, "a"), Span(9, 12, "c")]) == [Span(0, 9, "a"), Span(9, 12, "c")]


@pytest.mark.unmeasured
def test_cleaning_needs_nothing_heavy_at_its_start() -> None:
    """Modules that cost more to import than a text costs to clean."""
    heavy = "{'dataclasses', 'inspect', 'argparse', 'tempfile', 'pathlib', 'pkgutil', 'importlib.resources', 'json'}"
    code = (
        "import sys; from becivic_harness import people, dates, numbers, addresses, ages\n"
        "people.find('Amina Haddad'); print(sorted(set(sys.modules) & " + heavy + "))"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(becivic_harness.__file__).parents[1])}
    ran = subprocess.run(
        [sys.executable, "-S", "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "[]"
