"""`becivic run`: the jobs, each runnable by hand. Jobs take `--now`, so that a rehearsal is the real thing."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn

from becivic.cli.files import write_file
from becivic.cli.job_reports import print_report
from becivic.cli.output import plural, print_json
from becivic.cli.workshops import opened_workshop
from becivic.clock import SystemClock
from becivic.config import Settings, read_settings
from becivic.corpus.communes_refresh import STATBEL, Refresh, faults_of, read_table, refresh
from becivic.corpus.reference_data import COMMUNES_FILE
from becivic.jobs.table import JOBS, reported
from becivic.rules.errors import BeCivicError
from becivic.rules.json_text import JsonRefused, parse_json
from becivic.rules.schemas import packaged_registry

run = typer.Typer(no_args_is_help=True, help="Run one job now.", rich_markup_mode="markdown")

Now = Annotated[
    str, typer.Option(metavar="RFC3339", help="Pretend it is this moment. The clock when left out.")
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what would change and write nothing.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the outcome as JSON and nothing else.")]


@run.command("commit")
def commit(now: Now = "", dry_run: DryRun = False, as_json: AsJson = False) -> None:
    """Publish everything whose 24 hours are over: rows, change requests, and what a person must see first.

    A running server does this every five minutes; two at once are safe. Exit 1 when something has been waiting for more
    than a day too long; `becivic review list --queue failed` says what.

    Example: `becivic run commit --now 2026-11-16T12:00:00Z --dry-run`
    """
    report = _run("commit", now, dry_run=dry_run, as_json=as_json)
    if report.get("late"):
        raise typer.Exit(1)


@run.command("name-scan")
def name_scan(now: Now = "", as_json: AsJson = False) -> None:
    """Look for names again in what is public already, where rules or models have changed since; hold what is found.

    Exit 1 when something was held.

    Example: `becivic run name-scan --json`
    """
    report = _run("name-scan", now, as_json=as_json)
    if report.get("held"):
        raise typer.Exit(1)


@run.command("index")
def index(now: Now = "", as_json: AsJson = False) -> None:
    """Write the indexes, the navigation and the dashboard anew from what is on main and in the records.

    One commit, or none where nothing changed.

    Example: `becivic run index`
    """
    _run("index", now, as_json=as_json)


@run.command("snapshot")
def snapshot(now: Now = "", as_json: AsJson = False) -> None:
    """Write the public records into data-snapshot/ on main. Nothing private is in them.

    Example: `becivic run snapshot --now 2026-11-16T03:00:00Z`
    """
    _run("snapshot", now, as_json=as_json)


def _run(name: str, now: str, *, dry_run: bool = False, as_json: bool) -> dict[str, Any]:
    """The job as a server runs it, with a bar for whoever watches. By hand no lease is asked for."""
    settings = read_settings(os.environ)
    job, moment = JOBS[name], _moment(now, settings)
    with opened_workshop(settings) as workshop, _progress(f"Running {name}") as on_progress:
        work = job.plan if dry_run and job.plan else job.run
        report = reported(job, moment, work(workshop, moment, on_progress))
    if as_json:
        print_json(report)
    else:
        print_report(report)
    return report


@contextmanager
def _progress(title: str) -> Iterator[Callable[[int], None]]:
    console = Console(stderr=True)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TextColumn("{task.completed:,} done"))
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done: bar.update(task, completed=done)


def _moment(now: str, settings: Settings) -> datetime:
    return _read_moment(now) if now else SystemClock(settings.clock_offset).now()


def _read_moment(now: str) -> datetime:
    try:
        moment = datetime.fromisoformat(now)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise BeCivicError(
            "--now is not a moment with its offset.", remedy="Write it like 2026-11-15T10:00:00Z."
        )
    return moment.astimezone(UTC)


@run.command("communes")
def communes(
    table: Annotated[
        Path, typer.Option("--from", metavar="FILE", help="Tab-separated facts, one column per field.")
    ],
    folder: Annotated[Path, typer.Option("--dir", help="The corpus folder to write into.")] = Path("corpus"),
    nomenclature_date: Annotated[
        str,
        typer.Option(
            metavar="YYYY-MM-DD", help="The date of the nomenclature. The pinned one when left out."
        ),
    ] = "",
    source: Annotated[str, typer.Option(help="Where the nomenclature is published.")] = STATBEL,
    now: Now = "",
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Make data/communes.json from a table of facts and print what changed against the pinned list.

    A table that breaks a rule writes nothing and exits 1, naming each row.

    Example: `becivic run communes --from communes.tsv --nomenclature-date 2025-01-01 --dry-run`
    """
    pinned = _pinned(folder)
    date = nomenclature_date or str(pinned.get("nomenclature_date", ""))
    if not date:
        raise BeCivicError(
            "There is no pinned list yet.", remedy="Say which nomenclature this is with --nomenclature-date."
        )
    rows, faults = read_table(_read(table))
    outcome = refresh(rows, pinned, nomenclature_date=date, fetched_at=_day(now), source=source)
    faults += [] if faults else faults_of(outcome.document, rows, packaged_registry())
    if faults:
        lines = [f"{table}:{fault.row}: {fault.message}" for fault in faults]
        typer.echo(
            "\n".join([*lines, f"Refused: {plural(len(faults), 'fault')}. Nothing was written."]), err=True
        )
        raise typer.Exit(1)
    if not dry_run and not (outcome.is_empty and date == pinned.get("nomenclature_date")):
        write_file(folder / COMMUNES_FILE, outcome.as_json())
    if as_json:
        print_json(_report(outcome))
    else:
        _print(outcome, pinned, dry_run=dry_run)


def _pinned(folder: Path) -> dict[str, Any]:
    file = folder / COMMUNES_FILE
    if not file.is_file():
        return {}
    try:
        value = parse_json(file.read_bytes())
    except JsonRefused as refused:
        raise BeCivicError(
            f"{refused.reason}.", where=f"{file}:{refused.line}", remedy="Restore the pinned list."
        ) from None
    return value if isinstance(value, dict) else {}


def _read(table: Path) -> str:
    try:
        return table.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise BeCivicError(f"cannot be read: {reason}.", where=str(table)) from None


def _day(now: str) -> str:
    return (_read_moment(now) if now else SystemClock().now()).date().isoformat()


def _report(outcome: Refresh) -> dict[str, Any]:
    return {
        "job": "communes",
        "communes": len(outcome.document["communes"]),
        "added": list(outcome.added),
        "removed": list(outcome.removed),
        "changed": [{"nis_code": code, "fields": list(fields)} for code, fields in outcome.changed],
    }


def _print(outcome: Refresh, pinned: dict[str, Any], *, dry_run: bool) -> None:
    console = Console(highlight=False)
    after = {entry["nis_code"]: entry for entry in outcome.document["communes"]}
    before = {entry["nis_code"]: entry for entry in pinned.get("communes", [])}
    shown = len(before) > 0  # the first import adds them all; listing 565 lines helps nobody
    for sign, codes, entries in (("+", outcome.added, after), ("-", outcome.removed, before)):
        for code in codes if shown else ():
            console.print(f"{sign} {code} {entries[code]['slug']}")
    for code, fields in outcome.changed:
        for field in fields:
            console.print(
                f"~ {code} {after[code]['slug']}: {field} {before[code].get(field)!r} -> {after[code][field]!r}"
            )
    counts = (
        f"{len(outcome.added)} added, {len(outcome.removed)} removed, {len(outcome.changed)} changed; "
        f"{plural(len(after), 'commune')} in the list of {outcome.document['nomenclature_date']}"
    )
    console.print(f"{counts}.{' Nothing was written.' if dry_run else ''}")
