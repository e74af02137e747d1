"""`becivic run`: the jobs, each runnable by hand. Jobs take `--now`, so that a rehearsal is the real thing."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from becivic.cli.communes import communes
from becivic.cli.options import AsJson, DryRun, Now
from becivic.cli.run_rot import audit, linkcheck, probe
from becivic.cli.running import run_job
from becivic.jobs import table as jobs

run = typer.Typer(
    no_args_is_help=True,
    help="Run one job now.\n\nExample: `becivic run commit --dry-run`",
    rich_markup_mode="markdown",
)


@run.command("commit")
def commit(now: Now = "", dry_run: DryRun = False, as_json: AsJson = False) -> None:
    """Publish everything whose 24 hours are over: rows, change requests, and what a person must see first.

    A running server does this every five minutes; two at once are safe. Exit 1 when something due could not be published
    now and waits for the next run, or has been waiting for more than a day too long; the report and
    `becivic review list --queue failed` say what.

    Example: `becivic run commit --now 2026-11-16T12:00:00Z --dry-run`
    """
    report = run_job("commit", now, dry_run=dry_run, as_json=as_json)
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
    """Count the votes and do what follows: promote, roll back, quarantine, deprecate.

    A running server does this every ten minutes. Exit 1 when something could not be counted or done and waits for the
    next run, or was decided and cannot be done; `becivic review list --queue failed` says what. `becivic why` tells the story of one artefact.

    Examples: `becivic run promote --dry-run`, `becivic run promote --now 2026-12-01T00:00:00Z --json`
    """
    work = jobs.plan_promote if dry_run else jobs.promote
    report = run_job("promote", now, as_json=as_json, work=partial(work, everything=everything))
    if report["failed"]:
        raise typer.Exit(1)


@run.command("name-scan")
def name_scan(now: Now = "", as_json: AsJson = False) -> None:
    """Look for names again in what is public already, where rules or models have changed since; hold what is found.

    Exit 1 when something was held.

    Example: `becivic run name-scan --json`
    """
    report = run_job("name-scan", now, as_json=as_json)
    if report.get("held"):
        raise typer.Exit(1)


@run.command("index")
def index(now: Now = "", as_json: AsJson = False) -> None:
    """Write the indexes, the navigation and the dashboard anew from what is on main and in the records.

    One commit, or none where nothing changed. Exit 2 when main cannot be read or written.

    Example: `becivic run index`
    """
    run_job("index", now, as_json=as_json)


@run.command("snapshot")
def snapshot(now: Now = "", as_json: AsJson = False) -> None:
    """Write the public records into data-snapshot/ on main, and pack the repository where that is worth it.

    Nothing private is in them. Exit 1 when they are written and the repository could not be packed, 2 when main cannot be
    read or written.

    Example: `becivic run snapshot --now 2026-11-16T03:00:00Z`
    """
    run_job("snapshot", now, as_json=as_json)


run.command("communes")(communes)
run.command("probe")(probe)
run.command("linkcheck")(linkcheck)
run.command("audit")(audit)
