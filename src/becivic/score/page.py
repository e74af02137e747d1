"""The published page of the score: generated, and checked fresh, so that it cannot flatter."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.rules.languages import LANGUAGE_NAMES, LANGUAGES
from becivic.score.measure import Score, Tally
from becivic.score.published import SEED, Published


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def markdown(score: Published) -> str:
    return "\n".join((*_head(), *_identifiers(score.identifiers), *_names(score.names), *_tail(), ""))


def _head() -> Iterator[str]:
    yield "# How well the scrub engine finds what it must"
    yield ""
    yield "Written by `make format` from `becivic scrub --score`, and checked fresh by `make check`. The sentences are"
    yield f"synthetic, written by a generator with seed {SEED} (`src/becivic/score`), and lie in"
    yield "`tests/fixtures/scrub-set`. They were written without sight of the rules and recognisers, which were then"
    yield "tuned on what they missed: on sentences nobody has tuned on, expect somewhat less."
    yield ""


def _identifiers(score: Score) -> Iterator[str]:
    yield "## Identifiers"
    yield ""
    yield "A labelled identifier is found when a finding of any rule overlaps it."
    yield ""
    yield from _table("kind", score.recall, score.recall.groups(), "found")
    yield "Clean sentences, full of what only looks like an identifier:"
    yield ""
    yield from _table("language", score.false_alarms, LANGUAGES, "flagged")
    yield from _wrong(score)


def _names(score: Score) -> Iterator[str]:
    yield "## Names"
    yield ""
    yield "A name is found when a span of the finder overlaps it. The finder is not told the language. A name found is"
    yield "held for human eyes, never refused."
    yield ""
    yield from _table("language", score.recall, LANGUAGES, "found")
    yield "Clean sentences, full of what only looks like a name:"
    yield ""
    yield from _table("language", score.false_alarms, LANGUAGES, "held")
    yield from _wrong(score)


def _tail() -> Iterator[str]:
    yield "## What it does not measure"
    yield ""
    yield "Speed depends on the machine: `becivic scrub --score` prints sentences a second, `make bench` the ratios. A"
    yield "context that points to one person without a number or a name in it (the only baker of a village) is beyond any"
    yield "rule; that judgement stays with the agent on the person's side."


def _table(group: str, tally: Tally, groups: tuple[str, ...] | list[str], verb: str) -> Iterator[str]:
    yield f"| {group} | {verb} | of | share |"
    yield "|---|---:|---:|---:|"
    for name in groups:
        yield f"| {_said(name)} | {tally.hits[name]} | {tally.total[name]} | {percent(tally.share(name))} |"
    yield f"| **all** | {tally.hits.total()} | {tally.total.total()} | {percent(tally.share())} |"
    yield ""


def _said(group: str) -> str:
    return LANGUAGE_NAMES.get(group, group.replace("_", " "))


def _wrong(score: Score) -> Iterator[str]:
    for said, wrong in (("Missed", score.recall.wrong), ("Raised for nothing", score.false_alarms.wrong)):
        yield f"{said}: {', '.join(f'`{each}`' for each in sorted(wrong)) or 'none'}."
        yield ""
