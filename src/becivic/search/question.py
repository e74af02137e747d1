"""A question taken apart: what it is about, word by word, whatever language and however carelessly it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from becivic.rules.reading import QUESTION
from becivic.search.analysis import Word, readable, words_of
from becivic.search.concepts import Concept, Concepts, Phrase, Role, SmallWords
from becivic.search.spelling import Spelling

MOST_WORDS: Final = 100


class Bearing(Enum):
    """How much a page that is right must have to do with it."""

    NAME = "name", 1.8
    MATTER = "matter", 1.6
    ELSEWHERE = "elsewhere", 1.6
    SIDE = "side", 1.2
    HINT = "hint", 0.6
    WORD = "word", 0.5
    UNKNOWN = "unknown", 0.4
    ASIDE = "aside", 0.1

    @property
    def weight(self) -> float:
        return self.value[1]


_BEARINGS: Final = {
    Role.NAME: Bearing.NAME,
    Role.MATTER: Bearing.MATTER,
    Role.SIDE: Bearing.SIDE,
    Role.ELSEWHERE: Bearing.ELSEWHERE,
    Role.HINT: Bearing.HINT,
    Role.TERM: Bearing.MATTER,
}


@dataclass(frozen=True, slots=True)
class Want:
    """One thing that a question asks for, and all the phrases by which a page may speak of it."""

    words: tuple[str, ...]
    bearing: Bearing
    phrases: tuple[Phrase, ...]
    concepts: tuple[Concept, ...] = ()

    @property
    def own(self) -> Iterator[Phrase]:
        """Its words as they were written, each by itself."""
        return (Phrase(word, (each,)) for word in self.words for each in words_of(word)[:1])

    def called(self, language: str) -> str:
        """What it is called, for people to see how they were understood."""
        names = (concept.name.get(language) or concept.name.get("en", "") for concept in self.concepts)
        return next(filter(None, names), " ".join(self.words))


@dataclass(frozen=True, slots=True)
class Question:
    wants: tuple[Want, ...]
    corrected: str
    """The question without its typing mistakes; empty where none was found."""


class Understanding:
    """What a corpus makes of questions."""

    def __init__(
        self, concepts: Concepts, small: SmallWords, spelling: Spelling, in_text: Callable[[Word], bool]
    ) -> None:
        self._concepts: Final = concepts
        self._small: Final = small
        self._spelling: Final = spelling
        self._in_text: Final = in_text

    def question(self, text: str) -> Question:
        written = words_of(readable(text, QUESTION))[:MOST_WORDS]
        words: list[Word] = []
        has_mistakes = False
        for word in written:
            read = self._read(word)
            has_mistakes |= len(read) == 1 and read[0].text != word.text
            words += read
        shown = " ".join(word.text for word in words) if has_mistakes else ""
        return Question(tuple(self._wants(words[:MOST_WORDS])), shown)

    def _read(self, word: Word) -> list[Word]:
        """The word, the words it is joined of, or the one that was meant."""
        if self._is_known(word):
            return [word]
        if parts := self._spelling.parts(word.text):
            return [each for part in parts for each in words_of(part)]
        meant = self._spelling.meant(word.text)
        return words_of(meant) if meant else [word]

    def _is_known(self, word: Word) -> bool:
        small = word.text in self._small.stop or word.text in self._small.aside
        return small or word.text.isdigit() or self._spelling.knows(word.text) or self._in_text(word)

    def _wants(self, words: list[Word]) -> Iterator[Want]:
        taken: frozenset[int] = frozenset()
        together: dict[frozenset[int], list[Concept]] = {}
        for at, concept in self._concepts.heard_in(words):
            if at in together:
                together[at].append(concept)
            elif whole := _read_over(at, concept, together):
                together[whole].append(concept)
            elif not at & taken and self._says_something(at, words):
                together[at] = [concept]
                taken |= at
        yield from _once(
            _matter([words[number] for number in sorted(at)], concepts) for at, concepts in together.items()
        )
        seen: set[str] = set()
        for number, word in enumerate(words):
            if number not in taken and word.text not in self._small.stop and word.text not in seen:
                seen.add(word.text)
                yield Want((word.text,), self._bearing(word), (Phrase(word.text, (word,)),))

    def _says_something(self, at: frozenset[int], words: list[Word]) -> bool:
        """A single small word is no matter, though a phrase may be made of such."""
        return len(at) > 1 or any(
            words[number].text not in self._small.stop and words[number].text not in self._small.aside
            for number in at
        )

    def _bearing(self, word: Word) -> Bearing:
        if word.text in self._small.aside or word.text.isdigit() or len(word.text) == 1:
            return Bearing.ASIDE
        known = self._spelling.knows(word.text) or self._in_text(word)
        return Bearing.WORD if known else Bearing.UNKNOWN


def _once(wants: Iterable[Want]) -> Iterator[Want]:
    """Whoever says a thing twice asks for it once, and two countries of one kind are one hint."""
    seen: set[object] = set()
    for want in wants:
        what = want.concepts if want.bearing is Bearing.HINT else want.words
        if what not in seen:
            seen.add(what)
            yield want


def _read_over(
    at: frozenset[int], concept: Concept, together: Mapping[frozenset[int], list[Concept]]
) -> frozenset[int] | None:
    """A longer word of the glossary that this is part of: what people say every day is heard in it too."""
    if concept.role not in (Role.NAME, Role.MATTER):
        return None
    over = (whole for whole in together if at < whole)
    return next((whole for whole in over if all(each.role is Role.TERM for each in together[whole])), None)


def _matter(words: list[Word], concepts: list[Concept]) -> Want:
    phrases = (
        Phrase(" ".join(word.text for word in words), tuple(words)),
        *(phrase for concept in concepts for phrase in concept.phrases),
    )
    role = min((concept.role for concept in concepts), key=list(Role).index)
    return Want(tuple(word.text for word in words), _BEARINGS[role], phrases, tuple(concepts))
