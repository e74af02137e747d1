"""Prometheus' text format, version 0.0.4: families and samples in, text out. Knows nothing of what they mean."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from becivic.observing.families import Family

MEDIA_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

_IN_HELP: Final = str.maketrans({"\\": r"\\", "\n": r"\n"})
_IN_LABEL: Final = str.maketrans({"\\": r"\\", "\n": r"\n", '"': r"\""})


class Sample(NamedTuple):
    """One number: the values of its family's labels, in their order."""

    labels: tuple[str, ...]
    value: float


class Distribution(NamedTuple):
    """What one histogram holds: by bucket, each without those before it and the last without bound, and the sum."""

    labels: tuple[str, ...]
    counts: Sequence[int]
    total: float


Samples = Iterable[Sample | Distribution]


def exposed(said: Iterable[tuple[Family, Samples]], bounds: Sequence[float]) -> str:
    """The whole page. `bounds` are those of every histogram; a family without samples is left out."""
    lines: list[str] = []
    for family, samples in said:
        own = [line for sample in samples for line in _lines(family, sample, bounds)]
        if own:
            lines += [
                f"# HELP {family.name} {family.help.translate(_IN_HELP)}",
                f"# TYPE {family.name} {family.kind}",
                *own,
            ]
    return "".join(f"{line}\n" for line in lines)


def _lines(family: Family, sample: Sample | Distribution, bounds: Sequence[float]) -> list[str]:
    labels = tuple(zip(family.labels, sample.labels, strict=True))
    if isinstance(sample, Sample):
        return [_line(family.name, labels, sample.value)]
    up_to = zip((*bounds, math.inf), accumulate(sample.counts), strict=True)
    return [
        *(_line(f"{family.name}_bucket", (*labels, ("le", _number(bound))), count) for bound, count in up_to),
        _line(f"{family.name}_sum", labels, sample.total),
        _line(f"{family.name}_count", labels, sum(sample.counts)),
    ]


def _line(name: str, labels: Sequence[tuple[str, str]], value: float) -> str:
    inside = ",".join(f'{label}="{said.translate(_IN_LABEL)}"' for label, said in labels)
    return f"{name}{{{inside}}} {_number(value)}" if inside else f"{name} {_number(value)}"


def _number(value: float) -> str:
    if math.isinf(value):
        return "+Inf" if value > 0 else "-Inf"
    return str(int(value)) if float(value).is_integer() else repr(float(value))
