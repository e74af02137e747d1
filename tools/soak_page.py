"""docs/soak.md from docs/soak.json and from nothing else. `python -m soak months --keep` writes the latter."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from soak.model import BOUND
from soak.verdict import OLDER, SETTLED, bars, memory_slope, off, older

from becivic.simulation.tables import Table, number, percent

ROOT = Path(__file__).resolve().parent.parent
PAGE = "docs/soak.md"
STORED = "docs/soak.json"
_INTRODUCTION = (
    "Written by `make format` from `docs/soak.json`, which `make soak` writes: it runs the whole service in one process with"
    " a clock of its own, on SQLite and git, with real intake, jobs and maintainers."
)


def page() -> str:
    return markdown(json.loads((ROOT / STORED).read_text(encoding="utf-8")))


def markdown(told: dict[str, Any]) -> str:
    parts = [
        "# Two years in minutes",
        _INTRODUCTION,
        _size(told),
        "## What must hold",
        _bars(told).markdown(),
        _memory(told),
        _database(told),
        "## Month by month",
        _months(told).markdown(),
        "## What was sent",
        _sent(told).markdown(),
        "## What was looked at in the end",
        "\n".join(f"- {each}" for each in told["checked"]),
    ]
    return "\n\n".join(parts) + "\n"


def _size(told: dict[str, Any]) -> str:
    wanted = told["wanted"]
    return (
        f"{wanted['months']} months of {wanted['month_days']} days, {wanted['skills']} skills, {wanted['sent_a_day']} submissions"
        f" and {wanted['read_a_day'] + 1} readings a day after every skill was read once, seed {wanted['seed']}. Commit, consensus and snapshot run"
        " every day, name scan, index and probe every week, link check and audit every month; nobody outside answers. It took"
        f" {round(told['took_seconds'] / 60)} minutes."
    )


def _memory(told: dict[str, Any]) -> str:
    return (
        f"Memory: a straight line through the months after the {SETTLED}th rises by {memory_slope(told):.1f} MiB a month, while what is public"
        f" and decided grows by {_records_a_month(told):.1f} in the database. At the end, once everything had been read, the service held {number(told['lived_mib'], 1)} MiB; one that was started"
        f" on the same home and lived a week there held {number(told['newborn_mib'], 1)} MiB. That is {percent(older(told), 1)} more;"
        f" {percent(OLDER)} is allowed."
    )


def _records_a_month(told: dict[str, Any]) -> float:
    """MiB."""
    sizes = [month["database_kib"] for month in told["months"]]
    return float(sizes[-1] - sizes[0]) / max(len(sizes) - 1, 1) / 1024


def _database(told: dict[str, Any]) -> str:
    said, last = told["predicted"], told["months"][-1]
    return (
        f"Database: {number(last['database_kib'])} KiB at the end. Predicted before the first day:"
        f" {number(said['at_end_kib'])} KiB, which are {number(said['at_start_kib'])} KiB after the first start and"
        f" {number(said['a_day_bytes'])} bytes a day, from what one of each kind leaves behind (`soak/model.py`)."
        f" That is {percent(off(told), 1)} off; {percent(BOUND)} is allowed. The repository weighs"
        f" {number(told['git_kib'])} KiB."
    )


def _bars(told: dict[str, Any]) -> Table:
    rows = [(bar, "yes" if held else "**no**") for bar, held in bars(told).items()]
    return Table("", ("bar", "holds"), rows, words=2)


def _months(told: dict[str, Any]) -> Table:
    rows = [
        (
            str(number_of),
            number(month["resident_mib"], 1),
            number(month["database_kib"]),
            number(month["sent"]),
            number(month["reads"]),
            *(number(month["spent"][kind]["ms"], 1) for kind in ("read", "write", "commit", "promote")),
        )
        for number_of, month in enumerate(told["months"], start=1)
    ]
    headings = ("month", "memory, MiB", "database, KiB", "sent so far", "read so far")
    return Table("", (*headings, "a reading, ms", "a submission, ms", "commit, ms", "consensus, ms"), rows)


def _sent(told: dict[str, Any]) -> Table:
    ledger = told["ledger"]
    rows = [
        *((f"{kind}, accepted", number(times)) for kind, times in ledger["accepted"].items()),
        ("analytics, accepted", number(ledger["analytics"])),
        *((f"refused: `{why}`", number(times)) for why, times in ledger["refused"].items()),
        ("sent twice", number(ledger["duplicates"])),
        ("taken back", number(ledger["cancelled"])),
        *((f"maintainers: {what}", number(times)) for what, times in ledger["court"].items()),
    ]
    return Table("", ("what", "times"), rows)
