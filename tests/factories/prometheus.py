"""A strict reader of Prometheus' text format 0.0.4: what it does not know, it refuses."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_HELP = re.compile(r"# HELP ([a-z_]+) ((?:[^\\\n]|\\\\|\\n)+)")
_TYPE = re.compile(r"# TYPE ([a-z_]+) (counter|gauge|histogram)")
_LABEL = r'[a-z_]+="(?:[^"\\\n]|\\\\|\\n|\\")*"'
_SAMPLE = re.compile(rf"([a-z_]+)(?:\{{({_LABEL}(?:,{_LABEL})*)\}})? (\+Inf|-?[0-9.]+(?:e[+-]?[0-9]+)?)")
_ONE_LABEL = re.compile(r'([a-z_]+)="((?:[^"\\]|\\.)*)"')
_ESCAPED = {r"\\": "\\", r"\n": "\n", r"\"": '"'}

Labels = tuple[tuple[str, str], ...]


@dataclass
class Told:
    """One family as it was read."""

    help: str
    kind: str
    samples: dict[tuple[str, Labels], float] = field(default_factory=dict)


def read(page: str) -> dict[str, Told]:
    """By name; each family in one piece, HELP first, then TYPE, then its samples, none of them twice."""
    assert page.endswith("\n")
    found: dict[str, Told] = {}
    lines = iter(page.splitlines())
    current = ""
    for line in lines:
        if match := _HELP.fullmatch(line):
            current = match[1]
            assert current not in found, f"{current} comes twice"
            kind = _TYPE.fullmatch(next(lines))
            assert kind is not None
            assert kind[1] == current
            found[current] = Told(_unescaped(match[2]), kind[2])
            continue
        sample = _SAMPLE.fullmatch(line)
        assert sample is not None, line
        assert _family(sample[1], found[current].kind) == current, line
        key = (sample[1], _labels(sample[2]))
        assert key not in found[current].samples, f"{line} comes twice"
        found[current].samples[key] = float(sample[3])
    _look_at_buckets(found)
    return found


def value(page: str, name: str, **labels: str) -> float:
    """One sample, which must be there."""
    return read(page)[name].samples[name, tuple(sorted(labels.items()))]


def _family(name: str, kind: str) -> str:
    return re.sub(r"_(bucket|sum|count)$", "", name) if kind == "histogram" else name


def _labels(said: str | None) -> Labels:
    found = [(match[1], _unescaped(match[2])) for match in _ONE_LABEL.finditer(said or "")]
    assert len(dict(found)) == len(found)
    return tuple(sorted(found))


def _unescaped(text: str) -> str:
    return re.sub(r"\\.", lambda match: _ESCAPED[match[0]], text)


def _look_at_buckets(found: dict[str, Told]) -> None:
    """They only grow, end without bound, and the last of them is the count."""
    for name, told in found.items():
        if told.kind != "histogram":
            continue
        series: dict[Labels, list[tuple[float, float]]] = {}
        for (own, labels), number in told.samples.items():
            if own == f"{name}_bucket":
                rest = tuple(each for each in labels if each[0] != "le")
                series.setdefault(rest, []).append((float(dict(labels)["le"]), number))
        for labels, buckets in series.items():
            assert buckets == sorted(buckets)
            assert [number for _, number in buckets] == sorted(number for _, number in buckets)
            assert buckets[-1] == (float("inf"), told.samples[f"{name}_count", labels])
            assert (f"{name}_sum", labels) in told.samples
