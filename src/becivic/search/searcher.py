"""Finds what a question is about in one corpus, and says honestly when nothing fits.

Built once for a corpus and asked by every face of the service; keeps nothing of what it is asked.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log, prod
from typing import Final

from becivic.corpus.load import Corpus
from becivic.rules.languages import LANGUAGES
from becivic.rules.skills import FALLBACK_SKILL
from becivic.search.analysis import plain_words
from becivic.search.concepts import Concepts, everyday_concepts, glossary_concepts, small_words
from becivic.search.entries import Entry, Field, Kind, entries_of, text_of
from becivic.search.evidence import NOTHING, KnownBy, Reason, Weighed, weighed
from becivic.search.index import EntryIndex
from becivic.search.question import Bearing, Understanding, Want
from becivic.search.spelling import Spelling

FITS_FROM: Final = 0.37
"""How much of what was asked the best hit must answer for; found with tests/fixtures/search-questions.json."""

_SHORTLIST: Final = 60
_REMEMBERED: Final = 256
_META: Final = 0.3
_KINDS: Final = {Kind.SKILL: 1.0, Kind.PATH: 0.9, Kind.DOC: 0.5}
_TITLED: Final = 0.35
"""How much a document answers for whose title has all that was asked, and no other place has it."""
_STATUSES: Final = {"draft": 0.6, "deprecated": 0.5}
_SHORTEST_PLACE: Final = 4
_TIE: Final = 0.05
_MISSED: Final = 0.5
_TOUCHED: Final = 0.2
"""Less than this is a word in passing."""


@dataclass(frozen=True, slots=True)
class Hit:
    kind: Kind
    id: str
    title: str
    summary: str
    language: str
    """What title and summary are in: English where the corpus has no other."""
    address: str
    status: str
    why: tuple[Reason, ...]
    score: float


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    hits: tuple[Hit, ...]
    corrected: str
    """The question as it was read, where it had typing mistakes; else empty."""
    understood: tuple[str, ...]
    """What was asked for and found in any of the hits, in the language of whoever asks."""
    fits: bool
    """Whether the first hit can be taken for an answer."""
    fallback: Hit | None
    """What to read when nothing fits."""


@dataclass(frozen=True, slots=True)
class _Scored:
    entry: Entry
    why: tuple[Reason, ...]
    score: float
    answered: float


@dataclass(frozen=True, slots=True)
class _Sought:
    """Something asked for, who may have it, and how much it weighs."""

    want: Want
    known_by: Mapping[int, float]
    in_text: Mapping[int, float]
    weight: float


class Searcher:
    def __init__(self, corpus: Corpus) -> None:
        self._entries: Final = tuple(entries_of(corpus))
        self._index: Final = EntryIndex(self._entries, lambda entry: text_of(entry, corpus))
        concepts = Concepts([*everyday_concepts(), *glossary_concepts(corpus.terms)])
        small = small_words().with_places(_places(corpus), concepts.words)
        spelling = Spelling(_vocabulary(self._entries, concepts, small.stop | small.aside))
        self._understanding: Final = Understanding(concepts, small, spelling, self._index.has_in_text)
        self._known_by: Final = lru_cache(maxsize=_REMEMBERED)(lambda number: KnownBy(self._entries[number]))
        self._fallback: Final = next((entry for entry in self._entries if entry.id == FALLBACK_SKILL), None)

    def find(
        self, query: str, language: str = "en", limit: int = 10, kinds: Collection[Kind] | None = None
    ) -> SearchAnswer:
        """The best entries of these kinds; of all where none is named."""
        question = self._understanding.question(query)
        sought = [self._sought(want) for want in question.wants]
        ranked = self._ranked(sought, kinds)
        named = [want for want in question.wants if want.bearing is not Bearing.ASIDE]
        fits = bool(named and ranked) and (ranked[0].answered >= FITS_FROM or _is_titled(ranked[0], named))
        fallback = (
            None if fits or self._fallback is None else _hit(_Scored(self._fallback, (), 0.0, 0.0), language)
        )
        shown = ranked[: max(0, limit)]
        found = {reason.asked for scored in shown for reason in scored.why}
        return SearchAnswer(
            hits=tuple(_hit(scored, language) for scored in shown),
            corrected=question.corrected,
            understood=tuple(want.called(language) for want in named if " ".join(want.words) in found),
            fits=fits,
            fallback=fallback,
        )

    def _sought(self, want: Want) -> _Sought:
        known_by = self._index.known_by([*want.phrases, *want.own])
        in_text = self._index.telling_of(want.phrases)
        return _Sought(want, known_by, in_text, want.bearing.value * self._rarity(len(known_by)))

    def _rarity(self, holders: int) -> float:
        """What few entries are known by says more."""
        return log(1 + len(self._entries) / (1 + holders)) / log(2 + len(self._entries))

    def _ranked(self, sought: Sequence[_Sought], kinds: Collection[Kind] | None) -> list[_Scored]:
        near: defaultdict[int, float] = defaultdict(float)
        for each in sought:
            for number, score in each.known_by.items():
                near[number] += score * each.weight
            for number, score in each.in_text.items():
                near[number] += score * each.weight * _TIE
        listed = [
            (number, score)
            for number, score in sorted(near.items(), key=lambda item: (-item[1], item[0]))
            if kinds is None or self._entries[number].kind in kinds
        ][:_SHORTLIST]
        highest = max((score for _, score in listed), default=1.0)
        scored = [self._scored(number, sought, score / highest) for number, score in listed]
        return sorted(
            (each for each in scored if each.why),
            key=lambda each: (-each.score, each.entry.kind, each.entry.id),
        )

    def _scored(self, number: int, sought: Sequence[_Sought], nearness: float) -> _Scored:
        found = [(each, self._weighed(number, each)) for each in sought]
        whole = sum(each.weight for each, _ in found) or 1.0
        share = sum(each.weight * got.strength for each, got in found) / whole
        answered = share * prod(self._left(each, got) for each, got in found)
        standing = _standing(self._entries[number])
        return _Scored(
            entry=self._entries[number],
            why=tuple(got.reason for _, got in found if got.reason is not None),
            score=(answered + _TIE * nearness) * standing,
            answered=answered * standing,
        )

    def _left(self, sought: _Sought, got: Weighed) -> float:
        """What is left of an answer that does not touch a matter asked about: the less, the rarer the matter is."""
        if sought.want.bearing is not Bearing.MATTER or got.strength >= _TOUCHED:
            return 1.0
        return 1 - _MISSED * self._rarity(len(sought.known_by))

    def _weighed(self, number: int, sought: _Sought) -> Weighed:
        known_by = self._known_by(number) if number in sought.known_by else NOTHING
        return weighed(sought.want, known_by, in_text=number in sought.in_text)


def _is_titled(scored: _Scored, named: Collection[Want]) -> bool:
    """Whether a document is called by everything that was asked: that it ranks below procedures makes it no worse."""
    titled = {reason.asked for reason in scored.why if Field.TITLE in reason.fields}
    is_called = all(" ".join(want.words) in titled for want in named)
    return scored.entry.kind is Kind.DOC and is_called and scored.answered >= _TITLED


def _standing(entry: Entry) -> float:
    """How an entry ranks among others that answer as much."""
    return _KINDS[entry.kind] * _STATUSES.get(entry.status, 1.0) * (_META if entry.is_meta else 1.0)


def _places(corpus: Corpus) -> set[str]:
    """The communes by their names in all languages. Which one a question comes from changes no procedure."""
    told = corpus.communes.by_code.values()
    named = (plain_words(commune.text(f"name_{language}")) for commune in told for language in LANGUAGES)
    return {words[0] for words in named if len(words) == 1 and len(words[0]) >= _SHORTEST_PLACE}


def _vocabulary(entries: Sequence[Entry], concepts: Concepts, small: Collection[str]) -> Counter[str]:
    """All words in use where entries are named. Every other one counts once."""
    count = Counter(dict.fromkeys([*concepts.words, *small], 1))
    for entry in entries:
        count.update(plain_words("\n".join(unit.text for unit in entry.units)))
    return count


def _hit(scored: _Scored, language: str) -> Hit:
    entry = scored.entry
    spoken = language if entry.titles.get(language) else "en"
    return Hit(
        kind=entry.kind,
        id=entry.id,
        title=entry.titles[spoken],
        summary=entry.summaries.get(spoken, ""),
        language=spoken,
        address=entry.address,
        status=entry.status,
        why=scored.why,
        score=round(scored.score, 4),
    )
