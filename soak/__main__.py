"""`python -m soak months|replicas|kills`: the long run, the storm over two servers, or jobs that are killed.

Exit 1 when something did not hold.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from soak import kills, newborn, replicas, verdict
from soak.months import Run, Wanted

RESULTS = Path(__file__).resolve().parent.parent / "docs" / "soak.json"


def main() -> int:
    given = _arguments()
    logging.getLogger("becivic").setLevel(logging.CRITICAL)  # what goes wrong is found by the checks
    with TemporaryDirectory(prefix="becivic-soak-") as folder:
        runs = {"months": _months, "replicas": _replicas, "kills": _kills}
        return runs[given.what](given, Path(folder))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m soak", description=__doc__)
    plain = Wanted()
    parser.add_argument("what", choices=("months", "replicas", "kills"))
    parser.add_argument("--months", type=int, default=plain.months)
    parser.add_argument("--skills", type=int, default=plain.skills)
    parser.add_argument("--seed", type=int, default=plain.seed)
    parser.add_argument("--clients", type=int, default=200, help="of the storm")
    parser.add_argument("--kills", type=int, default=500, help="over five kinds of job in turn")
    parser.add_argument("--keep", action="store_true", help=f"write what came out to {RESULTS.name}")
    return parser.parse_args()


def _months(given: argparse.Namespace, folder: Path) -> int:
    wanted = Wanted(months=given.months, skills=given.skills, seed=given.seed)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("days", total=wanted.days)

        def say(month: dict[str, Any]) -> None:
            progress.console.print(
                f"{month['resident_mib']} MiB resident, {month['database_kib']} KiB stored"
            )

        run = Run(folder, wanted, lambda _: progress.advance(task), say)
        told = asyncio.run(run.lives())
        told["newborn_mib"] = newborn.resident_mib(run)
    text = json.dumps(told, indent=1, sort_keys=True) + "\n"
    if given.keep:
        RESULTS.write_text(text, encoding="utf-8", newline="\n")
    return _say(verdict.bars(told), {name: told[name] for name in ("took_seconds", "broken", "ledger")})


def _replicas(given: argparse.Namespace, folder: Path) -> int:
    with replicas.fresh_database(folder / "databases") as url:
        found = replicas.run(folder / "replicas", url, given.clients)
    facts = {"statuses": dict(found.books.statuses), "lost_connections": found.books.lost_connections}
    bars = {**replicas.bars(found), **replicas.timed_bars(found)}
    return _say(bars, {**facts, "agreed_after_seconds": round(found.seconds, 3)})


def _kills(given: argparse.Namespace, folder: Path) -> int:
    """No progress bar: it would be a thread, and a process that forks has none."""
    done = 0

    def on_kill(name: str) -> None:
        nonlocal done
        done += 1
        print(f"{done} of {given.kills}: {name}", file=sys.stderr)

    found = kills.kill_all(folder, given.kills, given.seed, on_kill)
    bars = {name: figures.is_sound for name, figures in found.items()}
    bars["locks were left to be removed"] = any(figures.left_a_lock for figures in found.values())
    return _say(bars, {name: asdict(figures) for name, figures in found.items()})


def _say(bars: dict[str, bool], facts: dict[str, Any]) -> int:
    print(json.dumps({**facts, "bars": bars}, indent=1))
    return not all(bars.values())


if __name__ == "__main__":
    sys.exit(main())
