"""The word list of the harness: what is no name, and what is one; folded, in order, one word or phrase a line.

Made from the lists of the server's name finder, the vocabulary beside this file, and the corpus. The harness searches
the file as it lies; the capitals behind a word say what it is (becivic_harness.words.lists).
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from functools import cache

from becivic_harness.words import building
from tools.harness_words import corpus_words, sources

FILE = "src/becivic_harness/words/words.txt"
_LONGEST_PART = 9
"""Letters. What is longer is rarely grown onto something else."""


def text() -> str:
    growing = sources.growing()
    lists = {
        "D": _needed() & growing,
        "G": sources.given(),
        "K": sources.kin(),
        "P": sources.proper() | corpus_words.proper(),
        "R": sources.roles() - sources.kin(),
        "S": sources.surnames() | sources.surnames_of_several_words(),
        "T": sources.towns(),
        "W": _needed() - growing,
    }
    senses: dict[str, str] = {}
    for letter, words in sorted(lists.items()):
        for word in words:
            senses[word] = senses.get(word, "") + letter
    return "".join(f"{word}{senses[word]}\n" for word in sorted(senses, key=str.encode))


@cache
def _needed() -> frozenset[str]:
    """Ordinary words without those that the harness recognises by their build, shorter ones being known."""
    names = sources.given() | sources.surnames()
    grows = sources.growing()
    needed: set[str] = set()
    for word in sorted(
        sources.ordinary() | grows | corpus_words.ordinary(), key=lambda each: (len(each), each)
    ):
        long = len(word) > _LONGEST_PART or word not in grows
        if long and word not in names and _is_built(word, needed, grows, names):
            continue
        needed.add(word)
    return frozenset(needed)


def _is_built(word: str, needed: AbstractSet[str], grows: AbstractSet[str], names: AbstractSet[str]) -> bool:
    return building.is_ordinary(
        word,
        lambda part: part in needed and part not in names,
        lambda part: part in needed and part in grows,
    )
