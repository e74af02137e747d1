"""For whom a way or a document is, as one clause in the reader's words. Nobody's profile is seen (R-PRED-05)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from becivic.corpus.directory import Source
from becivic.corpus.fields import Fields
from becivic.corpus.load import Corpus
from becivic.rendering.eligibility_words import applies_words, predicate_words
from becivic.rendering.voice import Voice
from becivic.rules.places import ProfileRegion
from becivic.rules.routes import PredicateOp

_REGION: Final = "region"
_BELGIUM: Final = frozenset(ProfileRegion) - {ProfileRegion.NOT_YET}


def condition(source: Source, corpus: Corpus, voice: Voice) -> str:
    """`if you live in Brussels, and if you have a residence card`; where nothing has to hold, that it is open to everybody."""
    told = [_clause(predicate, corpus, voice) for predicate in source.predicates()]
    return _joined(told, voice) or voice.t("eligibility.anybody")


def audience(applies_to: Fields, corpus: Corpus, voice: Voice) -> str:
    """The same for a path as a whole; empty where its axes narrow nothing."""
    narrowing = {
        name: wanted
        for name, wanted in applies_to.data.items()
        if name != _REGION or not _is_all_of_belgium(wanted)
    }
    return _joined(applies_words(Fields(narrowing), corpus, voice), voice)


def _clause(predicate: Fields, corpus: Corpus, voice: Voice) -> str:
    """To name every region is to say less than their country does."""
    is_region = predicate.text("field") == f"user.{_REGION}" and predicate.text("op") == PredicateOp.IN
    if is_region and _is_all_of_belgium(predicate.raw("value")):
        return voice.t("eligibility.in_belgium")
    return predicate_words(predicate, corpus, voice)


def _is_all_of_belgium(wanted: object) -> bool:
    if not isinstance(wanted, Collection) or not all(isinstance(each, str) for each in wanted):
        return False
    return set(wanted) == _BELGIUM


def _joined(clauses: Sequence[str], voice: Voice) -> str:
    """Each begins with its own `if`: what has to hold as well is told from what is one of several."""
    t = voice.t
    return t("eligibility.if", clauses=t("eligibility.and").join(clauses)) if clauses else ""
