"""Owns everything that touches Presidio and spaCy: our engine, our recognisers in its frame, all of it offline.

A bare `AnalyzerEngine()` fetches a model and its e-mail recogniser asks a public host: neither is ever built.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, cast

import spacy
from presidio_analyzer import AnalyzerEngine, EntityRecognizer, RecognizerRegistry, RecognizerResult
from presidio_analyzer.context_aware_enhancers import ContextAwareEnhancer
from presidio_analyzer.nlp_engine import NlpArtifacts, NlpEngine
from spacy.language import Language
from spacy.tokens import Doc
from spacy.vocab import Vocab

from becivic.names.lexicon import Lexicon
from becivic.names.models import Model
from becivic.names.plausibility import believed
from becivic.names.recognisers import RECOGNISERS, Hit, Recogniser
from becivic.names.scan import Scan, read
from becivic.names.spans import PersonSpan
from becivic.names.windows import windows
from becivic.rules.languages import LANGUAGES

_PERSON: Final = "PERSON"
_LABELS: Final = frozenset(["PER", "PERSON"])
_USELESS_HERE: Final = ("parser", "lemmatizer", "morphologizer", "attribute_ruler", "tagger", "senter")
_BATCH: Final = 64
_NO_WORDS: Final = Vocab()


class Reading(NlpArtifacts):
    """What the engine hands to the recognisers: our scan, and where a model saw people."""

    def __init__(self, scan: Scan, people: tuple[tuple[int, int], ...], engine: NlpEngine) -> None:
        super().__init__([], Doc(_NO_WORDS), [], [], engine, scan.language)
        self.scan = scan
        self.people = people


class OfflineEngine(NlpEngine):
    """Our words for every language, and the names of a spaCy model where one is trusted."""

    def __init__(self, models: Mapping[str, Model], lexicon: Lexicon) -> None:
        self._models = models
        self._lexicon = lexicon
        self._pipelines: dict[str, Language] = {}

    def load(self) -> None:
        """Nothing yet: a model is loaded when the first text in its language comes."""

    def is_loaded(self) -> bool:
        return True

    def process_text(self, text: str, language: str) -> Reading:
        return next(reading for _, reading in self.process_batch([text], language))

    def process_batch(
        self,
        texts: Iterable[str],
        language: str,
        batch_size: int = _BATCH,
        n_process: int = 1,  # noqa: ARG002  # Presidio's; one process is enough
        **_: object,
    ) -> Iterator[tuple[str, Reading]]:
        scans = [read(text, language, self._lexicon) for text in texts]
        people = self._people(scans, batch_size) if language in self._models else [()] * len(scans)
        for scan, those in zip(scans, people, strict=True):
            yield scan.text, Reading(scan, those, self)

    def _people(self, scans: list[Scan], batch_size: int) -> list[tuple[tuple[int, int], ...]]:
        """Per text, where the model sees people."""
        pieces = [(piece, (number, at)) for number, scan in enumerate(scans) for at, piece in windows(scan)]
        found: list[list[tuple[int, int]]] = [[] for _ in scans]
        model = self._pipeline(scans[0].language) if pieces else None
        for doc, (number, at) in model.pipe(pieces, as_tuples=True, batch_size=batch_size) if model else ():
            found[number].extend((at + start, at + end) for start, end in _people_of(doc))
        return [tuple(those) for those in found]

    def _pipeline(self, language: str) -> Language:
        if language not in self._pipelines:
            self._pipelines[language] = spacy.load(self._models[language].module, exclude=_USELESS_HERE)
        return self._pipelines[language]

    def is_stopword(self, word: str, language: str) -> bool:  # noqa: ARG002
        return False

    def is_punct(self, word: str, language: str) -> bool:  # noqa: ARG002
        return False

    def get_supported_entities(self) -> list[str]:
        return [_PERSON]

    def get_supported_languages(self) -> list[str]:
        return list(LANGUAGES)


class OwnRecogniser(EntityRecognizer):
    """One of our recognisers as Presidio wants it."""

    def __init__(self, name: str, recognise: Recogniser, language: str) -> None:
        self._recognise = recognise
        super().__init__([_PERSON], name=name, supported_language=language)

    def load(self) -> None:
        """Our lists are in the lexicon already."""

    def analyze(self, text: str, entities: list[str], nlp_artifacts: NlpArtifacts) -> list[RecognizerResult]:  # noqa: ARG002
        scan = _reading(nlp_artifacts).scan
        return [_result(scan, hit) for hit in self._recognise(scan)]


class ModelRecogniser(EntityRecognizer):
    """What a model saw, as far as it is plausible."""

    def load(self) -> None:
        """The engine owns the model."""

    def analyze(self, text: str, entities: list[str], nlp_artifacts: NlpArtifacts) -> list[RecognizerResult]:  # noqa: ARG002
        reading = _reading(nlp_artifacts)
        return [_result(reading.scan, hit) for hit in believed(reading.scan, reading.people)]


class NoEnhancer(ContextAwareEnhancer):
    """Our recognisers have read the context themselves."""

    def __init__(self) -> None:
        super().__init__(0.0, 0.0, 0, 0)

    def enhance_using_context(
        self,
        text: str,  # noqa: ARG002
        raw_results: list[RecognizerResult],
        *_: object,
        **__: object,
    ) -> list[RecognizerResult]:
        return raw_results


class Analyser:
    """Presidio, set up for PERSON in four languages and nothing else."""

    def __init__(self, models: Mapping[str, Model], lexicon: Lexicon) -> None:
        self._engine = OfflineEngine(models, lexicon)
        registry = RecognizerRegistry(list(_recognisers(models)), supported_languages=list(LANGUAGES))
        self._analyser = AnalyzerEngine(
            registry, self._engine, supported_languages=list(LANGUAGES), context_aware_enhancer=NoEnhancer()
        )

    def find(self, texts: list[str], language: str) -> Iterator[list[PersonSpan]]:
        for text, reading in self._engine.process_batch(texts, language):
            results = self._analyser.analyze(text, language, [_PERSON], nlp_artifacts=reading)
            yield [_span(result) for result in results]


def _recognisers(models: Mapping[str, Model]) -> Iterator[EntityRecognizer]:
    for language in LANGUAGES:
        for name, recognise in RECOGNISERS:
            yield OwnRecogniser(name, recognise, language)
    for language, model in models.items():
        yield ModelRecogniser([_PERSON], name=model.package, supported_language=language)


def _reading(artifacts: NlpArtifacts) -> Reading:
    """Our engine hands out nothing else."""
    return cast("Reading", artifacts)


def _people_of(doc: Doc) -> Iterator[tuple[int, int]]:
    return ((entity.start_char, entity.end_char) for entity in doc.ents if entity.label_ in _LABELS)


def _result(scan: Scan, hit: Hit) -> RecognizerResult:
    return RecognizerResult(_PERSON, scan.words[hit.first].start, scan.words[hit.end - 1].end, hit.score)


def _span(result: RecognizerResult) -> PersonSpan:
    recogniser = result.recognition_metadata[RecognizerResult.RECOGNIZER_NAME_KEY]
    return PersonSpan(result.start, result.end, result.score, recogniser)
