"""The command line of the kit: which sets are run, what is printed, with which code it ends."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.conformance.runner import (
    buffer_set,
    eligibility_set,
    note_set,
    portal_set,
    scrub_set,
    walk_set,
)
from tests.conformance.runner.case import Case, Miss
from tests.conformance.runner.talking import Adapter, Gone

FINE, FAILED, USAGE = 0, 1, 2
PROTOCOL = 1

SETS: dict[str, tuple[Callable[[Path], list[Case]], str]] = {
    "scrub": (scrub_set.cases, "texts that hold somebody, and notes that hold nobody"),
    "eligibility": (eligibility_set.cases, "whom a source is for, and in which order sources are tried"),
    "portals": (portal_set.cases, "what was seen at a portal, and how the attempt ended"),
    "traversals": (walk_set.cases, "whole walks along a path"),
    "buffers": (buffer_set.cases, "what is collected, shown, approved and sent"),
    "notes": (note_set.cases, "what may be kept about a person"),
}

_EXAMPLES = """\
The adapter is a program that speaks for your harness: one JSON object a line on standard input, one on standard
output (see README.md). Everything after -- is its command line.

examples:
  python run.py -- ./my-adapter --flag            the whole kit
  python run.py --only scrub --only buffers -- node adapter.js
  python run.py --case decline -- ./my-adapter    the cases whose id has `decline` in it
  python run.py --json -- ./my-adapter            a report for a program
  python run.py --list                            sets, cases and the requirements they prove

exit codes: 0 everything holds, 1 something does not, 2 the kit could not be run
"""


class Outcome(NamedTuple):
    set: str
    case: str
    misses: list[Miss]


def main(arguments: Sequence[str], folder: Path) -> int:
    given = list(arguments)
    adapter = given[given.index("--") + 1 :] if "--" in given else []
    options = _options(given[: given.index("--")] if "--" in given else given)
    chosen = {
        name: [case for case in SETS[name][0](folder) if options.case in case.id]
        for name in SETS
        if not options.only or name in options.only
    }
    if not any(chosen.values()):
        print("No case has that in its id; --list names them.", file=sys.stderr)
        return USAGE
    if options.list:
        _list(chosen, as_json=options.json)
        return FINE
    if not adapter:
        print("Which adapter? Write it after --, as in: python run.py -- ./my-adapter", file=sys.stderr)
        return USAGE
    speaking = Adapter(adapter, options.timeout)
    try:
        harness = _greeted(speaking)
        outcomes = [
            _run(speaking, name, case, place, len(cases))
            for name, cases in chosen.items()
            for place, case in enumerate(cases, 1)
        ]
    except Gone as gone:
        print(f"The kit could not be run: {gone}.", file=sys.stderr)
        return USAGE
    finally:
        speaking.stop()
    _tell(harness, chosen, outcomes, options)
    return FAILED if any(each.misses for each in outcomes) else FINE


def _options(given: list[str]) -> Any:
    parser = argparse.ArgumentParser(
        prog="run.py",
        usage="run.py [OPTIONS] -- ADAPTER [ARGUMENTS]",
        description="Holds a harness to what Be Civic asks of every harness.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--only", action="append", choices=list(SETS), metavar="SET", help=f"one of {', '.join(SETS)}; repeat"
    )
    parser.add_argument("--case", default="", metavar="TEXT", help="only cases with this in their id")
    parser.add_argument("--list", action="store_true", help="what there is; runs nothing")
    parser.add_argument("--json", action="store_true", help="the report as JSON")
    parser.add_argument("--timeout", type=float, default=20.0, metavar="SECONDS", help="for one answer (20)")
    return parser.parse_args(given)


def _greeted(adapter: Adapter) -> str:
    answer = adapter.ask({"op": "hello", "protocol": PROTOCOL})
    if answer.get("protocol") != PROTOCOL:
        raise Gone(f"the adapter does not say that it speaks protocol {PROTOCOL}")
    return str(answer.get("harness") or "a harness without a name")


def _run(adapter: Adapter, name: str, case: Case, place: int, count: int) -> Outcome:
    """A case that the adapter does not live through is a case that fails; the next one has a fresh process."""
    if place == 1:
        adapter.faults = 0
    try:
        misses = list(case.check(adapter.ask))
    except Gone as gone:
        misses = [Miss("", "an answer", str(gone))]
    if sys.stderr.isatty():
        print(f"\r{name:<12} {place:>4} of {count}", end="\n" if place == count else "", file=sys.stderr)
    elif place == count:
        print(f"{name:<12} {count} run", file=sys.stderr)
    return Outcome(name, case.id, misses)


def _tell(harness: str, chosen: dict[str, list[Case]], outcomes: list[Outcome], options: Any) -> None:
    failed = [each for each in outcomes if each.misses]
    is_whole = not options.only and not options.case
    if options.json:
        report = {"whole": is_whole, **_report(harness, chosen, failed)}
        print(json.dumps(report, ensure_ascii=False, indent=2))
        return
    for each in failed:
        for miss in each.misses:
            print(f"{each.set}/{each.case}: {miss}")
    for name, cases in chosen.items():
        lost = sum(each.set == name for each in failed)
        print(f"{name:<12} {len(cases) - lost} of {len(cases)}")
    good = "conforms" if is_whole else "passes what was run, which is not the whole kit"
    print(f"{harness}: {'does not conform' if failed else good}")


def _report(harness: str, chosen: dict[str, list[Case]], failed: list[Outcome]) -> dict[str, Any]:
    return {
        "harness": harness,
        "ok": not failed,
        "sets": [
            {
                "name": name,
                "cases": len(cases),
                "failed": sum(each.set == name for each in failed),
                "failures": [
                    {"case": each.case, **miss._asdict()}
                    for each in failed
                    if each.set == name
                    for miss in each.misses
                ],
            }
            for name, cases in chosen.items()
        ],
    }


def _list(chosen: dict[str, list[Case]], *, as_json: bool) -> None:
    if as_json:
        told = {name: {case.id: list(case.proves) for case in cases} for name, cases in chosen.items()}
        print(json.dumps(told, ensure_ascii=False, indent=2))
        return
    for name, cases in chosen.items():
        print(f"{name} ({len(cases)}): {SETS[name][1]}")
        for case in cases:
            print(f"  {case.id:<60} {' '.join(case.proves)}")
