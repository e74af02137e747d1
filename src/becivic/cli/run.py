"""`becivic run`: the jobs, each runnable by hand. Jobs take `--now`, so that a rehearsal is the real thing."""

from __future__ import annotations

import os
from datetime import datetime
from functools import partial
from typing import Annotated, Any

import typer

from becivic.cli.communes import communes
from becivic.cli.job_reports import print_report
from becivic.cli.options import AsJson, DryRun, Now, read_moment
from becivic.cli.output import print_json
from becivic.cli.progress import spinner
from becivic.cli.run_rot import audit, linkcheck, probe
from becivic.cli.workshops import opened_workshop
from becivic.clock import SystemClock
from becivic.config import Settings, read_settings
from becivic.jobs import table as jobs
from becivic.jobs.table import JOBS, reported

run = typer.Typer(no_args_is_help=True, help="Run one job now.", rich_markup_mode="markdown")


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


@run.command("promote")
def promote(
    now: Now = "",
    dry_run: DryRun = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Look at every artefact, not only at what votes or the clock moved.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Count the votes and do what follows: promote, roll back, quarantine, deprecate (lifecycle 9.2).

    A running server does this every ten minutes. Exit 1 when something that was decided could not be done;
    `becivic review list --queue failed` says what. `becivic why` tells the story of one artefact.

    Examples: `becivic run promote --dry-run`, `becivic run promote --now 2026-12-01T00:00:00Z --json`
    """
    work = jobs.plan_promote if dry_run else jobs.promote
    report = _run("promote", now, dry_run=dry_run, as_json=as_json, work=partial(work, everything=everything))
    if report["failed"]:
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


def _run(
    name: str, now: str, *, dry_run: bool = False, as_json: bool, work: jobs.Run | None = None
) -> dict[str, Any]:
    """The job as a server runs it, with a bar for whoever watches. By hand no lease is asked for."""
    settings = read_settings(os.environ)
    job, moment = JOBS[name], _moment(now, settings)
    with opened_workshop(settings) as workshop, spinner(f"Running {name}") as on_progress:
        work = work or (job.plan if dry_run and job.plan else job.run)
        report = reported(job, moment, work(workshop, moment, on_progress))
    if as_json:
        print_json(report)
    else:
        print_report(report)
    return report


def _moment(now: str, settings: Settings) -> datetime:
    return read_moment(now) if now else SystemClock(settings.clock_offset).now()


run.command("communes")(communes)
run.command("probe")(probe)
run.command("linkcheck")(linkcheck)
run.command("audit")(audit)
