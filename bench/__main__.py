"""`make bench`: each of ours beside what one would use instead; a table, docs/benchmarks.json and docs/benchmarks.md."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from becivic.clock import SystemClock, rfc3339
from bench.measured import Benchmark
from bench.report import page, record, shown
from bench.report.machine import ROOT, commit, load_average, this_machine, versions
from bench.report.record import Result
from bench.rounds import Run

NAMES: Final = (
    "load_and_check",
    "validate_concern",
    "scrub_text",
    "scrub_start",
    "find_names",
    "search",
    "harness_start",
    "intake_http",
    "publishing",
    "lifecycle",
    "reading_http",
    "mcp_http",
    "mcp_stdio",
    "build_site",
)
QUICK: Final = 0.3
_EXAMPLES: Final = """examples:
  make bench                               all of them; renews docs/benchmarks.json and docs/benchmarks.md
  python -m bench search reading_http      these two, to look; writes nothing
  python -m bench --write search           measured anew and written down; the others keep their last results
  python -m bench --quick publishing       fewer rounds and smaller corpora; bars say little then
  python -m bench --json validate_concern  the results as JSON
  python -m bench --long intake_http       weighs the server over 200,000 submissions instead of 20,000

Exit 1 when a bar is missed, 2 when an argument is wrong."""


def benchmark(name: str) -> Benchmark:
    found: Benchmark = import_module(f"bench.{name}").BENCHMARK
    return found


def main(words: Sequence[str] | None = None) -> int:
    given = _given(words)
    if given.list:
        width = max(map(len, NAMES))
        print("\n".join(f"{name:{width}}  {benchmark(name).title}" for name in NAMES))
        return 0
    chosen = [name for name in NAMES if name in given.names] if given.names else list(NAMES)
    results = []
    for number, name in enumerate(chosen, start=1):
        results.append(_ran(name, number, len(chosen), QUICK if given.quick else 1.0, is_long=given.long))
        if given.write:  # at once, so that nothing is lost where a later one cannot run
            _write(results[-1:])
    if given.json:
        print(record.as_text(results), end="")
    else:
        shown.tables(results)
    return _judged(results)


def _ran(name: str, number: int, total: int, share: float, *, is_long: bool) -> Result:
    found = benchmark(name)
    load, started = load_average(), time.perf_counter()
    with shown.progress(found.title, number, total) as tell:
        measured = found.measure(Run(tell, share, is_long))
    result = Result(
        name=name,
        title=found.title,
        about=found.about,
        measured=tuple(measured),
        versions=versions(found.packages),
        at=rfc3339(SystemClock().now()),
        commit=commit(),
        took=round(time.perf_counter() - started, 1),
        load=load,
        machine=this_machine(),
    )
    shown.told_end(result, number, total)
    return result


def _write(results: list[Result]) -> None:
    every = record.kept(record.read(), results, NAMES)
    (ROOT / record.FILE).write_text(record.as_text(every), encoding="utf-8", newline="\n")
    (ROOT / page.FILE).write_text(page.page(), encoding="utf-8", newline="\n")


def _judged(results: list[Result]) -> int:
    missed = [each for result in results for each in result.missed]
    bars = sum(each.bar is not None for result in results for each in result.measured)
    print(f"{bars - len(missed)} of {bars} bars hold.", file=sys.stderr)
    for each in missed:
        print(f"Missed: {each}", file=sys.stderr)
    return 1 if missed else 0


def _given(words: Sequence[str] | None) -> argparse.Namespace:
    arguments = _arguments()
    given = arguments.parse_args(words)
    unknown = [name for name in given.names if name not in NAMES]
    if unknown:
        arguments.error(f"there is no benchmark {', '.join(unknown)}; `--list` says which there are")
    if given.quick and given.write:
        arguments.error("what a quick look finds is not written down; leave out --quick or --write")
    return given


def _arguments() -> argparse.ArgumentParser:
    told = argparse.ArgumentParser(
        "python -m bench",
        description=__doc__,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    told.add_argument("names", nargs="*", metavar="NAME", help="which; all where none is named")
    told.add_argument("--list", action="store_true", help="say which there are, and run none")
    told.add_argument("--quick", action="store_true", help="fewer rounds and smaller corpora, to look")
    told.add_argument("--json", action="store_true", help="print the results as JSON")
    told.add_argument("--write", action="store_true", help=f"renew {record.FILE} and {page.FILE}")
    told.add_argument("--long", action="store_true", help="send as much as the longest run asks for")
    return told


if __name__ == "__main__":
    sys.exit(main())
