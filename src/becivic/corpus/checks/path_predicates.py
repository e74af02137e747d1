"""Predicates ask about axes that profiles have, with values that the axes take (schemas 6.12.5; R-PRED-01..03; C-38)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.fields import Fields
from becivic.corpus.load import Corpus
from becivic.corpus.reference_data import COMMUNES_FILE
from becivic.rules.axes import AXES, Axis, AxisKind
from becivic.rules.routes import (
    COMPUTED_PREDICATE_FIELDS,
    PREDICATE_FIELD_HINTS,
    PREDICATE_FIELDS,
    PredicateOp,
)

_AXES: Final = {f"user.{name}": axis for name, axis in AXES.items()}
_ORDER: Final = (PredicateOp.GTE, PredicateOp.LTE)


@rule("path-predicates", "predicates fit the axes of a profile", section="schemas 6.12.5")
def check(context: Context) -> Iterator[Problem]:
    corpus = context.corpus
    for entry in context.entries:
        for source in entry.sources:
            for predicate in source.predicates():
                if predicate.text("field") not in _AXES:
                    yield from _unknown_field(corpus, predicate)
                else:
                    yield from _misfit(corpus, predicate)


def _unknown_field(corpus: Corpus, predicate: Fields) -> Iterator[Problem]:
    field = predicate.text("field")
    if not field.startswith("user."):
        return  # the schema says what a field looks like
    right = PREDICATE_FIELD_HINTS.get(field)
    known = ", ".join((*PREDICATE_FIELDS, *COMPUTED_PREDICATE_FIELDS))
    yield Problem(
        corpus.paths.place(predicate.at("field")),
        f"`{field}` is an older name" if right else "the field is no axis of a profile",
        f"Use {right}." if right else f"Use one of: {known}.",
    )


def _misfit(corpus: Corpus, predicate: Fields) -> Iterator[Problem]:
    field, op = predicate.text("field"), predicate.raw("op")
    axis = _AXES[field]
    if op in _ORDER and not axis.is_ordered:
        yield Problem(
            corpus.paths.place(predicate.at("op")),
            f"`{field}` has no order, so `{op}` means nothing",
            f"Use {PredicateOp.EQ} or {PredicateOp.IN}.",
        )
        return
    for pointer, value in _values(predicate):
        if not axis.accepts(value):
            yield Problem(
                corpus.paths.place(pointer), f"`{field}` does not take this value", f"Write {axis.wants}."
            )
        elif _is_no_commune(corpus, axis, value):
            yield Problem(
                corpus.paths.place(pointer),
                f"no commune `{value}` in {COMMUNES_FILE}",
                "Correct the code; communes that merged have a new one.",
            )


def _values(predicate: Fields) -> list[tuple[str, object]]:
    """The values to compare with, as far as their shape is the one the operator asks for (the schema has the rest)."""
    value, pointer = predicate.raw("value"), predicate.at("value")
    is_list = isinstance(value, list)
    match predicate.raw("op"):
        case PredicateOp.IN.value if is_list:
            return [(f"{pointer}/{index}", item) for index, item in enumerate(value)]
        case PredicateOp.EQ.value | PredicateOp.GTE.value | PredicateOp.LTE.value if not (
            is_list or isinstance(value, dict) or value is None
        ):
            return [(pointer, value)]
    return []


def _is_no_commune(corpus: Corpus, axis: Axis, value: object) -> bool:
    """A list that is missing or unreadable is reported once, as a file."""
    communes = corpus.communes
    return axis.kind is AxisKind.COMMUNE and communes.document.exists and value not in communes.by_code
