"""How well the engine and the name finder do on labelled sentences: counts, never an opinion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from becivic.score.item import Item

Spans = Sequence[tuple[int, int]]
Look = Callable[[Item], Spans]
"""Shows one sentence to whoever is measured; the spans that were found."""


@dataclass(slots=True)
class Tally:
    """So many of so many, by group, and which sentences were on the wrong side."""

    hits: Counter[str] = field(default_factory=Counter)
    total: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def share(self, group: str | None = None) -> float:
        """The share of one group, or of all of them together."""
        hits = self.hits.total() if group is None else self.hits[group]
        total = self.total.total() if group is None else self.total[group]
        return hits / total if total else 0.0

    def groups(self) -> list[str]:
        return list(self.total)


@dataclass(frozen=True, slots=True)
class Score:
    """What was found of what is there, and what was flagged of what is clean."""

    recall: Tally
    """By kind of identifier, or by language for names; counted in labelled spans."""
    false_alarms: Tally
    """Clean sentences with any finding at all, by language."""


def measure(items: Iterable[Item], look: Look, group: Callable[[Item], str]) -> Score:
    """Show every sentence and count. A labelled span is found when something found overlaps it."""
    recall, false_alarms = Tally(), Tally()
    for item in items:
        found = look(item)
        if item.kind is None:
            _count(false_alarms, item.lang, 1, int(bool(found)))
            if found:
                false_alarms.wrong.append(item.id)
            continue
        hits = sum(_overlaps(span, found) for span in item.spans)
        _count(recall, group(item), len(item.spans), hits)
        if hits < len(item.spans):
            recall.wrong.append(item.id)
    return Score(recall, false_alarms)


def _count(tally: Tally, group: str, total: int, hits: int) -> None:
    tally.total[group] += total
    tally.hits[group] += hits


def _overlaps(span: tuple[int, int], found: Spans) -> bool:
    return any(start < span[1] and span[0] < end for start, end in found)
