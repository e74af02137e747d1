"""A task taken apart: what it is about, word by word, whatever language and however carelessly it is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple, Protocol

from becivic_harness.sayings import (
    ELSEWHERE,
    HINT,
    MATTER,
    NAME,
    ROLES,
    SIDE,
    TERM,
    Concept,
    Phrase,
    Sayings,
    phrases,
)
from becivic_harness.spelling import Spelling
from becivic_harness.word_stems import LONGEST_TASK, MOST_WORDS, Word, words_of

WORD: Final = "word"
UNKNOWN: Final = "unknown"
ASIDE: Final = "aside"

WEIGHTS: Final = {
    NAME: 1.8,
    MATTER: 1.6,
    ELSEWHERE: 1.6,
    SIDE: 1.2,
    HINT: 0.6,
    WORD: 0.5,
    UNKNOWN: 0.4,
    ASIDE: 0.1,
}
"""How much a page that is right must have to do with something that is said."""


class Want(NamedTuple):
    """One thing that a task asks for, as it was written, and all the phrases by which a node may speak of it."""

    words: tuple[str, ...]
    stems: Phrase
    bearing: str
    concepts: tuple[Concept, ...] = ()

    @property
    def text(self) -> str:
        return " ".join(self.words)

    @property
    def called(self) -> str:
        """What it was understood as; empty where it is just a word."""
        return next((concept.name for concept in self.concepts if concept.name), "")

    def english(self) -> Iterator[Phrase]:
        """By which a title or a summary may speak of it; what was written counts in any language."""
        yield self.stems
        for concept in self.concepts:
            yield from phrases(concept.english)

    def others(self) -> Iterator[Phrase]:
        for concept in self.concepts:
            yield from phrases(concept.others)


class Vocabulary(Protocol):
    """What the nodes of a graph say of a stem."""

    def has(self, stem: str) -> bool:
        """Whether any of them has it."""
        ...

    def is_named(self, stem: str) -> bool:
        """Whether any of them is called by it, or tagged with it."""
        ...


def wants_of(task: str, sayings: Sayings, graph: Vocabulary) -> list[Want]:
    spelling = Spelling(sayings.known(), sayings.stop | sayings.aside)
    words: list[Word] = []
    for word in words_of(task[:LONGEST_TASK])[:MOST_WORDS]:
        words += _read(word, spelling, graph)
    return list(_wants(words[:MOST_WORDS], sayings, graph))


def _read(word: Word, spelling: Spelling, graph: Vocabulary) -> list[Word]:
    """The word, the words it is joined of, or the one that was meant."""
    if word.text.isdigit() or spelling.knows(word.text) or graph.has(word.stem):
        return [word]
    parts = spelling.parts(word.text)
    if parts:
        return [each for part in parts for each in words_of(part)]
    return [spelling.meant(word) or word]


def _wants(words: list[Word], sayings: Sayings, graph: Vocabulary) -> Iterator[Want]:
    taken: frozenset[int] = frozenset()
    together: dict[frozenset[int], list[Concept]] = {}
    for at, concept in sayings.heard_in(words):
        whole = at if at in together else _read_over(at, concept, together)
        if whole is not None:
            together[whole].append(concept)
        elif not at & taken and _says_something([words[number] for number in at], sayings):
            together[at] = [concept]
            taken |= at
    yield from _once(_matter([words[number] for number in sorted(at)], told) for at, told in together.items())
    seen: set[str] = set()
    for number, word in enumerate(words):
        if number not in taken and word.text not in sayings.stop and word.stem not in seen:
            seen.add(word.stem)
            yield Want((word.text,), (word.stem,), _bearing(word, sayings, graph))


def _says_something(words: list[Word], sayings: Sayings) -> bool:
    """A single small word is no matter, though a phrase may be made of such."""
    return len(words) > 1 or not all(map(sayings.is_small, words))


def _bearing(word: Word, sayings: Sayings, graph: Vocabulary) -> str:
    """A word that a node is called by, and that no saying has, is a matter that nobody had heard of when they were gathered."""
    if word.text in sayings.aside or word.text.isdigit() or len(word.text) == 1:
        return ASIDE
    if word.stem in sayings.known():
        return WORD
    return MATTER if graph.is_named(word.stem) else WORD if graph.has(word.stem) else UNKNOWN


def _once(wants: Iterable[Want]) -> Iterator[Want]:
    """Whoever says a thing twice asks for it once, and two countries of one kind are one hint."""
    seen: set[Any] = set()
    for want in wants:
        what = want.concepts if want.bearing == HINT else want.stems
        if what not in seen:
            seen.add(what)
            yield want


def _read_over(
    at: frozenset[int], concept: Concept, together: dict[frozenset[int], list[Concept]]
) -> frozenset[int] | None:
    """A longer word of the glossary that this is part of: what people say every day is heard in it too."""
    if concept.role not in (NAME, MATTER):
        return None
    over = (whole for whole in together if at < whole)
    return next((whole for whole in over if all(each.role == TERM for each in together[whole])), None)


def _matter(words: list[Word], concepts: list[Concept]) -> Want:
    role = min((concept.role for concept in concepts), key=ROLES.index)
    bearing = MATTER if role == TERM else role
    return Want(tuple(w.text for w in words), tuple(w.stem for w in words), bearing, tuple(concepts))
