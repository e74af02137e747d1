"""Whom a source is open to, in plain words: a clause for each predicate (schemas 6.12.5). Nobody's profile is seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from becivic.corpus.directory import Source
from becivic.corpus.fields import Fields
from becivic.corpus.load import Corpus
from becivic.rendering.voice import Voice
from becivic.rules.axes import AXES, Axis, AxisKind
from becivic.rules.routes import PredicateOp

_USER: Final = "user."
_COMMUNE_NAMES: Final = ("fr", "nl", "de")


def eligibility_words(source: Source, corpus: Corpus, voice: Voice) -> list[str]:
    """All of these have to hold; none: it is open to anybody."""
    return [predicate_words(predicate, corpus, voice) for predicate in source.predicates()]


def applies_words(applies_to: Fields, corpus: Corpus, voice: Voice) -> list[str]:
    """The coarse audience of a path or a skill, by the same axes; other keys are left to whoever asks."""
    said = []
    for name, axis in AXES.items():
        if name in applies_to:
            wanted = applies_to.raw(name)
            said.append(
                _Clause(name, axis, corpus, voice).one_of(wanted if isinstance(wanted, list) else [wanted])
            )
    return said


def predicate_words(predicate: Fields, corpus: Corpus, voice: Voice) -> str:
    """A clause without a full stop. What cannot be read as a predicate is told as it is written."""
    name = predicate.text("field").removeprefix(_USER)
    axis, wanted = AXES.get(name), predicate.raw("value")
    if axis is None:
        return as_written(predicate)
    clause = _Clause(name, axis, corpus, voice)
    match predicate.text("op"):
        case PredicateOp.EQ:
            return clause.one_of([wanted])
        case PredicateOp.IN if isinstance(wanted, list):
            return clause.one_of(wanted)
        case PredicateOp.GTE if axis.is_ordered:
            return clause.bounded("at_least", wanted)
        case PredicateOp.LTE if axis.is_ordered:
            return clause.bounded("at_most", wanted)
        case PredicateOp.EXISTS:
            return clause.known(is_known=wanted is True)
    return as_written(predicate)


def as_written(predicate: Fields) -> str:
    return " ".join(str(predicate.raw(name)) for name in ("field", "op", "value") if name in predicate)


class _Clause:
    """What is said of one axis."""

    def __init__(self, name: str, axis: Axis, corpus: Corpus, voice: Voice) -> None:
        self._key = name.rpartition(".")[2]
        self._axis = axis
        self._corpus = corpus
        self._voice = voice

    def one_of(self, wanted: Sequence[object]) -> str:
        words = [self._value(each) for each in wanted]
        return self._said(f" {self._voice.t('eligibility.or')} ".join(words))

    def bounded(self, bound: str, wanted: object) -> str:
        return self._said(self._voice.t(f"eligibility.{bound}", n=wanted))

    def known(self, *, is_known: bool) -> str:
        label = self._voice.t(f"eligibility.label_{self._key}")
        return self._voice.t(f"eligibility.{'known' if is_known else 'unknown'}", label=label)

    def _said(self, values: str) -> str:
        return self._voice.t(f"eligibility.axis_{self._key}", values=values)

    def _value(self, wanted: object) -> str:
        """A choice in the words for it; what the axis does not know, as it is written."""
        if not self._axis.accepts(wanted):
            return str(wanted)
        if self._axis.kind is AxisKind.COMMUNE:
            return self._commune(str(wanted))
        if self._axis.kind in (AxisKind.CHOICE, AxisKind.FLAG):
            return self._voice.t(
                f"eligibility.{self._key}_{str(wanted).lower() if wanted in (True, False) else wanted}"
            )
        return str(wanted)

    def _commune(self, code: str) -> str:
        entry = self._corpus.communes.by_code.get(code)
        if entry is None:
            return code
        languages = (self._voice.language, *_COMMUNE_NAMES)
        return next(filter(None, (entry.text(f"name_{language}") for language in languages)), code)
