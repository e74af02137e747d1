"""Reads the query of a request: everything wrong with it is told at once, and never a word of it repeated.

A parameter that no route knows is left alone, as everywhere in this API. One that repeats may be written `name[]`
(R-READ-03).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from starlette.datastructures import QueryParams

from becivic.api.reading.parameters import LIMIT, Parameter
from becivic.intake.refusal import Refusal, schema_refusal
from becivic.rules.reading import FILTER_VALUES, PAGE
from becivic.rules.schemas import SchemaFault

_REMEDY = "Correct the query parameter that the pointer names; /api/docs says what there is."


@dataclass(frozen=True, slots=True)
class Query:
    """Ask it for every parameter first, then for its refusal."""

    given: QueryParams
    faults: list[SchemaFault] = field(default_factory=list)

    def all(self, parameter: Parameter) -> list[str]:
        """The values of a parameter. Empty where it is left out, or where one of them is wrong."""
        said = self.given.getlist(parameter.name)
        if parameter.repeats:
            said = [*said, *self.given.getlist(f"{parameter.name}[]")]
        if parameter.is_required and not said:
            return self._fault(parameter, "required", f"Must be said: {parameter.form}.")
        most = FILTER_VALUES if parameter.repeats else 1
        if len(said) > most:
            return self._fault(parameter, "maxItems", f"May be said {_times(most)}.")
        if not all(parameter.accepts(each) for each in said):
            return self._fault(parameter, parameter.keyword, f"Must be {parameter.form}.")
        return said

    def one(self, parameter: Parameter) -> str | None:
        return next(iter(self.all(parameter)), None)

    def limit(self) -> int:
        return int(self.one(LIMIT) or PAGE)

    def page(self, after: Parameter) -> tuple[str, int] | None:
        """After what, and how many; None where neither is said and all are meant."""
        begin, limit = self.one(after), self.one(LIMIT)
        return None if begin is None and limit is None else (begin or "", int(limit or PAGE))

    @property
    def refusal(self) -> Refusal | None:
        if not self.faults:
            return None
        return replace(schema_refusal(self.faults), remedy=_REMEDY)

    def _fault(self, parameter: Parameter, keyword: str, detail: str) -> list[str]:
        self.faults.append(SchemaFault(f"/{parameter.name}", keyword, detail.removesuffix(".")))
        return []


def _times(most: int) -> str:
    return "once" if most == 1 else f"{most} times at most"
