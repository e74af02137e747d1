"""docs/benchmarks.md, made from what docs/benchmarks.json holds and from nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bench.measured import Measured
from bench.report import record, wording
from bench.report.machine import ROOT, Machine
from bench.report.record import Result

FILE: Final = "docs/benchmarks.md"
_ABOUT: Final = """# How fast it is

Written by `make bench` from `docs/benchmarks.json`, never by hand. Each of ours stands beside what one would use instead, measured in the
same run.

- **Ratios count**, absolute figures are one machine's on one day. `13 times faster` means that ours does thirteen in the time of one;
  `0.9 of its speed` that it does nine in the time of ten. Of time and memory, less is better.
- Those compared take turns, round by round, so that a busy neighbour slows all alike. The median round of each counts.
- **Rounds** are the lowest and the highest ratio of a single round. Where they lie far apart, the machine was busy.
- **Bar** is what must hold; `make bench` fails where one is missed. A bar in milliseconds, megabytes or so many a second is for an idle machine.
- `.venv/bin/python -m bench --write NAME` measures a part anew and keeps the rest, so each part tells its own day and commit.
"""
_HEADINGS: Final = ("what is done", "beside", "ratio", "rounds", "bar", "ours", "theirs")
_MACHINE: Final = {
    "processor": "Processor",
    "cores": "Cores",
    "memory_gb": "Memory, GB",
    "system": "System",
    "python": "Python",
    "sqlite": "SQLite",
    "postgresql": "PostgreSQL",
    "git": "git",
}


def page() -> str:
    """Of the record as it lies in the repository."""
    return markdown(record.read(ROOT))


def markdown(results: Sequence[Result]) -> str:
    machines = list(dict.fromkeys(each.machine for each in results))
    parts = [_ABOUT, _bars(results), _machines(machines), _short(results)]
    parts += [_section(each, machines) for each in results]
    return "\n".join(parts)


def _bars(results: Sequence[Result]) -> str:
    bars = [each for result in results for each in result.measured if each.bar]
    missed = [f"- {each}" for result in results for each in result.missed]
    held = f"{len(bars) - len(missed)} of {len(bars)} bars hold."
    return "\n".join([held, "", *(["Missed:", "", *missed, ""] if missed else []), *_busy(results)])


def _busy(results: Sequence[Result]) -> list[str]:
    """So that nobody takes a neighbour's work for ours."""
    found = [f"`{each.name}`" for each in results if each.load > each.machine.cores]
    said = f"Measured while more wanted a processor than the machine has: {', '.join(found)}. There only wide differences mean something."
    return [said, ""] if found else []


def _short(results: Sequence[Result]) -> str:
    """The first line of each: what stands there is what one asks first."""
    lines = ["## In short", "", _row(("", "ratio", "beside", "bars")), _row("---" for _ in range(4))]
    for each in results:
        first = each.measured[0]
        lines.append(
            _row((f"{each.title}: {first.what}", f"**{wording.ratio(first)}**", first.beside, _held(each)))
        )
    return "\n".join([*lines, ""])


def _held(result: Result) -> str:
    bars = sum(each.bar is not None for each in result.measured)
    return f"{bars - len(result.missed)} of {bars} hold" if bars else ""


def _section(result: Result, machines: list[Machine]) -> str:
    lines = [f"## {result.title}", "", result.about, "", *_table(result.measured), ""]
    notes = [f"- {each.what}, beside {each.beside}: {each.note}." for each in result.measured if each.note]
    lines += [*notes, ""] if notes else []
    return "\n".join([*lines, _ran(result, machines), ""])


def _table(measured: Iterable[Measured]) -> Iterator[str]:
    yield _row(_HEADINGS)
    yield _row("---" for _ in _HEADINGS)
    for each in measured:
        bar = wording.bar(each)
        yield _row(
            (
                each.what,
                each.beside,
                f"**{wording.ratio(each)}**",
                wording.spread(each),
                f"{bar}: {wording.verdict(each)}" if bar else "",
                wording.figure(each.figure, each.unit),
                wording.figure(each.other, each.unit),
            )
        )


def _ran(result: Result, machines: list[Machine]) -> str:
    packages = ", ".join(f"{name} {version}" for name, version in result.versions.items())
    machine = f" on machine {machines.index(result.machine) + 1}" if len(machines) > 1 else ""
    said = f"`{result.name}`, {result.at[:10]}{machine}, commit {result.commit}, {result.took:.0f} s, load {result.load} at the start."
    return f"{said} {packages}." if packages else said


def _machines(machines: list[Machine]) -> str:
    columns = [f"machine {number}" if len(machines) > 1 else "" for number in range(1, len(machines) + 1)]
    lines = ["## The machine" if len(machines) == 1 else "## The machines", "", _row(("", *columns))]
    lines.append(_row("---" for _ in (0, *machines)))
    lines += [_row((said, *(str(getattr(one, name)) for one in machines))) for name, said in _MACHINE.items()]
    return "\n".join([*lines, ""])


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
