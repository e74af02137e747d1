"""What the engine, the name finder and the harness make of the held-out set, and the section of the page that shows it.

A thing counts as found only when every letter and digit of it lies in a finding: nothing of it is left after
redaction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from becivic.names import NameFinder
from becivic.rules.languages import LANGUAGE_NAMES
from becivic.score.item import Item
from becivic.score.measure import Tally
from becivic.score.page import percent
from becivic_harness import people
from becivic_scrub import Engine
from tools.held_out import clean_items, identifier_items, name_items

Spans = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class HeldOutScore:
    identifiers: Tally
    names: Tally
    harness_names: Tally
    flagged: Tally
    """Clean sentences in which the engine or the name finder found anything."""


def held_out_score(engine: Engine, finder: NameFinder) -> HeldOutScore:
    def by_engine(text: str) -> Spans:
        return [(each.start, each.end) for each in engine.find(text)]

    def by_finder(text: str) -> Spans:
        return [(each.start, each.end) for each in finder.find(text)]

    def by_harness(text: str) -> Spans:
        return [(each.start, each.end) for each in people.find(text)]

    return HeldOutScore(
        _whole(identifier_items(), by_engine),
        _whole(name_items(), by_finder),
        _whole(name_items(), by_harness),
        _flagged(clean_items(), lambda text: [*by_engine(text), *by_finder(text)]),
    )


def _whole(items: Iterable[Item], look: Callable[[str], Spans]) -> Tally:
    tally = Tally()
    for item in items:
        covered = set(chain.from_iterable(range(*span) for span in look(item.text)))
        missed = any(
            at not in covered and item.text[at].isalnum() for span in item.spans for at in range(*span)
        )
        tally.total[str(item.kind)] += 1
        tally.hits[str(item.kind)] += not missed
        if missed:
            tally.wrong.append(item.id)
    return tally


def _flagged(items: Iterable[Item], look: Callable[[str], Spans]) -> Tally:
    tally = Tally()
    for item in items:
        found = bool(look(item.text))
        tally.total[item.lang] += 1
        tally.hits[item.lang] += found
        if found:
            tally.wrong.append(item.id)
    return tally


def markdown(score: HeldOutScore) -> str:
    return "\n".join((*_head(), *_tables(score), ""))


def _head() -> Iterator[str]:
    yield "## Held out"
    yield ""
    yield "Other sentences, written by `tools/held_out` before the rules were changed for them, kept in"
    yield "`tests/fixtures/held-out-set` and never tuned on. Here a thing counts as found only when nothing of it is left:"
    yield "every letter and digit lies in a finding."
    yield ""


def _tables(score: HeldOutScore) -> Iterator[str]:
    yield from _table("kind", score.identifiers, "found whole")
    yield "Full names, by where they come from, with the finder of the server:"
    yield ""
    yield from _table("origin", score.names, "found whole")
    yield "The same names with the finder of the harness:"
    yield ""
    yield from _table("origin", score.harness_names, "found whole")
    yield "Clean sentences about fees, days, articles, opening hours and the free numbers of offices:"
    yield ""
    yield from _table("language", score.flagged, "flagged")


def _table(group: str, tally: Tally, verb: str) -> Iterator[str]:
    yield f"| {group} | {verb} | of | share |"
    yield "|---|---:|---:|---:|"
    for name in tally.groups():
        shown = LANGUAGE_NAMES.get(name, name.replace("_", " "))
        yield f"| {shown} | {tally.hits[name]} | {tally.total[name]} | {percent(tally.share(name))} |"
    yield f"| **all** | {tally.hits.total()} | {tally.total.total()} | {percent(tally.share())} |"
    yield ""
    yield f"Wrong: {', '.join(f'`{each}`' for each in sorted(tally.wrong)[:20]) or 'none'}."
    yield ""
