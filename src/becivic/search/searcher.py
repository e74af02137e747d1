"""Finds what a question is about in one corpus, and says honestly when nothing fits.

Built once for a corpus and asked by every face of the service; keeps nothing of what it is asked but the words that the library has itself.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log
from typing import Final

from becivic.corpus.load import Corpus
from becivic.rules.languages import LANGUAGES
from becivic.rules.skills import FALLBACK_SKILL
from becivic.search.analysis import plain_words
from becivic.search.concepts import Concept, Concepts, everyday_concepts, glossary_concepts, small_words
from becivic.search.entries import Entry, Field, Kind, entries_of, text_of
from becivic.search.evidence import NOTHING, KnownBy, Reason, Weighed, weighed
from becivic.search.index import EntryIndex
from becivic.search.question import Bearing, Understanding, Want
from becivic.search.sought import Sought, answered, quietened, share_of
from becivic.search.spelling import Spelling

FITS_FROM: Final = 0.28
"""How much of what was asked the first hits must answer for; found with the questions in tests/fixtures."""

_FIRST: Final = 3
"""So many hits are looked at together: who asks about two matters may need two pages."""

_SHORTLIST: Final = 60
_REMEMBERED: Final = 256
_WANTS_REMEMBERED: Final = 2048
_META: Final = 0.3
_KINDS: Final = {Kind.SKILL: 1.0, Kind.PATH: 0.9, Kind.DOC: 0.5}
_TITLED: Final = 0.35
"""How much a document answers for whose title has all that was asked, and no other place has it."""
_STATUSES: Final = {"draft": 0.6, "deprecated": 0.5}
_SHORTEST_PLACE: Final = 4
_TIE: Final = 0.05
_COMMON: Final = 0.6
"""So much of its weight a matter keeps that many entries speak of: it is asked for, and a circumstance is not."""


_Key = tuple[tuple[str, ...], Bearing, tuple[Concept, ...]]


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
    """What was asked for and found in any of the hits, or is known as something no page covers; in the language of
    whoever asks."""
    fits: bool
    """Whether the first hits can be taken for an answer."""
    fallback: Hit | None
    """What to read when nothing fits."""


@dataclass(frozen=True, slots=True)
class _Scored:
    entry: Entry
    got: tuple[Weighed, ...]
    """What it has of each thing that was asked for."""
    score: float

    @property
    def why(self) -> tuple[Reason, ...]:
        return tuple(got.reason for got in self.got if got.reason is not None)


class Searcher:
    def __init__(self, corpus: Corpus, more: Iterable[Entry] = ()) -> None:
        """`more` is found beside what the corpus has."""
        known = {entry.address: entry for entry in (*more, *entries_of(corpus))}
        self._entries: Final = tuple(known.values())
        self._index: Final = EntryIndex(self._entries, lambda entry: text_of(entry, corpus))
        concepts = Concepts([*everyday_concepts(), *glossary_concepts(corpus.terms)])
        small = small_words().with_places(places_of(corpus), concepts.words)
        spelling = Spelling(_vocabulary(self._entries, concepts, small.stop | small.aside))
        self._understanding: Final = Understanding(concepts, small, spelling, self._index.has_in_text)
        self._known_by: Final = lru_cache(maxsize=_REMEMBERED)(lambda number: KnownBy(self._entries[number]))
        self._told: Final[OrderedDict[_Key, tuple[Sought, dict[int, Weighed]]]] = OrderedDict()
        """Of things that the library knows, whoever asks for them: who has them, and how well."""
        self._fallback: Final = next((entry for entry in self._entries if entry.id == FALLBACK_SKILL), None)

    def find(
        self, query: str, language: str = "en", limit: int = 10, kinds: Collection[Kind] | None = None
    ) -> SearchAnswer:
        """The best entries of these kinds; of all where none is named."""
        question = self._understanding.question(query)
        known = [self._known(want) for want in question.wants]
        sought = quietened([each for each, _ in known])
        ranked = self._ranked(sought, [weighed for _, weighed in known], kinds)
        named = [want for want in question.wants if want.bearing not in (Bearing.ASIDE, Bearing.HINT)]
        fits = bool(ranked) and (_is_enough(ranked[:_FIRST], sought) or _is_titled(ranked[0], named))
        fallback = (
            None if fits or self._fallback is None else _hit(_Scored(self._fallback, (), 0.0), language)
        )
        shown = ranked[: max(0, limit)]
        found = {reason.asked for scored in shown for reason in scored.why}
        return SearchAnswer(
            hits=tuple(_hit(scored, language) for scored in shown),
            corrected=question.corrected,
            understood=tuple(want.called(language) for want in named if _is_understood(want, found)),
            fits=fits,
            fallback=fallback,
        )

    def _known(self, want: Want) -> tuple[Sought, dict[int, Weighed]]:
        """Worked out once for what the library has a word for. A word that it has not may be a name: it is forgotten."""
        if want.bearing in (Bearing.UNKNOWN, Bearing.ASIDE):
            return self._sought(want), {}
        key = want.words, want.bearing, want.concepts
        found = self._told.pop(key, None) or (self._sought(want), {})
        self._told[key] = found
        if len(self._told) > _WANTS_REMEMBERED:
            self._told.popitem(last=False)
        return found

    def _sought(self, want: Want) -> Sought:
        known_by = self._index.known_by([*want.phrases, *want.own])
        in_text = self._index.telling_of(want.phrases)
        if want.bearing is Bearing.ELSEWHERE:
            known_by = {number: near for number, near in known_by.items() if self._is_called(number, want)}
            in_text = {number: near for number, near in in_text.items() if number in known_by}
        rarity = self._rarity(len(known_by))
        least = _COMMON if want.bearing in (Bearing.NAME, Bearing.MATTER) else 0.0
        return Sought(want, known_by, in_text, rarity, want.bearing.weight * max(rarity, least))

    def _is_called(self, number: int, want: Want) -> bool:
        known_by = self._known_by(number)
        return any(Field.TITLE in known_by.fields_with(phrase) for phrase in want.phrases)

    def _rarity(self, holders: int) -> float:
        """What few entries are known by says more."""
        return log(1 + len(self._entries) / (1 + holders)) / log(2 + len(self._entries))

    def _ranked(
        self, sought: Sequence[Sought], known: Sequence[dict[int, Weighed]], kinds: Collection[Kind] | None
    ) -> list[_Scored]:
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
        scored = [self._scored(number, sought, known, score / highest) for number, score in listed]
        return sorted(
            (each for each in scored if each.why),
            key=lambda each: (-each.score, each.entry.kind, each.entry.id),
        )

    def _scored(
        self, number: int, sought: Sequence[Sought], known: Sequence[dict[int, Weighed]], nearness: float
    ) -> _Scored:
        entry = self._entries[number]
        got = tuple(
            seen.get(number) or seen.setdefault(number, self._weighed(number, each))
            for each, seen in zip(sought, known, strict=True)
        )
        share = share_of(sought, [each.strength for each in got])
        return _Scored(entry, got, (share + _TIE * nearness) * _standing(entry))

    def _weighed(self, number: int, sought: Sought) -> Weighed:
        known_by = self._known_by(number) if number in sought.known_by else NOTHING
        return weighed(sought.want, known_by, in_text=number in sought.in_text)


def _is_understood(want: Want, found: Collection[str]) -> bool:
    return want.bearing is Bearing.ELSEWHERE or " ".join(want.words) in found


def _is_enough(first: Sequence[_Scored], sought: Sequence[Sought]) -> bool:
    """Whether the first hits answer the question together. Documents tell of this library, and of no procedure."""
    told = [scored for scored in first if scored.entry.kind is not Kind.DOC]
    if all(each.want.bearing is Bearing.ASIDE for each in sought):
        return False
    best = [
        max((scored.got[at].strength * _standing(scored.entry) for scored in told), default=0.0)
        for at, _ in enumerate(sought)
    ]
    return answered(sought, best) >= FITS_FROM


def _is_titled(scored: _Scored, named: Collection[Want]) -> bool:
    """Whether a document is called by everything that was asked: that it ranks below procedures makes it no worse."""
    titled = {reason.asked for reason in scored.why if Field.TITLE in reason.fields}
    is_called = bool(named) and all(" ".join(want.words) in titled for want in named)
    return scored.entry.kind is Kind.DOC and is_called and scored.score >= _TITLED


def _standing(entry: Entry) -> float:
    """How an entry ranks among others that answer as much."""
    return _KINDS[entry.kind] * _STATUSES.get(entry.status, 1.0) * (_META if entry.is_meta else 1.0)


def places_of(corpus: Corpus) -> set[str]:
    """The communes by their names in all languages. Which one a question comes from changes no procedure."""
    told = corpus.communes.by_code.values()
    named = (plain_words(commune.text(f"name_{language}")) for commune in told for language in LANGUAGES)
    return {words[0] for words in named if len(words) == 1 and len(words[0]) >= _SHORTEST_PLACE}


def _vocabulary(entries: Sequence[Entry], concepts: Concepts, small: Collection[str]) -> Counter[str]:
    """All words in use where entries are named and in what people say. Every other one counts once."""
    count = Counter(dict.fromkeys(small, 1)) | concepts.words
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
